// `memory/archive.md`: what was taken out of memory, word for word and with the reason, so that it can be put back.
import { linesOf } from '../text/text.ts';
import { wordsPromoted } from './promoted.ts';

const opening =
  '# Archive\n\nWhat sleeps took out of memory, and why. `dk memory restore <id>` puts a line back where it was.\n';

export interface Archived {
  /** `m-…` or `o-…`. */
  readonly id: string;
  /** The file it stood in, and the titles above it (`pathOf`), or the day of an observation; '' if there was none. */
  readonly path: string;
  readonly section: string;
  /** In one line. */
  readonly why: string;
  /** Its lines as they were. */
  readonly text: string;
}

const between = ' · ';
const head = /^- ([mo]-[a-z2-7]{8}) · ([^·\n]+) · ([^·\n]*) · (.*)$/u;

/** With these behind what stands there, below a heading with the day. */
export function withArchived(
  content: Uint8Array | undefined,
  given: readonly Archived[],
  day: string,
): Uint8Array | undefined {
  if (given.length === 0) return content;
  const bytes = Buffer.from(content ?? opening);
  const text = bytes.toString('latin1');
  const headings = [...text.matchAll(/^## .*$/gmu)];
  const isSameDay = headings.at(-1)?.[0].trim() === `## ${day}`;
  const open = text.endsWith('\n') || text === '' ? '' : '\n';
  const heading = isSameDay ? '' : `${/\n\n$/u.test(text) ? '' : '\n'}## ${day}\n\n`;
  return Buffer.concat([bytes, Buffer.from(`${open}${heading}${given.map(printArchived).join('')}`)]);
}

/** As it stands there, with the last line end. */
export function printArchived({ id, path, section, why, text }: Archived): string {
  const lines = text.split('\n').map((line) => `  ${line}\n`);
  return `- ${[id, path, section.replaceAll('·', '-'), why].join(between)}\n${lines.join('')}`;
}

/** Those that can be put back, in the order of the file. */
export function archivedIn(content: Uint8Array): Archived[] {
  return placed(content).map(({ from: _, to: __, ...each }) => each);
}

/** Without the newest of this id; the same bytes if there is none. The heading of a day stays. */
export function withoutArchived(content: Uint8Array, id: string): Uint8Array {
  const found = placed(content).findLast((each) => each.id === id);
  if (found === undefined) return content;
  return Buffer.concat([content.subarray(0, found.from), content.subarray(found.to)]);
}

/** The same bytes with blanks for what stands in memory all the same: for whoever looks for words, it is there once. `isThere` is asked by the bullet. */
export function withoutStanding(content: Uint8Array, isThere: (bullet: string) => boolean): Uint8Array {
  const bare = Buffer.from(content);
  for (const { from, to, text } of placed(content)) {
    const bullet = text.startsWith('- ') ? `- ${wordsPromoted(text.slice(2))}` : text;
    if (!isThere(bullet)) continue;
    for (let at = from; at < to; at += 1) if (bare[at] !== 0x0a && bare[at] !== 0x0d) bare[at] = 0x20;
  }
  return bare;
}

function placed(content: Uint8Array): (Archived & { readonly from: number; readonly to: number })[] {
  const found: (Omit<Archived, 'text'> & { readonly from: number; to: number; readonly lines: string[] })[] = [];
  let isBelow = false;
  for (const { text, from, to } of linesOf(content)) {
    const [, id, path = '', section = '', why = ''] = head.exec(text) ?? [];
    const last = found.at(-1);
    if (id !== undefined) {
      found.push({ id, path, section, why, lines: [], from, to });
      isBelow = true;
    } else if (isBelow && last !== undefined && text.startsWith('  ')) {
      last.lines.push(text.slice(2));
      last.to = to;
    } else isBelow = false;
  }
  return found.flatMap(({ lines, ...each }) => (lines.length === 0 ? [] : [{ ...each, text: lines.join('\n') }]));
}
