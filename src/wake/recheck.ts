// The carry's facts held against the world as it is now: what changed strikes exactly what hung on it.
import { type CheckRun, comparing, passedChecks } from '../checks/checks.ts';
import { type Facts, factOf, isHomeFile, type Naming, someNamed } from '../facts/facts.ts';
import type { Carry, FactReceipt } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { Place } from '../world/world.ts';

/** A fact and whether it still holds; `why` says what struck it. */
export interface CheckedFact {
  readonly text: string;
  readonly receipt: FactReceipt | null;
  readonly fresh: boolean;
  readonly why: string;
}

export interface Rechecked {
  readonly carry: Carry;
  /** To trust without a receipt is for what we wrote ourselves. */
  readonly isOurs: boolean;
  /** It was written on another branch: a file that is not the same here was not changed. */
  readonly isElsewhere: boolean;
}

/** Checks a dream's facts, and adds what was proven since. */
export async function recheck(
  place: Place,
  facts: Facts,
  { carry, isOurs, isElsewhere }: Rechecked,
  names: Naming,
): Promise<CheckedFact[]> {
  const tell = (paths: readonly string[]): string =>
    isElsewhere
      ? `not the same on this branch: ${someNamed(paths, names, 2)}`
      : `${someNamed(paths, names, 2)} changed since`;
  const changed = await changedSince(place, facts, carry, names, tell);
  const isAlways = isOurs && facts.settings.carry === 'always';
  const newer = new Map(facts.verified.map((run) => [run.command, run]));
  const known = carry.verified.map(({ text, receipt }): CheckedFact => {
    const again = receipt === null ? undefined : newer.get(receipt.command);
    if (again !== undefined && receipt !== null && again.time > receipt.time) return proven(again);
    const why =
      receipt === null
        ? 'its writer gave no receipt'
        : (failedSince(facts, receipt) ?? changed ?? (isElsewhere ? notRunHere(facts, receipt) : undefined));
    // It was run here as well, on the tree that is here: what struck it is of another place.
    if (again !== undefined && why !== undefined && isElsewhere) return proven(again);
    return { text, receipt, fresh: isAlways || why === undefined, why: why ?? '' };
  });
  const named = new Set(carry.verified.map(({ receipt }) => receipt?.command));
  const fresh = facts.verified.filter(({ command }) => !named.has(command));
  return [...known, ...fresh.map(proven), ...overtaken(facts, named, names)];
}

const mostOvertaken = 3;

/** What passed in this cycle, and then somebody went on working: no dream lay between to keep it, and it is to be run again all the same. */
function overtaken(
  { steps, verified, project }: Facts,
  named: ReadonlySet<string | undefined>,
  names: Naming,
): CheckedFact[] {
  const isVerified = new Set(verified.map(({ command }) => command));
  const isOver = ({ command, time, branch }: CheckRun): boolean =>
    time >= steps.cycleStart &&
    (branch ?? project.branch) === project.branch &&
    !isVerified.has(command) &&
    !named.has(command);
  return passedChecks(steps.runs)
    .filter(isOver)
    .slice(-mostOvertaken)
    .flatMap((run): CheckedFact[] => {
      const edited = new Set(steps.edits.flatMap(({ path, time }) => (time > (run.started ?? run.time) ? [path] : [])));
      // Without a recorded edit we do not know what overtook it, and say nothing.
      if (edited.size === 0) return [];
      return [{ ...factOf(run), fresh: false, why: `${editedSince([...edited].toSorted(), names)} changed since` }];
    });
}

/** The same files are not the same place: in a fresh worktree nothing is installed yet. */
function notRunHere({ steps }: Facts, { command, time }: FactReceipt): string | undefined {
  const isHere = steps.runs.some((run) => run.command === command && run.time === time);
  return isHere ? undefined : 'it did not run in this worktree';
}

function proven(run: CheckRun): CheckedFact {
  return { ...factOf(run), fresh: true, why: '' };
}

