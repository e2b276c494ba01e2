// The end of the record of the day, as far back as it is needed.
import { DreamkeeperError } from '../errors/errors.ts';
import { parseSteps, type StepsRead } from '../steps/steps.ts';
import type { DayRecord, FoundHome, LeftPiece, World } from '../world/world.ts';

/** A day of more steps than this is told by its end. */
const mostBytes = 4 * 1024 * 1024;
/** Steps that are looked at even if they were digested long ago: a check may have failed then, and not been run since. */
const leastSteps = 2000;

interface OwnSteps extends StepsRead {
  readonly left: readonly LeftPiece[];
}

export const noSteps: OwnSteps = { records: [], torn: 0, foreign: 0, left: [] };

/** The end of the record, as far back as is needed: mostly little of it is. */
export async function newestSteps(world: World, home: FoundHome, since: string): Promise<OwnSteps> {
  return stepsIn(world.lines.day(home), since);
}

export async function stepsIn(day: Promise<DayRecord>, since: string): Promise<OwnSteps> {
  const { newest, left, problem } = await day;
  if (problem !== undefined) throw new DreamkeeperError('E_GIT', problem, { hint: 'Run `dk doctor`.' });
  const back = { least: leastSteps, since };
  const little = newest(mostBytes / 4);
  const steps = parseSteps(little, back);
  const isEnough = steps.records.length >= leastSteps && (steps.records[0]?.time ?? '') < since;
  const isAll = isEnough || little.length < mostBytes / 8;
  return { ...(isAll ? steps : parseSteps(newest(mostBytes), back)), left };
}
