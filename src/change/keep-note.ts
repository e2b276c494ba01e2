// One thing to remember, written down: the bullet in its file, and the line of the ledger that says whose it is and what it is about.
import { hash } from 'node:crypto';
import { tryOr } from '../errors/errors.ts';
import {
  type LedgerRead,
  ledgerPath,
  type MemoryUpkeep,
  memoryMarks,
  type NoteLine,
  type PinLine,
  readLedger,
} from '../journal/journal.ts';
import {
  conceptsIn,
  identityOf,
  isSaidIn,
  lastOf,
  memoriesIn,
  memoryPath,
  noteChange,
  notesFolder,
  otherIdOf,
  recordOf,
  withNote,
} from '../memory/memory.ts';
import { heardDays, heardFile, isHeard } from '../steps/steps.ts';
import { decodeUtf8, isRecord, jsonIn } from '../text/text.ts';
import type { AgentHome, Place } from '../world/world.ts';
import { asWritten } from './as-written.ts';
import type { FileEdit } from './change-types.ts';
import { ledgerAttributes, ledgerLine } from './ledger-line.ts';
import { madeHere } from './made-here.ts';

export interface KeptNote {
  /** By which it is known. */
  readonly memory: string;
  readonly path: string;
  readonly subject: string;
  readonly files: readonly FileEdit[];
}

/** `id` is that of the change, `k-…`, or `p-…` if it is pinned at once. What stands in today's notes already gets no line. */
export function keepNote(
  { world, home, agent }: Pick<AgentHome, 'world' | 'home' | 'agent'>,
  text: string,
  id: string,
  memories?: MemoryUpkeep,
): KeptNote {
  const now = world.now();
  const { path, files, subject } = noteChange(now, text);
  const before = tryOr(() => world.files.read(home.home, path));
  const after = withNote(before, text);
  const isPinned = id.startsWith('p-');
  const { sha256 } = identityOf(text);
  const ledger = ledgerOf({ world, home });
  const memory = idIn(ledger, text);
  if (after === before || !(isPinned || ledger?.isWhole === true)) return { memory, path, subject, files };
  // It is written at the end: what stands far before it says nothing of it.
  const placed = memoriesIn(path, lastOf(after)).map((each) => ({ ...each, path }));
  const written = placed.findLast((each) => each.sha256 === sha256);
  const about = {
    ...{
      id,
      agent,
      time: now.toISOString(),
      memory,
      sha256,
      origin: originOf({ world, home }, text, now),
      concepts: conceptsIn(text),
      ...(isTold({ world, home, agent }, text, sha256) ? { told: true } : {}),
    },
    ...(written === undefined ? {} : recordOf(written, placed)),
    ...(memories === undefined ? {} : { memories }),
  };
  if (isPinned) {
    const pin: PinLine = { kind: 'pin', ...about, pinned: true };
    return { memory, path, subject, files: [...files, ledgerLine(world, home, pin), ledgerAttributes] };
  }
  const note: NoteLine = { kind: 'note', ...about };
  return { memory, path, subject, files: [...files, ledgerLine(world, home, note), ledgerAttributes] };
}

/** Untrusted, if half of it stood in what the web or a foreign tool answered in the last days. */
function originOf({ world, home }: Place, text: string, now: Date): 'agent' | 'untrusted' {
  return isHeard(text, heardIn({ world, home }, now), (words) => hash('sha256', words, 'hex')) ? 'untrusted' : 'agent';
}

/** Whether a pack or another memory said it before, word for word: then it is only said again. What stands there already in just these words is no echo of itself. */
function isTold(
  { world, home, agent }: Pick<AgentHome, 'world' | 'home' | 'agent'>,
  text: string,
  sha256: string,
): boolean {
  const contentOf = (root: string, path: string): Uint8Array =>
    tryOr(() => world.files.read(root, path)) ?? new Uint8Array();
  const names = (tryOr(() => world.files.list(home.home, notesFolder)) ?? []).slice(-mostFiles);
  const paths = [memoryPath, ...names.map((name) => `${notesFolder}/${name}`)];
  const saying = paths.filter((path) => isSaidIn(text, decodeUtf8(contentOf(home.home, path))));
  const isSame = (path: string): boolean =>
    memoriesIn(path, contentOf(home.home, path)).some((each) => each.sha256 === sha256);
  if (saying.some(isSame)) return false;
  return (
    saying.length > 0 ||
    [`woken-${agent}.json`, `pack-${agent}.json`].some((name) => {
      const kept = jsonIn(decodeUtf8(contentOf(home.privateDir, name)));
      return isRecord(kept) && typeof kept.pack === 'string' && isSaidIn(text, kept.pack);
    })
  );
}

/** Of notes that are looked through for it, the newest. */
const mostFiles = 1000;

/** One day after the other, so that no more is read than is needed. */
function* heardIn({ world, home }: Place, now: Date): Generator<string> {
  for (let back = 0; back <= heardDays; back += 1) {
    const name = heardFile(new Date(now.getTime() - back * 24 * 60 * 60 * 1000));
    const bytes = tryOr(() => world.files.read(home.privateDir, name));
    if (bytes !== undefined) yield decodeUtf8(bytes);
  }
}

/** A ledger that is not whole is the doctor's; what somebody wants to remember is kept all the same. */
function ledgerOf({ world, home }: Place): { readonly read: LedgerRead; readonly isWhole: boolean } | undefined {
  const read = tryOr(() => readLedger(world.files.read(home.home, ledgerPath)));
  if (read === undefined) return undefined;
  return { read, isWhole: asWritten(read, madeHere(world, home)).broken === undefined };
}

/** Two texts can be made whose ids are the same: the id is that of the one that the ledger knows. */
function idIn(ledger: { readonly read: LedgerRead } | undefined, text: string): string {
  const { id, sha256 } = identityOf(text);
  const known = ledger === undefined ? undefined : memoryMarks(ledger.read).known.get(id);
  return known === undefined || known.sha256 === sha256 ? id : otherIdOf(text);
}
