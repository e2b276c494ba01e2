// One tool call as it is written down: a record when it starts, one when it ends, or only the end if that is all somebody tells us.
import { normaliseText, oneLine } from '../text/text.ts';
import { isPlainLine } from './plain.ts';

/**
 * A call starts and ends. `batch` is told of all calls a harness made together, when all are over: it counts for a call of whose end nobody
 * told, because it was refused or because that message got lost.
 */
export type StepPhase = 'start' | 'end' | 'batch';

/** What somebody tells about a call. Everything but the tool may be missing. */
export interface StepReport {
  readonly tool: string;
  readonly target?: string | undefined;
  readonly exit?: number | undefined;
  readonly error?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly args?: unknown;
  readonly phase?: StepPhase | undefined;
  /** Joins the start of a call to its end. */
  readonly call?: string | undefined;
  readonly output?: OutputSays | undefined;
  /** It was not done at all: there is no such tool, or it was not allowed, or its arguments made no sense. */
  readonly refused?: boolean | undefined;
}

/** What a check's output says of it. The output itself is not kept. */
export interface OutputSays {
  /** `unknown`: nothing in it that we know. `silent`: there was none. */
  readonly verdict: 'passed' | 'failed' | 'unknown' | 'silent';
  /** The one line that says so. Private, like the whole record. */
  readonly line?: string;
  /** The tools that were heard in it. */
  readonly by?: readonly string[];
  /** How many lines there were: a `head` or `tail` of more has cut nothing off. */
  readonly lines?: number;
  /** Exit codes that the command itself printed (`echo $?`), in order. */
  readonly exits?: readonly number[];
}

/** What the recorder knows besides. */
export interface StepContext {
  readonly run: string | null;
  readonly agent: string | null;
  /** Grows from record to record of a run. */
  readonly seq: number;
  readonly time: Date;
  /** The project's commit and branch at that moment, if it has them. */
  readonly head: string | null;
  readonly branch: string | null;
  /** The worktree it was made in, if that is not the main one. */
  readonly worktree?: string | null | undefined;
}

/** How a step is kept short and clean. Both are handed in: loading them costs more than all the rest, and few steps need them. */
export interface StepTools {
  sha256(text: string): string;
  /** Takes credentials out; `isPlainReport` tells when there is nothing to take. */
  redact(text: string): string;
}

/** One line of `_steps.jsonl`. `exit` is null when nobody said how it ended. */
export interface StepRecord extends Omit<StepContext, 'time' | 'worktree'> {
  readonly v: 1;
  readonly phase: StepPhase;
  readonly call: string | null;
  readonly tool: string;
  readonly target: string;
  readonly exit: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  readonly time: string;
  readonly worktree?: string;
  readonly output?: OutputSays;
  readonly refused?: true;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** What somebody wants, not what was done: a prompt, the harness's own to-do list, a failure that somebody knows of. Private, and never evidence of work. */
export function isIntent({ tool }: Pick<StepRecord, 'tool'>): boolean {
  return tool === 'prompt' || tool === 'todo' || tool === dismissal;
}

/** The tool of a record that says of a command, its target, that its failure is known. */
export const dismissal = 'dismissed';

export function isDismissal({ tool }: Pick<StepRecord, 'tool'>): boolean {
  return tool === dismissal;
}

/** Text longer than this is not kept, only its length and hash; a step says what was touched, not what was written. */
const longestArgument = 200;
const longestTarget = 400;
const longestIntent = 200;
const longestLine = 160;
const mostArguments = 32;

/** Makes the record: safe text only, large things as length and hash, credentials out. */
export function stepRecord(report: StepReport, context: StepContext, tools: StepTools): StepRecord {
  // Normalised first: a credential with an invisible character in it is still one once that is gone.
  const clean = (text: string, max: number): string => oneLine(tools.redact(normaliseText(text.slice(0, 4096))), max);
  const name = (text: string | null | undefined, max: number): string | null =>
    text === null || text === undefined || text === '' ? null : clean(text, max);
  return {
    v: 1,
    phase: report.phase ?? 'end',
    run: name(context.run, 128),
    agent: name(context.agent, 64),
    seq: context.seq,
    call: name(report.call, 128),
    tool: clean(report.tool, 80),
    target: clean(report.target ?? '', isIntent(report) && !isDismissal(report) ? longestIntent : longestTarget),
    exit: report.exit ?? null,
    error: name(report.error, longestTarget),
    durationMs: report.durationMs ?? null,
    time: context.time.toISOString(),
    head: context.head,
    branch: name(context.branch, 200),
    ...(context.worktree ? { worktree: clean(context.worktree, longestTarget) } : {}),
    ...(report.output === undefined ? {} : { output: shortOutput(report.output, clean) }),
    ...(report.refused === true ? { refused: true } : {}),
    ...(report.args === undefined || report.args === null
      ? {}
      : { args: summarised(report.args, clean, tools, isIntent(report)) }),
  };
}

/** Prints a record as the one line it is in the file, without the line end. */
export function printStep(record: StepRecord): string {
  return JSON.stringify(record);
}

type Clean = (text: string, max: number) => string;

function shortOutput({ line, ...says }: OutputSays, clean: Clean): OutputSays {
  if (line === undefined) return says;
  // Most of them are a few words and figures, and to scan them takes as long as all the rest.
  return { ...says, line: isPlainLine(line) ? oneLine(line, longestLine) : clean(line, longestLine) };
}

function summarised(args: unknown, clean: Clean, tools: StepTools, isText: boolean): Readonly<Record<string, unknown>> {
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  const entries = isObject ? Object.entries(args) : [['value', args] as const];
  return Object.fromEntries(
    entries.slice(0, mostArguments).map(([name, value]) => [
      clean(name, 64),
      // What somebody wants is told by its beginning; what was written somewhere, by its length.
      isText && typeof value === 'string' ? clean(value, longestIntent) : small(name, value, clean, tools),
    ]),
  );
}

function small(name: string, value: unknown, clean: Clean, { sha256, redact }: StepTools): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : asJson(value);
  if (text.length > longestArgument) return { length: text.length, sha256: sha256(text) };
  // Behind its name, because that may be all that gives a password away.
  const [before, after] = [`${name}: "`, '"'];
  const named = redact(before + normaliseText(text) + after);
  if (named === before + normaliseText(text) + after) return clean(text, longestArgument);
  const isInPlace = named.startsWith(before) && named.endsWith(after);
  return isInPlace ? clean(named.slice(before.length, -after.length), longestArgument) : '[REDACTED]';
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Circular, too deep, or with numbers JSON does not know: not worth losing a step over.
    return '[not JSON]';
  }
}
