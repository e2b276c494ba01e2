// What a sweep appends: a block in `MEMORY.md`, and an entry in its diary. What stands there already is not touched.
import { type Earned, entriesIn, memoryPath, printPromoted } from '../memory/memory.ts';
import { oneLine, withoutInvisible } from '../text/text.ts';
import type { Candidate } from './candidates.ts';
import type { Figures } from './figures.ts';

export const diaryPath = 'DREAMS.md';
const memoryTitle = `# ${memoryPath}`;
const diaryTitle = `# ${diaryPath} — Dream Diary`;

/** `2026-04-24 03:00 UTC` */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

export const headingAt = (time: string): string => `## Dreamed ${minuteOf(time)}`;

export function lineOf({ note, score, tally }: Candidate): string {
  const earned: Earned = { score, hits: tally.recalls, days: tally.days };
  return printPromoted(oneLine(withoutInvisible(note?.text ?? ''), 100_000), earned);
}

/** The headings above the lines: the file's own where it is new, or where what comes would stand in a section that is pinned. */
export function frameFor(content: Uint8Array | undefined, time: string): readonly string[] {
  if (content === undefined || content.length === 0) return [memoryTitle, headingAt(time)];
  const added = Buffer.concat([content, Buffer.from(`\n\n${headingAt(time)}\n`)]);
  const heading = entriesIn(added).at(-1);
  return heading?.isMarked === true ? [memoryTitle, headingAt(time)] : [headingAt(time)];
}

/** Memory with the block behind it. */
export function withBlock(content: Uint8Array | undefined, time: string, lines: readonly string[]): Uint8Array {
  const heads = frameFor(content, time);
  return appended(content, [...heads.flatMap((head) => [head, '']), ...lines]);
}

/** Whether the lines are entries of memory there: in an open block of code or a comment they would be none. */
export function standsOpen(content: Uint8Array | undefined, time: string, lines: readonly string[]): boolean {
  const found = entriesIn(withBlock(content, time, lines)).slice(-lines.length);
  return found.length !== lines.length || found.some(({ kind }) => kind !== 'item');
}

export function withDiary(content: Uint8Array | undefined, time: string, told: Told): Uint8Array {
  const title = content === undefined || content.length === 0 ? [diaryTitle, ''] : [];
  return appended(content, [...title, ...diaryLines(time, told)]);
}

export interface Told {
  readonly figures: Figures;
  readonly passed: readonly Candidate[];
  readonly leftOut: readonly string[];
}

function diaryLines(time: string, { figures, passed, leftOut }: Told): string[] {
  const { scanned, promoted, alreadyPromoted, gated, scores, likePairs } = figures;
  const held = Object.entries(gated).map(([gate, many]) => `${many} by ${gate}`);
  return [
    `## Deep Sleep ${minuteOf(time)}`,
    '',
    `- candidates: ${scanned}`,
    `- promoted: ${promoted}`,
    `- skipped (already promoted): ${alreadyPromoted}`,
    ...(held.length === 0 ? [] : [`- held back: ${held.join(', ')}`]),
    ...(scores === null ? [] : [`- scores: ${scores[0].toFixed(2)} to ${scores[1].toFixed(2)}`]),
    ...leftOut.map((line) => `- left out: ${line}`),
    ...likePairs.map(([one, other]) => `- almost the same: ${one} and ${other}`),
    ...(passed.length === 0 ? [] : ['', '### Promoted', '', ...passed.map(lineOf)]),
  ];
}

/** Behind what is there, with an empty line between; line ends as the file has them. */
function appended(content: Uint8Array | undefined, lines: readonly string[]): Uint8Array {
  const before = Buffer.from(content ?? []);
  const tail = before.toString('latin1', Math.max(0, before.length - 4));
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const gap = before.length === 0 || /\n\r?\n$/u.test(tail) ? '' : tail.endsWith('\n') ? end : `${end}${end}`;
  return Buffer.concat([before, Buffer.from(`${gap}${lines.join(end)}${end}`)]);
}
