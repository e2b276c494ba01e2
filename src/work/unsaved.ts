// What a run left uncommitted: seen by comparing before and after, kept under a private ref of the home, and told to the next run.

import { heldBack, netOf } from '../change/change.ts';
import { zoneOf } from '../config/config.ts';
import { unlessBug } from '../errors/errors.ts';
import { handedOn, isHomeFile, namesOf, someOf } from '../facts/facts.ts';
import { unsavedRefs } from '../night/night.ts';
import { isPrivateName } from '../steps/steps.ts';
import { counted, localTime, oneLine } from '../text/text.ts';
import type { AgentHome, ChangedFile, HeadState, KeptFile, Repository, SnapshotResult } from '../world/world.ts';
import { besideGit } from './beside-git.ts';

/** The project as it stood at one moment. */
export interface Standing {
  readonly head: HeadState;
  readonly files: readonly ChangedFile[];
}

export async function standingOf(worker: AgentHome, repository: Repository): Promise<Standing> {
  const { world, home } = worker;
  const { head, files } = await world.git.changed(repository);
  const beside = await besideGit(worker, repository);
  const known = new Set(beside.map(({ path }) => path));
  // Repositories inside are known better by looking than by git; worktrees that harnesses make for their subagents are not work on this one.
  const isWork = ({ path }: ChangedFile): boolean =>
    !isHomeFile(path, home.shape) &&
    !path.endsWith('/') &&
    !world.harnesses.isTheirs(path) &&
    !known.has(path) &&
    !known.has(`${path}/`);
  return { head, files: [...files.filter(isWork), ...beside] };
}

/** What is changed and was not before, or is otherwise than before. */
export function leftBy(before: Standing, after: Standing): readonly ChangedFile[] {
  const then = new Map(before.files.map((file) => [file.exact ?? file.path, file]));
  return after.files.filter(({ path, exact = path, kind, blob }) => {
    const known = then.get(exact);
    return known === undefined || known.kind !== kind || known.blob !== blob;
  });
}

export interface KeptFiles {
  /** Null if nothing could be kept. */
  readonly ref: string | null;
  readonly files: readonly string[];
  /** For the next pack. */
  readonly note: string;
}

/** More than this is told, and not kept. */
const most = { files: 200, bytes: 8 * 1024 * 1024 } as const;
const inWords = `${most.bytes / 1024 / 1024} MiB`;
/** Private folders, wherever they lie: never kept anywhere else. */
const isPrivateFolder = /(?:^|\/)\.(?:self|dream|git)(?:\/|$)/iu;

interface NotKept {
  readonly path: string;
  readonly why: string;
}

/** Keeps the files in the home's repository: the project is somebody else's. */
export async function keepUnsaved(
  worker: AgentHome,
  run: string,
  startedAt: string,
  left: readonly ChangedFile[],
): Promise<KeptFiles> {
  const { world, home, agent, settings } = worker;
  const { redact } = netOf(settings);
  const { contents, out } = readAll(worker, left);
  const ref = `${unsavedRefs}/${run}`;
  const message = [
    `wip: ${counted(left.length, 'file')} that the run ${run} left unsaved`,
    left.map(({ path, kind }) => `${kind} ${oneLine(redact(path), 200)}`).join('\n'),
    `Dream-Id: ${run}`,
  ].join('\n\n');
  const author = { name: agent, email: `${agent}@dreamkeeper.local` };
  const snapshot = async (): Promise<Pick<SnapshotResult, 'commit' | 'left'>> => {
    const repository = await world.git.open(home.repository, home.privateDir);
    return world.git.snapshot(repository, { ref, most, files: contents, author, time: world.now(), message });
  };
  // A full disk, or a repository that cannot be written to: the files are still where they are, and that they are unsaved is told.
  const done = await snapshot().catch(
    unlessBug(({ message: why }) => ({ commit: null, left: [...contents.keys()].map((path) => ({ path, why })) })),
  );
  const files = left.map(({ path }) => redact(path));
  const where =
    done.commit === null ? 'none of it is kept' : `kept as ${ref}${home.shape === 'one' ? '' : ' in the home'}`;
  return {
    ref: done.commit === null ? null : ref,
    files,
    note: `The run of ${localTime(startedAt, zoneOf(settings, world))} left ${counted(files.length, 'file')} uncommitted: ${namesIn(files)}; ${where}${reasons([...out, ...done.left])}.`,
  };
}

/** Names for a line of a pack: short enough that the ref behind them is not cut off, and none that reads like an order. */
function namesIn(paths: readonly string[]): string {
  return oneLine(someOf(namesOf(handedOn(paths)), 4) || counted(paths.length, 'file'), 90);
}

/** Each file with its own reason; files with the same one together. */
function reasons(notKept: readonly NotKept[]): string {
  if (notKept.length === 0) return '';
  const groups = Map.groupBy(notKept, ({ why }) => why);
  const words = [...groups].map(([why, those]) => `${namesIn(those.map(({ path }) => path))}, ${oneLine(why, 90)}`);
  return ` (not kept: ${words.join('; ')})`;
}

/** What is kept is read, and nothing beyond the limits: a run may have left a million files, or one that never ends. */
function readAll(
  worker: AgentHome,
  left: readonly ChangedFile[],
): { readonly contents: ReadonlyMap<string, KeptFile>; readonly out: readonly NotKept[] } {
  const contents = new Map<string, KeptFile>();
  const out: NotKept[] = [];
  let bytes = 0;
  for (const { path, exact = path, kind } of left) {
    const read =
      kind === 'deleted'
        ? 'it was deleted'
        : contents.size >= most.files
          ? `more than ${most.files} files`
          : readFile(worker, exact, most.bytes - bytes);
    if (typeof read === 'string') out.push({ path, why: read });
    else {
      contents.set(exact, read);
      bytes += read.content.byteLength;
    }
  }
  return { contents, out };
}

/** The file as it is kept, or why it is not. */
function readFile({ world, home, settings }: AgentHome, path: string, room: number): KeptFile | string {
  if (isPrivateName(path) || isPrivateFolder.test(path)) return 'it is private';
  if (path.endsWith('/')) return 'it is a repository of its own';
  const found = world.files.theirs(home.project.worktree ?? home.home, path, room);
  switch (found.kind) {
    case 'absent':
      return 'it is gone';
    case 'out':
      return found.why;
    case 'large':
      return found.size > most.bytes ? `it is too large (more than ${inWords})` : `more than ${inWords} together`;
    default: {
      const secret = heldBack(netOf(settings), path, found.content);
      if (secret !== undefined) return `it ${secret}`;
      const kind = found.kind === 'link' ? 'link' : found.isProgram ? 'program' : 'file';
      return { content: found.content, kind };
    }
  }
}
