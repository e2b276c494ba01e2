// Which files of a folder an index has: all that hold text, as in recall; what its ignore files name, and what is private, is left out.
import { ignoredBy, isElses, isNoise, isSeen, largestIgnoreFile, patternsIn } from '../recall/recall.ts';
import { isPrivateName } from '../steps/steps.ts';
import type { World } from '../world/world.ts';

/** More than a person writes in a life; beyond it, an index says where it stopped. */
export const bounds = { files: 100_000, bytes: 1024 * 1024 * 1024, depth: 64 };

type What = 'file' | 'folder' | 'other';

/** Whether something below the folder is left out. */
export function leftOutIn(world: World, folder: string): (path: string, what: What) => boolean {
  const isIgnored = ignoredBy({
    outer: [world.places.ignoredEverywhere()],
    read: (below) =>
      patternsIn(world.files.theirs(folder, below === '' ? '.gitignore' : `${below}/.gitignore`, largestIgnoreFile)),
  });
  return (path, what) => {
    const name = path.split('/').at(-1) ?? '';
    if (what === 'other' || isPrivateName(path) || (name.startsWith('.') && !isSeen.test(path))) return true;
    if (what === 'folder') return isElses.test(path) || isIgnored(path, true);
    return isNoise.test(path) || isIgnored(path, false);
  };
}

/** The names of all its files, without reading one; undefined behind the last if there are too many. */
export function namesIn(world: World, folder: string): readonly string[] {
  const isLeftOut = leftOutIn(world, folder);
  const names: string[] = [];
  const skip = (path: string, what: What): boolean => {
    if (names.length >= bounds.files || isLeftOut(path, what)) return true;
    if (what === 'folder') return false;
    // Seen, and therefore not to be read.
    names.push(path);
    return true;
  };
  for (const _ of world.files.walk(folder, { most: bounds, skip })) {
    // Nothing is given: every file has been passed over by its name.
  }
  return names;
}
