// Questions made from what is remembered before the night: whatever is still meant to be known is found after it as it was before, by one scan.
import type { Refusal, StagedFile } from '../change/change.ts';
import { archivePath, isMemoryFile, memoriesIn } from '../memory/memory.ts';
import { sayingOf } from '../slots/slots.ts';
import type { Claimant } from './prove.ts';
import { saidIn } from './said.ts';

interface Probe {
  readonly text: string;
  /** What is asked with, and what the answer has to have. */
  readonly words: readonly string[];
  readonly values: readonly string[];
}

/** So many answers are looked at. */
const mostAnswers = 5;

export function lostProbes({
  staged,
  acts,
  others,
}: {
  readonly staged: readonly StagedFile[];
  readonly acts: readonly Claimant[];
  readonly others: readonly { readonly path: string; readonly content: Uint8Array }[];
}): Refusal[] {
  const touched = staged.filter(
    ({ path, before, after }) => isMemoryFile(path) && before !== after && path !== archivePath,
  );
  if (touched.length === 0) return [];
  const operations = acts.flatMap(({ memory }) => memory?.operations ?? []);
  const meantToGo = new Set(
    operations.flatMap(({ kind, takes }) => (kind === 'demote' || kind === 'supersede' ? takes.map(key) : [])),
  );
  const beside = others.flatMap(({ path, content }) => saying(path, content));
  const before = [...touched.flatMap(({ path, before: was }) => saying(path, was)), ...beside];
  const after = [...touched.flatMap(({ path, after: is }) => saying(path, is)), ...beside];
  const probes = before.flatMap((text) => (meantToGo.has(key(text)) ? [] : probeOf(text)));
  const [found, foundNow] = [answered(probes, before), answered(probes, after)];
  const lost = probes.find((probe) => found.has(probe) && !foundNow.has(probe));
  if (lost === undefined) return [];
  const writers = acts.filter(({ memory }) => memory !== undefined).map(({ name }) => name);
  return writers.map((by) => ({ by, why: `${JSON.stringify(lost.text.slice(0, 60))} could not be found any more` }));
}

const key = (entry: string): string =>
  saidIn(entry)
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

function saying(path: string, content: Uint8Array | undefined): string[] {
  return memoriesIn(path, content ?? new Uint8Array()).map(({ text }) => key(text));
}

function probeOf(text: string): Probe[] {
  const { terms } = sayingOf(text.slice(0, 2000));
  const isValue = (kind: string): boolean => kind !== 'word';
  const values = terms.filter(({ kind }) => isValue(kind)).map((term) => term.key);
  const words = terms.filter(({ kind }) => kind === 'word').map((term) => term.key);
  return values.length === 0 || words.length === 0 ? [] : [{ text, words, values }];
}

/** Those whose values stand together in one of the best answers. Each text is read once for all of them. */
function answered(probes: readonly Probe[], texts: readonly string[]): ReadonlySet<Probe> {
  const holders = new Map<string, number[]>();
  const keysOf = texts.map((text, at) => {
    const keys = new Set(sayingOf(text.slice(0, 2000)).terms.map((term) => term.key));
    for (const each of keys) {
      const there = holders.get(each);
      if (there === undefined) holders.set(each, [at]);
      else there.push(at);
    }
    return keys;
  });
  const found = probes.filter(({ words, values }) => {
    const scores = new Map<number, number>();
    for (const word of new Set(words)) {
      const at = holders.get(word) ?? [];
      const weight = Math.log(1 + texts.length / Math.max(1, at.length));
      for (const each of at) scores.set(each, (scores.get(each) ?? 0) + weight);
    }
    const best = [...scores].toSorted(([one, first], [other, second]) => second - first || one - other);
    const least = best[mostAnswers - 1]?.[1] ?? 0;
    // Of several that are as good nobody knows which one would come first.
    return best.some(([at, score]) => score >= least && values.every((value) => keysOf[at]?.has(value) === true));
  });
  return new Set(found);
}
