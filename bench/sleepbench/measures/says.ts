// What a line says of a fact: nothing, what is so, what was so, or what never was. Names and values are compared as they are spelled, in any case.
import type { Fact } from '../life.ts';
import { saysNo } from '../simulator/kinds.ts';

/** What a line says of some facts. The same line is often read again, and then it is known. */
export interface Reader {
  /** The values that this line gives to this fact. */
  claims(line: string, fact: Fact): readonly string[];
  /** The facts that this line gives a value to. */
  named(line: string): readonly Fact[];
}

export function newReader(facts: readonly Fact[]): Reader {
  const known = new Map<string, ReadonlyMap<Fact, readonly string[]>>();
  const names = facts.flatMap((fact) => fact.names.map((name) => ({ fact, name: words(name) })));
  const read = (line: string): ReadonlyMap<Fact, readonly string[]> => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const text = words(line);
    const found = new Map<Fact, readonly string[]>();
    for (const { fact, name } of names) {
      if (!text.includes(name) || found.has(fact)) continue;
      const values = valuesIn(line, fact);
      if (values.length > 0) found.set(fact, values);
    }
    known.set(line, found);
    return found;
  };
  return { claims: (line, fact) => read(line).get(fact) ?? [], named: (line) => [...read(line).keys()] };
}

/** A date and an hour with which a line begins say when it was written, and nothing of a fact. */
const stamp = /^[^\p{L}\d]*\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?/u;

function valuesIn(line: string, { kind }: Fact): readonly string[] {
  if (kind.name === 'rule') return [saysNo.test(line) ? 'never' : 'use'];
  return [...line.replace(stamp, '').matchAll(kind.pattern)].map(([value]) => value);
}

/** Words between single blanks, and a blank at both ends, so that a name is found as whole words. */
export function words(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** Lines of a text, for what is said in one does not belong to the next. */
export function linesOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
}

/** What a reader would take for the answer: what the first line says that says anything of it. A line that also says what was so means the newest. */
export function firstSaid(
  reader: Reader,
  lines: readonly string[],
  fact: Fact,
  value: string | undefined,
): string | undefined {
  for (const line of lines) {
    const said = reader.claims(line, fact);
    if (said.length > 0) return value !== undefined && said.includes(value) ? value : said[0];
  }
  return undefined;
}
