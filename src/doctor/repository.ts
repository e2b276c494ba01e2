// The repository of a home: whether git is there, whether it can be read, and whether our files in it still can.
import { counted } from '../text/text.ts';
import type { Repository } from '../world/world.ts';
import { attempt } from './attempt.ts';
import { type Finding, type Found, finding, some } from './finding.ts';
import type { OpenRepository } from './open-repository.ts';
import type { Patient } from './patient.ts';

export function checkGit({ git }: Patient): Found {
  return 'error' in git && finding('git-version', `${git.error.message}.`, git.error.hint);
}

export function checkReadable({ git, repository }: Patient): Found {
  if ('error' in git || 'value' in repository) return [];
  const { message } = repository.error;
  return finding(
    'repository-unreadable',
    `The repository of this home cannot be read: ${message}.`,
    'Run `git status` and `git fsck` in the home; git says more.',
  );
}

export function checkStanding(_: Patient, { busy, head }: OpenRepository): Found {
  if (busy !== undefined)
    return finding(
      'repository-busy',
      `A ${busy} is under way in the home; Dreamkeeper writes nothing until it is over.`,
      `Finish or abort the ${busy}, and run \`dk doctor\` again: it did not check what the ${busy} changes.`,
    );
  if (head.ref !== undefined) return [];
  return finding(
    'head-detached',
    'The home is on no branch (detached HEAD); Dreamkeeper does not sleep or move tasks until it is.',
    'Switch to a branch with `git switch`.',
  );
}

/** Read in one go; where that fails, one by one. */
const atOnce = 500;
const mostFiles = 5000;

/** Reads every one of our files as the last commit has it. */
export async function checkObjects(_: Patient, open: OpenRepository): Promise<Found> {
  const { repository, head, committed } = open;
  if (head.commit === undefined || open.isOutOfReach) return [];
  if (committed === undefined) return lost(`the last commit (${head.commit.slice(0, 7)}), or one before it`);
  const files = [...committed].slice(-mostFiles);
  const bad: string[] = [];
  for (let at = 0; at < files.length; at += atOnce)
    bad.push(...(await unreadable(repository, files.slice(at, at + atOnce))));
  return bad.length > 0 && lost(`${counted(bad.length, 'file')} of the last commit (${some(bad)})`);
}

function lost(what: string): Finding {
  return finding(
    'objects-missing',
    `Git cannot read ${what} any more: objects are missing or damaged.`,
    'Run `git fsck` in the home. Bring the objects back from a clone or a backup (`git fetch` from it); if the file on disk is still right, `git hash-object -w <file>` makes its object again.',
  );
}

async function unreadable(
  repository: Repository,
  files: readonly (readonly [path: string, blob: string])[],
): Promise<string[]> {
  const input = files.map(([, blob]) => `${blob}\n`).join('');
  // One that is damaged ends it; so does more than we are ready to hold.
  const read = await attempt(() => repository.throughLens(['cat-file', '--batch'], { input }));
  // Of one that is not there, git says so in a line of its own, and goes on.
  if ('value' in read && !read.value.includes(' missing\n')) return [];
  const bad: string[] = [];
  for (const [path, blob] of files) if ('error' in (await attempt(() => repository.readBlob(blob)))) bad.push(path);
  return bad;
}
