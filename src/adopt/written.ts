// What is taken over, as it is appended to a file of memory: a heading that says where it comes from, and below it the headings and entries as they were.
import { entriesIn, lineEndIn, memoryPath } from '../memory/memory.ts';
import { oneLine } from '../text/text.ts';
import type { Group } from './gathered.ts';

/** The file with these behind what stands there. What stands there keeps every byte. */
export function withGroups(path: string, content: Uint8Array | undefined, groups: readonly Group[]): Uint8Array {
  const before = Buffer.from(content ?? []);
  const lines = [...(path === memoryPath ? titleFor(before) : []), ...groups.flatMap(printGroup)];
  const tail = before.toString('latin1', Math.max(0, before.length - 4));
  const end = Buffer.from(lineEndIn(before)).toString();
  const gap = before.length === 0 || /\n\r?\n$/u.test(tail) ? '' : tail.endsWith('\n') ? end : `${end}${end}`;
  const text = lines.join('\n');
  return Buffer.concat([before, Buffer.from(gap + (end === '\n' ? text : text.replaceAll('\n', end)))]);
}

/** The file's own heading where it is new, or where what comes would stand in a section that is pinned. */
function titleFor(before: Uint8Array): string[] {
  if (before.length === 0) return [`# ${memoryPath}`, ''];
  const added = Buffer.concat([before, Buffer.from('\n\n## From elsewhere\n')]);
  return entriesIn(added).at(-1)?.isMarked === true ? [`# ${memoryPath}`, ''] : [];
}

/** `## From OpenClaw: MEMORY.md` */
export function headingFor({ layout, file }: Group): string {
  return `## From ${layout.short}: ${oneLine(file, 200)}`;
}

function printGroup(group: Group): string[] {
  const lines: string[] = [];
  const say = (line: string): void => {
    if (lines.length > 0) lines.push('');
    lines.push(line);
  };
  say(headingFor(group));
  let above: readonly string[] = [];
  let isItem = false;
  for (const { kind, titles, written } of group.pieces) {
    const from = fromWhere(titles, above);
    if (from < titles.length)
      for (const [at, title] of titles.entries()) if (at >= from) say(`${'#'.repeat(Math.min(3 + at, 6))} ${title}`);
    // Back at what stands below no heading.
    if (titles.length === 0 && above.length > 0) say(headingFor(group));
    isItem &&= from === titles.length && titles.length === above.length;
    above = titles;
    if (kind === 'heading') continue;
    const isNext = /^(?:[-*+]|\d{1,9}[.)])\s/u.test(written);
    if (isItem && isNext) lines.push(written);
    else say(written);
    isItem = isNext;
  }
  return [...lines, ''];
}

/** The first heading that has to be said: where two ways part, or the last one if something deeper stood below it since. */
function fromWhere(titles: readonly string[], above: readonly string[]): number {
  const parts = titles.findIndex((title, at) => title !== above[at]);
  if (parts !== -1) return parts;
  return above.length > titles.length ? Math.max(0, titles.length - 1) : titles.length;
}
