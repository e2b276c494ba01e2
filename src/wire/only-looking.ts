// A world in which everything can be read and nothing be written: for whoever looks into somebody else's home.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import type { FoundHome, World } from '../world/world.ts';

/**
 * Every act that writes gives the reason instead. What is private to its owner, and cannot be read, is as if it were not there; git's own
 * scratch files are made in a temporary folder, which goes with the process.
 */
export async function onlyLooking(
  world: World,
  { privateDir }: Pick<FoundHome, 'privateDir'>,
  why: DreamkeeperError,
): Promise<World> {
  const { lookingDatabases, noCorpora } = await import('../store/store.ts');
  const refuse = (): never => {
    throw why;
  };
  let made: string | undefined;
  const scratch = (): string => {
    if (made !== undefined) return made;
    made = ownFolder(createHash('sha256').update(privateDir).digest('hex').slice(0, 16));
    return made;
  };
  const { files, git, lines, places, disk } = world;
  return {
    ...world,
    files: {
      ...files,
      ...{ write: refuse, remove: refuse, sweep: refuse, makeFolder: refuse },
      read: (root, path) =>
        root === privateDir ? orNothing(() => files.read(root, path), undefined) : files.read(root, path),
    },
    git: {
      ...git,
      ...{ create: refuse, commit: refuse, snapshot: refuse, reclaim: refuse, settle: refuse },
      open: (place) => git.open(place, scratch()),
    },
    places: { ...places, off: (home) => orNothing(() => places.off(home), undefined) },
    // Nothing can be written here, so nobody has to be kept out.
    locks: { take: () => ({ release: () => undefined }) },
    stores: lookingDatabases(why),
    corpora: noCorpora(why),
    lines: {
      ...{ append: refuse, step: refuse, log: refuse },
      logged: async (home, path, most) => {
        const there = await lines.logged({ ...home, privateDir: scratch() }, path, most).catch(() => '');
        return there;
      },
      newest: (path, most) => orNothing(() => lines.newest(path, most), ''),
      day: async (home) => {
        const day = await lines.day({ ...home, privateDir: scratch() });
        return { ...day, newest: (most) => orNothing(() => day.newest(most), '') };
      },
    },
    disk: { ...disk, setMode: refuse, putAside: refuse },
  };
}

/** One for each home and process, however often it is looked at; it goes with the process. */
function ownFolder(of: string): string {
  const usual = join(tmpdir(), `dreamkeeper-look-${process.pid}-${of}`);
  const there = lstatSync(usual, { throwIfNoEntry: false });
  if (there?.isDirectory() === true && there.uid === process.getuid?.() && (there.mode & 0o77) === 0) return usual;
  // Where somebody else has taken the name, each look has a folder of its own.
  const folder = there === undefined ? usual : mkdtempSync(`${usual}-`);
  if (there === undefined) mkdirSync(folder, { mode: 0o700 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What may not be read is not there. */
function orNothing<Answer>(ask: () => Answer, nothing: Answer): Answer {
  try {
    return ask();
  } catch (error) {
    const isOurs = error instanceof DreamkeeperError;
    const isDenied = ['EACCES', 'EPERM'].includes(errnoOf(isOurs ? error.cause : error) ?? '');
    if (isDenied || (isOurs && error.code === 'E_NO_PERMISSION')) return nothing;
    throw error;
  }
}
