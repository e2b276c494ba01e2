// Dreams that were taken back: what they had seen counts as not seen, and still nobody dreams it again by himself.
import { type DreamLine, isUndone, type LedgerRead } from '../journal/journal.ts';
import { isIntent, type StepRecord } from '../steps/steps.ts';
import type { IsOurs, Repository, World } from '../world/world.ts';
import { newRecords } from './cycle.ts';
import type { NewsFacts } from './facts-types.ts';
import { commitsSinceThen } from './project-facts.ts';

/** The nights that stand. */
export function standingNights<Night extends DreamLine>(
  nights: readonly Night[],
  ledger: LedgerRead,
): readonly Night[] {
  return nights.filter(({ id }) => !isUndone(ledger, id));
}

export interface SinceSources {
  /** The last dream of all, and the last that stands. */
  readonly last: DreamLine | undefined;
  readonly before: DreamLine | undefined;
  readonly agent: string;
  readonly records: readonly StepRecord[];
  readonly head: string | null;
  /** What is not committed, as nights digest it. */
  readonly changed: string;
  /** The board is not as the last line of the ledger knows it. */
  readonly isBoardNew: boolean;
  readonly world: World;
  readonly repository: Repository | undefined;
  readonly isOurs: IsOurs | undefined;
}

/**
 * News as a dream tells it, and whether it is only what a dream told that was taken back. Then it waits until something else happens, or until
 * somebody asks for it (`dk sleep --force`): an undo is not to be undone by the next night.
 */
export async function heldBack(news: NewsFacts, sources: SinceSources): Promise<NewsFacts> {
  const { last, before, agent, records, head, changed, isBoardNew } = sources;
  if (last === undefined || last.id === before?.id) return news;
  const isMoved = head !== last.head && (await commitsSinceThen(sources, head, last, []))?.length !== 0;
  const mine = records.filter((record) => (record.agent ?? agent) === agent);
  const isWorked = newRecords(mine, last).some((record) => !isIntent(record));
  const isOther = isMoved || isWorked || isBoardNew || last.digested.changed !== changed;
  return isOther ? news : { ...news, isTakenBack: true };
}
