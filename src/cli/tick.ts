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
  readonly tired?: string;
  readonly sent?: readonly Sent[];
  readonly goesOn?: boolean;
  readonly session?: boolean;
  readonly absence?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addTick(program: Command, terminal: Terminal): void {
  program
    .command('tick', { hidden: true })
    .description(
      'Takes one step and ends; cron and hooks use it. In a home with a lifecycle.org it does the current state once. Otherwise, and when a session ends, it only sleeps, if something is new and the last dream is old enough. Before that it finishes what a killed process left, and notes sessions that stopped without a proper end.',
    )
    .option('--pack', 'also wake, and print only the pack (the hand-over)')
    .option('--budget <characters>', 'how many characters that pack may have', (text) => wholeNumber('--budget', text))
    .option('--run <id>', 'the session that asks; the step does not wait for it to end')
    .option('--tired <id>', 'a session that tires is over or exhausted: consolidate what happened (`fatigue.hooks`)')
    .option(
      '--source <word>',
      'why that session begins; with `compact` the step does not sleep, with `stop` it only consolidates',
    )
    .option(
      '--sent <words>',
      'what that session gets anyway from its own program: branch, status, commits; the pack leaves these out',
      sentIn,
    )
    .option('--goes-on', 'that session was resumed: print only what is new since its last sign of life')
    .option('--session', 'a session ended or began: sleep if it is time, and run no agent')
    .option(
      '--absence',
      'that session came back after an absence: if it was long enough, put memory in order, and do nothing else',
    )
    .option('--force', 'try again at once after a failure, because you have repaired the cause')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk tick\n  dk tick --force     try again now, after you repaired what failed\n  dk tick --json\n',
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
