// A night proven again, from git alone: the bytes of its commit, the bytes before it, and what its line in the ledger says it did.
import type { MemoryClaims, MemoryOperation } from '../asking/asking.ts';
import { type AllowedSecrets, contentsThen, netOf } from '../change/change.ts';
import {
  deedOf,
  deedsIn,
  type LedgerRead,
  ledgerPath,
  type MemoryDeeds,
  memoryMarks,
  readLedger,
  takenSince,
  unitsWritten,
} from '../journal/journal.ts';
import { archivePath, identityOf, isMemoryFile, isProtected, memoriesIn, memoryPath } from '../memory/memory.ts';
import { type CheckName, type Claimant, checks, entriesByHash, type Given, prove } from '../proof/proof.ts';
import type { FoundHome, ShownCommit, World } from '../world/world.ts';
import { type Archive, findChange, openArchive } from './changes.ts';
import { notesThen } from './notes-then.ts';
import { whyNotObserved } from './observed-then.ts';

export interface ProvenNight {
  readonly id: string;
  readonly commit: string | null;
  /** `unproven`: an earlier version wrote it, or no commit of this branch has it, so that nobody can tell. */
  readonly result: 'proven' | 'refused' | 'unproven';
  readonly why: string;
  /** In the order in which they are made; none if nothing of memory was touched. */
  readonly checks: readonly {
    readonly name: string;
    readonly asks: string;
    readonly result: 'passed' | 'failed' | 'not reached';
    readonly why: string | null;
  }[];
}

export async function proveNight(
  world: World,
  home: FoundHome,
  wanted: string,
  allowed: AllowedSecrets,
): Promise<ProvenNight> {
  const archive = await openArchive(world, home);
  const { id, commit } = await findChange(archive, wanted);
  return proveFound(archive, id, commit, allowed);
}

/** Every night of this branch, oldest first. */
export async function proveAllNights(world: World, home: FoundHome, allowed: AllowedSecrets): Promise<ProvenNight[]> {
  const archive = await openArchive(world, home);
  const ids = archive.ledger.lines.flatMap(({ kind, id }) => (kind === 'night' ? [id] : []));
  const proven: ProvenNight[] = [];
  for (const id of ids) {
    const { commit } = await findChange(archive, id);
    proven.push(await proveFound(archive, id, commit, allowed));
  }
  return proven;
}

async function proveFound(
  archive: Archive,
  id: string,
  commit: ShownCommit | undefined,
  allowed: AllowedSecrets,
): Promise<ProvenNight> {
  const about = { id, commit: commit?.commit ?? null };
  if (commit === undefined)
    return { ...about, result: 'unproven', why: 'it is in no commit of this branch', checks: [] };
  const touched = commit.paths.filter(isMemoryFile);
  const { before, after } = await ledgersOf(archive, commit);
  const line = after.lines.find((each) => each.id === id);
  const now = archive.ledger.lines.find((each) => each.id === id);
  const added = after.lines.length - before.lines.length;
  const isAltered = after.broken !== undefined || line === undefined || added !== 1 || now?.hash !== line.hash;
  if (isAltered) return { ...about, ...failed('ledger', 'the ledger of its commit is not as it was written') };
  const acts = actsOf(line);
  if (acts === undefined || (touched.length > 0 && acts.every(({ deeds }) => deeds === undefined)))
    return {
      ...about,
      result: 'unproven',
      why: 'an earlier version wrote it, and did not say what it does to memory',
      checks: [],
    };
  const harm = line.kind === 'night' ? await whyNotObserved(archive, commit, { line, acts, before }) : undefined;
  const observed =
    harm === undefined ? undefined : failed(harm.includes(' is protected') ? 'protected' : 'honest', harm);
  if (touched.length === 0 && acts.every(({ deeds }) => deeds === undefined)) {
    if (observed !== undefined) return { ...about, ...observed };
    return { ...about, result: 'proven', why: 'it touched nothing of memory', checks: [] };
  }
  const time = 'time' in line && line.time !== undefined ? Date.parse(line.time) : 0;
  const given = await givenOf(archive, commit, {
    acts,
    before,
    touched,
    allowed,
    time,
    isApproved: line.kind === 'review',
  });
  const isFirst = given.staged.some(({ path, before: was }) => path === memoryPath && was === undefined);
  if (isFirst && given.acts.some(({ memory }) => memory?.operations.some(({ takes }) => takes.length > 0) === true))
    return {
      ...about,
      result: 'unproven',
      why: `no commit before it has ${memoryPath}, so git does not know what was there`,
      checks: [],
    };
  const missing = notThere(given);
  if (missing !== undefined) return { ...about, ...failed(...missing) };
  const [first] = prove(given);
  if (first === undefined && observed !== undefined) return { ...about, ...observed };
  if (first === undefined)
    return { ...about, result: 'proven', why: 'every check passes', checks: table(undefined, '') };
  const check = (Object.keys(checks) as CheckName[]).find((name) => name === first.check) ?? 'honest';
  return { ...about, ...failed(check, first.why) };
}

const failed = (check: CheckName, why: string): Pick<ProvenNight, 'result' | 'why' | 'checks'> => ({
  ...{ result: 'refused', why: `${check}: ${why}`, checks: table(check, why) },
});

