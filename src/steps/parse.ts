// The record of the day read back. Lines that are torn or not ours are skipped and counted, never an error.
import { isRecord, normaliseText } from '../text/text.ts';
import type { OutputSays, StepRecord } from './record.ts';

export interface StepsRead {
  readonly records: readonly StepRecord[];
  /** Lines that are not JSON: cut off by a full disk or a power cut. */
  readonly torn: number;
  /** Lines that are JSON, but not a step as we write it. */
  readonly foreign: number;
}

/** How far back to read: at least so many steps, and all that are not older than a time. */
export interface LookBack {
  readonly least: number;
  readonly since: string;
}

/** Reads lines of `_steps.jsonl`; with a look back, from the end and no further than asked. */
export function parseSteps(text: string, back?: LookBack): StepsRead {
  const records: StepRecord[] = [];
  let torn = 0;
  let foreign = 0;
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    end = start - 1;
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // Expected: the last line of a machine that lost power. Counted, so that it is not silent.
      torn += 1;
      continue;
    }
    const record = asStep(value);
    if (record === undefined) foreign += 1;
    else records.push(record);
    if (back !== undefined && records.length >= back.least && (record?.time ?? back.since) < back.since) break;
  }
  return { records: records.reverse(), torn, foreign };
}

const plainAscii = /^[ -~]*$/u;

/** Takes only what it knows, each of the right kind: anything that can append to the file could have written the line. */
function asStep(value: unknown): StepRecord | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // A plain object without a prototype's names in it: the line came from `JSON.parse`.
  const given = value as Readonly<Record<string, unknown>>;
  const { tool, time, phase, args, worktree } = given;
  if (given.v !== 1 || typeof tool !== 'string' || tool === '') return undefined;
  if (phase !== 'start' && phase !== 'end' && phase !== 'batch') return undefined;
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
  const record: { -readonly [Name in keyof StepRecord]: StepRecord[Name] } = {
    v: 1,
    phase,
    run: textIn(given, 'run'),
    agent: textIn(given, 'agent'),
    seq: numberIn(given, 'seq') ?? 0,
    call: textIn(given, 'call'),
    tool: clean(tool),
    target: textIn(given, 'target') ?? '',
    exit: numberIn(given, 'exit'),
    error: textIn(given, 'error'),
    durationMs: numberIn(given, 'durationMs'),
    time,
    head: textIn(given, 'head'),
    branch: textIn(given, 'branch'),
  };
  // One after the other, and not spread: there are tens of thousands of them.
  if (typeof worktree === 'string' && worktree !== '') record.worktree = clean(worktree);
  if (given.refused === true) record.refused = true;
  const output = outputIn(given.output);
  if (output !== undefined) record.output = output;
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) record.args = { ...args };
  return record;
}

function textIn(given: Readonly<Record<string, unknown>>, name: string): string | null {
  const found = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof found === 'string' ? clean(found) : null;
}

function numberIn(given: Readonly<Record<string, unknown>>, name: string): number | null {
  const found = Object.hasOwn(given, name) ? given[name] : undefined;
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

const verdicts: ReadonlySet<unknown> = new Set<OutputSays['verdict']>(['passed', 'failed', 'unknown', 'silent']);

/** What it says, or nothing: a line that another version wrote is none the worse for it. */
function outputIn(value: unknown): OutputSays | undefined {
  if (!isRecord(value) || !verdicts.has(value.verdict)) return undefined;
  const { line, by, lines, exits } = value;
  const isList = (list: unknown, kind: 'string' | 'number'): boolean =>
    Array.isArray(list) && list.length <= 20 && list.every((each) => typeof each === kind);
  return {
    verdict: value.verdict as OutputSays['verdict'],
    ...(typeof line === 'string' ? { line: clean(line).slice(0, 400) } : {}),
    ...(isList(by, 'string') ? { by: (by as string[]).map(clean) } : {}),
    ...(typeof lines === 'number' ? { lines } : {}),
    ...(isList(exits, 'number') ? { exits: exits as number[] } : {}),
  };
}

/** Nearly all text here is plain, and a day has many lines. */
function clean(text: string): string {
  return plainAscii.test(text) ? text : normaliseText(text);
}
