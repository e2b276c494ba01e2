// What looks done without a look at the day: for whoever shows the board, and has no time to ask git.
import type { Board } from '../board/board.ts';
import { madeHere } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { nightsOf } from '../journal/journal.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type FinishedTask, finishedIn } from './finished.ts';
import { homeLedger } from './home-text.ts';
import { looksDoneIn, stillSaid } from './looks-done.ts';

/** By the last dream of this machine, and by the board itself. A ledger that cannot be read says nothing here; others tell of it. */
export function looksDoneOn(board: Board, world: World, home: FoundHome, agent: string): readonly FinishedTask[] {
  const lastNight = tryOr(() => {
    const ledger = homeLedger(world, home);
    const made = madeHere(world, home).lines;
    const evidence = ledger.lines.filter(({ hash }) => made.has(hash));
    return stillSaid(nightsOf({ ...ledger, lines: evidence }, agent).at(-1), board, ledger, evidence);
  });
  return looksDoneIn(
    board,
    finishedIn({ board, landed: [], lastBefore: '', asked: [], inFlight: [], lastNight, isNight: false }),
  );
}
