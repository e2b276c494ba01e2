// Entries of the journal, found by whatever name a person has for them.
import { madeHere } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { entryFiles, homeBytes, homeText } from '../facts/facts.ts';
import { type DreamEntry, isDream, isUndone, ledgerPath, parseEntry, parseLedger } from '../journal/journal.ts';
import { decodeUtf8, oneLine, printSafe } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';

export interface FoundEntry {
  readonly path: string;
  readonly id: string | null;
  readonly whose: 'ours' | 'changed' | 'foreign';
  readonly text: string;
  /** Undefined if it cannot be read; then `problem` says why. */
  readonly entry: DreamEntry | undefined;
  readonly problem: string | undefined;
}

/** All entries, newest first, read one by one as they are asked for. */
export function* listEntries(world: World, home: FoundHome): Generator<FoundEntry> {
  const ledger = parseLedger(homeText(world, home, ledgerPath));
  const made = madeHere(world, home).lines;
  const all = ledger.lines.filter(isDream).map((line) => [line.entry, line] as const);
  // Of several lines about one entry, the one that was written here.
  const nights = new Map([...all, ...all.filter(([, { hash }]) => made.has(hash))]);
  for (const name of entryFiles(world, home.home)) {
    const path = `rem/${name}`;
    const bytes = homeBytes(world, home, path);
    if (bytes === undefined) continue;
    const night = nights.get(path);
    const isAsWritten = night?.sha256 === world.files.hash(bytes);
    const isFromHere = night !== undefined && made.has(night.hash);
    const read = parseEntry(bytes);
    yield {
      path,
      id: night?.id ?? null,
      whose: !isFromHere ? 'foreign' : isAsWritten ? 'ours' : 'changed',
      text: decodeUtf8(bytes.subarray(0, 256 * 1024)),
      entry: read.kind === 'dream' ? read.entry : undefined,
      problem: read.kind === 'malformed' ? read.reason : undefined,
    };
  }
}

/** By `last`, a night's id or a beginning of it, or the entry's file name. */
export function findEntry(world: World, home: FoundHome, wanted: string): FoundEntry {
  const name = wanted.replace(/^rem\//u, '').replace(/\.org$/u, '');
  const matching: FoundEntry[] = [];
  for (const found of listEntries(world, home)) {
    if (wanted === 'last' || found.path === `rem/${name}.org` || found.id === wanted) return found;
    if (wanted.length >= 4 && found.id?.startsWith(wanted) === true) matching.push(found);
  }
  const [only, another] = matching;
  if (only !== undefined && another === undefined) return only;
  if (wanted === 'last') throw noneLeft(world, home);
  throw new DreamkeeperError(
    'E_NO_SUCH_NIGHT',
    `${another === undefined ? 'there is no dream called' : 'more than one dream begins with'} "${printSafe(oneLine(wanted, 60))}"`,
    { hint: 'Run `dk nights list` to see them.' },
  );
}

/** Nobody has dreamt here, or what was dreamt was taken back or removed. */
function noneLeft(world: World, home: FoundHome): DreamkeeperError {
  const ledger = parseLedger(homeText(world, home, ledgerPath));
  const nights = ledger.lines.filter(isDream);
  const last = nights.at(-1);
  const say = (message: string, hint: string): DreamkeeperError =>
    new DreamkeeperError('E_NO_SUCH_NIGHT', message, { hint });
  if (last === undefined) return say('there is no dream yet', 'Run `dk sleep` for the first.');
  if (!isUndone(ledger, last.id))
    return say('the dreams that were written here are gone from rem/', 'Run `dk doctor` to see what is missing.');
  const which = nights.length === 1 ? 'the only dream' : 'the last dream';
  return say(
    `there is no dream: ${which} (${last.id}) was taken back`,
    '`dk undo last --redo` puts it back; `dk sleep --force` writes another.',
  );
}
