// The very bytes that would land, against what the acts said they would do to memory.
import type { MemoryClaims } from '../asking/asking.ts';
import type { Refusal, StagedFile } from '../change/change.ts';
import { archivePath, isMemoryFile, memoryPath } from '../memory/memory.ts';
import type { Net } from '../secrets/secrets.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { apart } from './apart.ts';
import type { CheckName } from './checks.ts';
import { forgedIn } from './forged.ts';
import { harmful } from './harmful.ts';
import type { KnownEntry } from './known-entry.ts';
import { unsound } from './operations.ts';
import { lostProbes } from './probes.ts';
import { beyondShare } from './share.ts';
import { betweenIn, counts, hashOfUnit, readable, type Unit, unitsIn, unitText, without } from './units.ts';

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
  /** What is known of an entry with these words. */
  known(path: string, words: string): KnownEntry;
  /** Entries that a sleep wrote, by the hash of all their lines; of any other the lines below its sentence are a person's. */
  readonly written?: ReadonlySet<string>;
  /** How many entries the nights of the last seven days took out of memory. */
  readonly takenThisWeek: number;
  /** A person read it and wants it: how much goes, and whether the newer entry says so, is theirs to judge. */
  readonly isApproved?: boolean;
  /** Files of memory that nobody touches, for questions whose answers stand there. */
  readonly others: readonly { readonly path: string; readonly content: Uint8Array }[];
}

/** Whether no sleep may change or drop an entry of this file. */
type Protects = (path: string, unit: Unit) => boolean;

/** Of one file of memory; a file that is longer already may not grow. */
export const largestFile: number = 1024 * 1024;

/** Everything that may not land, by act and operation; none if all may. */
export function prove(given: Given): Refusal[] {
  const { acts, net } = given;
  const isProtected: Protects = (path, { text, words, hasMore }) =>
    given.known(path, words).isProtected ||
    (hasMore && path === memoryPath && given.written?.has(hashOfUnit(readable(text))) !== true);
  const single = acts.flatMap(({ name, memory }) => {
    const operations = memory?.operations ?? [];
    return [
      ...named('sound', unsound(name, operations, net)),
      ...harmful(name, operations, { ...given, isProtected }),
      ...named('values', apart(name, operations, given.staged, given.isApproved === true)),
    ];
  });
  // Of what goes anyway nobody has to know how it fits into the whole: that is looked at again without it.
  if (single.length > 0) return single;
  const forged = acts.flatMap(({ name, memory }) =>
    memory === undefined ? [] : named('ledger', forgedIn(name, memory)),
  );
  if (forged.length > 0) return forged;
  const tooMuch = given.isApproved === true ? [] : named('share', beyondShare(given));
  if (tooMuch.length > 0) return tooMuch;
  const refusals = differing(given, isProtected);
  return refusals.length > 0 ? refusals : named('questions', lostProbes(given));
}

const named = <Of extends Refusal>(check: CheckName, refusals: readonly Of[]): Of[] =>
  refusals.map((each) => ({ check, ...each }));

/** What the bytes do and what was said of them. */
function differing({ staged, acts }: Given, isProtected: Protects): Refusal[] {
  const there = staged.filter(({ path }) => isMemoryFile(path));
  const claimed = acts.flatMap(({ memory }) =>
    (memory?.operations ?? []).flatMap(({ path, archives = [] }) => [
      path,
      ...(archives.length > 0 ? [archivePath] : []),
    ]),
  );
  const untouched = [...new Set(claimed)].filter((path) => there.every((file) => file.path !== path));
  const refused = (path: string, found: Found | undefined): Refusal[] => {
    if (found === undefined) return [];
    const { why, moved } = found;
    const check: CheckName = why.includes(' is protected, ') ? 'protected' : 'honest';
    const about = { check, why: `${printSafe(path)}: ${why}` };
    // What moves because another of the same words goes is that one's doing alone.
    const operations = moved === undefined ? [] : takersOf(path, moved, acts);
    return operations.length > 0
      ? operations.map((each) => ({ ...each, ...about }))
      : writersOf(path, acts).map((by) => ({ by, ...about }));
  };
  return [
    ...untouched.flatMap((path) => refused(path, whyNot(path, nothing, acts, isProtected))),
    ...there.flatMap((file) => {
      const { path, committed } = file;
      // A file that no commit had comes into this one whole, as it is on disk.
      const isFirst = committed?.before === undefined && isEqual(committed?.after, file.after);
      const inCommit =
        committed === undefined || isFirst || isSame(file, committed) || isEqual(committed.before, committed.after);
      const versions = inCommit ? [file] : [file, committed];
      return refused(path, versions.map((version) => whyNot(path, version, acts, isProtected)).find(Boolean));
    }),
  ];
}

const nothing: Version = { before: undefined, after: undefined };

type Version = Pick<StagedFile, 'before' | 'after'>;

const isEqual = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.from(one).equals(other));

const isSame = (one: Version, other: Version): boolean =>
  isEqual(one.before, other.before) && isEqual(one.after, other.after);

/** Why, and the entry that would stand elsewhere, if that is why. */
interface Found {
  readonly why: string;
  readonly moved?: string;
}

