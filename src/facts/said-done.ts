// What looks done without a look at the whole day: for whoever shows the board, and asks git for little.
import type { Board } from '../board/board.ts';
import { madeHere, ownInProject } from '../change/change.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { type DreamLine, nightsOf } from '../journal/journal.ts';
import type { FoundHome, LoggedCommit, World } from '../world/world.ts';
import { type FinishedTask, finishedIn } from './finished.ts';
import { homeLedger } from './home-text.ts';
import { looksDoneIn, stillSaid } from './looks-done.ts';
import { commitsSinceThen } from './project-facts.ts';
import { stillLanded } from './still-landed.ts';

/**
 * By the last dream of this machine, as far as it still holds, and by the board itself. A ledger that cannot be read says nothing here; others
 * tell of it.
 */
export async function looksDoneOn(
  board: Board,
  world: World,
  home: FoundHome,
  agent: string,
): Promise<readonly FinishedTask[]> {
  const said = tryOr(() => {
    const ledger = homeLedger(world, home);
    const made = madeHere(world, home).lines;
    const evidence = ledger.lines.filter(({ hash }) => made.has(hash));
    return stillSaid(nightsOf({ ...ledger, lines: evidence }, agent).at(-1), board, ledger, evidence);
  });
  const { lastNight, landed } = await heldAgainstNow(world, home, said);
  const { finished } = finishedIn({
    ...{ board, landed, lastBefore: '', asked: [], inFlight: [], lastNight, isNight: false },
  });
  // What landed since takes back what was said (a revert does). What it finishes, the next wake or dream says, because they know more of the day.
  const isSaid = ({ task, commit }: FinishedTask): boolean =>
    commit === null || (lastNight?.finished?.some((each) => each.task === task) ?? false);
  return looksDoneIn(board, finished.filter(isSaid));
}

/** So many commits since the last dream are looked at. */
const mostLanded = 100;

/** What the last dream said, without what is not on this branch any more; and what landed since. */
async function heldAgainstNow(
  world: World,
  home: FoundHome,
  said: DreamLine | undefined,
): Promise<{ readonly lastNight: DreamLine | undefined; readonly landed: readonly LoggedCommit[] }> {
  // Nearly always nothing looks done, and then git is not asked at all.
  if (said?.finished === undefined || said.finished.length === 0) return { lastNight: said, landed: [] };
  try {
    const repository = await world.git.open(home.project, home.privateDir);
    const { commit: head = null, ref } = await repository.head();
    const isOurs = ownInProject(world, home);
    const isElsewhere = said.branch !== (ref?.replace(/^refs\/heads\//u, '') ?? null);
    const since = (await commitsSinceThen({ world, repository, isOurs }, head, said, [])) ?? [];
    const most = isElsewhere ? 0 : Math.min(since.length, mostLanded);
    const landed = head === null || most === 0 ? [] : await world.git.commits(repository, head, most, isOurs);
    return { lastNight: await stillLanded(said, { world, repository, head, known: landed, isElsewhere }), landed };
  } catch (error) {
    // Where git cannot be asked, the board is shown as it was last known; `dk doctor` says what is wrong.
    if (error instanceof DreamkeeperError) return { lastNight: said, landed: [] };
    throw error;
  }
}
