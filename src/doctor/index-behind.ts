// The index that did not follow a commit of ours: the person's next commit would take the dream back without anybody wanting it.
import { join } from 'node:path';
import { oneAtATime, patience } from '../change/change.ts';
import { homeBytes } from '../facts/facts.ts';
import { type Found, finding, some } from './finding.ts';
import { namesIn, type OpenRepository } from './open-repository.ts';
import { ledgerOf, type Patient } from './patient.ts';
import { onTheirWay } from './read-state.ts';

/** Files of the journal that are on disk as the last commit has them, and in the index are not. */
async function pathsBehind(patient: Patient, open: OpenRepository): Promise<string[]> {
  const { repository, head, committed, busy } = open;
  if (head.commit === undefined || committed === undefined || busy !== undefined) return [];
  // Where there is none, that is said by itself, and made anew as a whole.
  if (patient.world.disk.at(join(repository.place.gitDir, 'index')) === undefined) return [];
  const args = ['diff-index', '--cached', '-z', '--name-only', '--no-renames', head.commit, '--', 'rem'];
  const coming = onTheirWay(patient.state);
  return namesIn(await repository.inside(args)).filter((path) => {
    const disk = homeBytes(patient.world, patient.home, path);
    const blob = disk === undefined ? undefined : repository.blobName(disk);
    return !coming.has(path) && committed.get(path) === blob;
  });
}

/**
 * The commit of ours that the index missed: all of its files are there as they were before it. Somebody who took one of them out by hand has
 * not put the others back as well.
 */
async function missedCommit(
  patient: Patient,
  { repository, nightCommits }: OpenRepository,
): Promise<{ commit: string; paths: readonly string[] } | undefined> {
  const { world } = patient;
  const known = new Set(ledgerOf(patient).lines.map(({ id }) => id));
  const last = nightCommits.find(({ id }) => known.has(id));
  const shown = last === undefined ? undefined : await world.git.show(repository, last.commit);
  if (shown === undefined) return undefined;
  const { commit, parent, paths } = shown;
  const before =
    parent === undefined
      ? paths.map(() => undefined)
      : await world.git.blobsThen(
          repository,
          paths.map((path) => ({ commit: parent, path })),
        );
  const lines = await repository.inside(['ls-files', '-s', '-z', '--', ...paths]);
  const staged = new Map(
    namesIn(lines).map((line) => {
      const [, blob = '', path = ''] = /^\d{6} ([0-9a-f]+) 0\t(.+)$/su.exec(line) ?? [];
      return [path, blob];
    }),
  );
  return paths.every((path, index) => staged.get(path) === before[index]) ? { commit, paths } : undefined;
}

export async function checkIndex(patient: Patient, open: OpenRepository): Promise<Found> {
  const behind = await pathsBehind(patient, open);
  if (behind.length === 0) return [];
  const missed = await missedCommit(patient, open);
  return finding(
    'index-behind',
    `The index does not have ${some(behind)} as the last commit does: your next commit would take that back.`,
    missed === undefined
      ? 'If you did not stage that, run `git reset -- rem` in the home.'
      : 'A dk was killed before the index could follow. Run `dk doctor --fix`, or `git reset -- rem` in the home.',
    missed !== undefined,
  );
}

/** Lets the index follow. What it has otherwise than before that commit is the person's, and stays. */
export async function followCommit(patient: Patient): Promise<string[]> {
  const { world, home } = patient;
  if ('error' in patient.repository) return [];
  const open = patient.repository.value;
  const lock = await oneAtATime(world, home, patience);
  try {
    const missed = await missedCommit(patient, open);
    if (missed === undefined || (await pathsBehind(patient, open)).length === 0) return [];
    await world.git.settle(open.repository, missed.commit, missed.paths);
    return [`let the index follow ${missed.commit.slice(0, 10)}`];
  } finally {
    lock.release();
  }
}
