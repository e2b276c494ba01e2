// The builtin curator: what can be seen without a model. The same memory always gives the same operations.
import { scopeOf } from '../memory/memory.ts';
import { saidAgain, saidWithin, sayingOf, whyNotNewer } from '../slots/slots.ts';
import { absolute } from '../text/text.ts';
import { type Held, isSaidSince } from './held.ts';
import type { Operation } from './operations.ts';
import { wordsOf } from './wording.ts';

export interface Seen {
  /** The most careful first. */
  readonly operations: readonly Operation[];
  /** Two that contradict each other, and nothing says which holds: the older, and the newer. */
  readonly questions: readonly Operation[];
}

/** Paths of the project that were there once and are not any more, and branches that were merged; each with the day since when. */
export interface Gone {
  readonly paths: ReadonlyMap<string, string>;
  readonly branches: ReadonlyMap<string, string>;
}

/** `isDated` is false as long as nobody knows whether today is what the clock says: then nothing goes because its time is over. */
export function curatedByRules(held: readonly Held[], gone: Gone, now: Date, isDated = true): Seen {
  const ours = held.filter(({ isOurs }) => isOurs);
  const read = new Map(held.map((each) => [each, keysOf(each)]));
  const holders = new Map<string, Held[]>();
  for (const [each, keys] of read) {
    for (const key of keys) {
      const there = holders.get(key);
      if (there === undefined) holders.set(key, [each]);
      else there.push(each);
    }
  }
  const scopes = new Map<string, Set<string>>();
  for (const { id, section } of held) scopes.set(id, (scopes.get(id) ?? new Set()).add(scopeOf(section)));
  const isOnce = ({ id }: Held): boolean => scopes.get(id)?.size === 1;
  // Below another heading the same words can mean something else.
  const near = (each: Held): Held[] =>
    isOnce(each)
      ? nearby(each, read, holders).filter((other) => isOnce(other) && scopeOf(other.section) === scopeOf(each.section))
      : [];
  const twins = twinsAmong(ours.filter(isOnce), held, near);
  // Times that lie ahead are from a clock that was wrong, and what stands there twice may have been said again since.
  const isTimed = (each: Held): boolean => each.time !== null && Date.parse(each.time) <= now.getTime() + dayLength;
  const isThere = (each: Held): boolean => held.every((other) => other === each || other.id !== each.id);
  const [superseded, questions] = replaced(ours, near, (each) => isTimed(each) && isThere(each));
  return {
    operations: [
      ...twins,
      ...superseded,
      ...(isDated ? ours.flatMap((each) => [...expired(each, now), ...done(each, now)]) : []),
      ...ours.flatMap((each) => dead(each, gone)),
      ...ours.filter(isTimed).flatMap(dated),
    ],
    questions,
  };
}

const keysOf = ({ raw }: Held): ReadonlySet<string> =>
  new Set(sayingOf(wordsOf(raw).slice(0, 2000)).terms.map(({ key }) => key));

/** In a memory of thousands a word that all have tells nothing apart. */
const mostNear = 200;

/** Those that share its rarest words. */
function nearby(
  each: Held,
  read: ReadonlyMap<Held, ReadonlySet<string>>,
  holders: ReadonlyMap<string, readonly Held[]>,
): Held[] {
  const keys = [...(read.get(each) ?? [])].toSorted(
    (one, other) => (holders.get(one)?.length ?? 0) - (holders.get(other)?.length ?? 0),
  );
  const found = new Set(keys.slice(0, 3).flatMap((key) => (holders.get(key) ?? []).slice(0, mostNear)));
  found.delete(each);
  return [...found];
}

