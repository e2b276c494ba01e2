// Which files of a change are put back as they were: as its commit says, or, where it is of an earlier version, as was the rule then.

import { boardPath } from '../board/board.ts';
import { readUndos } from '../change/change.ts';
import { attributesPath, manifestPath } from '../journal/journal.ts';
import type { ShownCommit } from '../world/world.ts';

/** The files to reverse. A night's entry and the moves of a wake have ways of their own. */
export function pathsToReverse(commit: ShownCommit, id: string): string[] {
  const undos = readUndos(commit.body);
  // The message is no secret, and may have been copied: only what the commit itself changed counts.
  if (undos !== undefined)
    return (
      undos
        .filter(({ how, path }) => how === 'reverse' && commit.paths.includes(path))
        .map(({ path }) => path)
        // Whatever a commit says of itself: the journal is only ever added to.
        .filter((path) => !path.startsWith('rem/') || isRemade(commit, path))
    );
  return commit.paths.filter((path) => (isOurs(path) && /^[cr]-/u.test(id)) || isRemade(commit, path));
}

/** What the verbs of earlier versions wrote: the board, notes, a lifecycle. */
function isOurs(path: string): boolean {
  return path === boardPath || path === 'lifecycle.org' || /^notes\/[^/]+\.md$/u.test(path);
}

/** What the doctor made anew is taken back like any other file; entries and ledger never are. */
function isRemade({ subject }: ShownCommit, path: string): boolean {
  return subject.startsWith('doctor:') && (path === manifestPath || path === attributesPath);
}
