// What no sleep may do to observations: a line goes only if an act says so, and only if the rules let it go.
import type { Refusal, StagedFile } from '../change/change.ts';
import {
  isObservationsPath,
  type Observation,
  observationsIn,
  printObservation,
} from '../observations/observations.ts';
import { decodeUtf8, oneLine, printSafe } from '../text/text.ts';
import type { Claimant } from './prove.ts';
import { counts, without } from './units.ts';

/**
 * RED that still holds stays, and so does every line that no sleep wrote, whatever an act says. The heading of a day goes with its last line.
 * `isOurs` says whether a sleep wrote the line with this id.
 */
export function proveObserved(
  staged: readonly StagedFile[],
  acts: readonly Claimant[],
  now: Date,
  isOurs: (id: string) => boolean,
): Refusal[] {
  return staged
    .filter(({ path }) => isObservationsPath(path))
    .flatMap(({ path, before, after, committed }) => {
      const versions = [{ before, after }, ...(committed === undefined ? [] : [committed])];
      const found = versions.flatMap((version) => refusalsIn(path, version, acts, now, isOurs));
      return found.filter(
        (each, at) =>
          found.findIndex(
            ({ by, operation, why }) => by === each.by && operation === each.operation && why === each.why,
          ) === at,
      );
    });
}

const linesOf = (content: Uint8Array | undefined): string[] =>
  decodeUtf8(content ?? new Uint8Array())
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '');

function refusalsIn(
  path: string,
  { before, after }: Pick<StagedFile, 'before' | 'after'>,
  acts: readonly Claimant[],
  now: Date,
  isOurs: (id: string) => boolean,
): Refusal[] {
  const gone = without(counts(linesOf(before)), counts(linesOf(after)));
  if (gone.size === 0) return [];
  const there = observationsIn(before ?? new Uint8Array());
  const mayGo = ({ id, level, until }: Observation): boolean =>
    isOurs(id) && (level !== 'RED' || (until !== undefined && until <= now));
  const writers = acts.filter(({ paths }) => paths.includes(path)).map(({ name }) => name);
  return [...gone].flatMap(([line, times]): Refusal[] => {
    if (/^## \d{4}-\d\d-\d\d\s*$/u.test(line)) return [];
    const claims = acts.flatMap(({ name: by, memory }) =>
      (memory?.forgets ?? []).flatMap((each) =>
        each.path === path && each.line === line ? [{ by, operation: each.name }] : [],
      ),
    );
    const shown = `"${printSafe(oneLine(line, 60))}"`;
    if (claims.length < times)
      return writers.map((by) => ({ by, why: `${path}: ${shown} would go, and nobody said so` }));
    const free = there.filter((each) => printObservation(each) === line && mayGo(each)).length;
    return free >= times ? [] : claims.map((claim) => ({ ...claim, why: `${path}: ${shown} is protected` }));
  });
}
