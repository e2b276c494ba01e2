// A stretch of a public history, reduced to facts: what was committed when, the board as it stood before, and what became of each task.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sandbox.ts';

export interface RealCommit {
  readonly id: string;
  readonly time: string;
  readonly subject: string;
  readonly body: string;
  /** Path, lines added, lines removed. */
  readonly files: readonly (readonly [path: string, added: number, removed: number])[];
}

export interface RealTask {
  readonly title: string;
  readonly body?: string;
  readonly boxes?: readonly string[];
  readonly issue?: number;
  readonly state: string;
  readonly parent?: string;
  /** The day on whose morning it came; at the beginning if none is said. */
  readonly added?: string;
  readonly truth: {
    /** The commits that worked on it, oldest first. */
    readonly commits: readonly string[];
    readonly finishedBy: string | null;
    /** When a box was done. */
    readonly boxesDone?: Readonly<Record<string, string>>;
    readonly why: string;
  };
}

export interface Stretch {
  readonly name: string;
  readonly repository: string;
  /** Looked at while rules are made; only its totals; once, at the end. */
  readonly half: 'tuning' | 'reporting' | 'checking';
  readonly commands: readonly string[];
  /** What was there before, and is touched later or lies near. */
  readonly paths: readonly string[];
  readonly days: readonly { readonly date: string; readonly commits: readonly RealCommit[] }[];
  readonly tasks: readonly RealTask[];
  /** What the person typed before the work that a commit ended. */
  readonly prompts: Readonly<Record<string, string>>;
}

/** The simulated person's first day; what really was the first is moved there, and the rest as many days behind it as it was. */
const firstDay = Date.parse('2026-06-11');

export function stretchNames(): string[] {
  return readdirSync(join(root, 'test/real-days/histories'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted();
}

export function readStretch(name: string): Stretch {
  const read = (folder: string): unknown =>
    JSON.parse(readFileSync(join(root, 'test/real-days', folder, `${name}.json`), 'utf8'));
  const history = read('histories') as Omit<Stretch, 'name' | 'days' | 'tasks' | 'prompts'> & {
    readonly commits: readonly RealCommit[];
  };
  const { tasks } = read('boards') as { readonly tasks: readonly RealTask[] };
  const { prompts } = read('prompts') as Pick<Stretch, 'prompts'>;
  const first = Date.parse(history.commits[0]?.time.slice(0, 10) ?? '');
  const moved = (time: string): string => new Date(Date.parse(time) - first + firstDay).toISOString();
  // A rebase or a merge may bring older times; the person of this life commits one after the other.
  const commits: RealCommit[] = [];
  for (const commit of history.commits) {
    const [time, before] = [moved(commit.time), commits.at(-1)?.time];
    commits.push({ ...commit, time: before === undefined || before < time ? time : after(before) });
  }
  const dates = [...new Set(commits.map(({ time }) => time.slice(0, 10)))];
  return {
    name,
    repository: history.repository,
    half: history.half,
    commands: history.commands,
    paths: history.paths,
    prompts,
    days: dates.map((date) => ({ date, commits: commits.filter(({ time }) => time.startsWith(date)) })),
    tasks: tasks.map((task) => (task.added === undefined ? task : { ...task, added: moved(task.added).slice(0, 10) })),
  };
}

function after(time: string): string {
  return new Date(Date.parse(time) + 1000).toISOString();
}

/** The day, counted from 0, on which a commit landed; -1 if it is none of the stretch. */
export function dayOf({ days }: Stretch, commit: string): number {
  return days.findIndex(({ commits }) => commits.some(({ id }) => id === commit));
}

/** The number of the day on which a task was finished, or begun; undefined if it never was. */
export function finishedOn(stretch: Stretch, { truth }: RealTask): number | undefined {
  return truth.finishedBy === null ? undefined : dayOf(stretch, truth.finishedBy);
}

export function begunOn(stretch: Stretch, { truth: { commits } }: RealTask): number | undefined {
  return commits[0] === undefined ? undefined : dayOf(stretch, commits[0]);
}
