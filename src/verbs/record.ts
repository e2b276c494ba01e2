// Record: the calls of one run, written down as they happen.
import { redactSecrets } from '../secrets/secrets.ts';
import { checkStepReport, type StepRecord, type StepReport } from '../steps/steps.ts';
import { openRecorder } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface RecordRequest {
  readonly run?: string | undefined;
  readonly agent?: string | undefined;
  /** Texts that look like credentials but are not. */
  readonly allowSecrets?: readonly string[] | undefined;
}

/** Records the calls of one run. Open one per run; it counts. */
export interface RunRecorder {
  /** Writes down one call, or the start or end of one. When this returns, the line is in the file. */
  step(report: StepReport): StepRecord;
}

export async function record(
  at: Standpoint,
  { run, agent, allowSecrets = [] }: RecordRequest = {},
): Promise<RunRecorder> {
  const { sha256, head, record: write } = await openRecorder(at);
  const redact = (text: string): string => redactSecrets(text, { allow: allowSecrets, sha256 });
  const who = { run: run ?? at.env.DREAMKEEPER_RUN ?? null, agent: agent ?? at.env.DREAMKEEPER_AGENT ?? null };
  let seq = 0;
  return {
    step: (report) => {
      const checked = checkStepReport(report);
      seq += 1;
      return write(checked, { ...who, seq, ...head() }, redact);
    },
  };
}
