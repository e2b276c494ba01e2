// Whose the files of a home are: one run of somebody else, such as root, leaves files that its owner cannot change any more.
import { join } from 'node:path';
import { type Found, finding, some } from './finding.ts';
import { ourPaths } from './open-repository.ts';
import type { Patient } from './patient.ts';

/** What is ours in a home. In a home that is a project, too, the rest is not for us to judge. */
const isOwn = (name: string): boolean =>
  ourPaths.includes(name) || name === 'lifecycle.org' || /^_.*\.jsonl$/u.test(name);

export function checkOwners({ world, home }: Patient): Found {
  const owner = world.disk.at(home.home)?.owner;
  if (owner === undefined) return [];
  const { names, at } = world.disk;
  const within = (folder: string, isMeant: (name: string) => boolean = () => true): string[] =>
    names(folder)
      .filter(isMeant)
      .map((name) => join(folder, name));
  const { gitDir, commonDir } = home.repository;
  const objects = join(commonDir, 'objects');
  const paths = [
    ...within(home.home, isOwn),
    ...['rem', 'notes'].flatMap((folder) => within(join(home.home, folder))),
    ...[home.privateDir, gitDir, objects, join(commonDir, 'refs', 'heads')].flatMap((folder) => within(folder)),
    ...within(objects).flatMap((folder) => within(folder)),
  ];
  const others = [...new Set(paths)].filter((path) => (at(path)?.owner ?? owner) !== owner);
  if (others.length === 0) return [];
  const what =
    home.shape === 'one' ? [commonDir, ...others.filter((path) => !path.startsWith(commonDir))] : [home.home];
  return finding(
    'owner-mixed',
    `The home is user ${owner}'s, and files in it are not: ${some(others)}. Somebody else, perhaps root, ran dk or git here.`,
    `Give them back, as root: \`chown -R ${owner} ${what.join(' ')}\`.`,
  );
}
