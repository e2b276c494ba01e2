// The record of the day read back. Lines that are torn or not ours are skipped and counted, never an error.
import { normaliseText } from '../text/text.ts';
import type { StepRecord } from './record.ts';

export interface StepsRead {
  readonly records: readonly StepRecord[];
  /** Lines that are not JSON: cut off by a full disk or a power cut. */
  readonly torn: number;
  /** Lines that are JSON, but not a step as we write it. */
  readonly foreign: number;
}

/** Reads lines of `_steps.jsonl`. */
export function parseSteps(text: string): StepsRead {
  const records: StepRecord[] = [];
  let torn = 0;
  let foreign = 0;
  for (const line of text.split('\n')) {
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
  }
  return { records, torn, foreign };
}

/** Takes only what it knows, each of the right kind: anything that can append to the file could have written the line. */
function asStep(value: unknown): StepRecord | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  const { tool, time, phase } = Object.fromEntries(given);
  if (given.get('v') !== 1 || typeof tool !== 'string' || tool === '') return undefined;
  if (phase !== 'start' && phase !== 'end') return undefined;
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
  const text = (name: string): string | null => {
    const found = given.get(name);
    return typeof found === 'string' ? normaliseText(found) : null;
  };
  const number = (name: string): number | null => {
    const found = given.get(name);
    return typeof found === 'number' && Number.isFinite(found) ? found : null;
  };
  const args = given.get('args');
  return {
    v: 1,
    phase,
    run: text('run'),
    agent: text('agent'),
    seq: number('seq') ?? 0,
    call: text('call'),
    tool: normaliseText(tool),
    target: text('target') ?? '',
    exit: number('exit'),
    error: text('error'),
    durationMs: number('durationMs'),
    time,
    head: text('head'),
    branch: text('branch'),
    ...(typeof args === 'object' && args !== null && !Array.isArray(args) ? { args: { ...args } } : {}),
  };
}
