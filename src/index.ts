// The library: what other programs may rely on.
import { redactSecrets } from './secrets/secrets.ts';
import { checkStepReport, printStep, type StepRecord, type StepReport, stepRecord } from './steps/steps.ts';
import { openRecorder } from './wire/wire.ts';

/** Records the calls of one run. Open one per run; it counts. */
export interface RunRecorder {
  /** Writes down one call, or the start or end of one. When this returns, the line is in the file. */
  step(report: StepReport): StepRecord;
}

export interface RunRecorderOptions {
  /** Where the agent works; its home is found from there. Default: the current folder. */
  readonly cwd?: string;
  readonly run?: string;
  readonly agent?: string;
  /** Texts that look like credentials but are not. */
  readonly allowSecrets?: readonly string[];
}

/** Opens the record of the day. Throws a DreamkeeperError with code `E_NO_HOME` if there is no home. */
export async function recordRun(options: RunRecorderOptions = {}): Promise<RunRecorder> {
  const env = process.env;
  const recorder = await openRecorder({ cwd: options.cwd ?? process.cwd(), env });
  const { sha256 } = recorder;
  const allow = options.allowSecrets ?? [];
  const redact = (text: string): string => redactSecrets(text, { allow, sha256 });
  let seq = 0;
  return {
    step: (report) => {
      const checked = checkStepReport(report);
      seq += 1;
      const record = stepRecord(
        checked,
        {
          run: options.run ?? env.DREAMKEEPER_RUN ?? null,
          agent: options.agent ?? env.DREAMKEEPER_AGENT ?? null,
          seq,
          time: new Date(),
          ...recorder.head(),
        },
        { sha256, redact },
      );
      recorder.append(printStep(record));
      return record;
    },
  };
}

export {
  applyVerdicts,
  type Board,
  matchTask,
  moveTask,
  parseBoard,
  parseVerdicts,
  pickTask,
  type Task,
  tasksOf,
} from './board/board.ts';
export { DreamkeeperError, type ErrorCode } from './errors/errors.ts';
export { type DreamEntry, parseEntry, printEntry } from './journal/journal.ts';
export type { Receipt } from './night/night.ts';
export { findSecrets, redactSecrets } from './secrets/secrets.ts';
export { parseSteps, type StepRecord, type StepReport, tellSteps } from './steps/steps.ts';
export type { Woken } from './wake/wake.ts';
