// Where harnesses keep their sessions, and the newest part of one: a long session has hundreds of megabytes.
import { join } from 'node:path';
import { errnoOf } from '../errors/errors.ts';
import type { StepReport } from '../steps/steps.ts';
import { projectFolders } from './claude/places.ts';
import { readClaudeTranscript, type TimedEvent, type Transcript } from './claude/transcript.ts';
import { reportOf } from './report.ts';

const { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } =
  process.getBuiltinModule('node:fs');

/** Enough for the last hours of a session; results of tools are long. */
const mostBytes = 8 * 1024 * 1024;

export interface TimedStep {
  readonly report: StepReport;
  readonly time: string | null;
}

/** The calls a session was in the middle of, as far as its transcript tells; none if it cannot be read. */
export function unfinishedCalls(from: string, path: string | null): TimedStep[] {
  if (from !== 'claude' || path === null) return [];
  return stepsOf(readTranscript(path)?.unfinished ?? []);
}

/** A session as it was kept. */
export interface KeptSession {
  readonly path: string;
  readonly session: string;
  readonly steps: readonly TimedStep[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** The newest sessions of a project, oldest first, as Claude Code keeps them. */
export function claudeSessions(project: string, env: Env, since: Date, most: number): KeptSession[] {
  const found = projectFolders(project, env)
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .filter(({ time }) => time >= since.getTime())
    .toSorted((one, other) => one.time - other.time)
    .slice(-most);
  return found.flatMap(({ path }) => {
    const transcript = readTranscript(path);
    // `a.b` and `a_b` are kept in one folder: what was said elsewhere is not ours.
    if (transcript?.session === undefined || transcript.session === null || transcript.cwd !== project) return [];
    // A session may go into another project; what it did there is not this one's.
    const here = transcript.events.filter(
      ({ cwd }) => cwd === null || cwd === project || cwd.startsWith(`${project}/`),
    );
    return [{ path, session: transcript.session, steps: stepsOf(here) }];
  });
}

function stepsOf(events: readonly TimedEvent[]): TimedStep[] {
  return events.flatMap(({ event, time }) => {
    const report = reportOf(event);
    return report === undefined ? [] : [{ report, time }];
  });
}

function readTranscript(path: string): Transcript | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return undefined;
      const from = Math.max(0, stat.size - mostBytes);
      const bytes = Buffer.alloc(stat.size - from);
      const got = readSync(file, bytes, 0, bytes.length, from);
      return readClaudeTranscript(bytes.toString('utf8', 0, got));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // Theirs, not ours: gone, moved or not readable is no fault of a night.
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No session was ever held here.
    return [];
  }
}
