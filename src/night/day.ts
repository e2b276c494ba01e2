// What others changed in a home of our own since the last night: committed as theirs, so that a clone is complete.
import { makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Gathering, homeBytes } from '../facts/facts.ts';
import type { Repository } from '../world/world.ts';

/** More than this is not a day's work on a memory. */
const mostFiles = 200;
/** Names every filesystem takes; what is called otherwise stays uncommitted. */
const plainName = /^[A-Za-z0-9_.][A-Za-z0-9_. /-]{0,200}$/u;

/**
 * Commits the board, notes and whatever else people and agents wrote into a home that is a repository of its own. In a home that is
 * somebody's repository, committing is theirs. Deleting is, too. What is staged, or cannot be committed now, waits for the next night.
 */
export async function commitDay(
  { world, home, agent }: Omit<Gathering, 'purpose'>,
  repository: Repository,
): Promise<string | null> {
  if (home.shape === 'one') return null;
  const { files } = await world.git.changed(repository);
  const staged = files.length === 0 ? new Set<string>() : await stagedIn(repository);
  const changed = files
    .filter(
      ({ path, kind }) =>
        (kind === 'modified' || kind === 'new') &&
        plainName.test(path) &&
        !/^(?:rem(?:\/|$)|_)/u.test(path) &&
        !staged.has(path),
    )
    .map(({ path }) => path)
    // Plain files only: where a link leads is not ours to keep.
    .filter((path) => homeBytes(world, home, path) !== undefined)
    .slice(0, mostFiles);
  if (changed.length === 0) return null;
  try {
    const done = await makeChange(world, home, {
      repository,
      files: changed.map((path) => ({ path, isHosts: true, edit: (content) => content ?? new Uint8Array() })),
      subject: `day: ${changed.slice(0, 3).join(', ')}${changed.length > 3 ? ` and ${changed.length - 3} more` : ''}`,
      agent,
    });
    return done.kind === 'changed' ? (done.commit ?? null) : null;
  } catch (error) {
    // A link, a folder, a name we do not write: their file stays as it is, and the dream does not wait for it.
    if (error instanceof DreamkeeperError && error.exit !== 11) return null;
    throw error;
  }
}

/** What somebody has staged: the next commit of it is theirs. */
async function stagedIn(repository: Repository): Promise<ReadonlySet<string>> {
  const { commit } = await repository.head();
  if (commit === undefined) return new Set();
  const listed = await repository.inside(['diff-index', '--cached', '--name-only', '--no-renames', '-z', commit, '--']);
  return new Set(listed.kind === 'ok' ? listed.stdout.toString('utf8').split('\0') : []);
}
