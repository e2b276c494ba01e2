// What an agent did to a copy of its memory, as operations. What cannot be told as operations is left out, and so is what went for it.
import type { LeftOutLine } from '../asking/asking.ts';
import { entriesIn, scopeOf } from '../memory/memory.ts';
import { followsFrom, saidAgain, saidWithin, sayingOf, whyNotNewer } from '../slots/slots.ts';
import { oneLine } from '../text/text.ts';
import { type Copy, type Kept, plainEnds, type WrittenEntry, writtenIn } from './copy.ts';
import type { Held } from './held.ts';
import { movedIn } from './moved.ts';
import { type Operation, takenBy } from './operations.ts';
import { mostOperations } from './prompt.ts';
import { wordsOf } from './wording.ts';

export interface Rewritten {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly LeftOutLine[];
}

/** `after` is what the copy says when the agent is done with it. */
export function rewritten(copy: Copy, after: string): Rewritten {
  const { shown } = copy;
  // A text that ends in the middle of what it was is cut off: nobody knows what was meant to go.
  if (after.trim() === '' || (after.trim() !== copy.content.trim() && copy.content.startsWith(after.trimEnd())))
    return {
      operations: [],
      leftOut: [{ line: oneLine(after.slice(-200), 200), why: 'it is cut off', isVerdict: false }],
    };
  const now = matched(shown, writtenIn(plainEnds(after)));
  const stayed = new Set(now.flatMap(({ was }) => was ?? []));
  const kept = shown.filter((each) => stayed.has(each));
  const leftOut: LeftOutLine[] = [];
  const leave = (line: string, why: string): void => {
    leftOut.push({ line: oneLine(line, 300), why, isVerdict: false });
  };
  let gone = shown.filter((each) => !stayed.has(each));
  const operations: Operation[] = [];
  const strange: number[] = [];
  for (const [at, come] of now.entries()) {
    if (come.was !== undefined) continue;
    const said = saidOf(come, gone, kept);
    if (said === undefined) {
      strange.push(at);
      continue;
    }
    operations.push(said);
    const taken = takenBy(said);
    gone = gone.filter(({ id }) => !taken.includes(id));
  }
  for (const at of strange) {
    const come = now[at] as Kept;
    const instead = insteadOf(come, gone, neighbours(now, at), shown);
    // What was to be said otherwise stays as it is: that it was taken out is no operation of its own.
    gone = gone.filter((each) => !instead.includes(each));
    leave(
      come.raw,
      instead.length === 0 ? 'it says what no entry says' : `it says something else than ${idsOf(instead)}`,
    );
  }
  operations.push(...takenOut(gone, kept));
  const [moves, unmoved] = movedIn(shown, now);
  operations.push(...moves);
  for (const each of unmoved) leave(each.raw, 'nobody can say behind which entry it would stand');
  if (framesOf(copy.content) !== framesOf(plainEnds(after)))
    leave('headings', 'headings and what stands between entries stay as they are');
  for (const each of operations.slice(mostOperations))
    leave(JSON.stringify(each), `a curation takes ${mostOperations} operations at most`);
  return { operations: operations.slice(0, mostOperations), leftOut };
}

const idsOf = (held: readonly Held[]): string => held.map(({ id }) => id).join(', ');

/** What stands there as it stood, each once; where the same words stand twice, first what is below the same heading. */
function matched(shown: readonly Held[], written: readonly WrittenEntry[]): Kept[] {
  const free = new Set(shown);
  const found = new Map<WrittenEntry, Held>();
  for (const isNear of [true, false])
    for (const each of written) {
      if (found.has(each)) continue;
      const was = [...free].find(
        ({ raw, section }) =>
          plainEnds(raw) === each.raw && (!isNear || section.join('\n') === each.section.join('\n')),
      );
      if (was === undefined) continue;
      free.delete(was);
      found.set(each, was);
    }
  return written.map((each) => ({ ...each, was: found.get(each) }));
}