function table(failed: CheckName | undefined, why: string): ProvenNight['checks'] {
  const names = Object.keys(checks) as CheckName[];
  const at = failed === undefined ? names.length : names.indexOf(failed);
  return names.map((name, index) => ({
    ...{ name, asks: checks[name] },
    result: index < at ? 'passed' : index === at ? 'failed' : 'not reached',
    why: index === at ? why : index > at ? 'not looked at, because an earlier check failed' : null,
  }));
}

const week = 7 * 24 * 60 * 60 * 1000;

async function ledgersOf(
  { world, repository }: Archive,
  { commit, parent }: ShownCommit,
): Promise<{ readonly before: LedgerRead; readonly after: LedgerRead }> {
  const wanted = [
    { commit, path: ledgerPath },
    ...(parent === undefined ? [] : [{ commit: parent, path: ledgerPath }]),
  ];
  const [after, before] = await contentsThen(world, repository, wanted);
  return { before: readLedger(before), after: readLedger(after) };
}

type Deeds = readonly { readonly act: string; readonly deeds: MemoryDeeds | undefined }[];

/** Undefined if it is a kind of line that does nothing to memory by operations. */
function actsOf(line: LedgerRead['lines'][number]): Deeds | undefined {
  if (line.kind === 'review') return [{ act: 'curate', deeds: deedOf(line.memory) }];
  if (line.kind !== 'night') return undefined;
  const known = new Map(deedsIn(line.acts).map(({ act, deeds }) => [act, deeds]));
  const names = (line.acts ?? []).map(({ name }) => name);
  return (names.length === 0 ? ['dream'] : names).map((act) => ({ act, deeds: known.get(act) }));
}

interface Proving {
  readonly acts: Deeds;
  readonly before: LedgerRead;
  readonly touched: readonly string[];
  readonly allowed: AllowedSecrets;
  readonly time: number;
  readonly isApproved: boolean;
}

async function givenOf(
  archive: Archive,
  { commit, parent }: ShownCommit,
  { acts, before, touched, allowed, time, isApproved }: Proving,
): Promise<Given> {
  const { world, repository } = archive;
  const paths = [...new Set([...touched, memoryPath, archivePath])];
  const after = await contentsThen(
    world,
    repository,
    paths.map((path) => ({ commit, path })),
  );
  const earlier =
    parent === undefined
      ? []
      : await contentsThen(
          world,
          repository,
          paths.map((path) => ({ commit: parent, path })),
        );
  const versions = paths.map((path, at) => ({ path, before: earlier[at], after: after[at], committed: undefined }));
  const texts = new Map(versions.flatMap((each) => [...entriesByHash(each.before), ...entriesByHash(each.after)]));
  return {
    staged: versions.filter(({ path }) => touched.includes(path)),
    acts: acts.map(({ act, deeds }) => claimantOf(act, deeds, texts)),
    net: netOf(allowed),
    written: unitsWritten(before),
    known: knownThen(before, versions[paths.indexOf(memoryPath)]?.before),
    takenThisWeek: takenSince(before, new Date(time - week)),
    ...{ isApproved, others: await notesThen(archive, parent, time, touched) },
  };
}

/** In the place of an entry of which neither the commit nor what was before it has the bytes. */
const unknown = '(not there)';

/** What the ledger says was done, and is not in the commit as it was written. */
function notThere({ acts }: Given): readonly [CheckName, string] | undefined {
  for (const { memory } of acts)
    for (const { name, takes, brings, archives = [], rests = [] } of memory?.operations ?? []) {
      if (archives.includes(unknown))
        return ['kept', `${name}: the archive does not have what was taken out, as it was written`];
      if ([...takes, ...brings, ...rests].includes(unknown))
        return ['honest', `${name}: an entry is not there as it was written`];
    }
  return undefined;
}

function claimantOf(name: string, deeds: MemoryDeeds | undefined, texts: ReadonlyMap<string, string>): Claimant {
  if (deeds === undefined) return { name, paths: [], memory: undefined };
  const text = (hash: string): string => texts.get(hash) ?? unknown;
  const operations = deeds.operations.map(
    ({ takes, brings, archives = [], rests = [], ...each }): MemoryOperation => ({
      ...each,
      ...{ takes: takes.map(text), brings: brings.map(text), archives: archives.map(text), rests: rests.map(text) },
    }),
  );
  const memory: MemoryClaims = {
    operations,
    frame: deeds.frame.map(({ path, brings }) => ({ path, brings: text(brings) })),
    ...{ came: deeds.came, left: deeds.left, without: () => undefined },
  };
  return { name, paths: [...new Set([...operations.map(({ path }) => path), archivePath])], memory };
}

/** What the ledger before it, and the file before it, say of an entry. */
function knownThen(before: LedgerRead, memory: Uint8Array | undefined): Given['known'] {
  const { known, pins } = memoryMarks(before);
  const bySha = new Map([...known.values()].map((each) => [each.sha256, each]));
  const marked = new Set(
    memoriesIn(memoryPath, memory ?? new Uint8Array()).flatMap(({ sha256, isMarked }) => (isMarked ? [sha256] : [])),
  );
  return (_, words) => {
    const { sha256 } = identityOf(words);
    const mark = bySha.get(sha256);
    const origin = mark?.origin ?? null;
    return {
      isProtected: isProtected({ origin, isPinned: marked.has(sha256) || (mark !== undefined && pins.has(mark.id)) }),
      ...{ origin, time: mark === undefined || origin === 'import' ? null : mark.time },
    };
  };
}
