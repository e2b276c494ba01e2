// What killed processes of ours left lying about: temporary files beside ours, drafts in the private folder.

import { basename, dirname, join } from 'node:path';
import { boardPath } from '../board/board.ts';
import { journalPaths, timeOfEntry } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type Found, finding, some } from './finding.ts';
import type { Patient } from './patient.ts';
import { stateFolder } from './read-state.ts';

const temporary = /^\.(.+)\.[0-9a-f]{24}\.tmp$/u;
const draft = /^(?:(?:blobs|tree|index)-[A-Za-z0-9]{6,24}(?:\.lock)?|held-[0-9a-f]{24})$/u;
/** Drafts that are made without the lock of the home's changes: of a sealed copy, of the switch, of a lock that was only tried. */
const unlocked = /^(?:state\.db-sealed\.json\.[0-9a-f]{16}|off\.json\.\d{1,10}|lock-[0-9a-f]{16}\.db)$/u;
/** A living writer is done in milliseconds. */
const oldEnough = 60_000;

/** The files of a home that we write ourselves, under the lock of its changes. */
const ours: readonly (readonly [folder: string, isOurs: (name: string) => boolean])[] = [
  ['.', (name) => [boardPath, 'dreamkeeper.yaml', 'lifecycle.org', memoryPath, 'DREAMS.md'].includes(name)],
  ['rem', (name) => journalPaths.includes(`rem/${name}`) || timeOfEntry(name) !== undefined],
  ['notes', (name) => name.endsWith('.md')],
];

interface LeftOvers {
  /** Paths of ours in the home that have temporary files beside them. */
  readonly beside: readonly string[];
  /** Names of drafts in the private folder that go with the lock of changes. */
  readonly drafts: readonly string[];
  /** Where writers hold no lock (private folders, git's `info`, settings of a harness): only old ones. */
  readonly files: readonly { readonly root: string; readonly path: string }[];
}

export function leftOversIn(world: World, home: FoundHome, now: number): LeftOvers {
  const { disk } = world;
  const beside = ours.flatMap(([folder, isOurs]) =>
    disk
      .names(join(home.home, folder))
      .flatMap((name) => temporary.exec(name)?.[1] ?? [])
      .filter(isOurs)
      .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
  );
  return {
    beside: [...new Set(beside)],
    drafts: disk.names(home.privateDir).filter((name) => draft.test(name)),
    files: unlockedPlaces(world, home).flatMap(({ root, folder, isOurs }) =>
      disk
        .names(join(root, folder))
        .filter(isOurs)
        .filter((name) => now - (disk.at(join(root, folder, name))?.written ?? now) > oldEnough)
        .map((name) => ({ root, path: folder === '.' ? name : `${folder}/${name}` })),
    ),
  };
}

interface Unlocked {
  readonly root: string;
  readonly folder: string;
  isOurs(name: string): boolean;
}

function unlockedPlaces(world: World, home: FoundHome): Unlocked[] {
  const isTemporaryOf =
    (target: RegExp) =>
    (name: string): boolean =>
      target.test(temporary.exec(name)?.[1] ?? '');
  const gits = [...new Set([home.repository.commonDir, home.project.commonDir])];
  const folders = gits.map((each) => join(each, 'dreamkeeper'));
  const states = new Set([home.privateDir, stateFolder(world, home) ?? home.privateDir]);
  return [
    ...gits.map((root) => ({ root, folder: 'info', isOurs: isTemporaryOf(/^exclude$/u) })),
    ...folders.flatMap((root) =>
      ['.', 'lens-sha1', 'lens-sha256'].map((folder) => ({ root, folder, isOurs: isTemporaryOf(/./u) })),
    ),
    ...[...states].map((root) => ({ root, folder: '.', isOurs: (name: string) => unlocked.test(name) })),
    ...world.harnesses.settings.map((path) => ({
      root: home.project.worktree ?? home.home,
      folder: dirname(path),
      isOurs: (name: string) => temporary.exec(name)?.[1] === basename(path),
    })),
  ];
}

export function checkLeftOvers({ world, home, now, isAtWork }: Patient): Found {
  // What lies there while another dk is at work is that one's.
  if (isAtWork) return [];
  const { beside, drafts, files } = leftOversIn(world, home, now);
  const found = [
    ...beside.map((path) => `a draft of ${path}`),
    ...drafts.map((name) => `dreamkeeper/${name}`),
    ...files.map(({ root, path }) => join(root, path)),
  ];
  if (found.length === 0) return [];
  return finding(
    'leftover',
    `A dk that was killed left temporary files behind: ${some(found)}.`,
    'They do no harm. `dk doctor --fix` removes them, and nothing else.',
    true,
  );
}
