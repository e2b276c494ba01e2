// Status: how a home is, and why it did not dream.

import { stillWaiting } from '../curate/curate.ts';
import { tryOr } from '../errors/errors.ts';
import { homeLedger } from '../facts/facts.ts';
import { hearsSessions, hookTroubles } from '../install/install.ts';
import { daydreamsOf } from '../night/night.ts';
import { type Status as Known, type Problem, statusOf } from '../report/report.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { cadenceLine } from './cadence-line.ts';
import { type IdleNow, idleNow } from './idle-now.ts';

export interface Status extends Known {
  /** Where the cadence stands; null without one. */
  readonly cadence: string | null;
  /** Whether memory is put in order when nobody is there, and what the last time did; null if it is not. */
  readonly idle: IdleNow | null;
  /** How many proposals about memory wait for a person (`dk pending`). */
  readonly pending: number;
  /** The newest daydream. */
  readonly thought: string | null;
}

export async function status(at: Standpoint): Promise<Status> {
  const opened = await openHomeAnyhow(at);
  const { world, home, agent, error, waiting, stranger } = opened;
  const known = await statusOf(opened, at.env, await hearsSessions(world, at));
  const refused = [stranger, error].flatMap((each): Problem[] =>
    each === undefined ? [] : [{ code: each.code, message: each.message, hint: each.hint }],
  );
  const unfinished: readonly Problem[] =
    waiting === undefined
      ? []
      : [
          {
            code: 'change-waits',
            message: `a change is not finished: ${waiting}`,
            hint: 'The next `dk` command finishes it.',
          },
        ];
  const [daydream] = daydreamsOf(world, home, agent);
  return {
    ...known,
    cadence: cadenceLine(opened, at.env) ?? null,
    idle: idleNow(opened),
    // Where the ledger cannot be read, the doctor says why.
    pending: tryOr(() => stillWaiting(world, home, homeLedger(world, home)).length) ?? 0,
    thought: daydream?.text ?? null,
    problems: [...refused, ...unfinished, ...known.problems, ...(await hookTroubles(world, at))],
  };
}
