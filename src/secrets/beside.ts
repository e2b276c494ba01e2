// Credentials in everyday wording: something drawn at random a few words behind a name that says what it is, before it, or under it.
import type { SecretSpan } from './assigned.ts';
import { kindOfName, tellingName, tellingSecret } from './names.ts';
import { isDrawn } from './values.ts';

/** Finds them. */
export function findBeside(text: string): SecretSpan[] {
  // Nothing that was drawn is without a digit.
  if (!/[0-9]/u.test(text) || !tellingSecret.test(text)) return [];
  return [...aroundNames(text), ...inColumns(text)];
}

// Where words are not parted by spaces, a name ends by itself.
const name =
  /密[码碼]|パスワード|비밀번호|암호|(?<![\p{L}\p{N}_$.-])[\p{Script=Latin}\p{Script=Cyrillic}_][\p{Script=Latin}\p{Script=Cyrillic}\p{N}_-]*/gu;
/** How far a value may be from its name: in words, and in characters. */
const mostWords = 4;
const reach = 200;
/** What ends a word; the usual signs of passwords are not among them. */
const word = /[^\s"'`()|,;<>：，。→是为為は은는]+/gu;
const said =
  /(?<v>[^\s"'`()|,;<>]{8,127})["'`*]{0,3}[ \t]+(?:is|was|as|ist|war|est|es)[ \t]+(?:\p{L}{1,20}[ \t]+){0,3}$/u;

function aroundNames(text: string): SecretSpan[] {
  return [...text.matchAll(name)].flatMap(({ 0: written, index }) => {
    if (!isTelling(text, index, written)) return [];
    return spanBehind(text, index + written.length) ?? spanBefore(text, index) ?? [];
  });
}

/** Only names that hardly mean anything else: `page token` and `max_tokens` do, and so does the `key` of a map. */
function isTelling(text: string, start: number, written: string): boolean {
  if (written.length > 80 || !(tellingName.test(written) || /^phrase$/iu.test(written))) return false;
  const first = /(?<![\p{L}\p{N}])\p{L}{2,20}[ -]$/u.exec(text.slice(Math.max(0, start - 22), start))?.[0] ?? '';
  if (/^(?:basic auth|pass phrase)$/iu.test(first + written)) return true;
  const kind = kindOfName(first + written);
  return kind === 'password' || kind === 'secret';
}

/** The first word behind a name that was drawn, in the same line, or in the next if that is all there is. */
function spanBehind(text: string, from: number): SecretSpan | undefined {
  // What is assigned is judged where assignments are, which know where a value ends.
  if (/^[ \t]?=/u.test(text.slice(from, from + 2))) return undefined;
  const below = /^["'`]?:[ \t]*\r?\n[ \t]+/u.exec(text.slice(from, from + 80))?.[0].length ?? 0;
  const start = from + below;
  const line = text.slice(start, start + reach).split('\n', 1)[0] ?? '';
  let words = 0;
  for (const { 0: whole, index } of line.matchAll(word)) {
    // A call of a function, not a word.
    if (line[index + whole.length] === '(') return undefined;
    const user = /^[\w.@-]{1,40}:(?=.)/u.exec(whole)?.[0].length ?? 0;
    for (const skipped of new Set([opening(whole), user])) {
      const value = whole
        .slice(skipped)
        .replace(/[^!-~].*$/u, '')
        .replace(/[.:*_]+$/u, '');
      const at = start + index + skipped;
      if (isDrawn(value)) return { rule: 'password-beside', start: at, end: at + value.length };
    }
    if (/[\p{L}\p{N}]/u.test(whole)) words += 1;
    if (words > mostWords || /[.!?]$|[={}[\]]/u.test(whole)) return undefined;
  }
  return undefined;
}

/** Marks of Markdown and of assignments before a value. */
function opening(value: string): number {
  return /^[:=*_-]*/u.exec(value)?.[0].length ?? 0;
}

/** `… is the password`. */
function spanBefore(text: string, start: number): SecretSpan | undefined {
  const from = Math.max(0, start - reach);
  const match = said.exec(text.slice(from, start));
  const value = match?.groups?.v?.replace(/^[*_]+/u, '') ?? '';
  if (match === null || !isDrawn(value)) return undefined;
  const at = from + match.index + (match.groups?.v?.length ?? 0) - value.length;
  return { rule: 'password-beside', start: at, end: at + value.length };
}

const separators = [',', ';', '\t', '|'] as const;
/** A table of more is a program's, and is cut off here. */
const mostRows = 1000;

/** Tables whose first line names a column so: in CSV, or between bars as in Markdown. */
function inColumns(text: string): SecretSpan[] {
  const hits: SecretSpan[] = [];
  let rowsLeft = mostRows;
  let header: { readonly separator: string; readonly columns: ReadonlySet<number> } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (header !== undefined && line.includes(header.separator) && rowsLeft > 0) {
      rowsLeft -= 1;
      hits.push(...inRow(line, start, header.separator, header.columns));
      continue;
    }
    header = headerOf(line);
    rowsLeft = mostRows;
  }
  return hits;
}

function headerOf(line: string): { readonly separator: string; readonly columns: ReadonlySet<number> } | undefined {
  // Nothing but names: a line with values in it is no header.
  if (line.length > 400 || !tellingName.test(line) || !/^[\p{L}\p{N}_ "'.,;|\t\r-]+$/u.test(line)) return undefined;
  const separator = separators.find((sign) => line.trim().includes(sign));
  if (separator === undefined) return undefined;
  const columns = line
    .split(separator)
    .flatMap((cell, index) => (kindOfName(cell.replace(/["'\r]/gu, '').trim()) === 'password' ? [index] : []));
  return columns.length === 0 ? undefined : { separator, columns: new Set(columns) };
}

function inRow(line: string, start: number, separator: string, columns: ReadonlySet<number>): SecretSpan[] {
  let at = start;
  return line.split(separator).flatMap((cell, index) => {
    const from = at;
    at += cell.length + separator.length;
    const value = /^\s*["'`]?(?<v>[^\s"'`]+)["'`]?\s*$/u.exec(cell)?.groups?.v ?? '';
    if (!columns.has(index) || !isDrawn(value)) return [];
    const place = from + cell.indexOf(value);
    return [{ rule: 'password-column', start: place, end: place + value.length }];
  });
}
