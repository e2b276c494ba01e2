// The board: it is there, it is text, and no merge left its marks in it. What it says is its owner's.
import { boardPath, parseBoard } from '../board/board.ts';
import { decodeUtf8 } from '../text/text.ts';
import { attempt } from './attempt.ts';
import { type Found, finding } from './finding.ts';
import type { Patient } from './patient.ts';

export async function checkBoard({ world, home }: Patient): Promise<Found> {
  const read = await attempt(() => {
    const bytes = world.files.read(home.home, boardPath);
    if (bytes !== undefined) parseBoard(bytes);
    return bytes;
  });
  if ('error' in read) {
    const { code, message, hint } = read.error;
    return finding(code === 'E_BOARD_BINARY' ? 'board-binary' : 'board-unreadable', `${message}.`, hint);
  }
  if (read.value === undefined)
    return finding(
      'board-missing',
      'plan.org is gone.',
      '`git restore plan.org` in the home brings back what is committed; `dk init` makes a new one.',
    );
  return (
    hasMarks(decodeUtf8(read.value)) &&
    finding(
      'board-conflict',
      'plan.org has conflict marks of a merge in it, so tasks may be there twice.',
      'Choose between the two sides, and remove the marks.',
    )
  );
}

/** All three, in their order, outside of blocks: somebody's notes may show what a conflict looks like. */
function hasMarks(text: string): boolean {
  const outside = text.replace(/^[ \t]*#\+begin_(\S+)[\s\S]*?^[ \t]*#\+end_\1/gimu, '');
  return /^<{7} [\s\S]*?^={7}\r?$[\s\S]*?^>{7} /mu.test(outside);
}
