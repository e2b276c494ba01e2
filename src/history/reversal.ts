// What a commit of ours did to one file, the other way round; and who stands in the way if it cannot be done.
import { boardPath, type MadeMove, makeMoveAgain, parseBoard, takeBackMove } from '../board/board.ts';
import { contentsThen } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { WakeLine } from '../journal/journal.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { ShownCommit } from '../world/world.ts';
import type { Archive } from './changes.ts';
import { inList, replaceLines } from './reverse.ts';

export type Reversed =
  | { readonly kind: 'text'; readonly content: Uint8Array | undefined }
  | { readonly kind: 'touched' };

export interface Reversal {
  readonly path: string;
  /** The same on any later version of the file. */
  edit(content: Uint8Array | undefined): Promise<Reversed>;
}

/** Prepares to take one file's change back, or to make it again. */
export async function reverse(
  { world, repository }: Archive,
  { commit, parent }: ShownCommit,
  path: string,
  isRedo: boolean,
): Promise<Reversal> {
  const wanted = [{ commit, path }, ...(parent === undefined ? [] : [{ commit: parent, path }])];
  const [after, before] = await contentsThen(world, repository, wanted);
  const [known, to] = isRedo ? [before, after] : [after, before];
  const touched = { kind: 'touched' } as const;
  return {
    path,
    edit: async (content) => {
      if (world.files.hash(content) === world.files.hash(known)) return { kind: 'text', content: to };
      if (content === undefined) return touched;
      const [from, wanted] = [known ?? new Uint8Array(), to ?? new Uint8Array()];
      const isList = /^notes\/[^/]+\.md$/u.test(path);
      const replaced = replaceLines(content, from, wanted) ?? (isList ? inList(content, from, wanted) : undefined);
      if (replaced === 'touched') return touched;
      const next = replaced ?? (await world.git.merge(repository, { base: from, ours: content, theirs: wanted }));
      // If there is nothing to take out, somebody else has done it.
      const isVain = next !== undefined && world.files.hash(next) === world.files.hash(content);
      return next === undefined || isVain ? touched : { kind: 'text', content: next };
    },
  };
}

/** Prepares to take a wake's moves back, or to make them again: by what the ledger says it moved, whatever else its commit brought along. */
export function reverseMoves(wakes: readonly WakeLine[], isRedo: boolean): Reversal {
  const made = wakes
    .flatMap(({ verdicts, time, agent }) => verdicts.map((verdict) => ({ ...verdict, time, agent })))
    .flatMap(({ move, result, task, from, to, why, released, time, agent }): MadeMove[] => {
      const dash = move === 'done' ? { date: time.slice(0, 10), who: agent } : undefined;
      return result === 'applied' && task !== null && from !== null && to !== null
        ? [{ task, from, to, why, dash, released }]
        : [];
    });
  const moves = [...new Map(made.map((move) => [`${move.from} ${move.to} ${move.task}`, move])).values()];
  return {
    path: boardPath,
    edit: (content) => {
      let bytes = content ?? new Uint8Array();
      for (const move of isRedo ? moves : moves.toReversed()) {
        const next = (isRedo ? makeMoveAgain : takeBackMove)(parseBoard(bytes), move);
        if (next === undefined) return Promise.resolve({ kind: 'touched' });
        bytes = next;
      }
      return Promise.resolve({ kind: 'text', content: bytes });
    },
  };
}

/** Why it cannot be taken back: the first change after ours on which that is not possible any more, and what to do first. */
export async function whoTouched(archive: Archive, commit: ShownCommit, reversal: Reversal): Promise<DreamkeeperError> {
  const { what, first } = await inTheWay(archive, commit, reversal);
  return new DreamkeeperError('E_CONFLICT', `${reversal.path} cannot be put back: ${what}`, {
    hint:
      first.length === 0
        ? 'Nothing was changed. Change it back by hand.'
        : `Nothing was changed. Undo ${first.join(', then ')} first.`,
  });
}

interface Obstacle {
  readonly what: string;
  /** What a person can take back before it, in this order; none if that is not ours to say. */
  readonly first: readonly string[];
}

async function inTheWay(archive: Archive, { commit }: ShownCommit, { path, edit }: Reversal): Promise<Obstacle> {
  const { world, repository, head, own } = archive;
  const later = head === undefined ? [] : await world.git.touching(repository, head, path, commit);
  const blobs = await world.git.blobsThen(
    repository,
    later.map((each) => ({ commit: each.commit, path })),
  );
  // From the newest back to the last version on which it could still be done: whoever came right after that one stands in the way.
  let culprit: (typeof later)[number] | undefined;
  for (const [index, each] of [...later.entries()].toReversed()) {
    const blob = blobs[index];
    if ((await edit(blob === undefined ? undefined : await repository.readBlob(blob))).kind === 'text') break;
    culprit = each;
  }
  if (culprit === undefined) return { what: 'it has edits that are not committed, in the same place', first: [] };
  const { id, subject } = culprit;
  const isOurs = id !== undefined && own.knows(id) && !/^(?:day|init):/u.test(subject);
  const what = `${isOurs ? id : `commit ${culprit.commit.slice(0, 7)}`} (${printSafe(oneLine(subject, 60))}) touched it later`;
  return { what, first: isOurs ? [...(await beforeThat(archive, id, culprit.commit, path)), id] : [] };
}

/** What stands in the way of a change that stands in the way itself. */
async function beforeThat(archive: Archive, id: string, commit: string, path: string): Promise<readonly string[]> {
  const { world, repository, home } = archive;
  // A night or a wake goes by rules of its own, which `dk undo` tells itself.
  const shown = id.startsWith('c-') ? await world.git.show(repository, commit) : undefined;
  if (shown === undefined) return [];
  const reversal = await reverse(archive, shown, path, false);
  const now = await reversal.edit(world.files.read(home.home, path));
  return now.kind === 'text' ? [] : (await inTheWay(archive, shown, reversal)).first;
}
