// What a night left as memory: what was dear, what was mixed up, what is false, what is junk, and how much it grew.
import type { Truth } from '../life.ts';
import { type Counts, share } from './measure.ts';
import type { Reader } from './says.ts';

export function measureMemory(
  reader: Reader,
  { facts, gone }: Truth,
  memory: readonly string[],
  before: readonly string[],
): Counts {
  const known = new Map(facts.map((each) => [each.fact.id, each]));
  const isKnown = (id: number): boolean => known.has(id) || gone.some((fact) => fact.id === id);
  const told = new Map<number, Set<string>>();
  const said = new Set<string>();
  const texts = new Set<string>();
  let [wrong, junk] = [0, 0];
  for (const line of memory) {
    let [isTrue, isNew, isFalse] = [false, false, false];
    for (const fact of reader.named(line)) {
      const claims = reader.claims(line, fact);
      const now = known.get(fact.id);
      if (!isKnown(fact.id)) continue;
      const values = told.get(fact.id) ?? new Set();
      told.set(fact.id, values);
      for (const claim of claims) values.add(claim);
      const had = now === undefined ? fact.values.map(({ value }) => value) : [now.value, ...now.former];
      if (!claims.some((claim) => had.includes(claim))) isFalse = true;
      if (now === undefined || !claims.includes(now.value)) continue;
      isTrue = true;
      if (!said.has(`${fact.id}`)) isNew = true;
      said.add(`${fact.id}`);
    }
    if (isFalse) wrong += 1;
    if (!(isTrue && isNew) || texts.has(line)) junk += 1;
    texts.add(line);
  }
  const dear = facts.filter(({ fact }) => fact.keep !== 'normal');
  const merged = facts.filter(({ fact, value, former }) => {
    const values = told.get(fact.id);
    if (values === undefined || values.has(value) || former.some((each) => values.has(each))) return false;
    return fact.twins.some((id) => {
      const twin = known.get(id);
      return twin !== undefined && [twin.value, ...twin.former].some((each) => values.has(each));
    });
  });
  const length = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);
  return new Map([
    ['pinned kept', share(dear.filter(({ fact, value }) => told.get(fact.id)?.has(value)).length, dear.length)],
    ['wrong merges', share(merged.length, 1)],
    ['false lines', share(wrong, memory.length)],
    ['junk', share(junk, memory.length)],
    ['growth', share(length(memory) - length(before), 1)],
  ]);
}
