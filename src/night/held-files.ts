// Files that a night does not commit because there is a credential in them: looked for, remembered, and told until they are clean.
import * as z from 'zod/mini';
import { heldBack, inCommit, netOf, withStore } from '../change/change.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { jsonIn } from '../text/text.ts';
import type { AgentHome, ChangedFile, Place, Repository } from '../world/world.ts';

const heldFile = z.object({ path: z.string(), why: z.string() });
const heldFiles = z.array(heldFile);

/** By its name as it may be shown. */
export type HeldFile = Readonly<z.infer<typeof heldFile>>;

export interface Sifting {
  readonly fit: readonly ChangedFile[];
  readonly held: readonly HeldFile[];
}

const plainName = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,60}(?:\/|$))+$/u;

/** Tells the files that may be committed from those that would bring a credential into the history. What is there already is no news. */
export async function sift(
  { world, home, settings }: Pick<AgentHome, 'world' | 'home' | 'settings'>,
  repository: Repository,
  files: readonly ChangedFile[],
): Promise<Sifting> {
  const net = netOf(settings);
  const committed = await alreadyThere(repository, files);
  const judged = files.map((file) => {
    const { path, exact = path } = file;
    const found = world.files.theirs(home.home, exact);
    return { file, why: heldBack(net, path, found.kind === 'file' ? found.content : undefined, committed.get(exact)) };
  });
  return {
    fit: judged.flatMap(({ file, why }) => (why === undefined ? [file] : [])),
    held: judged.flatMap(({ file, why }) => (why === undefined ? [] : [{ path: net.redact(file.path), why }])),
  };
}

/** Only plain names are asked for: what is called otherwise, and has a credential in it, is held back whatever a commit has. */
async function alreadyThere(
  repository: Repository,
  files: readonly ChangedFile[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const plain = files.flatMap(({ path, exact }) => (exact === undefined && plainName.test(path) ? [path] : []));
  try {
    return await inCommit(repository, await repository.head(), plain);
  } catch (error) {
    // A name that some system gives a meaning: then nothing is known of any.
    if (error instanceof DreamkeeperError && error.code === 'E_BAD_PATH') return new Map();
    throw error;
  }
}

/** So many are named. */
const mostNamed = 4;

/** One line about them; undefined if there are none. */
export function heldLine(held: readonly HeldFile[]): string | undefined {
  if (held.length === 0) return undefined;
  const named = held.slice(0, mostNamed).map(({ path, why }) => `${path} ${why}`);
  const more = held.length > mostNamed ? ` and ${held.length - mostNamed} more` : '';
  return `not committed: ${named.join(', ')}${more}`;
}

const memo = 'held-files';

/** Remembers what the last night left, so that whoever wakes or asks is told. */
export function rememberHeld({ world, home }: Place, held: readonly HeldFile[]): void {
  withStore(world, home, (store) => store.setMemo(memo, held.length === 0 ? undefined : JSON.stringify(held)));
}

/** What the last night left uncommitted. A store that is not there or cannot be read says nothing. */
export function heldFilesOf({ world, home }: Place): readonly HeldFile[] {
  // Damaged, or not as we wrote it: the next night looks again, and `dk doctor` speaks of the store.
  const read = (): string | undefined => withStore(world, home, (store) => store.memo(memo));
  const known = tryOr(() => (world.stores.exists(home.privateDir) ? read() : undefined));
  return heldFiles.safeParse(jsonIn(known)).data ?? [];
}

/** For a pack: what is not committed, and what to do. */
export function heldNote(held: readonly HeldFile[]): string[] {
  const line = heldLine(held);
  return line === undefined ? [] : [`The last night left in the home ${line}. Move it to where credentials are kept.`];
}
