// A Markdown file: the text below each heading is a chunk, each item of a list is one, and what stands before the first heading is one.
import { type Cutter, flag } from './chunk-list.ts';
import { isRule, type MarkdownLine, seeLine } from './markdown-line.ts';

/** A section that goes on for so long is cut at its next blank line, and at the latest after so many. */
const [long, longest] = [60, 80];

export function cutMarkdown(cutter: Cutter): void {
  const { bytes } = cutter;
  const above: { readonly level: number; readonly heading: number }[] = [];
  const line: MarkdownLine = { kind: 'blank', indent: 0, mark: 0, length: 0 };
  let heading = -1;
  let fence = { mark: 0, length: 0 };
  let isItem = false;
  let wasBlank = true;
  let begun = 1;
  const begin = (flags: number): void => {
    cutter.begin(heading, flags);
    isItem = (flags & flag.isItem) !== 0;
    begun = cutter.lineNumber;
  };
  const rise = (level: number): void => {
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    heading = cutter.addHeading(above.at(-1)?.heading ?? -1);
    above.push({ level, heading });
    begin(0);
    cutter.readLine(heading);
  };
  begin(0);
  for (let front = frontMatterLines(bytes); front > 0; front -= 1) cutter.readLine();
  while (cutter.at < bytes.length) {
    seeLine(line, bytes, cutter.at);
    if (fence.mark !== 0) {
      if (line.kind === 'fence' && line.mark === fence.mark && line.length >= fence.length)
        fence = { mark: 0, length: 0 };
      cutter.readLine();
      wasBlank = false;
      continue;
    }
    if (line.kind === 'heading') {
      rise(line.length);
      wasBlank = true;
      continue;
    }
    const under = line.kind === 'text' && wasBlank && line.indent < 4 ? underlineOf(bytes, cutter.at) : 0;
    if (under > 0) {
      rise(under);
      cutter.readLine();
      wasBlank = true;
      continue;
    }
    const size = cutter.lineNumber - begun;
    if (line.kind === 'item' && (line.indent < 4 || isItem))
      begin(flag.isItem | (line.indent === 0 ? flag.isOuter : 0));
    else if (line.kind !== 'blank' && isItem && wasBlank && line.indent < 2) begin(0);
    else if (!isItem && (size >= longest || (size >= long && line.kind === 'blank'))) begin(0);
    if (line.kind === 'fence') fence = { mark: line.mark, length: line.length };
    cutter.readLine();
    wasBlank = line.kind === 'blank';
  }
  cutter.end();
}

/** A line of `=` or `-` below a single line of text makes that a heading. */
function underlineOf(bytes: Uint8Array, from: number): 0 | 1 | 2 {
  const end = bytes.indexOf(10, from);
  const mark = end === -1 ? 0 : (bytes[end + 1] ?? 0);
  if (mark !== 0x3d && mark !== 0x2d) return 0;
  if (!isRule(bytes, end + 1, mark, 2)) return 0;
  return mark === 0x3d ? 1 : 2;
}

/** How many lines at the beginning stand between two lines of `---`. */
function frontMatterLines(bytes: Uint8Array): number {
  if (bytes[0] !== 0x2d || !isRule(bytes, 0, 0x2d, 3)) return 0;
  let lines = 1;
  for (let at = bytes.indexOf(10) + 1; at > 0 && lines < 200; at = bytes.indexOf(10, at) + 1) {
    lines += 1;
    if (bytes[at] === 0x2d && isRule(bytes, at, 0x2d, 3)) return lines;
  }
  return 0;
}
