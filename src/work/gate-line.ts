// The scoreline of a commit: `gate: depth 2 · restraint 2 · one-idea 2 · motion 1 · green 2 · earns 2 = 11/12, 0 triggers`.
import { counted, present } from '../text/text.ts';

export const bars = ['depth', 'restraint', 'one idea', 'motion', 'green', 'earns its place'] as const;

/** Other names of a bar; a dash counts as a blank in all of them. */
const shortNames: Readonly<Record<string, string>> = { earns: 'earns its place' };

const least = 9;
const most = 12;

/** What a commit says about itself, and why that is not enough; no reason: it passes. */
export type GateRead =
  | { readonly kind: 'none' }
  | { readonly kind: 'scored'; readonly sum: number; readonly triggers: number; readonly reasons: readonly string[] };

/**
 * Reads the scoreline in a commit's message: the last one counts, as it does for people who score again after a fix.
 *
 * It passes with at least nine of twelve, no bar at nothing and no trigger. A score that does not add up, a bar that is missing, twice or
 * above two is no score: whoever writes it did not do the sum.
 */
export function readGate(message: string): GateRead {
  const line = message
    .split(/\r?\n/u)
    // To look for the end of its blanks takes the square of its length.
    .filter((text) => text.length <= 1000)
    .flatMap((text) => /^\s*gate:\s*(.+?)\s*$/iu.exec(text)?.[1] ?? [])
    .at(-1);
  if (line === undefined) return { kind: 'none' };
  const [, scores = '', said = '', rest = ''] = /^(.*?)=\s*(\d{1,3})\s*\/\s*12\b(.*)$/u.exec(line) ?? [];
  const given = scores.split(/[·,;|]/u).flatMap((part) => {
    const [, name = '', score = ''] = /^\s*([a-z][a-z -]*?)\s*:?\s*(\d{1,3})\s*$/iu.exec(part) ?? [];
    return name === '' ? [] : [[barCalled(name), Number(score)] as const];
  });
  const sum = given.reduce((total, [, score]) => total + score, 0);
  const triggers = Number(/^,?\s*(\d{1,3})\s+triggers?\s*\.?$/iu.exec(rest)?.[1] ?? Number.NaN);
  const reasons = present([
    ...bars.flatMap((bar) => {
      const scored = given.filter(([name]) => name === bar);
      return scored.length === 1 ? [] : [scored.length === 0 ? `${bar} has no score` : `${bar} is scored twice`];
    }),
    ...given.flatMap(([name, score]) => {
      if (!bars.some((bar) => bar === name))
        return [`${/^[a-z]{1,16}$/u.test(name) ? name : 'something scored'} is no bar`];
      return score === 0 ? [`${name} is 0`] : score > 2 ? [`${name} is above 2`] : [];
    }),
    (said === '' || Number(said) !== sum) && `it says ${said === '' ? 'no sum' : said}, and adds up to ${sum}`,
    sum < least && `${sum} of ${most} is less than ${least}`,
    Number.isNaN(triggers) && 'it does not say how many triggers there are',
    triggers > 0 && counted(triggers, 'trigger'),
  ]);
  return { kind: 'scored', sum, triggers: Number.isNaN(triggers) ? 0 : triggers, reasons };
}

function barCalled(given: string): string {
  const name = given.toLowerCase().replace(/[\s-]+/gu, ' ');
  return Object.hasOwn(shortNames, name) ? (shortNames[name] ?? name) : name;
}
