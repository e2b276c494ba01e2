// What an agent lived through since its last consolidation: its calls, what it was asked, what landed, what failed.
import type { CheckRun, OpenFailure } from '../checks/checks.ts';
import {
  askedIn,
  type Consolidated,
  type ConsolidatePart,
  consolidationsOf,
  cursorOf,
  editsAmong,
  type Facts,
  gatherFacts,
  homeLedger,
  isHomeFile,
  isWorkApart,
  newestSteps,
  recordsAfter,
  writingCalls,
} from '../facts/facts.ts';
import { actionsIn } from '../fatigue/fatigue.ts';
import { type Call, callsOf, isIntent, type StepRecord } from '../steps/steps.ts';
import type { AgentHome, LoggedCommit } from '../world/world.ts';

export interface Lived {
  /** As gathered, with the records and prompts of this stretch and no others. */
  readonly facts: Facts;
  readonly last: Consolidated | undefined;
  readonly actions: number;
  readonly records: readonly StepRecord[];
  readonly calls: readonly Call[];
  /** What a person said, oldest first. Private. */
  readonly prompts: readonly { readonly text: string; readonly time: string }[];
  /** Newest first. */
  readonly commits: readonly LoggedCommit[];
  /** The files it edited, the last at the end. */
  readonly edited: readonly string[];
  /** What failed in it and has not passed since. */
  readonly failures: readonly OpenFailure[];
  /** What failed in the last days, in it or before, and nothing shows that it is mended; the latest at the end. */
  readonly standing: readonly OpenFailure[];
  /** The home is the only repository, and nobody's work lies in it: what the agent works on is somewhere else. */
  readonly isApart: boolean;
  /** The last success of each check, oldest first. */
  readonly passed: readonly CheckRun[];
  readonly cursor: ConsolidatePart['steps'];
  /** From when to when. */
  readonly start: string;
  readonly end: string;
}

/** What failed is to be mended for so long. */
export const brokenFor = 7 * 24 * 60 * 60 * 1000;

/** Commits of an agent nobody recorded are of interest for so long. */
const firstLook = 48 * 60 * 60 * 1000;

export async function livedThrough(home: AgentHome): Promise<Lived> {
  const { world, agent, settings } = home;
  const gathered = await gatherFacts({ ...home, purpose: 'dream' });
  const last = consolidationsOf(homeLedger(world, home.home), agent).at(-1);
  const { records: all } = await newestSteps(world, home.home, last?.steps?.time ?? '');
  const mine = all.filter((record) => (record.agent ?? agent) === agent);
  const records = recordsAfter(mine, last?.steps ?? null);
  const end = gathered.now;
  const earliest = new Date(Date.parse(end) - firstLook).toISOString();
  const first = records.reduce((least, { time }) => (time < least ? time : least), end);
  const start = last === undefined ? (first < end ? first : earliest) : last.time;
  const said = settings.record?.prompts === false ? [] : records.filter(isIntent);
  const prompts = askedIn(said);
  const steps = { ...gathered.steps, records };
  const facts: Facts = { ...gathered, steps, asked: prompts.map(({ text }) => text) };
  const newest = mine.at(-1);
  const worktree = home.home.project.worktree ?? home.home.home;
  const calls = callsOf(records.filter((record) => !isIntent(record)));
  const isApart = isWorkApart(home.home, facts);
  const edited = isApart
    ? writingCalls(calls).flatMap(({ target }) => (target.trim() === '' ? [] : [target.trim()]))
    : editsAmong(calls, worktree).flatMap(({ path }) => (isHomeFile(path, home.home.shape) ? [] : [path]));
  const brokenSince = new Date(Date.parse(end) - brokenFor).toISOString();
  return {
    facts,
    last,
    actions: actionsIn(records),
    records,
    calls,
    isApart,
    edited: [...new Set(edited)],
    prompts,
    commits: gathered.commits.filter(({ time }) => time > start && time <= end),
    standing: steps.lastFailed
      .filter(
        ({ kind, elsewhere, isOverGreen, time }) =>
          kind !== 'means' && elsewhere === null && !isOverGreen && time >= brokenSince,
      )
      .concat(steps.failures.map((failure) => ({ ...failure, elsewhere: null }))),
    failures: [...steps.lastFailed, ...steps.failures].filter(({ time }) => time >= start),
    passed: steps.runs.filter(({ time, result }) => result === 'passed' && time >= start),
    cursor: newest === undefined ? null : cursorOf(newest),
    start,
    end,
  };
}
