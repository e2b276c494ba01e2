// How much of memory a night, and the nights of a week, may take out: a little, so that whatever goes wrong goes wrong slowly.
import type { Refusal, StagedFile } from '../change/change.ts';
import { fewerBy, mostTaken } from '../journal/journal.ts';
import { memoriesIn, memoryPath } from '../memory/memory.ts';
import type { Claimant } from './prove.ts';

/** Of all that take something out none may, if together they take too much: nobody knows which of them is one too many. */
export function beyondShare({
  staged,
  acts,
  takenThisWeek,
}: {
  readonly staged: readonly StagedFile[];
  readonly acts: readonly Claimant[];
  readonly takenThisWeek: number;
}): Refusal[] {
  const taking = acts.flatMap(({ name, memory }) =>
    (memory?.operations ?? []).flatMap((each) => (fewerBy(each) > 0 ? [{ by: name, operation: each }] : [])),
  );
  const taken = taking.reduce((sum, { operation }) => sum + fewerBy(operation), 0);
  if (taken === 0) return [];
  const memory = staged.find(({ path }) => path === memoryPath)?.before ?? new Uint8Array();
  const entries = memoriesIn(memoryPath, memory).length;
  const { night, week } = mostTaken;
  const why =
    taken > night(entries)
      ? `the night would take out ${taken} of ${entries} entries; ${night(entries)} is the most`
      : taken + takenThisWeek > week(entries + takenThisWeek)
        ? `in seven days ${taken + takenThisWeek} of ${entries + takenThisWeek} entries would go; ${week(entries + takenThisWeek)} is the most`
        : undefined;
  return why === undefined ? [] : taking.map(({ by, operation }) => ({ by, why, operation: operation.name }));
}
