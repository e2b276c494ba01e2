// `dk tick`: one look, started by a hook or a timer. It sleeps if it is time, says why not if it is not, and ends by itself.
import type { Command } from 'commander';
import { actsFor, lifecycleNow, type Tick, tickOnce } from '../keeper/keeper.ts';
import { usualBudget } from '../wake/wake.ts';
import { lowerPriority, openActs, openHomeAnyhow } from '../wire/wire.ts';
import { stepNow, whoDreams } from './kept-home.ts';
import type { Terminal } from './terminal.ts';
import { wakeSafely } from './wake.ts';

interface TickOptions {
  readonly pack?: boolean;
  readonly run?: string;
  readonly source?: string;
  readonly session?: boolean;
  readonly json?: boolean;
}

/** Claude Code shows only the beginning of more than 9,500 characters; a line about a pack's age still has to fit. */
export const largestPack = 9200;

export function addTick(program: Command, terminal: Terminal): void {
  program
    .command('tick', { hidden: true })
    .description(
      'One look. In a home with a lifecycle it is one step of that, for cron; else, and when a session ends, it finishes what was left, notes sessions that ended without a word, and sleeps if there is news and the gate is open.',
    )
    .option('--pack', 'wake, too, and print the pack; nothing else')
    .option('--run <id>', 'the session that asks: it is not waited for')
    .option('--source <word>', 'why that session begins; after `compact` nobody sleeps')
    .option('--session', 'a session ended or began: sleep if it is time, and wake nobody')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk tick\n  dk tick --json\n')
    .action(async (options: TickOptions) => {
      const at = terminal.standpoint();
      // Somebody waits for a pack; nobody waits for a dream.
      if (options.pack !== true) lowerPriority();
      const home = await openHomeAnyhow(at);
      const { world, settings, error, stranger } = home;
      if (stranger !== undefined) throw stranger;
      const isSession = options.session === true || options.pack === true || options.run !== undefined;
      if (!isSession && error === undefined && lifecycleNow(world, home.home, at.env).kind !== 'none')
        return stepNow(home, at, options.json === true, terminal);
      // Somebody who waits for a pack gets what rules can say within a second; a model is asked when nobody waits.
      const isInLine = options.pack === true || error !== undefined;
      const dreamer = isInLine ? undefined : await whoDreams(home, at);
      const ticked: Tick = await tickOnce(home, {
        acts: actsFor('session', await openActs()),
        env: at.env,
        dreamer,
        run: options.run || undefined,
        maySleep: options.source !== 'compact' && error === undefined,
      });
      if (options.pack === true) {
        const budget = Math.min(settings.wake?.chars ?? usualBudget, largestPack);
        const { pack } = await wakeSafely(home, at, budget, false, ticked.notes, ticked.atWork);
        for (const line of pack.trimEnd().split('\n')) terminal.say(line);
        return;
      }
      if (options.json === true) return terminal.json({ receipt: ticked.receipt ?? null, notes: ticked.notes });
      for (const note of ticked.notes) terminal.say(note);
      if (ticked.receipt !== undefined)
        terminal.say(`${ticked.receipt.outcome} (${ticked.receipt.reason}): ${ticked.receipt.message}`);
    });
}
