// Snapshots that have grown old: their refs are dropped, and git takes what they held when it next tidies up.
import { DreamkeeperError } from '../errors/errors.ts';
import { safeObject, safeRef } from './names.ts';
import { bytesOf, type Repository } from './repository.ts';

export interface PruneRequest {
  /** A folder of refs of ours, below `refs/dreamkeeper/`. */
  readonly below: string;
  /** Those whose commit is older go. */
  readonly olderThan: Date;
  /** So many of the youngest stay, however old they seem: a clock may jump. */
  readonly keep: number;
}

/** Whoever waits for this waits for one git each; the rest is for the next time. */
const mostAtOnce = 50;

/** Drops them, and gives their names. A ref that somebody moved meanwhile, or that is no commit, stays. */
export async function pruneRefs(repository: Repository, request: PruneRequest): Promise<readonly string[]> {
  const below = safeRef(request.below);
  if (!below.startsWith('refs/dreamkeeper/'))
    throw new DreamkeeperError('E_BAD_NAME', `${below} is not a folder of refs of ours`, {
      hint: 'Snapshots are below refs/dreamkeeper/.',
    });
  const format = '--format=%(committerdate:unix) %(objectname) %(refname)';
  const listed = bytesOf(await repository.inside(['for-each-ref', format, `${below}/`]), 'list the snapshots');
  const refs = listed.toString('utf8').split('\n').flatMap(refOf);
  const old = refs
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(request.keep)
    .filter(({ seconds }) => seconds * 1000 < request.olderThan.getTime())
    .slice(-mostAtOnce);
  const dropped: string[] = [];
  // One by one: of several in one go, none would be dropped if one of them was moved.
  for (const { ref, commit } of old) {
    const outcome = await repository.inside(['update-ref', '-d', '--end-of-options', ref, commit]);
    if (outcome.kind === 'ok') dropped.push(ref);
  }
  return dropped;
}

/** A name that we would not make is not ours to drop. */
function refOf(line: string): { readonly seconds: number; readonly commit: string; readonly ref: string }[] {
  const [, seconds, commit = '', ref = ''] =
    /^(\d+) ([0-9a-f]+) (refs\/dreamkeeper\/[a-z]+\/[a-z0-9-]+)$/u.exec(line) ?? [];
  return seconds === undefined ? [] : [{ seconds: Number(seconds), commit: safeObject(commit), ref: safeRef(ref) }];
}
