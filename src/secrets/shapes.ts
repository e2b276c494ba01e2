// Credentials that can be told by their own shape: a vendor's prefix, a checksum's length, a header line.
import type { SecretSpan } from './assigned.ts';
import { appShapes } from './shapes-apps.ts';
import { buildShapes } from './shapes-build.ts';
import { keyShapes } from './shapes-keys.ts';
import { isRandom } from './values.ts';

/**
 * A rule's name for people, literals of which at least one must be there (so that most rules cost one look), and its pattern.
 * A weak shape is shared with ordinary names, so it counts only if it also looks random.
 */
export type Shape = readonly [rule: string, hints: string, pattern: string, weak?: 'weak'];

const rules = [...keyShapes, ...buildShapes, ...appShapes].map(([rule, hints, pattern, weak]) => ({
  rule,
  hints: hints.split(' ').map((hint) => ({ hint, sign: /[^A-Za-z0-9]/u.exec(hint)?.[0] ?? '' })),
  pattern,
  isWeak: weak === 'weak',
}));

const allSigns = [...new Set(rules.flatMap(({ hints }) => hints.map(({ sign }) => sign)))];

/** Finds them. A pattern is compiled only when one of its literals is in the text: a recorded step must not pay for 200 of them. */
export function findByShape(text: string): SecretSpan[] {
  const hits: SecretSpan[] = [];
  // No token is shorter than this.
  if (!/[!-~]{16}/u.test(text)) return hits;
  // Nearly every hint has a sign in it, and most texts have few of them.
  const signs = new Set(allSigns.filter((sign) => text.includes(sign)));
  for (const { rule, hints, pattern, isWeak } of rules) {
    if (!hints.some(({ hint, sign }) => signs.has(sign) && text.includes(hint))) continue;
    // A token never starts in the middle of a word; what ends it is in its own pattern.
    for (const match of text.matchAll(new RegExp(`(?<![A-Za-z0-9])(?:${pattern})`, 'gu'))) {
      if (isMask(match[0]) || (isWeak && !isRandom(match[0].slice(0, 512), 12))) continue;
      hits.push({ rule, start: match.index, end: match.index + match[0].length });
    }
  }
  return hits;
}

/** `ghp_xxxxxxxxxxxx` in a manual. */
function isMask(token: string): boolean {
  return token.length < 300 && /x{10}|X{10}|\*{6}|\.{6}/u.test(token);
}