/** Those that say the same, whatever their words: one stays, the one that says the most; what a person wrote stays anyway. */
function twinsAmong(ours: readonly Held[], held: readonly Held[], near: (each: Held) => Held[]): Operation[] {
  const gone = new Set<Held>();
  const operations: Operation[] = [];
  const written = new Map<string, Held[]>();
  for (const each of ours.filter(isFreeOfOrder)) written.set(each.id, [...(written.get(each.id) ?? []), each]);
  for (const [id, [first, ...again]] of written) {
    if (first === undefined || again.length === 0 || !first.isPlain) continue;
    // Said, changed, and said again: which of them holds is not for a rule to say.
    const isTakenBack = near(first).some(
      (other) => other.id !== id && other.from > first.from && isGivenUpBy(first, other),
    );
    if (isTakenBack) continue;
    operations.push({ kind: 'merge', of: [id], to: wordsOf(first.raw), why: 'it stands there twice' });
    for (const each of [first, ...again]) gone.add(each);
  }
  for (const each of ours) {
    if (gone.has(each) || !each.isPlain || !isFreeOfOrder(each)) continue;
    const says = (base: Held): boolean => saidWithin(wordsOf(each.raw), wordsOf(base.raw)) === undefined;
    const base = near(each).find(
      (other) => !gone.has(other) && other.id !== each.id && other.isPlain && says(other) && !isLess(each, other, held),
    );
    if (base === undefined) continue;
    gone.add(each);
    gone.add(base);
    operations.push(
      base.isOurs && base.origin !== 'untrusted' && each.origin !== 'untrusted'
        ? { kind: 'merge', of: [base.id, each.id], to: wordsOf(base.raw), why: `it says the same as ${base.id}` }
        : { kind: 'demote', id: each.id, why: `${base.id} says the same` },
    );
  }
  return operations;
}

/** The same step can be needed twice. */
const isFreeOfOrder = ({ raw }: Held): boolean => !/^\s*\d{1,9}[.)]\s/u.test(raw);

const isGivenUpBy = (old: Held, newer: Held): boolean =>
  whyNotNewer(wordsOf(old.raw), wordsOf(newer.raw), '2000-01-01T00:00', '2000-01-02T00:00') === undefined;

/** Of two that say the same the earlier stays. */
function isLess(each: Held, other: Held, held: readonly Held[]): boolean {
  if (other.origin === 'untrusted' && each.origin !== 'untrusted') return true;
  if (!other.isOurs) return false;
  return saidAgain(wordsOf(each.raw), wordsOf(other.raw)) === undefined && held.indexOf(each) < held.indexOf(other);
}

/** Old ones whose newer one says so, and pairs where nobody says it. */
function replaced(
  ours: readonly Held[],
  near: (each: Held) => Held[],
  isSure: (each: Held) => boolean,
): readonly [Operation[], Operation[]] {
  const [superseded, questions]: [Operation[], Operation[]] = [[], []];
  const met = new Set<string>();
  for (const old of ours) {
    const words = wordsOf(old.raw);
    for (const newer of near(old)) {
      if (newer.id === old.id || newer.origin === 'untrusted') continue;
      const why = whyNotNewer(words, wordsOf(newer.raw), old.time, newer.time);
      const isFree = isSure(old) && isSure(newer) && !isSaidSince(old, newer.time);
      if (isFree && why === undefined && saidAgain(words, wordsOf(newer.raw)) !== undefined) {
        superseded.push({ kind: 'supersede', id: old.id, by: newer.id, why: `${newer.id} is newer${day(newer.time)}` });
        break;
      }
      const pair = [old.id, newer.id].toSorted().join(' ');
      if (!met.has(pair) && isAtOdds(words, wordsOf(newer.raw)) && (old.time ?? '') <= (newer.time ?? '')) {
        met.add(pair);
        questions.push({
          kind: 'supersede',
          id: old.id,
          by: newer.id,
          why: `${newer.id} says otherwise, and nothing says which holds`,
        });
      }
    }
  }
  return [superseded, questions];
}

const day = (time: string | null): string => (time === null ? '' : `, of ${time.slice(0, 10)}`);

/** The same words but for one value, or for a negation. */
function isAtOdds(one: string, other: string): boolean {
  const [was, is] = [sayingOf(one), sayingOf(other)];
  const [had, has] = [was, is].map(({ terms }) => new Set(terms.map(({ key }) => key)));
  const lost = was.terms.filter(({ key }) => has?.has(key) === false);
  const come = is.terms.filter(({ key }) => had?.has(key) === false);
  const isNegated = was.negated.length !== is.negated.length && lost.length === 0 && come.length === 0;
  const [gone, here] = [lost[0], come[0]];
  const isOther =
    lost.length === 1 &&
    come.length === 1 &&
    gone?.kind === here?.kind &&
    gone?.kind !== 'word' &&
    gone?.kind !== 'name';
  return was.terms.length >= 3 && (isNegated || isOther);
}

