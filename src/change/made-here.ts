// What this machine did to a home, kept in private: by this, and by nothing that a clone or a merge can bring, a change or a dream is ours.
import { join } from 'node:path';
import { tryOr } from '../errors/errors.ts';
import { type LedgerRead, ledgerPath, parseLedger } from '../journal/journal.ts';
import { decodeUtf8, isRecord, jsonIn } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { withStore } from './with-store.ts';

/** One change: its id, the hash of the line it put into the ledger (if it did), and the commit it became (null if it went to disk only). */
export interface Made {
  readonly id: string;
  readonly line?: string | undefined;
  readonly commit?: string | null | undefined;
}

export interface MadeHere {
  /** Ids of changes, in the order in which they ended. */
  readonly ids: ReadonlySet<string>;
  /** Hashes of lines of the ledger. */
  readonly lines: ReadonlySet<string>;
  /** The same by the id of the change; one that was planned twice has more than one. */
  readonly hashes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Commits, and the change each of them is. */
  readonly commits: ReadonlyMap<string, string>;
}

export const madeHereName = 'made-here.jsonl';
/** A hundred thousand changes; of more, the newest. */
const mostBytes = 16 * 1024 * 1024;

/**
 * Only appended to, and beside the store rather than in it: the store may be lost or put aside, and what was ours stays ours. A line may
 * stand there twice; that changes nothing.
 */
export function madeHere(world: World, home: FoundHome): MadeHere {
  const text = world.lines.newest(join(home.privateDir, madeHereName), mostBytes);
  const all = text === '' ? inherited(world, home) : text.split('\n').flatMap((line) => parsed(line) ?? []);
  return {
    // What was only begun is known by its line alone.
    ids: new Set(all.filter(({ commit }) => commit !== undefined).map(({ id }) => id)),
    lines: new Set(all.flatMap(({ line }) => line ?? [])),
    hashes: hashesOf(all),
    commits: new Map(all.flatMap(({ id, commit }) => (typeof commit === 'string' ? [[commit, id] as const] : []))),
  };
}

function hashesOf(all: readonly Made[]): ReadonlyMap<string, ReadonlySet<string>> {
  const hashes = new Map<string, Set<string>>();
  for (const { id, line } of all) {
    if (line === undefined) continue;
    const known = hashes.get(id);
    if (known === undefined) hashes.set(id, new Set([line]));
    else known.add(line);
  }
  return hashes;
}

/** Only for whoever holds the lock of this home's changes, or founds it. */
export function rememberMade(world: World, home: FoundHome, made: Made, isSynced: boolean): void {
  const path = join(home.privateDir, madeHereName);
  // The first line of the file ends the time in which it was not kept: what is known from then goes before it.
  const before = world.lines.newest(path, 4096) === '' ? inherited(world, home) : [];
  for (const each of before) world.lines.append(path, JSON.stringify(each));
  world.lines.append(path, JSON.stringify(made), isSynced);
}

function parsed(line: string): Made | undefined {
  const value = jsonIn(line);
  // Torn by a power cut: then that change is asked about by its id in the ledger.
  if (!isRecord(value)) return undefined;
  const { id, line: hash, commit } = value;
  if (typeof id !== 'string') return undefined;
  return {
    id,
    ...(typeof hash === 'string' ? { line: hash } : {}),
    ...(typeof commit === 'string' || commit === null ? { commit } : {}),
  };
}

/**
 * What the private state of an earlier version still knows: nights by their receipts, the newest changes by the store. A line of the ledger
 * counts if one of these ids is its own and no other line has it.
 */
function inherited(world: World, home: FoundHome): Made[] {
  const known = new Map<string, string | null>();
  for (const line of world.lines.newest(join(home.privateDir, 'receipts.jsonl')).split('\n')) {
    const receipt = /"outcome":"ran"/u.test(line) ? parsed(line) : undefined;
    if (receipt !== undefined) known.set(receipt.id, receipt.commit ?? null);
  }
  for (const id of endedWell(world, home)) known.set(id, known.get(id) ?? null);
  if (known.size === 0) return [];
  const { lines } = ledgerOnDisk(world, home);
  const count = Map.groupBy(lines, ({ id }) => id);
  return [...known].map(([id, commit]): Made => {
    const [only, ...others] = count.get(id) ?? [];
    return { id, commit, ...(only === undefined || others.length > 0 ? {} : { line: only.hash }) };
  });
}

function endedWell(world: World, home: FoundHome): string[] {
  const read = (): string[] => {
    if (!world.stores.exists(home.privateDir)) return [];
    const ended = withStore(world, home, (store) => store.ended(50));
    return ended.flatMap(({ id, ending }) => (ending === 'done' ? [id] : [])).toReversed();
  };
  // A store that cannot be read vouches for nothing.
  return tryOr(read, () => []);
}

/** The ledger as it lies there; whoever cannot go on without it reads it himself. */
export function ledgerOnDisk(world: World, home: FoundHome): LedgerRead {
  const found = world.files.theirs(home.home, ledgerPath);
  return parseLedger(found.kind === 'file' ? decodeUtf8(found.content) : '');
}
