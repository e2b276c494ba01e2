// `dk tick`: one look, started by a hook or a timer. It sleeps if it is time, says why not if it is not, and ends by itself.
import type { Command } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Tick, tickOnce } from '../keeper/keeper.ts';
import { keepFailure } from '../night/night.ts';
import { usualBudget } from '../wake/wake.ts';
import {
  type ChosenDreamer,
  type HomeAnyhow,
  lowerPriority,
  openHomeAnyhow,
  openModels,
  standpoint,
} from '../wire/wire.ts';
import type { Terminal } from './terminal.ts';
import { unusable } from './unusable.ts';
import { wakeSafely } from './wake.ts';

interface TickOptions {
  readonly pack?: boolean;
  readonly run?: string;
  readonly source?: string;
  readonly json?: boolean;
}

/** Claude Code shows only the beginning of more than this. */
export const largestPack = 9500;

export function addTick(program: Command, terminal: Terminal): void {
  program
    .command('tick', { hidden: true })
    .description(
      'One look: finishes what was left, notes sessions that ended without a word, and sleeps if there is news and the gate is open. Hooks start it when a session ends.',
    )
    .option('--pack', 'wake, too, and print the pack; nothing else')
    .option('--run <id>', 'the session that asks: it is not waited for')
    .option('--source <word>', 'why that session begins; after `compact` nobody sleeps')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk tick\n  dk tick --json\n')
    .action(async (options: TickOptions) => {
      const at = standpoint();
      // Somebody waits for a pack; nobody waits for a dream.
      if (options.pack !== true) lowerPriority();
      const home = await openHomeAnyhow(at);
      const { world, found, settings, agent, error } = home;
      const sleeper = { world, home: found, settings, agent };
      // Somebody who waits for a pack gets what rules can say within a second; a model is asked when nobody waits.
      const isInLine = options.pack === true || error !== undefined;
      const dreamer = isInLine ? undefined : await whoDreams(home, at);
      const ticked: Tick = await tickOnce(sleeper, {
        env: at.env,
        dreamer,
        run: options.run || undefined,
        maySleep: options.source !== 'compact' && error === undefined,
      });
      if (options.pack === true) {
        const budget = Math.min(settings.wake?.chars ?? usualBudget, largestPack);
        const { pack } = await wakeSafely(home, budget, false, ticked.notes, ticked.atWork);
        for (const line of pack.trimEnd().split('\n')) terminal.say(line);
        return;
      }
      if (options.json === true) return terminal.json({ receipt: ticked.receipt ?? null, notes: ticked.notes });
      for (const note of ticked.notes) terminal.say(note);
      if (ticked.receipt !== undefined)
        terminal.say(`${ticked.receipt.outcome} (${ticked.receipt.reason}): ${ticked.receipt.message}`);
    });
}

/** If the operator's settings cannot be read, that is on record, and rules dream: a mistake in there does not keep an agent from sleeping. */
export async function whoDreams(
  home: HomeAnyhow,
  at: ReturnType<typeof standpoint>,
): Promise<ChosenDreamer | undefined> {
  const { chosenFor } = await openModels();
  try {
    return chosenFor('dream', home, at);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    const { world, found, settings, agent } = home;
    keepFailure({ world, home: found, settings, agent }, unusable(error));
    return undefined;
  }
}