/** An entry in other words, several that became one, or what several have in common; undefined if it is none of these. */
function saidOf(come: Kept, gone: readonly Held[], kept: readonly Held[]): Operation | undefined {
  if (!come.isPlain) return undefined;
  const to = wordsOf(come.raw);
  const said = (each: Held): string => wordsOf(each.raw);
  const base = gone.find((each) => each.isPlain && saidAgain(said(each), to) === undefined);
  if (base !== undefined) {
    const others = gone.filter(
      (each) =>
        each !== base && each.isPlain && isBeside(each, base) && saidWithin(said(each), said(base)) === undefined,
    );
    const why = 'the agent said it in other words';
    if (others.length === 0) return { kind: 'reword', id: base.id, to, why };
    return { kind: 'merge', of: [base.id, ...new Set(others.map(({ id }) => id))], to, why: 'they say the same' };
  }
  const keys = new Set(keysOf(to));
  const sources = kept.filter((each) => each.isPlain && keysOf(said(each)).filter((key) => keys.has(key)).length >= 2);
  return sources.length < 2 || followsFrom(to, sources.map(said)) !== undefined
    ? undefined
    : { kind: 'pattern', of: sources.map(({ id }) => id), to, why: 'the agent noticed it' };
}

const isBeside = (one: Held, other: Held): boolean => scopeOf(one.section) === scopeOf(other.section);
const keysOf = (text: string): string[] => [...new Set(sayingOf(text.slice(0, 2000)).terms.map(({ key }) => key))];

/** The entries right before and right behind, of those that stayed. */
function neighbours(now: readonly Kept[], at: number): readonly (Held | undefined)[] {
  const before = now.slice(0, at).findLast(({ was }) => was !== undefined);
  const behind = now.slice(at + 1).find(({ was }) => was !== undefined);
  return [before?.was, behind?.was];
}

/** The entries in whose place something was put that nobody can account for: those about the same; else those that stood there, or have a word of it. */
function insteadOf(
  come: Kept,
  gone: readonly Held[],
  [before, behind]: readonly (Held | undefined)[],
  shown: readonly Held[],
): readonly Held[] {
  const keys = new Set(keysOf(wordsOf(come.raw)));
  const shared = (each: Held): number => keysOf(wordsOf(each.raw)).filter((key) => keys.has(key)).length;
  const alike = gone.filter((each) => shared(each) >= 2);
  if (alike.length > 0) return alike;
  return gone.filter((each) => {
    const at = shown.indexOf(each);
    const isThere =
      (before === undefined || shown.indexOf(before) < at) && (behind === undefined || at < shown.indexOf(behind));
    return isThere || shared(each) > 0;
  });
}

/** What went, and nothing came for it: it stands there in other words, something newer took its place, or the agent let go of it. */
function takenOut(gone: readonly Held[], kept: readonly Held[]): Operation[] {
  const merged = new Map<Held, Held[]>();
  const operations: Operation[] = [];
  for (const each of gone) {
    const words = wordsOf(each.raw);
    const there = kept.filter((other) => other.isPlain && isBeside(other, each));
    const twin = each.isPlain
      ? there.find((other) => other.id !== each.id && saidWithin(words, wordsOf(other.raw)) === undefined)
      : undefined;
    if (twin?.isOurs === true && twin.origin !== 'untrusted' && each.origin !== 'untrusted') {
      merged.set(twin, [...(merged.get(twin) ?? []), each]);
      continue;
    }
    const newer = there.find(
      (other) =>
        other.origin !== 'untrusted' && whyNotNewer(words, wordsOf(other.raw), each.time, other.time) === undefined,
    );
    operations.push(
      newer !== undefined && twin === undefined
        ? { kind: 'supersede', id: each.id, by: newer.id, why: `${newer.id} is newer` }
        : {
            kind: 'demote',
            id: each.id,
            why: twin === undefined ? 'the agent let go of it' : `${twin.id} says the same`,
          },
    );
  }
  for (const [twin, others] of merged)
    operations.push({
      ...{ kind: 'merge', of: [twin.id, ...others.map(({ id }) => id)], to: wordsOf(twin.raw) },
      why: `it says the same as ${twin.id}`,
    });
  return operations;
}

/** What is no entry of memory, in its order: headings, and what stands in HTML. */
function framesOf(text: string): string {
  const bytes = Buffer.from(text);
  return entriesIn(bytes)
    .filter(({ kind, text: said }) => kind === 'heading' || kind === 'html' || said === '')
    .map(({ from, to }) => bytes.subarray(from, to).toString().trim())
    .join('\n');
}
