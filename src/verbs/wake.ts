// Wake: the pack for the next run. There always is one; what went wrong stands in it.
import { netOf } from '../change/change.ts';
import { smallestBudget, usualBudget } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { decodeUtf8 } from '../text/text.ts';
import {
  begunWith,
  framed,
  type Handed,
  keepHandedOver,
  messagesTold,
  type News,
  newMessages,
  othersWords,
  type WakeOptions,
  type Woken,
  wakeUp,
} from '../wake/wake.ts';
import { type HomeAnyhow, type OpenHome, openHomeAnyhow } from '../wire/wire.ts';
import { notesToTell } from '../work/work.ts';
import type { Sent, Standpoint } from '../world/world.ts';
import { cadenceLine } from './cadence-line.ts';

export interface WakeRequest {
  /** How many characters the pack may have, from 500 up; without it the setting `wake.chars` counts, and 4,000 where nobody says. */
  readonly budget?: number | undefined;
  /** Gives the pack, and applies nothing. */
  readonly dryRun?: boolean | undefined;
  /** What was handed over the last time; nothing is done. */
  readonly last?: boolean | undefined;
}

export type { Woken } from '../wake/wake.ts';

export async function wake(at: Standpoint, { budget, dryRun, last }: WakeRequest = {}): Promise<Woken> {
  if (budget !== undefined && budget < smallestBudget)
    throw new DreamkeeperError('E_USAGE', `a pack needs at least ${smallestBudget} characters`, {
      hint: `Without --budget it may have as many as the setting wake.chars says, or ${usualBudget}.`,
    });
  const home = await openHomeAnyhow(at);
  if (last === true) return lastHandedOver(home);
  const most = budget ?? home.settings.wake?.chars ?? usualBudget;
  return wakeHome(home, at, { budget: most, isDry: dryRun === true });
}

const handedOver = (agent: string): string => `woken-${agent}.json`;

interface Waking {
  readonly budget: number;
  readonly isDry?: boolean;
  /** Lines for the pack that whoever wakes knows of. */
  readonly notes?: readonly string[];
  /** What the agent is told by its harness. */
  readonly sent?: readonly Sent[];
  /** The session only goes on: it is told what is new, which is kept for nobody. */
  readonly news?: News | undefined;
  /** Runs that are at work here now. */
  readonly atWork?: readonly string[];
  /** Says in other words what is handed over. */
  readonly tell?: WakeOptions['tell'];
  /** Whom it is for; a person, if nobody says. */
  readonly whom?: Pick<Handed, 'run' | 'how' | 'why'>;
}

/** Wakes whatever happens: what went wrong is in the pack. */
export async function wakeHome(home: HomeAnyhow, at: Standpoint, waking: Waking): Promise<Woken> {
  const { world, settings, error: problem, stranger } = home;
  const { budget, notes: more = [], atWork = [], sent = [], news, tell } = waking;
  // In somebody else's home nothing is applied and nothing kept; the run gets its pack all the same.
  const isDry = waking.isDry === true || stranger !== undefined;
  const cadence = cadenceLine(home, at.env);
  const notes = [
    ...more,
    ...(cadence === undefined ? [] : [cadence]),
    ...notesToTell(home, isDry),
    ...(stranger === undefined ? [] : [`Note: nothing is recorded or applied: ${stranger.message}. ${stranger.hint}`]),
    ...(problem === undefined ? [] : [`Note: ${problem.message}. ${problem.hint}`]),
    ...(home.waiting === undefined ? [] : [`Note: a change waits to be finished: ${home.waiting}.`]),
  ];
  // What comes while the pack is made is told once more, and never lost. Whoever tells in other words takes the messages itself.
  const told = isDry || tell !== undefined ? 0 : newMessages(home).length;
  let woken: Woken;
  try {
    woken = await wakeUp({ ...home, atWork }, { budget, isDry, notes, sent, news, tell });
  } catch (error) {
    // Whatever it is, the run that waits for its pack must not wait in vain; the pack says what went wrong.
    const reason = error instanceof Error ? error.message : String(error);
    woken = emptyHanded(netOf(settings).redact(reason), world.random(6), budget);
  }
  if (!isDry && news === undefined) keep(home, woken);
  if (!isDry) messagesTold(home, told);
  if (!isDry && woken.pack !== '') keepHandedOver(home, { ...(waking.whom ?? byHand), pack: woken.pack });
  return woken;
}

const byHand = { run: null, how: 'by hand', why: '' } as const;

function keep({ world, home, agent }: OpenHome, woken: Woken): void {
  const text = `${JSON.stringify({ worktree: home.project.worktree ?? null, ...woken })}\n`;
  try {
    world.files.makeFolder(home.privateDir, true);
    world.files.write(home.privateDir, handedOver(agent), Buffer.from(text), { mode: 0o600 });
  } catch (error) {
    // A disk that is full or read-only is no reason not to wake; `--last` will show the one before.
    if (!(error instanceof DreamkeeperError)) throw error;
  }
}

function emptyHanded(reason: string, frame: string, budget: number): Woken {
  const next = 'nothing is known; look at `dk status`';
  const ours = ['Good morning.', 'DOING: nothing', `Next action: ${next}`, 'Nothing could be read.'];
  const room = Math.min(300, budget - framed(frame, ours, [''], []).length);
  const pack = framed(frame, ours, [othersWords([]).line(reason, 'dk doctor', room)], []);
  const carry = { doing: null, next, midFlight: [], verified: [] };
  return { dream: null, commit: null, verdicts: [], looksDone: [], source: 'facts', brief: null, pack, frame, carry };
}

function lastHandedOver(at: OpenHome): Woken {
  const { world, home, agent } = at;
  const bytes = world.files.read(home.privateDir, handedOver(agent));
  if (bytes === undefined)
    throw new DreamkeeperError('E_NO_SUCH_NIGHT', 'no hand-over has been given here yet', {
      hint: 'The next session of your agent starts with one; `dk wake` prints one now.',
    });
  try {
    // Our own private file, as `keep` printed it.
    const woken = JSON.parse(decodeUtf8(bytes)) as Woken;
    if (typeof woken.frame !== 'string') throw new Error('an earlier version wrote it, without a frame');
    // One of an earlier version did not know of them.
    return { ...woken, pack: begunWith(at, woken.pack), looksDone: woken.looksDone ?? [], brief: woken.brief ?? null };
  } catch (cause) {
    throw new DreamkeeperError('E_NO_SUCH_NIGHT', 'the last pack cannot be read any more', {
      hint: 'Run `dk wake` for a new one.',
      cause,
    });
  }
}
