// Which lines of a Markdown file belong together: headings, paragraphs, list items, tables, quotes, code, HTML. Nothing is understood that need not be.
import { type Line, linesOf } from '../text/text.ts';

export type BlockKind = 'heading' | 'paragraph' | 'item' | 'quote' | 'table' | 'code' | 'html';

/** Lines that follow each other, without the blank ones around them. Front matter and rules between sections are in no block. */
export interface Block {
  readonly kind: BlockKind;
  /** At least one. */
  readonly lines: readonly Line[];
  /** How deep a heading is, from 1; 0 for everything else. */
  readonly level: number;
}

/**
 * In order. A list item goes on as long as lines are indented by two blanks or a tab, also behind blank lines; so what is nested in it is part of it.
 * Unlike in Markdown itself, a line that is not indented ends it.
 */
export function blocksIn(content: Uint8Array): Block[] {
  const lines = linesOf(content);
  const blocks: Block[] = [];
  let at = endOfFrontMatter(lines);
  while (at < lines.length) {
    const block = blockAt(lines, at);
    if (block !== undefined) blocks.push(block);
    at += block?.lines.length ?? 1;
  }
  return blocks;
}

/** The lines of the front matter, without what is around them; none if there is none. */
export function frontMatterIn(content: Uint8Array): string[] {
  const lines = linesOf(content);
  return lines.slice(1, Math.max(1, endOfFrontMatter(lines) - 1)).map(({ text }) => text);
}

function blockAt(lines: readonly Line[], at: number): Block | undefined {
  const first = textAt(lines, at);
  if (isBlank(first) || isRule(first)) return undefined;
  const block = (kind: BlockKind, end: number, level = 0): Block => ({ kind, lines: lines.slice(at, end), level });
  const fence = fenceOf(first);
  if (fence !== undefined) return block('code', endOfFence(lines, at, fence));
  const hashes = headingMark.exec(first)?.[1];
  if (hashes !== undefined) return block('heading', at + 1, hashes.length);
  if (itemMark.test(first)) return block('item', endOfIndented(lines, at));
  if (indented.test(first)) return block('code', endOfIndented(lines, at));
  if (isQuote(first)) return block('quote', endWhile(lines, at, isQuote));
  const html = htmlEnd(first);
  if (html !== undefined) return block('html', endOfHtml(lines, at, html));
  const end = endOfParagraph(lines, at);
  const underline = /^ {0,3}(=+|-+)\s*$/u.exec(textAt(lines, end))?.[1];
  if (underline !== undefined) return block('heading', end + 1, underline.startsWith('=') ? 1 : 2);
  return block(end > at + 1 && isTableRule(textAt(lines, at + 1)) ? 'table' : 'paragraph', end);
}

const textAt = (lines: readonly Line[], at: number): string => lines[at]?.text ?? '';
const isBlank = (text: string): boolean => text.trim() === '';
const isQuote = (text: string): boolean => /^ {0,3}>/u.test(text);
/** Three or more of the same, however far apart; by steps of one character, because a line can be as long as a file. */
const isRule = (text: string): boolean =>
  /^ {0,3}[-*_]/u.test(text) && /^(?:-{3,}|\*{3,}|_{3,})$/u.test(text.replaceAll(/[ \t]/gu, '').trimEnd());
const isTableRule = (text: string): boolean => /^[\s|:-]+$/u.test(text) && text.includes('|') && text.includes('-');

const headingMark = /^ {0,3}(#{1,6})(?:\s|$)/u;
/** A bullet or a number, and what it says. */
export const itemMark = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s+(?=\S)|\s*$)/u;
/** What may stand right below a line of prose and is no part of it: a list that begins with 1, and no bullet that says nothing. */
const itemBelowProse = /^ {0,3}(?:[-*+]|1[.)])\s+\S/u;
const indented = /^(?:\t| {4})/u;

function endWhile(lines: readonly Line[], at: number, holds: (text: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && holds(textAt(lines, end))) end += 1;
  return end;
}

/** The line behind the last one that is indented; a blank line alone ends nothing. */
function endOfIndented(lines: readonly Line[], at: number): number {
  let end = at + 1;
  for (let next = end; next < lines.length; next += 1) {
    const text = textAt(lines, next);
    if (/^(?:\t| {2})\s*\S/u.test(text)) end = next + 1;
    else if (!isBlank(text)) break;
  }
  return end;
}

function endOfParagraph(lines: readonly Line[], at: number): number {
  return endWhile(
    lines,
    at,
    (text) =>
      !isBlank(text) &&
      !isRule(text) &&
      fenceOf(text) === undefined &&
      !headingMark.test(text) &&
      !itemBelowProse.test(text) &&
      !isQuote(text) &&
      !/^ {0,3}(?:=+|-+)\s*$/u.test(text) &&
      !text.trimStart().startsWith('<!--'),
  );
}

/** What opens a block of code, and closes it. */
export function fenceOf(text: string): string | undefined {
  const [, ticks, rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(text) ?? [];
  return ticks?.startsWith('`') === true && rest.includes('`') ? undefined : ticks;
}

/** A block that nobody closed goes on to the end. */
function endOfFence(lines: readonly Line[], at: number, fence: string): number {
  const isEnd = (text: string): boolean => fenceOf(text)?.startsWith(fence) === true && text.trim() === fenceOf(text);
  return endBehind(lines, at + 1, isEnd);
}

/** The line behind the first one from here on that is an end; else the end of all. */
function endBehind(lines: readonly Line[], from: number, isEnd: (text: string) => boolean): number {
  let at = from;
  while (at < lines.length && !isEnd(textAt(lines, at))) at += 1;
  return Math.min(at + 1, lines.length);
}

/** Tags that stand in the midst of prose. */
const inProse = /^(?:a|abbr|b|br|cite|code|del|em|i|img|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var)$/iu;

/** Where the HTML that begins with this line ends: at these words, or at a blank line. */
function htmlEnd(text: string): RegExp | 'blank' | undefined {
  const line = text.trimStart();
  if (line.startsWith('<!--')) return /-->/u;
  const [, slash, tag] = /^<(\/?)([a-z][a-z0-9-]*)(?=[\s/>]|$)/iu.exec(line) ?? [];
  if (tag === undefined) return /^<[!?]/u.test(line) ? />/u : undefined;
  if (slash === '' && /^(?:script|pre|style|textarea)$/iu.test(tag)) return new RegExp(`</${tag}>`, 'iu');
  return inProse.test(tag) ? undefined : 'blank';
}

function endOfHtml(lines: readonly Line[], at: number, until: RegExp | 'blank'): number {
  if (until === 'blank') return endWhile(lines, at, (text) => !isBlank(text));
  return endBehind(lines, at, (text) => until.test(text));
}

/** The settings some programs keep between two lines of dashes at the very top: they begin with a name and a colon. */
function endOfFrontMatter(lines: readonly Line[]): number {
  if (textAt(lines, 0).trimEnd() !== '---' || !/^[\w"'][^:]*:(?:\s|$)/u.test(textAt(lines, 1))) return 0;
  const end = lines.findIndex(({ text }, at) => at > 0 && /^(?:---|\.\.\.)\s*$/u.test(text));
  return end === -1 ? 0 : end + 1;
}
