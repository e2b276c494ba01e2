// `dk wake`: the pack for the next run. It always prints one, and exits 0.
import type { Command } from 'commander';
import { netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { decodeUtf8 } from '../text/text.ts';
import { framed, othersWords, smallestBudget, usualBudget, type Woken, wakeUp } from '../wake/wake.ts';
import { type HomeAnyhow, type OpenHome, openHomeAnyhow } from '../wire/wire.ts';
import { notesToTell } from '../work/work.ts';
import type { Standpoint } from '../world/world.ts';
import { cadenceLine } from './cadence-line.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface WakeOptions {
  readonly budget?: string;
  readonly last?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addWake(program: Command, terminal: Terminal): void {
  program
    .command('wake')
    .summary('wake: apply the verdicts once, and print what the run needs')
    .description(
      "Applies the newest dream's verdicts to the board (once), checks what the dream called verified, and prints the wake pack. Works without a dream, too.",
    )
    .option('--budget <characters>', `how long the pack may be, from ${smallestBudget} up`, String(usualBudget))
    .option('--last', 'show what was handed over the last time, and do nothing')
    .option('--dry-run', 'print the pack, and apply nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk wake                 hand this to your agent before its first step\n  dk wake --json          the same as typed parts\n  dk wake --last          what the last run was given\n',
    )
    .action(async (options: WakeOptions) => {
      const budget = budgetOf(options.budget);
      const at = terminal.standpoint();
      const home = await openHomeAnyhow(at);
      const woken =
        options.last === true ? lastHandedOver(home) : await wakeSafely(home, at, budget, options.dryRun === true);
      if (options.json === true) return terminal.json(woken);
      for (const line of woken.pack.trimEnd().split('\n')) terminal.say(line);
    });
}

function budgetOf(text: string | undefined): number {
  const budget = wholeNumber('--budget', text ?? String(usualBudget));
  if (budget >= smallestBudget) return budget;
  throw new DreamkeeperError('E_USAGE', `a pack needs at least ${smallestBudget} characters`, {
    hint: `Leave --budget away for ${usualBudget}.`,
  });
}

const handedOver = (agent: string): string => `woken-${agent}.json`;

/** Wakes whatever happens: what went wrong is in the pack. */
export async function wakeSafely(
  home: HomeAnyhow,
  at: Standpoint,
  budget: number,
  wantsDry: boolean,
  more: readonly string[] = [],
  atWork: readonly string[] = [],
): Promise<Woken> {
  const { world, settings, error: problem, stranger } = home;
  // In somebody else's home nothing is applied and nothing kept; the run gets its pack all the same.
  const isDry = wantsDry || stranger !== undefined;
  const cadence = cadenceLine(home, at.env);
  const notes = [
    ...more,
    ...(cadence === undefined ? [] : [cadence]),
    ...notesToTell(home, isDry),
    ...(stranger === undefined ? [] : [`Note: nothing is recorded or applied: ${stranger.message}. ${stranger.hint}`]),
    ...(problem === undefined ? [] : [`Note: ${problem.message}. ${problem.hint}`]),
    ...(home.waiting === undefined ? [] : [`Note: a change waits to be finished: ${home.waiting}.`]),
  ];
  let woken: Woken;
  try {
    woken = await wakeUp({ ...home, atWork }, { budget, isDry, notes });
  } catch (error) {
    // Whatever it is, the run that waits for its pack must not wait in vain; the pack says what went wrong.
    const reason = error instanceof Error ? error.message : String(error);
    woken = emptyHanded(netOf(settings).redact(reason), world.random(6), budget);
  }
  if (!isDry) keep(home, woken);
  return woken;
}

function keep({ world, home, agent }: OpenHome, woken: Woken): void {
  try {
    world.files.makeFolder(home.privateDir, true);
    world.files.write(
      home.privateDir,
      handedOver(agent),
      Buffer.from(`${JSON.stringify({ worktree: home.project.worktree ?? null, ...woken })}\n`),
      {
        mode: 0o600,
      },
    );
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
  return {
    ...{ dream: null, commit: null, verdicts: [], source: 'facts', pack, frame },
    carry: { doing: null, next, midFlight: [], verified: [] },
  };
}

function lastHandedOver({ world, home, agent }: OpenHome): Woken {
  const bytes = world.files.read(home.privateDir, handedOver(agent));
  if (bytes === undefined)
    throw new DreamkeeperError('E_NO_SUCH_NIGHT', 'nobody has woken here yet', { hint: 'Run `dk wake`.' });
  try {
    // Our own private file, as `keep` printed it.
    const woken = JSON.parse(decodeUtf8(bytes)) as Woken;
    if (typeof woken.frame !== 'string') throw new Error('an earlier version wrote it, without a frame');
    return woken;
  } catch (cause) {
    throw new DreamkeeperError('E_NO_SUCH_NIGHT', 'what was handed over last cannot be read any more', {
      hint: 'Run `dk wake`.',
      cause,
    });
  }
}
