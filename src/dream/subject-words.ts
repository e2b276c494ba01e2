// A subject's words as they may stand in a tale: without what only machines read, whole, and in quotes where they are not ours.
import { readsLikeOrder } from '../guard/guard.ts';
import { wholePhrase, wholeWords } from '../text/text.ts';

/** A second sentence with one of these may take back the first. */
const takesBack = /\b(?:not|no|never|nothing|yet|still|todo|wip|only|fail(?:s|ed|ing)?|breaks?|broken?)\b|n['’]t\b/iu;

/** Without the numbers of issues, a second sentence and the dot at the end: one reads what was done, not where it was asked for. */
export function bare(subject: string): string {
  return subject
    .replace(/\s*\(#\d+\)/gu, '')
    .replace(/[\s,;(]*\b(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?|see|refs?|part of)\s+(?:[\w./-]*#\d+[\s,)]*)+$/iu, '')
    .replace(/(?<=\p{L}{3})[.!?] (?=\S+ \S+ \S).*$/u, (second) => (takesBack.test(second) ? second : ''))
    .replace(/[\s.,;:!]+$/u, '')
    .trim();
}

/** Whether words of others may stand among ours: no order, and no quote that is never closed. */
export function isSpeakable(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return text !== '' && count('`') % 2 === 0 && count('"') % 2 === 0 && !readsLikeOrder(text);
}

export function isVague(text: string, rest: string, scope: string | undefined): boolean {
  // Where words are not set apart, two signs are about as much as one of ours.
  const wordsOf = (of: string): readonly string[] =>
    of.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}|[\p{L}\p{N}]{2,}/gu) ?? [];
  if (scope !== undefined && text !== '') return false;
  const said = wordsOf(rest);
  if (wordsOf(text).length < 2 || said.length === 0 || /\bwip\b/iu.test(text)) return true;
  return said.length < 3 && /^(?:it|this|that|files?|code|stuff|things?|todo|latest)$/iu.test(said[0] ?? '');
}

const longest = 90;

export function shortened(text: string): string {
  return wholePhrase(text, longest) ?? `${wholeWords(text, longest)} …`;
}

export function quoted(text: string): string {
  const phrase = shortened(text);
  // What stands between quotes was written so.
  return phrase.endsWith(' …') ? `"${phrase.slice(0, -2)}" …` : `"${phrase}"`;
}
