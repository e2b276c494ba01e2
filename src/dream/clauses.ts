// Works as clauses of a sentence: one verb for all it fits, one place for all that happened there.
import type { WeighedWork } from './works.ts';

/** "added a, b and c" and "fixed d in parser": as few clauses as say it all, in the order of the works. */
export function clausesOf(works: readonly WeighedWork[]): string[] {
  const byPlace = Map.groupBy(works, ({ scope }) => scope ?? '');
  const clauses: string[] = [];
  for (const work of works) {
    const scope = work.scope ?? '';
    const here = byPlace.get(scope) ?? [];
    if (here[0] !== work) continue;
    if (scope === '') clauses.push(...byVerb(here));
    else if (here.length === 1) clauses.push(`${phrase(work)}${placeOf(work)}`);
    else clauses.push(`in ${scope}, ${listed(byVerb(here))}`);
  }
  return clauses;
}

/** What has the same verb is one list, unless a comma or an "and" of its own would make it hard to read. */
function byVerb(works: readonly WeighedWork[]): string[] {
  const isSimple = (work: WeighedWork): boolean => work.along.length === 0 && !/,| and /u.test(work.rest);
  const groups = Map.groupBy(withSameObject(works), (work) =>
    isSimple(work) ? work.verb : `${work.verb} ${work.rest}`,
  );
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (first === undefined) return '';
    return group.length === 1 ? phrase(first) : `${first.verb} ${listed(group.map(({ rest }) => rest))}`;
  });
}

/** "improved x" and "fixed x" are "improved and fixed x", in the order in which it happened: "removed and added x" is there. */
function withSameObject(works: readonly WeighedWork[]): WeighedWork[] {
  const objects = Map.groupBy(works, ({ rest, along }) => (rest === '' || along.length > 0 ? {} : rest));
  return [...objects.values()].flatMap((same) => {
    const [first] = same;
    const inTime = same.toSorted((one, other) => Date.parse(one.commit.time) - Date.parse(other.commit.time));
    return first === undefined ? [] : [{ ...first, verb: listed([...new Set(inTime.map(({ verb }) => verb))]) }];
  });
}

function phrase({ verb, rest, along }: WeighedWork): string {
  return `${verb} ${rest}${along.length === 0 ? '' : ` (with ${listed(along)})`}`.trim();
}

/** Where it happened, unless its own words say so. */
function placeOf({ scope = '', rest }: WeighedWork): string {
  if (rest === '') return ` ${scope}`;
  return rest.toLowerCase().includes(scope.toLowerCase()) ? '' : ` in ${scope}`;
}

export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** Clauses as one sentence: commas, or semicolons where a clause has commas of its own. */
export function sentenceOf(clauses: readonly string[]): string {
  return clauses.length > 1 && clauses.some((clause) => /,| and /u.test(clause)) ? clauses.join('; ') : listed(clauses);
}

/** The first of them, as many as fit, and how many more: as a person lists them. */
export function named(items: readonly string[], longest = Number.POSITIVE_INFINITY, noun = ''): string {
  const first = (most: number): string => {
    const more = items.length - most;
    return listed(
      more > 0
        ? [...items.slice(0, most), `${inLetters(more)} more${noun === '' ? '' : ` ${noun}${more === 1 ? '' : 's'}`}`]
        : items,
    );
  };
  return [first(3), first(2)].find((text) => text.length <= longest) ?? first(1);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function count(number: number, noun: string): string {
  return `${inLetters(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function inLetters(number: number): string {
  const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
  return words[number] ?? `${number}`;
}
