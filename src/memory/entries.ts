// A Markdown file as entries: what each says, below which headings, whether it is pinned there, and which bytes are its own.
import { oneLine } from '../text/text.ts';
import { type Block, type BlockKind, blocksIn, fenceOf, itemMark } from './blocks.ts';

export interface Entry {
  readonly kind: BlockKind;
  /** What it says, in one line: without its bullet or hashes, and without the mark that pins it. Of a list item, what stands before the first thing nested in it. */
  readonly text: string;
  /** The words of its first line; earlier versions knew a note by these alone. */
  readonly opening: string;
  /** The lines of a list item below that text, with their indentation; none for anything else. */
  readonly details: readonly string[];
  /** The titles of the headings above it, the outermost first. */
  readonly section: readonly string[];
  /** Pinned by whoever wrote it: `#pin` at the end of a line, or a section "Pinned". */
  readonly isMarked: boolean;
  /** Its lines, from 1, the last one included. */
  readonly line: number;
  readonly endLine: number;
  /** Its bytes, with the end of its last line. No two entries share one; between them are only blank lines, rules and front matter. */
  readonly from: number;
  readonly to: number;
}

/** In order. An entry without words has the text ''. */
export function entriesIn(content: Uint8Array): Entry[] {
  const above: { readonly title: string; readonly level: number }[] = [];
  return blocksIn(content).map((block) => {
    const { kind, level } = block;
    if (kind === 'heading') while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const section = above.map(({ title }) => title);
    const entry = entryOf(block, section);
    if (kind === 'heading') above.push({ title: entry.text, level });
    return entry;
  });
}

/** At the end of a line, by whoever writes into the file. */
const mark = /(?:^|\s)#pin$/iu;

/** Words as they are compared: in one line, and without the mark. */
export function wordsOf(line: string): string {
  return oneLine(line).replace(mark, '');
}

function entryOf({ kind, lines }: Block, section: readonly string[]): Entry {
  const all = lines.map(({ text }) => text);
  const own = kind === 'item' ? ownLines(all) : all.length;
  const said = all.slice(0, own).map((text, at) => spoken(kind, text, at));
  // The line below a title that makes it one.
  if (kind === 'heading' && said.length > 1) said.pop();
  // A mark below an item, on whichever of its lines, pins all of it: its lines go together.
  const marks = kind === 'heading' || kind === 'code' || kind === 'html' ? [] : [...said, ...all.slice(own)];
  const [first, last] = [lines[0], lines.at(-1)];
  return {
    kind,
    text: wordsOf(said.map(wordsOf).join(' ')),
    opening: wordsOf(said[0] ?? ''),
    details: all
      .slice(own)
      .filter((text) => text.trim() !== '')
      .map((text) => text.trimEnd()),
    section,
    isMarked: section.some((title) => /^pinned$/iu.test(title)) || marks.some((text) => mark.test(oneLine(text))),
    ...{ line: first?.line ?? 0, endLine: last?.line ?? 0, from: first?.from ?? 0, to: last?.to ?? 0 },
  };
}

/** What a line says without what makes it a heading, an item or a quote. */
function spoken(kind: BlockKind, text: string, at: number): string {
  if (kind === 'heading')
    return text
      .trim()
      .replace(/^#{1,6}(?=\s|$)/u, '')
      .replace(/(?<=^|\s)#+$/u, '');
  if (kind === 'code') return fenceOf(text) === undefined ? text : '';
  if (kind === 'quote') return text.replace(/^ {0,3}> ?/u, '');
  return kind === 'item' && at === 0 ? text.replace(itemMark, '') : text;
}

/** How many lines of a list item are its own sentence: those before a blank line, a nested item, code, a quote. */
function ownLines(all: readonly string[]): number {
  const isOther = (line: string): boolean => {
    const text = line.trimStart();
    return text === '' || itemMark.test(text) || fenceOf(text) !== undefined || /^(?:>|\||#{1,6}\s)/u.test(text);
  };
  const end = all.findIndex((line, at) => at > 0 && isOther(line));
  return end === -1 ? all.length : end;
}
