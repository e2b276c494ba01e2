// Characters that change how text reads without being seen: bidi controls, zero-width, tags, fillers.

// Made when they are needed: classes of whole scripts take milliseconds to set up, and a recorded step hardly ever needs one.
// Joiners carry meaning in emoji and in scripts whose letters join; everywhere else they only hide.
// Alternatives, not one class: V8 in Node 26 misses astral characters in such a class before `$`.
const emojiBefore = (): RegExp => /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u20E3)$/u;
const emojiAfter = (): RegExp => /^\p{Extended_Pictographic}/u;
const joining = (): RegExp =>
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]/u;
const mayMean = /[\u200C\u200D\uFE0E\uFE0F]/u;
const takesPresentation = (): RegExp => /(?:\p{Emoji}|\p{Extended_Pictographic})$/u;

/** C0 without tab and newline, DEL, C1, and whatever is invisible or turns the reading direction. */
const suspect =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

/**
 * Calls `replace` for each such character that carries no meaning where it stands; the others stay.
 *
 * What a character means is judged by what is left before it, not by what was there: a joiner must not live on a neighbour that goes.
 */
export function replaceInvisible(text: string, replace: (character: string) => string): string {
  if (text.search(suspect) === -1) return text;
  const left: string[] = [];
  // Eight code units hold any base with its modifiers; to look at all that is left each time would take quadratic time.
  let before = '';
  let at = 0;
  const keep = (piece: string): void => {
    left.push(piece);
    before = (before + piece.slice(-8)).slice(-8);
  };
  for (const match of text.matchAll(suspect)) {
    const [character] = match;
    keep(text.slice(at, match.index));
    at = match.index + character.length;
    keep(isMeaningful(before, character, text.slice(at, at + 8)) ? character : replace(character));
  }
  left.push(text.slice(at));
  return left.join('');
}

/** Tells whether the text has a character that a reader cannot see. Line ends of any kind count as seen. */
export function hasInvisible(text: string): boolean {
  let found = false;
  replaceInvisible(text, (character) => {
    if (!/[\r\u000B\u000C\u0085\u2028\u2029]/u.test(character)) found = true;
    return character;
  });
  return found;
}

function isMeaningful(before: string, character: string, after: string): boolean {
  if (!mayMean.test(character)) return false;
  if (character === '\u200D' && emojiBefore().test(before) && emojiAfter().test(after)) return true;
  if (character === '\u200D' || character === '\u200C')
    return joining().test(before.slice(-1)) && joining().test(after.slice(0, 1));
  return takesPresentation().test(before);
}
