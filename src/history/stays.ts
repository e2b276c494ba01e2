// What of a change would stay if it was taken back: then it is not taken back at all, and that is said.
import { boardPath } from '../board/board.ts';
import { contentsThen, readUndos } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { attributesPath, isDream, ledgerPath } from '../journal/journal.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { ShownCommit } from '../world/world.ts';
import type { Archive } from './changes.ts';

/**
 * A dream is its entry and a wake its moves, as the ledger says; whatever else their commit brought along is not theirs. A verb is all of its
 * commit, and so is a night without a dream, and what only a later version knows.
 */
function isWholeCommit({ ledger }: Archive, id: string): boolean {
  return !/^[nw]-/u.test(id) || ledger.lines.some((line) => line.id === id && line.kind === 'night' && !isDream(line));
}

/**
 * Refuses a change of which more would stay than the record of it. `taken` are the files that can be reversed. To say "taken back" of a change that
 * is still there would be a lie, and to take half of it back another change.
 */
export async function refuseIfAnyStays(
  archive: Archive,
  id: string,
  commit: ShownCommit,
  taken: readonly string[],
): Promise<void> {
  if (!isWholeCommit(archive, id)) return refuseIfActStays(archive, id, commit);
  const others = commit.paths.filter((path) => !taken.includes(path));
  const stays: string[] = [];
  for (const path of others) if (!(await isRecord(archive, id, commit, path))) stays.push(path);
  if (stays.length === 0 && (taken.length > 0 || isInLedgerOnly(archive, id))) return;
  throw wouldStay(archive, id, commit, stays.length === 0 ? commit.paths : stays);
}

/** A pin, or whose a memory is, is its line in the ledger and nothing else: to say there that it was taken back is to take it back. */
function isInLedgerOnly({ ledger }: Archive, id: string): boolean {
  return ledger.lines.some((line) => line.id === id && (line.kind === 'pin' || line.kind === 'whose'));
}

/** A dream may have had company: what another act of that night did, and its commit does not say how to take back, would stay. */
function refuseIfActStays(archive: Archive, id: string, commit: ShownCommit): void {
  const undos = readUndos(commit.body);
  if (undos === undefined || !commit.committer.endsWith('@dreamkeeper.local')) return;
  const named = new Set(undos.map(({ path }) => path));
  const stays = commit.paths.filter((path) => !named.has(path) && !path.startsWith('rem/'));
  if (stays.length > 0) throw wouldStay(archive, id, commit, stays);
}

/**
 * The ledger says that it was taken back. An earlier version may have said so of a file that it could not put back; if what was written there
 * still stands there as it was, it was not.
 */
export async function refuseIfStillThere(
  archive: Archive,
  id: string,
  commit: ShownCommit,
  taken: readonly string[],
): Promise<void> {
  const { world, home, repository } = archive;
  const others = taken.filter((path) => path !== boardPath);
  const wanted = others.map((path) => ({ commit: commit.commit, path }));
  const after = await contentsThen(world, repository, wanted);
  const there = others.filter((path, index) => {
    const now = world.files.read(home.home, path);
    return now !== undefined && world.files.hash(now) === world.files.hash(after[index]);
  });
  if (there.length > 0) throw wouldStay(archive, id, commit, there);
  await refuseIfAnyStays(archive, id, commit, taken);
}

function wouldStay(archive: Archive, id: string, commit: ShownCommit, named: readonly string[]): DreamkeeperError {
  const shown = named.slice(0, 10).map((path) => printSafe(oneLine(path, 120)));
  const more = named.length > shown.length ? ` and ${named.length - shown.length} more` : '';
  return new DreamkeeperError(
    'E_NOT_UNDOABLE',
    `${id} (${printSafe(oneLine(commit.subject, 60))}) cannot be undone by \`dk undo\`: ${shown.join(', ')}${more} would stay as ${named.length === 1 ? 'it is' : 'they are'}`,
    { hint: `Nothing was changed. ${byHand(archive, commit, named)}` },
  );
}

/** The journal is only ever added to; anything else git can take back in one commit. */
function byHand({ home }: Archive, { commit }: ShownCommit, stays: readonly string[]): string {
  if (stays.some((path) => path.startsWith('rem/')))
    return 'The journal itself stays as it is; a night in it has its own id (`dk nights list`). Look at the commit with `git show` in the home.';
  const folder = home.home.replaceAll('\\', '/');
  const quoted = /^[\w./:@+-]+$/u.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`;
  return `Take it back by hand: \`git -C ${printSafe(quoted)} revert --no-edit ${commit.slice(0, 7)}\`.`;
}

/** What a change leaves behind to say that it was: its own line in the ledger, and how ledgers are joined. */
async function isRecord(archive: Archive, id: string, { commit, parent }: ShownCommit, path: string): Promise<boolean> {
  if (path !== ledgerPath && path !== attributesPath) return false;
  const wanted = [{ commit, path }, ...(parent === undefined ? [] : [{ commit: parent, path }])];
  const [after, before] = await contentsThen(archive.world, archive.repository, wanted);
  if (path === attributesPath) return before === undefined;
  const [now = '', then = ''] = [after, before].map((bytes) => Buffer.from(bytes ?? []).toString('latin1'));
  if (!now.startsWith(then)) return false;
  const added = now.slice(then.length).split('\n');
  return added.every((line) => line === '' || line.includes(`"id":"${id}"`));
}
