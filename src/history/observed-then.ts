// What a night did to observations, proven again from the bytes of its commit: which lines were said to go stands in the names of its operations.
import { contentsThen } from '../change/change.ts';
import { ownObservations } from '../facts/facts.ts';
import type { LedgerRead, MemoryDeeds } from '../journal/journal.ts';
import { isObservationsPath, observationsIn, printObservation } from '../observations/observations.ts';
import { proveObserved } from '../proof/proof.ts';
import type { ShownCommit } from '../world/world.ts';
import type { Archive } from './changes.ts';

interface Said {
  readonly line: { readonly agent: string; readonly time: string };
  readonly acts: readonly { readonly act: string; readonly deeds: MemoryDeeds | undefined }[];
  /** The ledger as it was before that night. */
  readonly before: LedgerRead;
}

/** Why it may not stand; undefined if it may. */
export async function whyNotObserved(
  { world, repository }: Archive,
  { commit, parent, paths }: ShownCommit,
  { line, acts, before }: Said,
): Promise<string | undefined> {
  const touched = paths.filter(isObservationsPath);
  if (touched.length === 0 || parent === undefined) return undefined;
  const bytesIn = (then: string): ReturnType<typeof contentsThen> =>
    contentsThen(
      world,
      repository,
      touched.map((path) => ({ commit: then, path })),
    );
  const [was, is] = [await bytesIn(parent), await bytesIn(commit)];
  const staged = touched.map((path, at) => ({ path, before: was[at], after: is[at], committed: undefined }));
  const there = staged.flatMap(({ path, before: was }) =>
    observationsIn(was ?? new Uint8Array()).map((each) => ({ path, id: each.id, line: printObservation(each) })),
  );
  const claimants = acts.map(({ act: name, deeds }) => {
    const pruned = new Set((deeds?.operations ?? []).map((each) => each.name));
    const forgets = there.flatMap(({ id, ...each }) =>
      pruned.has(`prune ${id}`) ? [{ ...each, name: `prune ${id}` }] : [],
    );
    const memory = { operations: [], frame: [], forgets, without: () => undefined };
    return { name, paths: staged.map(({ path }) => path), memory };
  });
  const ours = ownObservations(before, line.agent);
  return proveObserved(staged, claimants, new Date(line.time), (id) => ours.has(id))[0]?.why;
}