const dayLength = 24 * 60 * 60 * 1000;

/** `(until 2026-03-01)` at its end holds on that day, too. */
function expired({ id, raw, isPlain }: Held, now: Date): Operation[] {
  const [, until] = /\(until (\d{4}-\d\d-\d\d)\)[.!]?\s*$/u.exec(wordsOf(raw)) ?? [];
  const end = Date.parse(`${until}T00:00:00Z`) + dayLength;
  return !isPlain || Number.isNaN(end) || end > now.getTime()
    ? []
    : [{ kind: 'demote', id, why: `it held until ${until}` }];
}

/** A task that was ticked a week ago or longer. */
function done({ id, raw, time }: Held, now: Date): Operation[] {
  const isTicked = /^\s*[-*+]\s+\[[xX]\]\s/u.test(raw) && !/\n\s*[-*+]\s+\[ \]/u.test(raw);
  const isOld = time !== null && now.getTime() - Date.parse(time) > 7 * dayLength;
  return isTicked && isOld ? [{ kind: 'demote', id, why: 'it is done' }] : [];
}

function dead({ id, raw, isPlain }: Held, { paths, branches }: Gone): Operation[] {
  const words = wordsOf(raw).slice(0, 2000);
  const named = pathsNamed(raw).map((path) => [path, paths.get(path)] as const);
  const merged = branchesNamed(raw).map((name) => [`branch ${name}`, branches.get(name)] as const);
  const [first, ...others] = [...named, ...merged];
  if (named.length > 0 && (isPast.test(words) || isTale.test(words))) return [];
  if (!isPlain || first === undefined || [first, ...others].some(([, since]) => since === undefined)) return [];
  const what = [first, ...others].map(([name]) => name).join(', ');
  return [
    { kind: 'demote', id, why: `${what} ${merged.length > 0 ? 'was merged and ' : ''}is gone since ${first[1]}` },
  ];
}

/** What was decided or done somewhere holds, also when that is gone. */
const isPast = /\b(?:was|were|decided|agreed|chose|chosen|merged|learned|because|since)\b/iu;
/** So does what became of a file, and what is made anew may be gone for now. */
const isTale =
  /\b(?:removed?|deleted?|dropped|gone|moved|renamed|replaced|restored?|generated?|built|created?|ignored|(?:written|made) by|copy|copied|if)\b/iu;

/** Branches that a sentence names as such: "on branch feat/x", "the `fix-login` branch". */
export function branchesNamed(raw: string): string[] {
  const words = wordsOf(raw).slice(0, 2000);
  if (isPast.test(words)) return [];
  const found = [
    ...words.matchAll(/\bbranch(?:es)? [`"“']?([\w][\w./-]{1,100})/giu),
    ...words.matchAll(/[`"“']([\w][\w./-]{1,100})[`"”'] branch\b/giu),
    ...words.matchAll(/(?<![\w/.-])([\w-]+\/[\w./-]{1,100}) branch\b/giu),
  ];
  const names = found.map(([, name = '']) => name.replace(/[.]+$/u, ''));
  return [...new Set(names.filter((name) => /[/_\d-]/u.test(name)))];
}

/** Files of a project, as a sentence names them. */
export function pathsNamed(raw: string): string[] {
  const { terms } = sayingOf(wordsOf(raw));
  return terms.flatMap(({ kind, said }) =>
    (kind === 'path' || kind === 'quoted') && /^(?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}$/u.test(said) && !said.includes('..')
      ? [said]
      : [],
  );
}

/** "Yesterday" means another day tomorrow. */
function dated({ id, raw, time, isPlain }: Held): Operation[] {
  const words = wordsOf(raw);
  const to = time === null ? words : absolute(words, time);
  return isPlain && to !== words ? [{ kind: 'reword', id, to, why: `it was written on ${time?.slice(0, 10)}` }] : [];
}