function failedSince({ steps, project }: Facts, { command, time }: FactReceipt): string | undefined {
  const covers = comparing();
  // What passed since speaks for it only if it is all of it.
  const speaks = ({ result, parts, command: ran }: CheckRun): boolean =>
    result === 'passed' ? covers(ran, command) : parts.some((part) => covers(command, part));
  const failed = steps.runs.findLast(
    (run) =>
      run.time > time && (run.branch ?? project.branch) === project.branch && run.result !== 'unclear' && speaks(run),
  );
  if (failed === undefined || failed.result === 'passed') return undefined;
  if (failed.result !== 'failed') return 'it was started again and never ended';
  return failed.evidence === 'output'
    ? 'it failed since, by its output'
    : `it failed since, with exit ${failed.exit ?? 'unknown'}`;
}

/** What differs between the tree that was covered and the one that is there, as a reason; undefined if nothing does. */
async function changedSince(
  place: Place,
  { project }: Facts,
  { covers: covered }: Carry,
  names: Naming,
  tell: (paths: readonly string[]) => string,
): Promise<string | undefined> {
  if (covered === null) return 'nobody wrote down what it covered';
  const differences = await treesDiffer(place, covered.tree, project.tree);
  if (differences === undefined) return 'the commit it ran on is not here any more';
  if (project.moreChanged > 0) return 'too many files have changed to tell';
  const unknown = project.changed.find(({ kind, blob }) => kind !== 'deleted' && blob === undefined);
  if (unknown !== undefined) return `${names.path(unknown.path)} cannot be read`;
  const moved = new Map(differences.map((each) => [each.path, each]));
  const now = new Map(project.changed.map(({ path, blob }) => [path, blob ?? null]));
  const paths = new Set([...moved.keys(), ...Object.keys(covered.files), ...now.keys()]);
  // A path that is in neither list has what both trees have.
  const same = 'as in the tree';
  const versions = (path: string) => ({
    before: Object.hasOwn(covered.files, path)
      ? covered.files[path]
      : moved.has(path)
        ? (moved.get(path)?.before ?? null)
        : same,
    after: now.has(path) ? now.get(path) : moved.has(path) ? (moved.get(path)?.after ?? null) : same,
  });
  const different = [...paths].filter((path) => {
    if (isHomeFile(path, place.home.shape)) return false;
    if (moved.get(path)?.isModeOnly === true) return true;
    const { before, after } = versions(path);
    return before !== after;
  });
  // A sweep tells git in the project's own file how the diary is merged: no check hangs on that.
  const isOurs = different.includes(attributes) && (await isDiaryAlone(place, versions(attributes)));
  const touched = different.filter((path) => path !== attributes || !isOurs);
  return touched.length === 0 ? undefined : tell(touched.toSorted());
}

const attributes = '.gitattributes';

/** Whether two versions of that file, by their ids, differ in the line about the diary and in nothing else. */
async function isDiaryAlone(
  { world, home }: Place,
  { before, after }: { readonly before: string | null | undefined; readonly after: string | null | undefined },
): Promise<boolean> {
  const ids = [before, after].flatMap((id) => id ?? []);
  if (home.shape !== 'one' || ids.some((id) => !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(id))) return false;
  const texts = await world.git.contents(await world.git.open(home.project, home.privateDir), ids);
  if (texts.includes(undefined)) return false;
  const [was, is] = [before, after].map((id) =>
    decodeUtf8(texts[ids.indexOf(id ?? '')] ?? new Uint8Array()).replace(/^\/DREAMS\.md merge=union\r?(?:\n|$)/mu, ''),
  );
  return was?.trimEnd() === is?.trimEnd();
}

async function treesDiffer({ world, home }: Place, before: string | null, after: string | null) {
  if (before === after) return [];
  if (before === null || after === null) return undefined;
  const repository = await world.git.open(home.project, home.privateDir);
  return world.git.difference(repository, before, after);
}

/** Two by name. How many others changed nobody knows: not each change is a recorded edit. */
function editedSince(paths: readonly string[], names: Naming): string {
  const shown = paths.slice(0, 2).map(names.path);
  return paths.length > 2 ? `${shown.join(', ')} and others` : shown.join(' and ');
}
