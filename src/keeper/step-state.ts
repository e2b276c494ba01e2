// One state done: a night for rem, a run for wake, and what either means for the cadence; or a moment to daydream.
import { intervalOf } from '../dream/dream.ts';
import { unlessBug } from '../errors/errors.ts';
import { homeText } from '../facts/facts.ts';
import { ledgerPath, newestNight } from '../journal/journal.ts';
import { type Cadence, type CadenceState, gateLeft, runKind, stateOf } from '../lifecycle/lifecycle.ts';
import type { Receipt } from '../night/night.ts';
import { inWords } from '../text/text.ts';
import type { WorkRequest } from '../work/work.ts';
import type { CadenceMemory } from './cadence-memory.ts';
import type { Tell } from './events.ts';
import type { Keeping } from './keeping.ts';
import { minute } from './schedule.ts';
import type { StepRequest, TickEnd } from './step-types.ts';
import { whoIsAtWork } from './tick.ts';

/** A session that is at work is asked about again after this long; another night, after a minute. */
const atWork = 5 * minute;

/** What is needed to know whether it is time. */
type Looking = Pick<Keeping, 'world' | 'home' | 'settings' | 'agent' | 'env'>;

/** Why a state may not begin, and for how long; undefined if it may. A rem without a gate of its own has the usual one. */
export async function gateOf(
  keeping: Looking,
  cadence: Cadence,
  { state: name, succeeded }: CadenceMemory,
  now: Date,
): Promise<{ readonly opensIn: number; readonly message: string } | undefined> {
  const state = stateOf(cadence, name);
  if (state === undefined) return undefined;
  const gated = { ...state, minInterval: intervalFor(keeping, state) };
  const last = [succeeded[name], ...(state.kind === 'rem' ? [lastNight(keeping)] : [])]
    .filter((time) => time !== undefined)
    .map((time) => Date.parse(time));
  const opensIn = Math.max(0, ...last.map((time) => gateLeft(gated, time, now.getTime())));
  if (opensIn > 0) return { opensIn, message: `the gate of ${name} opens in ${inWords(opensIn)}` };
  const busy = state.kind === 'rem' ? await whoIsAtWork(keeping) : undefined;
  return busy === undefined ? undefined : { opensIn: atWork, message: busy };
}

function intervalFor(
  { settings, env }: Pick<Keeping, 'settings' | 'env'>,
  { kind, minInterval }: CadenceState,
): number | null {
  return kind === 'rem' ? (minInterval ?? intervalOf(settings, env)) : minInterval;
}

/** The gate that a cadence keeps between nights, the shortest of several; undefined if it never sleeps. */
export function nightGateOf(keeping: Pick<Keeping, 'settings' | 'env'>, { states }: Cadence): number | undefined {
  const gates = states.filter(({ kind }) => kind === 'rem').map((state) => intervalFor(keeping, state) ?? 0);
  return gates.length === 0 ? undefined : Math.min(...gates);
}

/** A night that came by another way (a person, a session) counts for the gate as well. */
function lastNight({ world, home, agent }: Looking): string | undefined {
  return newestNight(homeText(world, home, ledgerPath), agent)?.time;
}

/** A moment to daydream, when there is nothing else to do. One that does not come is no harm. */
export async function daydream(keeping: Keeping, tell: Tell): Promise<void> {
  const outcome = await keeping.daydream().catch(unlessBug(() => 'failed' as const));
  if (outcome !== 'gated') tell({ event: 'daydream', outcome });
}

export async function doState(
  keeping: Keeping,
  request: StepRequest,
  cadence: Cadence,
  { state: name, hits }: CadenceMemory,
): Promise<TickEnd> {
  const state = stateOf(cadence, name);
  if (state === undefined) return { outcome: 'failed', message: `${name} is no state` };
  const at = { state: name, hits };
  if (state.kind === 'wake')
    return runOnce(keeping, request, { cadence: at, kind: runKind(name), prose: state.prose, claims: state.claims });
  const interval = intervalFor(keeping, state) ?? 0;
  return nightFor(request, () =>
    keeping.sleep({ trigger: 'cadence', env: keeping.env, dreamer: keeping.dreamer, interval, cadence: at }),
  );
}

/** What a night means for the cadence. */
async function nightFor({ tell }: StepRequest, sleep: () => Promise<Receipt>): Promise<TickEnd> {
  const receipt = await sleep();
  tell({ event: 'night', ...told(receipt) });
  // What came along because it was due, too, says nothing about the dream that the cadence asked for.
  const { outcome, reason, message } = receipt.acts.find(({ kind }) => kind === 'rem') ?? receipt;
  const report = { message: `${outcome} (${reason}): ${message}`, isTold: true };
  if (outcome === 'ran') return { outcome: 'done', ...report };
  if (outcome === 'noop') return { outcome: 'no_work', ...report };
  if (outcome === 'gated' || outcome === 'held') return { outcome: 'gated', opensIn: minute, ...report };
  return { outcome: 'failed', ...report };
}

const told = ({ id, outcome, reason, message }: Receipt): Pick<Receipt, 'id' | 'outcome' | 'reason' | 'message'> => ({
  ...{ id, outcome, reason, message },
});

/** One waking run. What goes wrong around it (a repository that is busy, a full disk) is a failed run: it is held, and comes again. */
export async function runOnce(
  keeping: Keeping,
  { tell, signal }: Pick<StepRequest, 'tell' | 'signal'>,
  wanted: Pick<WorkRequest, 'cadence' | 'kind' | 'prose' | 'claims'>,
): Promise<TickEnd> {
  const { runner, noRunner, limit } = keeping;
  if (runner === undefined)
    return { outcome: 'failed', message: noRunner ?? 'no program is set up to run: `dk help run` says how' };
  const state = wanted.cadence?.state ?? null;
  tell({ event: 'run-started', state, kind: wanted.kind, runner: runner.name });
  const work = async (): Promise<TickEnd> => {
    const { run, outcome, message, task } = await keeping.work({ runner, ...wanted, limit, signal });
    tell({ event: 'run-ended', run, state, outcome, message, task });
    return { outcome, message, isTold: true };
  };
  return work().catch(
    unlessBug(({ message, hint }): TickEnd => ({ outcome: 'failed', message: `${message}. ${hint}` })),
  );
}
