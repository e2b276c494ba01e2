// `dk tick`: one look, started by a hook or a timer.
import type { Command } from 'commander';
import type { ExitCode } from '../errors/errors.ts';
import { type Ticked, tick } from '../verbs/verbs.ts';
import { lowerPriority } from '../wire/wire.ts';
import type { Sent } from '../world/world.ts';
import { stopAtSignal } from './heed-signals.ts';
import { happeningInWords } from './tell-events.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface TickOptions {
  readonly pack?: boolean;
  readonly budget?: number;
  readonly run?: string;
  readonly source?: string;
  readonly sent?: readonly Sent[];
  readonly goesOn?: boolean;
  readonly session?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addTick(program: Command, terminal: Terminal): void {
  program
    .command('tick', { hidden: true })
    .description(
      'Takes one step and ends, for cron and for hooks. In a home with a lifecycle.org it does the current state once. Otherwise, and when a session ends, it finishes what a killed process left, notes sessions that ended without saying so, and sleeps if something is new and the last dream is long enough ago.',
    )
    .option('--pack', 'also wake, and print the pack and nothing else')
    .option('--budget <characters>', 'how many characters that pack may have', (text) => wholeNumber('--budget', text))
    .option('--run <id>', 'the session that asks; this does not wait until it has ended')
    .option('--source <word>', 'why that session begins; after `compact` it does not sleep')
    .option(
      '--sent <words>',
      'what its harness tells that session anyway: branch, status, commits; the pack leaves it out',
      sentIn,
    )
    .option('--goes-on', 'that session goes on: print only what is new since it was last heard of, if anything is')
    .option('--session', 'a session ended or began: sleep if it is time, and run no agent')
    .option('--force', 'do not wait after a failure: you have put right what was wrong')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk tick\n  dk tick --force     you have put right what failed: try again now\n  dk tick --json\n',
    )
    .action(async ({ json, ...request }: TickOptions) => {
      const heeded = stopAtSignal();
      try {
        // Somebody waits for a pack; nobody waits for a dream.
        if (request.pack !== true) lowerPriority();
        const ticked = await tick(terminal.standpoint(), {
          ...request,
          signal: heeded.signal,
          onHappening: (happening) => {
            if (json !== true) terminal.say(happeningInWords(happening));
          },
        });
        tell(ticked, json === true, terminal);
      } finally {
        heeded.end();
      }
    });
}

/** Words that are not known mean nothing to leave out. */
function sentIn(text: string): Sent[] {
  return (['branch', 'status', 'commits'] as const).filter((each) => text.split(',').includes(each));
}

const exits: Partial<Record<string, ExitCode>> = { unready: 2, held: 11, failed: 13, killed: 13, stopped: 13 };

function tell(ticked: Ticked, asJson: boolean, terminal: Terminal): void {
  if ('pack' in ticked) return ticked.pack === '' ? undefined : terminal.lines(ticked.pack);
  if ('step' in ticked) terminal.leaveWith(exits[ticked.step.outcome] ?? 0);
  if (asJson) return terminal.json(ticked);
  if ('step' in ticked) {
    const { outcome, message, due } = ticked.step;
    const when = due === null ? '' : ` (${due.slice(0, 19).replace('T', ' ')} UTC)`;
    // What is missing, as it can be pasted.
    if (outcome === 'unready') for (const line of message.split('\n')) terminal.complain(line);
    if (outcome === 'early')
      terminal.say(
        `Not now: ${message}${when}, because the last try failed or had nothing to do. If you have put that right, \`dk tick --force\` does not wait.`,
      );
    return;
  }
  for (const note of ticked.notes) terminal.say(note);
  const { receipt } = ticked;
  if (receipt) terminal.say(`${receipt.outcome} (${receipt.reason}): ${receipt.message}`);
}
