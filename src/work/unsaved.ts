// What a run left uncommitted: seen by comparing before and after, kept under a private ref of the home, and told to the next run.

import { join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { handedOn, isHomeFile, namesOf, someOf } from '../facts/facts.ts';
import { findSecrets } from '../secrets/secrets.ts';
import { counted, decodeUtf8, oneLine } from '../text/text.ts';
import type { ChangedFile, HeadState, Repository, SnapshotResult } from '../world/world.ts';
import type { Worker } from './work-types.ts';

/** The project as it stood at one moment. */
export interface Standing {
  readonly head: HeadState;
  readonly files: readonly ChangedFile[];
}

export async function standingOf({ world, home }: Worker, repository: Repository): Promise<Standing> {
  const { head, files } = await world.git.changed(repository);
  // Repositories inside it, and worktrees that harnesses make for their subagents, are not work on this one.
  const isWork = ({ path }: ChangedFile): boolean =>
    !isHomeFile(path, home.shape) && !path.endsWith('/') && !path.startsWith('.claude/worktrees/');
  return { head, files: files.filter(isWork) };
}

/** What is changed and was not before, or is otherwise than before. */
export function leftBy(before: Standing, after: Standing): readonly ChangedFile[] {
  const then = new Map(before.files.map((file) => [file.path, file]));
  return after.files.filter(({ path, kind, blob }) => {
    const known = then.get(path);
    return known === undefined || known.kind !== kind || known.blob !== blob;
  });
}

export interface Kept {
  /** Null if nothing could be kept. */
  readonly ref: string | null;
  readonly files: readonly string[];
  /** For the next pack. */
  readonly note: string;
}

/** More than this is told, and not kept. */
const most = { files: 200, bytes: 8 * 1024 * 1024 } as const;
/** Lines of our own recordings and private folders, wherever they lie: never kept anywhere else. */
const isPrivate = /(?:^|\/)(?:_[^/]*\.jsonl|\.(?:self|dream|git)(?:\/.*)?)$/u;

/** Keeps the files in the home's repository: the project is somebody else's. */
export async function keepUnsaved(
  worker: Worker,
  run: string,
  startedAt: string,
  left: readonly ChangedFile[],
): Promise<Kept> {
  const { world, home, agent } = worker;
  const { contents, out } = readAll(worker, left);
  const ref = `refs/dreamkeeper/wip/${run}`;
  const done = await snapshot(worker, {
    ...{ ref, most, files: contents, author: { name: agent, email: `${agent}@dreamkeeper.local` }, time: world.now() },
    message: [
      `wip: ${counted(left.length, 'file')} that the run ${run} left unsaved`,
      left.map(({ path, kind }) => `${kind} ${oneLine(path, 200)}`).join('\n'),
      `Dream-Id: ${run}`,
    ].join('\n\n'),
  });
  const notKept = [...out, ...done.left];
  const files = left.map(({ path }) => path);
  const where =
    done.commit === null ? 'none of it is kept' : `kept as ${ref}${home.shape === 'one' ? '' : ' in the home'}`;
  const rest =
    notKept.length === 0 ? '' : ` (not kept: ${told(notKept.map(({ path }) => path))}, ${notKept[0]?.why ?? ''})`;
  return {
    ref: done.commit === null ? null : ref,
    files,
    note: `The run of ${clock(startedAt)} left ${counted(files.length, 'file')} unsaved: ${told(files)}; ${where}${rest}.`,
  };
}

/** Names for a line of a pack: short enough that the ref behind them is not cut off, and none that reads like an order. */
function told(paths: readonly string[]): string {
  return oneLine(someOf(namesOf(handedOn(paths)), 4), 90);
}

async function snapshot(
  { world, home }: Worker,
  request: Parameters<Worker['world']['git']['snapshot']>[1],
): Promise<SnapshotResult> {
  try {
    return await world.git.snapshot(await world.git.open(home.repository, home.privateDir), request);
  } catch (error) {
    // A full disk, or a repository that cannot be written to: the files are still where they are, and that they are unsaved is told.
    if (!(error instanceof DreamkeeperError)) throw error;
    return { commit: null, kept: [], left: [...request.files.keys()].map((path) => ({ path, why: error.message })) };
  }
}

/** What is kept is read, and nothing beyond the limits: a run may have left a million files, or one that never ends. */
function readAll(
  worker: Worker,
  left: readonly ChangedFile[],
): {
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly out: readonly { readonly path: string; readonly why: string }[];
} {
  const contents = new Map<string, Uint8Array>();
  const out: { path: string; why: string }[] = [];
  let bytes = 0;
  for (const { path, kind } of left) {
    const read =
      kind === 'deleted'
        ? 'it was deleted'
        : contents.size >= most.files
          ? `more than ${most.files} files`
          : readFile(worker, path, most.bytes - bytes);
    if (typeof read === 'string') out.push({ path, why: read });
    else {
      contents.set(path, read);
      bytes += read.byteLength;
    }
  }
  return { contents, out };
}

/** The content, or why it is not kept. */
function readFile({ world, home, settings }: Worker, path: string, room: number): Uint8Array | string {
  if (isPrivate.test(path)) return 'it is private';
  const root = home.project.worktree ?? home.home;
  try {
    if ((world.closely.at(join(root, path))?.size ?? 0) > room)
      return `more than ${most.bytes / 1024 / 1024} MiB together`;
    const bytes = world.files.read(root, path);
    if (bytes === undefined) return 'it is gone';
    const hasSecrets = findSecrets(decodeUtf8(bytes), { allow: settings.secrets?.allow ?? [] }).length > 0;
    return hasSecrets ? 'there is a credential in it' : bytes;
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return 'it is no plain file, too large, or not ours to read';
  }
}

/** `14:02 UTC` of that day. */
export function clock(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
