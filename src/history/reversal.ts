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

/** The first change after ours on which ours cannot be taken back any more. */
export async function whoTouched(
  { world, repository, head, own }: Archive,
  { commit }: ShownCommit,
  { path, edit }: Reversal,
): Promise<DreamkeeperError> {
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
  if (culprit === undefined) return conflict(path, 'it has edits that are not committed, in the same place', undefined);
  const isOthers = culprit.id === undefined || !own.knows(culprit.id) || /^(?:day|init):/u.test(culprit.subject);
  const name = isOthers ? `commit ${culprit.commit.slice(0, 7)}` : (culprit.id ?? '');
  const what = `${name} (${printSafe(oneLine(culprit.subject, 60))}) touched it later`;
  return conflict(path, what, isOthers ? undefined : culprit.id);
}

function conflict(path: string, what: string, id: string | undefined): DreamkeeperError {
  return new DreamkeeperError('E_CONFLICT', `${path} cannot be put back: ${what}`, {
    hint:
      id === undefined ? 'Nothing was changed. Put it right by hand.' : `Nothing was changed. Take back ${id} first.`,
  });
}
