// One form for all text that comes in: `\n` line ends, NFC, no control or invisible characters.
import { replaceInvisible } from './invisible.ts';

/** Decodes UTF-8; broken bytes become U+FFFD, a byte order mark is dropped. Never throws. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}

/**
 * Brings text into the one form used inside.
 *
 * Every line separator a reader, an editor or a regular expression might honour becomes `\n` first, so that nothing after this has to
 * know about the others. Applying it twice changes nothing.
 */
export function normaliseText(text: string): string {
  return plain.test(text) ? text : withoutInvisible(withoutSequences(text));
}

/** The same, and every visible character stays: for whoever looks for something in bytes that are kept as they are. */
export function withoutInvisible(text: string): string {
  if (plain.test(text)) return text;
  const lines = text.toWellFormed().replace(/\r\n|[\r\u000B\u000C\u0085\u2028\u2029]/gu, '\n');
  // Before and after: composing takes quadratic time on a long pile of marks, and taking a mark apart may give two.
  return withoutPiles(withoutPiles(replaceInvisible(lines, () => '')).normalize('NFC'));
}

/** Nearly all text is this, and none of it needs a hand. */
const plain = /^[\t\n -~]*$/u;

/**
 * Colours, movements of the cursor and links are one thing each: without their first character, `[31m` would be left to read. Only whole ones, and
 * on one line, so that no words go with them that a terminal would have shown.
 */
function withoutSequences(text: string): string {
  return text
    .replace(/(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]/gu, '')
    .replace(/(?:\u001B\]|\u009D)[^\u0007\u001B\u009C\r\n]{0,1000}(?:\u0007|\u001B\\|\u009C)/gu, '');
}

/** More marks on one letter than any language has. */
function withoutPiles(text: string): string {
  return text.replace(/(\p{M}{32})\p{M}+/gu, '$1');
}