/** The operations that take an entry that reads like this. */
function takersOf(path: string, text: string, acts: readonly Claimant[]): { by: string; operation: string }[] {
  return acts.flatMap(({ name: by, memory }) =>
    (memory?.operations ?? [])
      .filter((each) => each.path === path && each.takes.map(unitText).includes(text))
      .map((each) => ({ by, operation: each.name })),
  );
}

/** Whoever writes there; if nobody says so, everybody: then nobody in particular is meant. */
function writersOf(path: string, acts: readonly Claimant[]): string[] {
  const writers = acts.filter(({ paths }) => paths.includes(path)).map(({ name }) => name);
  return writers.length > 0 ? writers : acts.map(({ name }) => name);
}

function whyNot(
  path: string,
  { before, after }: Version,
  acts: readonly Claimant[],
  isProtected: Protects,
): Found | undefined {
  const [was, is] = [unitsIn(before), unitsIn(after)];
  const [wasCounts, isCounts] = [counts(was.map(textOf)), counts(is.map(textOf))];
  const [gone, come] = [without(wasCounts, isCounts), without(isCounts, wasCounts)];
  const lost = was.find((unit) => gone.has(unit.text) && isProtected(path, unit));
  if (lost !== undefined) return { why: `${shown(lost.text)} is protected, and would not stay as it is` };
  const claimed = claimsOn(path, acts);
  const differs =
    unlike('would go, and nobody said so', gone, claimed.takes) ??
    unlike('would stay, and was said to go', claimed.takes, gone) ??
    unlike('would come, and nobody said so', come, claimed.brings) ??
    unlike('would not come, and was said to', claimed.brings, come);
  if (differs !== undefined) return { why: differs };
  const moved = movedUnsaid(was, is, claimed.moves, (unit) => isProtected(path, unit));
  if (moved !== undefined) return moved;
  const [beside, besideNow] = [betweenIn(before), betweenIn(after)];
  if (beside.length !== besideNow.length || beside.some((text, at) => text !== besideNow[at]))
    return { why: 'what stands between its entries would change' };
  const [sizeBefore, size] = [before?.length ?? 0, after?.length ?? 0];
  if (size > largestFile && size > sizeBefore) return { why: `it would have more than ${largestFile} bytes` };
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
): { readonly takes: Map<string, number>; readonly brings: Map<string, number>; readonly moves: ReadonlySet<string> } {
  const here = acts.flatMap(({ memory }) => memory?.operations ?? []).filter((each) => each.path === path);
  const frame = acts.flatMap(({ memory }) => memory?.frame ?? []).filter((each) => each.path === path);
  const takes = counts(here.flatMap((each) => each.takes).map(unitText));
  const archived = path === archivePath ? acts.flatMap(({ memory }) => memory?.operations ?? []) : [];
  const brings = counts(
    [
      ...here.flatMap((each) => each.brings),
      ...frame.map((each) => each.brings),
      ...archived.flatMap((each) => each.archives ?? []),
    ].map(unitText),
  );
  const moves = new Set(here.flatMap((each) => (each.kind === 'move' ? each.takes : [])).map(unitText));
  return { takes: without(takes, brings), brings: without(brings, takes), moves };
}

/** Below another heading the same words can mean something else. */
function movedUnsaid(
  was: readonly Unit[],
  is: readonly Unit[],
  moves: ReadonlySet<string>,
  isProtected: (unit: Unit) => boolean,
): Found | undefined {
  const place = ({ section, text }: Unit): string => `${section}\n${text}`;
  const [wasPlaces, isPlaces] = [counts(was.map(place)), counts(is.map(place))];
  const left = without(wasPlaces, isPlaces);
  const come = without(isPlaces, wasPlaces);
  // Of two below one heading one may go. If it goes below one, and stays or comes below another, the one that is left means something else.
  const beside = new Set(is.map(({ scope, text }) => `${scope}\n${text}`));
  const isLeft = (unit: Unit): boolean => left.has(place(unit)) && !beside.has(`${unit.scope}\n${unit.text}`);
  const texts = new Set(is.map(textOf));
  const arrived = new Set(is.flatMap((unit) => (come.has(place(unit)) ? [unit.text] : [])));
  const isMoved = (unit: Unit): boolean =>
    (left.has(place(unit)) && arrived.has(unit.text)) || (isLeft(unit) && texts.has(unit.text));
  const moved = was.find(isMoved);
  if (moved === undefined) {
    const why = swapped(was, is, moves);
    return why === undefined ? undefined : { why };
  }
  if (isProtected(moved))
    return { why: `${shown(moved.text)} is protected, and would stand elsewhere`, moved: moved.text };
  const unsaid = was.find((unit) => isMoved(unit) && !moves.has(unit.text));
  return unsaid && { why: `${shown(unsaid.text)} would stand elsewhere, and nobody said so`, moved: unsaid.text };
}

/** Those that stay follow each other as before. */
function swapped(was: readonly Unit[], is: readonly Unit[], moves: ReadonlySet<string>): string | undefined {
  const once = (units: readonly Unit[]): Set<string> => new Set(units.map(textOf));
  const [there, here] = [once(was), once(is)];
  const before = [...there].filter((text) => here.has(text) && !moves.has(text));
  const after = [...here].filter((text) => there.has(text) && !moves.has(text));
  const at = before.findIndex((text, index) => text !== after[index]);
  return at === -1 ? undefined : `${shown(before[at] ?? '')} would stand elsewhere, and nobody said so`;
}
