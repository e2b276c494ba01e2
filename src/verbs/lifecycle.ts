// Lifecycle: the cadence of a home written, checked and shown.
import { makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import {
  baseOf,
  type CadenceMemory,
  delayAtStart,
  gateOf,
  knownOf,
  lastTickOf,
  lifecycleFile,
  lifecycleNow,
  lifecyclePlace,
  paceOf,
} from '../keeper/keeper.ts';
import {
  type Cadence,
  type CadenceProblem,
  type CadenceState,
  canonicalCadence,
  drawCadence,
  type Position,
  settled,
} from '../lifecycle/lifecycle.ts';
import { openHome, openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type Landed, landedFrom } from './landed.ts';

export interface LifecycleWritten extends Landed {
  readonly path: string;
  /** What would be written, if it was only tried. */
  readonly text?: string;
  /** False if it is there already. */
  readonly written: boolean;
}

/** The usual cadence; one that is there is left alone. */
export async function lifecycleInit(
  at: Standpoint,
  { dryRun }: { readonly dryRun?: boolean | undefined } = {},
): Promise<LifecycleWritten> {
  const { world, home, agent } = await (dryRun === true ? openHome : openOwnHome)(at);
  const bytes = Buffer.from(canonicalCadence);
  // Asked again when it is written: somebody may write one meanwhile.
  const edit = (there: Uint8Array | undefined): Uint8Array => {
    if (there === undefined || bytes.equals(there)) return bytes;
    throw new DreamkeeperError('E_NOT_OURS', `there is a ${lifecycleFile} already`, {
      hint: 'Nothing was changed. Edit it as you like; `dk lifecycle lint` checks it.',
    });
  };
  edit(world.files.read(home.home, lifecycleFile));
  if (dryRun === true) return { path: lifecycleFile, text: canonicalCadence, ...landedFrom(undefined), written: false };
  const changed = await makeChange(world, home, {
    files: [{ path: lifecycleFile, edit, rule: 'refuse' }],
    subject: 'lifecycle: the usual cadence',
    agent,
  });
  return { path: lifecycleFile, ...landedFrom(changed), written: changed.kind === 'changed' };
}

export interface LifecycleLint {
  readonly path: string;
  readonly exists: boolean;
  readonly problems: readonly CadenceProblem[];
}

export async function lifecycleLint(at: Standpoint): Promise<LifecycleLint> {
  const { world, home } = await openHome(at);
  const read = lifecycleNow(world, home, at.env);
  const problems = read.kind === 'broken' ? read.problems : [];
  return { path: lifecyclePlace(at.env).path, exists: read.kind !== 'none', problems };
}

interface Gate extends Pick<CadenceState, 'kind' | 'minInterval'> {
  readonly state: string;
  /** When that state succeeded last. */
  readonly succeeded: string | null;
  readonly opensIn: number;
}

/** Where the agent is in its cadence. Problems beside a cadence are those of the file as it stands; the last good one goes on. */
export type LifecycleShown =
  | {
      readonly start: null;
      readonly states: readonly [];
      readonly position: null;
      readonly problems: readonly CadenceProblem[];
    }
  | (Cadence &
      Pick<CadenceMemory, 'streak' | 'lastTick' | 'due'> & {
        readonly position: Position;
        readonly gates: readonly Gate[];
        readonly problems: readonly CadenceProblem[];
        /** From one tick to the next, and to the one that comes; in milliseconds. */
        readonly interval: number;
        readonly nextIn: number;
        /** The cadence as a line. */
        readonly drawing: string;
      });

export async function lifecycleShow(at: Standpoint): Promise<LifecycleShown> {
  const opened = await openHome(at);
  const keeping = { ...opened, env: at.env };
  const { lifecycle, memory } = knownOf(keeping, false);
  if (lifecycle.kind !== 'cadence')
    return { start: null, states: [], position: null, problems: lifecycle.kind === 'broken' ? lifecycle.problems : [] };
  const { cadence, problems } = lifecycle;
  const { start, states } = cadence;
  const now = opened.world.now();
  const { state, hits } = settled(cadence, memory);
  const position = { state, hits };
  const gated = states.filter(({ kind, minInterval }) => kind === 'rem' || minInterval !== null);
  const gates = await Promise.all(
    gated.map(async ({ name, kind, minInterval }) => {
      const gate = await gateOf(keeping, cadence, { ...memory, state: name }, now);
      const succeeded = memory.succeeded[name] ?? null;
      return { state: name, kind, minInterval, succeeded, opensIn: gate?.opensIn ?? 0 };
    }),
  );
  const { streak, lastTick, due } = memory;
  const pace = paceOf(opened.settings);
  const interval = baseOf(pace);
  const nextIn = delayAtStart(pace, lastTickOf(memory), now.getTime(), 0);
  const drawing = drawCadence(cadence, position);
  return { start, states, position, gates, streak, lastTick, due, problems, interval, nextIn, drawing };
}
