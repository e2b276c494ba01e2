// The very bytes that would land, against what the acts said they would do to memory.
import type { MemoryClaims } from '../asking/asking.ts';
import type { Refusal, StagedFile } from '../change/change.ts';
import type { Net } from '../secrets/secrets.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { unsound } from './operations.ts';
import { betweenIn, counts, isMemoryFile, readable, type Unit, unitsIn, unitText, without } from './units.ts';

/** An act, which files it writes, and what it says of memory. */
export interface Claimant {
  readonly name: string;
  readonly paths: readonly string[];
  readonly memory: MemoryClaims | undefined;
}

export interface Given {
  readonly staged: readonly StagedFile[];
  readonly acts: readonly Claimant[];
  readonly net: Pick<Net, 'isClean'>;
  /** Whether an entry with these words may not be changed or dropped by any sleep: pinned, RED, written by a person. */
  isProtected(path: string, words: string): boolean;
}

/** Of one file of memory; a file that is longer already may not grow. */
export const largestFile: number = 1024 * 1024;

/** Everything that may not land, by act and operation; none if all may. */
export function prove({ staged, acts, net, isProtected }: Given): Refusal[] {
  const single = acts.flatMap(({ name, memory }) => unsound(name, memory?.operations ?? [], net));
  // Of what goes anyway nobody has to know how it fits into the whole: that is looked at again without it.
  if (single.length > 0) return single;
  return staged
    .filter(({ path }) => isMemoryFile(path))
    .flatMap((file) => {
      const isOnce = file.committed === undefined || isSame(file, file.committed);
      const versions = isOnce ? [file] : [file, file.committed];
      const why = versions.map((version) => whyNot(file.path, version, acts, isProtected)).find(Boolean);
      if (why === undefined) return [];
      return writersOf(file.path, acts).map((by) => ({ by, why: `${printSafe(file.path)}: ${why}` }));
    });
}

type Version = Pick<StagedFile, 'before' | 'after'>;

const isEqual = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.from(one).equals(other));

const isSame = (one: Version, other: Version): boolean =>
  isEqual(one.before, other.before) && isEqual(one.after, other.after);

/** Whoever writes there; if nobody says so, everybody: then nobody in particular is meant. */
function writersOf(path: string, acts: readonly Claimant[]): string[] {
  const writers = acts.filter(({ paths }) => paths.includes(path)).map(({ name }) => name);
  return writers.length > 0 ? writers : acts.map(({ name }) => name);
}

function whyNot(
  path: string,
  { before, after }: Version,
  acts: readonly Claimant[],
  isProtected: Given['isProtected'],
): string | undefined {
  if (isEqual(before, after)) return undefined;
  const [was, is] = [unitsIn(before), unitsIn(after)];
  const [wasCounts, isCounts] = [counts(was.map(textOf)), counts(is.map(textOf))];
  const [gone, come] = [without(wasCounts, isCounts), without(isCounts, wasCounts)];
  const lost = was.find(({ text, words }) => gone.has(text) && isProtected(path, words));
  if (lost !== undefined) return `${shown(lost.text)} is protected, and would not stay as it is`;
  const claimed = claimsOn(path, acts);
  const differs =
    unlike('would go, and nobody said so', gone, claimed.takes) ??
    unlike('would stay, and was said to go', claimed.takes, gone) ??
    unlike('would come, and nobody said so', come, claimed.brings) ??
    unlike('would not come, and was said to', claimed.brings, come);
  if (differs !== undefined) return differs;
  const [beside, besideNow] = [betweenIn(before), betweenIn(after)];
  if (beside.length !== besideNow.length || beside.some((text, at) => text !== besideNow[at]))
    return 'what stands between its entries would change';
  const [sizeBefore, size] = [before?.length ?? 0, after?.length ?? 0];
  if (size > largestFile && size > sizeBefore) return `it would have more than ${largestFile} bytes`;
  return undefined;
}

const textOf = ({ text }: Unit): string => text;
const shown = (text: string): string => `"${printSafe(oneLine(readable(text), 60))}"`;

function unlike(
  what: string,
  some: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): string | undefined {
  const [first] = without(some, others).keys();
  return first === undefined ? undefined : `${shown(first)} ${what}`;
}

/** What is said to go and to come in a file, net: what one act brings and a later one takes is neither. */
function claimsOn(
  path: string,
  acts: readonly Claimant[],
): { readonly takes: Map<string, number>; readonly brings: Map<string, number> } {
  const here = acts.flatMap(({ memory }) => memory?.operations ?? []).filter((each) => each.path === path);
  const frame = acts.flatMap(({ memory }) => memory?.frame ?? []).filter((each) => each.path === path);
  const takes = counts(here.flatMap((each) => each.takes).map(unitText));
  const brings = counts([...here.flatMap((each) => each.brings), ...frame.map((each) => each.brings)].map(unitText));
  return { takes: without(takes, brings), brings: without(brings, takes) };
}
