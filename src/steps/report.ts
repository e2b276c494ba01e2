// What a program hands us on standard input, checked by hand: recording a step must not wait for a schema library to load.
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { StepReport } from './record.ts';

const example = 'Expected one JSON object such as {"tool":"bash","target":"npm test","exit":1,"durationMs":5210}.';

/** A step as JSON, and the run, agent and time that may come with it. */
export interface GivenStep extends Omit<StepReport, 'output'> {
  readonly run?: string | undefined;
  readonly agent?: string | undefined;
}

/** Reads it, or says what is wrong with it. */
export function parseStepReport(json: string): GivenStep {
  try {
    return checkStepReport(JSON.parse(json));
  } catch (cause) {
    if (cause instanceof DreamkeeperError) throw cause;
    throw new DreamkeeperError('E_BAD_STEP', 'this is not JSON', { hint: example, cause });
  }
}

/** Checks what a program handed over. Unknown names are ignored: other programs know more than we keep. */
export function checkStepReport(value: unknown): GivenStep {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad('it is not an object');
  const given = new Map<string, unknown>(Object.entries(value));
  const phase = text(given, 'phase');
  if (phase !== undefined && phase !== 'start' && phase !== 'end') throw bad('`phase` is "start" or "end"');
  const tool = text(given, 'tool');
  if (tool === undefined || tool.trim() === '') throw bad('`tool` is missing');
  return {
    tool,
    target: text(given, 'target'),
    // Spelled as other programs spell it: a failure must not get lost over a name.
    exit: whole(given, 'exit') ?? whole(given, 'exitCode') ?? whole(given, 'exit_code'),
    error: text(given, 'error'),
    durationMs: duration(given),
    args: given.get('args'),
    phase,
    call: text(given, 'call'),
    run: text(given, 'run'),
    agent: text(given, 'agent'),
  };
}

function text(given: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = given.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw bad(`\`${name}\` should be text`);
}

function whole(given: ReadonlyMap<string, unknown>, name: string): number | undefined {
  const value = given.get(name) ?? undefined;
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
  throw bad(`\`${name}\` should be a whole number`);
}

function duration(given: ReadonlyMap<string, unknown>): number | undefined {
  const value = given.get('durationMs') ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return Math.round(value);
  throw bad('`durationMs` should be a number of milliseconds, 0 or more');
}

function bad(problem: string): DreamkeeperError {
  return new DreamkeeperError('E_BAD_STEP', `this step cannot be recorded: ${printSafe(problem)}`, { hint: example });
}
