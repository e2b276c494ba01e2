// What harnesses keep of their sessions and tell their agents by themselves: the newest part, for a long session has hundreds of megabytes.
import type { StepReport } from '../steps/steps.ts';
import type { HarnessEvent } from './event.ts';
import type { Env, Harnesses, HarnessKept } from './harness.ts';
import { newestPartOf, partOf } from './part-of.ts';
import { reportOf } from './report.ts';

const { constants, statSync } = process.getBuiltinModule('node:fs');

/** Enough for the last hours of a session (results of tools are long), and for the beginning of instructions. */
const most = { transcript: 8 * 1024 * 1024, note: 16 * 1024 } as const;

export interface TimedEvent {
  readonly event: HarnessEvent;
  readonly time: string | null;
  /** Where the shell stood, if that is told. */
  readonly cwd: string | null;
}

export interface Transcript {
  readonly session: string | null;
  readonly cwd: string | null;
  /** Prompts, to-dos and calls, in order. A call without a result is one that was begun. */
  readonly events: readonly TimedEvent[];
  /** Calls that were begun, and nothing was heard of since. */
  readonly unfinished: readonly TimedEvent[];
  /** What the agent itself said last, if it said anything; not what it had others do. */
  readonly said?: TimedText | undefined;
}

export interface TimedText {
  readonly text: string;
  readonly time: string | null;
}

export interface TimedStep {
  readonly report: StepReport;
  readonly time: string | null;
}

/** A session as it was kept. */
export interface KeptSession {
  /** The harness that kept it. */
  readonly from: string;
  readonly path: string;
  readonly session: string;
  readonly steps: readonly TimedStep[];
}

export interface NoteFile {
  readonly path: string;
  /** `people` write instructions; what the `agent` writes there is about itself, and no evidence of anything. */
  readonly by: 'people' | 'agent';
}

export interface HarnessNote extends NoteFile {
  readonly text: string;
}

/** What all of them keep, as one. */
export interface Kept {
  /** The calls that were begun and have no end, as far as the newest part of a transcript tells; none if it cannot be read. */
  unfinished(from: string, path: string | null): readonly TimedStep[];
  /** What an agent said last, as far as the newest part of a transcript tells. */
  said(from: string, path: string | null): TimedText | undefined;
  /** The newest sessions held in a folder, oldest first. */
  newest(project: string, since: Date, most: number): readonly KeptSession[];
  /** What they themselves hand their agent about a folder: instructions and its own memory. Read, never written. */
  notes(project: string): readonly HarnessNote[];
  /** Whether a path of a project lies in a worktree they made for agents of their own. */
  isTheirs(path: string): boolean;
  /** Whether a file, by its name, holds rules for an agent of theirs. */
  isRules(path: string): boolean;
  /** What people call one; undefined if it is not known. */
  titleOf(name: string): string | undefined;
  /** Whether one holds several sessions in one process. */
  holdsSeveral(name: string): boolean;
  /** What of theirs we write in a project: settings, and the files of our skill. */
  readonly settings: readonly string[];
}

export async function openKept(harnesses: Harnesses, env: Env): Promise<Kept> {
  const opened = await Promise.all(
    Object.values(harnesses).map(async (open) => {
      const harness = await open();
      const [kept, { files, skills }] = await Promise.all([harness.kept(), harness.settings()]);
      const folder = skills?.('local', env);
      const skill =
        folder === undefined ? [] : ['.gitignore', 'SKILL.md'].map((name) => `${folder}/dreamkeeper/${name}`);
      return { ...harness, kept, written: [...Object.values(files), ...skill] };
    }),
  );
  const rules = new Set(opened.flatMap((each) => each.rules.map((name) => name.toLowerCase())));
  const transcriptOf = (from: string, path: string | null): Transcript | undefined => {
    const kept = opened.find(({ name }) => name === from)?.kept;
    return kept === undefined || path === null ? undefined : readTranscript(kept, path);
  };
  return {
    unfinished: (from, path) => stepsOf(transcriptOf(from, path)?.unfinished ?? []),
    said: (from, path) => transcriptOf(from, path)?.said,
    newest: (project, since, howMany) =>
      opened
        .flatMap(({ name, kept }) => kept.transcripts(project, env).map((path) => ({ name, path, kept })))
        .map((found) => ({ ...found, time: statSync(found.path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
        .filter(({ time }) => time >= since.getTime())
        .toSorted((one, other) => one.time - other.time)
        .slice(-howMany)
        .flatMap(({ name, path, kept }) =>
          sessionIn(kept, path, project).map((session) => ({ from: name, ...session })),
        ),
    notes: (project) =>
      opened
        .flatMap(({ kept }) => kept.notes(project, env))
        // Several may read the same file.
        .filter(({ path }, at, all) => all.findIndex((note) => note.path === path) === at)
        .flatMap((note) => {
          // A link may lead anywhere: plain files only.
          const text = partOf(note.path, () => 0, most.note, constants.O_NOFOLLOW);
          return text === undefined || text.trim() === '' ? [] : [{ ...note, text }];
        }),
    isTheirs: (path) => opened.some(({ worktrees }) => worktrees.some((folder) => path.startsWith(folder))),
    isRules: (path) => rules.has(path.slice(path.lastIndexOf('/') + 1).toLowerCase()),
    titleOf: (name) => opened.find((each) => each.name === name)?.title,
    holdsSeveral: (from) => opened.some(({ name, holdsSeveral }) => name === from && holdsSeveral === true),
    settings: opened.flatMap(({ written }) => written),
  };
}

function sessionIn(kept: HarnessKept, path: string, project: string): Omit<KeptSession, 'from'>[] {
  const { session, cwd: folder, events } = readTranscript(kept, path) ?? {};
  // Two folders may be kept as one: what was said elsewhere is not ours.
  if (session === undefined || session === null || folder !== project) return [];
  // A session may go into another project; what it did there is not this one's.
  const here = events?.filter(({ cwd }) => cwd === null || cwd === project || cwd.startsWith(`${project}/`));
  return [{ path, session, steps: stepsOf(here ?? []) }];
}

function stepsOf(events: readonly TimedEvent[]): TimedStep[] {
  return events.flatMap(({ event, time }) => {
    const report = reportOf(event);
    return report === undefined ? [] : [{ report, time }];
  });
}

function readTranscript(kept: HarnessKept, path: string): Transcript | undefined {
  const text = newestPartOf(path, most.transcript);
  return text === undefined ? undefined : kept.transcript(text);
}
