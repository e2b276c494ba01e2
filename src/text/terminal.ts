// What may be shown on a terminal: no byte of somebody else's text may act on it.
import { replaceInvisible } from './invisible.ts';

/**
 * Makes any text safe to print. Control characters become their pictures (`␛`), invisible ones their number, so that a forgery is seen
 * rather than silently gone. Newline and tab stay.
 */
export function printSafe(text: string): string {
  return replaceInvisible(text.toWellFormed(), picture);
}

/** The same for the text of a JSON document: every such character as `\\uXXXX`, which leaves the value as it is. */
export function escapeInJson(json: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return replaceInvisible(json, (character) => character.split('').map(escaped).join(''));
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}
