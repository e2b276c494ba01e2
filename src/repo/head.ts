// Where HEAD points, and where a branch ends. Git is asked wherever its files are not the usual ones (`home/head` never asks).
import { readTheirs } from '../disk/disk.ts';
import { type HeadSays, type HeadState, readHeadFiles, readHeadText } from '../refs/refs.ts';
import { safeObject, safeRef } from './names.ts';
import { type Repository, type RepositoryPlace, textOf } from './repository.ts';

/** Where HEAD points. `plainPlace` is where the repository lies, if its format is the oldest and plainest one: then its files tell. */
export async function readHead(
  inside: Repository['inside'],
  plainPlace: RepositoryPlace | undefined,
): Promise<HeadState> {
  const plain = plainPlace === undefined ? undefined : readHeadFiles(plainPlace, textIn);
  if (plain?.ref?.startsWith('refs/heads/') && plain.commit?.length === 40)
    return { ref: safeRef(plain.ref), commit: plain.commit };
  // One question for the usual case: a branch that has a commit. What it cannot answer is asked step by step below.
  const both = await inside(['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD']);
  const [commitNow = '', refNow = ''] = both.kind === 'ok' ? both.stdout.toString('utf8').split('\n') : [];
  if (refNow.startsWith('refs/heads/')) return { ref: safeRef(refNow), commit: safeObject(commitNow) };
  const symbolic = await inside(['symbolic-ref', '--quiet', 'HEAD']);
  if (symbolic.kind === 'failed' && symbolic.exit === 1) {
    const detached = textOf(await inside(['rev-parse', '--verify', '--end-of-options', 'HEAD']), 'read HEAD').trim();
    return { ref: undefined, commit: safeObject(detached) };
  }
  const ref = safeRef(textOf(symbolic, 'read HEAD').trim());
  return { ref, commit: await readTip(inside, ref) };
}

/** Where a branch ends. */
export async function readTip(inside: Repository['inside'], ref: string): Promise<string | undefined> {
  const listed = textOf(await inside(['for-each-ref', '--format=%(objectname) %(refname)', ref]), 'read the branch');
  // A pattern also matches refs below it; only the ref itself counts.
  const commit = listed
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0];
  return commit === undefined ? undefined : safeObject(commit);
}

/** What the file HEAD says by itself. */
export function headFile(gitDir: string): HeadSays {
  return readHeadText(textIn(gitDir, 'HEAD') ?? '');
}

function textIn(folder: string, path: string): string | undefined {
  const found = readTheirs(folder, path);
  if (found.kind === 'absent') return undefined;
  // A link, a folder, not readable: git knows what it means, or says what is wrong.
  return found.kind === 'file' ? Buffer.from(found.content).toString('utf8') : '';
}
