// `dk nap`: the agent sleeps for a while, or is woken.
import type { Command } from 'commander';
import { type Napped, nap } from '../verbs/verbs.ts';
import { stopAtSignal } from './heed-signals.ts';
import { paint, type Terminal } from './terminal.ts';

interface NapOptions {
  readonly wake?: boolean;
  readonly json?: boolean;
}

export function addNap(program: Command, terminal: Terminal): void {
  program
    .command('nap')
    .summary('let the agent sleep for a while, or wake it')
    .argument('[words...]', 'how long: 30s, 10m, 2h, at most a day; with --wake, why it is woken')
    .description(
      'The keeper does not wake the agent before that time. A sleep of 30 seconds or more consolidates first what happened (docs/observations.md), if the last consolidation was at least 10 minutes ago; every other sleep is a nap. The time counts from the end of the consolidation.',
    )
    .option('--wake', 'end its sleep now; words behind it are the reason that the agent is told')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk nap 2h\n  dk nap --wake the build is green again\n')
    .action(async (words: readonly string[], { wake, json }: NapOptions) => {
      const heeded = stopAtSignal();
      try {
        const text = words.join(' ');
        const request = wake === true ? { wake, reason: text } : { for: words.join('') };
        const napped = await nap(terminal.standpoint(), { ...request, signal: heeded.signal });
        if (json === true) return terminal.json(napped);
        tell(napped, wake === true, terminal);
      } finally {
        heeded.end();
      }
    });
}

function tell({ asleep, woken, sleep, deep }: Napped, wake: boolean, terminal: Terminal): void {
  if (wake)
    return terminal.say(
      woken === null ? 'It was not asleep.' : `Woken after ${woken.slept} of ${woken.wanted} seconds.`,
    );
  if (sleep !== null)
    terminal.say(`${sleep.outcome === 'ran' ? 'Consolidated' : 'Not consolidated'}: ${sleep.message}.`);
  if (deep) terminal.say('It was a deep sleep: old observations went into memory/archive.md.');
  if (asleep !== null)
    terminal.say(`Asleep until ${asleep.until.slice(0, 19).replace('T', ' ')} UTC (${asleep.seconds} seconds).`);
  terminal.hint(paint('dim', '`dk nap --wake` ends it.'));
}
