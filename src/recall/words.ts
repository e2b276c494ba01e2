// The words of a text in one spelling: small letters, no accents, identifiers also in their parts, scripts without spaces in pairs.
import { stem } from './stem.ts';

const byPairs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/u;
const pieces = new RegExp(`${byPairs.source}|[\\p{L}\\p{N}\\p{M}]+`, 'gu');
const isByPairs = new RegExp(`^${byPairs.source}$`, 'u');

/** What all tables of letters are spared for: they cost more than the rest of a short question. */
const isAscii = /^[\0-\x7f]*$/;

/** One spelling for what is the same to a reader. Marks of the scripts that are made of them stay. */
export function folded(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

/** The parts of an identifier: `walkFiles`, `HTTPServer`; none if it has only one. */
export function partsOf(word: string): string[] {
  const parts =
    word.match(
      isAscii.test(word)
        ? /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]+/g
        : /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu,
    ) ?? [];
  return parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
}

/** The words of a text as they stand there. */
export function wordsOf(text: string): string[] {
  return text.match(isAscii.test(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The same without the marks that some scripts put to their letters. */
export function lettersIn(text: string): string[] {
  return text.match(isAscii.test(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** Each word of a text as it is compared, in order. What is a single Latin letter is none. */
export function stemsOf(text: string): string[] {
  const found: string[] = [];
  if (isAscii.test(text)) {
    for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
      if (word.length > 1 || word <= '9') found.push(stem(word));
    return found;
  }
  for (const [piece] of folded(text).matchAll(pieces)) {
    if (isByPairs.test(piece)) found.push(...pairsOf(piece));
    else if (!/^[a-z]$/u.test(piece)) found.push(stem(piece));
  }
  return found;
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
