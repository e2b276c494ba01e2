// The index of the home's repository: there, and readable. Without one git takes every file for removed; with garbage nobody can commit.
import { join } from 'node:path';
import { oneAtATime, patience } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { type Finding, finding } from './finding.ts';
import type { OpenRepository } from './open-repository.ts';
import type { Patient } from './patient.ts';
import { putAside } from './put-aside.ts';

/** Why it cannot be used; `gone` if there is none. A repository without a commit needs none, and in the middle of a merge it is left alone. */
async function whatIsWrong({ world }: Patient, { repository, head }: OpenRepository): Promise<string | undefined> {
  const seen = world.disk.at(join(repository.place.gitDir, 'index'));
  if (seen === undefined) return head.commit === undefined ? undefined : 'gone';
  if (seen.kind === 'folder' || seen.kind === 'other') return 'it is no file';
  const listed = await repository.inside(['ls-files', '-z', '--', 'rem']);
  return listed.kind === 'failed' ? oneLine(printSafe(listed.stderr), 200) : undefined;
}

export async function checkIndexFile(patient: Patient, open: OpenRepository): Promise<Finding[]> {
  const wrong = await whatIsWrong(patient, open);
  if (wrong === undefined) return [];
  const isFixable = open.busy === undefined;
  const wait = `Finish or abort the ${open.busy}, and look again.`;
  return [
    wrong === 'gone'
      ? finding(
          'index-missing',
          "Git's index is gone: git thinks that every file was removed, and your next commit would remove them all.",
          isFixable
            ? '`dk doctor --fix` makes a new one from the last commit, as `git reset` does; no file changes.'
            : wait,
          isFixable,
        )
      : finding(
          'index-unreadable',
          `Git's index cannot be read (${wrong}): nobody can commit here.`,
          isFixable
            ? '`dk doctor --fix` moves it into lost-and-found/ and makes a new one from the last commit. No file changes, but you have to stage your files again.'
            : wait,
          isFixable,
        ),
  ];
}

/** Made from the last commit. Git does it under its own lock, and keeps to what a sparse checkout leaves out. */
export async function remakeIndex(patient: Patient): Promise<string[]> {
  const { world, home } = patient;
  if ('error' in patient.repository) return [];
  const open = patient.repository.value;
  const { head, repository } = open;
  const lock = await oneAtATime(world, home, patience);
  try {
    const wrong = await whatIsWrong(patient, open);
    if (wrong === undefined || open.busy !== undefined) return [];
    const index = join(repository.place.gitDir, 'index');
    const moved = wrong === 'gone' ? [] : [putAside(patient, index, home.privateDir)];
    if (head.commit === undefined) return moved;
    const made = await repository.inside(['read-tree', '-m', head.commit]);
    if (made.kind === 'ok') return [...moved, `made a new git index from ${head.commit.slice(0, 10)}`];
    throw new DreamkeeperError('E_GIT', 'git could not make a new index', {
      hint: 'Run `git reset` in the home; it changes none of your files.',
    });
  } finally {
    lock.release();
  }
}
