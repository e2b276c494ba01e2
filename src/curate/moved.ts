// Entries that stand elsewhere in a rewritten memory: as few as can be, each behind the one that it follows there.
import type { Kept } from './copy.ts';
import type { Held } from './held.ts';
import type { Operation } from './operations.ts';

/** And those of which nobody can say behind which entry they would stand. */
export function movedIn(shown: readonly Held[], now: readonly Kept[]): readonly [Operation[], Kept[]] {
  const here = now.filter(({ was }) => was !== undefined);
  const isAtHome = ({ was, section }: Kept): boolean => was?.section.join('\n') === section.join('\n');
  const inPlace = longestRun(here.map((each) => (isAtHome(each) && each.was ? shown.indexOf(each.was) : -1)));
  const [operations, left]: [Operation[], Kept[]] = [[], []];
  for (const [at, each] of here.entries()) {
    if (inPlace.has(at) || each.was === undefined) continue;
    const before = here[at - 1];
    const after = before?.was;
    const isBelowOne =
      before !== undefined &&
      isAtHome(before) &&
      before.section.join('\n') === each.section.join('\n') &&
      after !== undefined;
    if (isBelowOne && after.id !== each.was.id)
      operations.push({ kind: 'move', id: each.was.id, after: after.id, why: 'the agent put it there' });
    else left.push(each);
  }
  return [operations, left];
}

/** The places of a longest stretch of numbers that only rise; what is below zero is none. */
function longestRun(numbers: readonly number[]): ReadonlySet<number> {
  const length: number[] = [];
  const before: number[] = [];
  for (const [at, number] of numbers.entries()) {
    length[at] = number < 0 ? 0 : 1;
    before[at] = -1;
    if (number < 0) continue;
    for (let earlier = 0; earlier < at; earlier += 1) {
      const other = numbers[earlier] ?? -1;
      if (other < 0 || other >= number || (length[earlier] ?? 0) + 1 <= (length[at] ?? 0)) continue;
      length[at] = (length[earlier] ?? 0) + 1;
      before[at] = earlier;
    }
  }
  let at = length.indexOf(Math.max(0, ...length));
  const run = new Set<number>();
  while (at >= 0 && (length[at] ?? 0) > 0) {
    run.add(at);
    at = before[at] ?? -1;
  }
  return run;
}
