// Whether a hand-over helps: how many steps a session took before its first edit, with one and without. Only what is on record counts.
import { join } from 'node:path';
import { editsAmong } from '../facts/facts.ts';
import type { LedgerRead } from '../journal/journal.ts';
import { callsOf, isIntent, parseRunLines, parseSteps, type StepRecord } from '../steps/steps.ts';
import { counted } from '../text/text.ts';
import { handedOvers } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';
import type { Helps } from './week-types.ts';

/** How much of the record is looked at. */
const mostBytes = 4 * 1024 * 1024;
/** With fewer sessions of either kind nothing is said. */
const fewest = 3;

export async function helpsIn(home: AgentHome, ledger: LedgerRead): Promise<Helps> {
  const { world, home: place } = home;
  const day = await world.lines.day(place);
  const { records } = parseSteps(day.newest(mostBytes));
  const begun = parseRunLines(world.lines.newest(join(place.privateDir, 'runs.jsonl'))).filter(
    ({ event }) => event === 'start',
  );
  const handed = handedOvers(home);
  const given = new Set([...begun.map(({ run }) => run), ...handed.flatMap(({ run }) => run ?? [])]);
  // What was over before anything of ours was there had no hand-over. (Sessions of before are taken over when it is installed.)
  const ours = [...begun, ...handed, ...ledger.lines].flatMap(({ time }) => time ?? []).toSorted()[0];
  const worktree = place.project.mainWorktree ?? place.home;
  const all = [...Map.groupBy(records, ({ run }) => run ?? '')].flatMap(([run, own]) => {
    const steps = stepsBeforeEdit(own, worktree);
    const isBefore = ours !== undefined && own.every(({ time }) => time < ours);
    return run === '' || steps === undefined
      ? []
      : [{ steps, had: given.has(run) ? true : isBefore ? false : undefined }];
  });
  const of = (had: boolean): number[] => all.filter((each) => each.had === had).map(({ steps }) => steps);
  return judged(of(true), of(false));
}

/** Undefined if it edited nothing. */
function stepsBeforeEdit(records: readonly StepRecord[], worktree: string): number | undefined {
  const calls = callsOf(records.filter((record) => !isIntent(record)));
  const first = calls.findIndex((call) => editsAmong([call], call.worktree ?? worktree).length > 0);
  return first === -1 ? undefined : first;
}

export function judged(withPack: readonly number[], withoutPack: readonly number[]): Helps {
  const [had, not] = [withPack.length, withoutPack.length];
  const isEnough = had >= fewest && not >= fewest;
  if (!isEnough)
    return {
      ...{ withPack, withoutPack, isEnough },
      told: `Whether it helps cannot be said yet: of sessions that edited something, ${had} with a hand-over and ${not} without one are on record, and it takes ${fewest} of each.`,
    };
  const [one, other] = [median(withPack), median(withoutPack)];
  const so =
    one < other ? 'So far it helps' : one === other ? 'So far it makes no difference' : 'So far it does not help';
  return {
    ...{ withPack, withoutPack, isEnough },
    told: `Sessions with a hand-over made their first edit after ${counted(one, 'step')} (the median of ${had} sessions), sessions without one after ${other} (of ${not}). ${so}. Sessions differ in what they were asked for, so this is a hint and no proof.`,
  };
}

/** Of two in the middle the mean. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}
