// `dk activity` and `dk message`: somebody is there, or says something to the agent.
import type { Command } from 'commander';
import { activity, message, messages } from '../verbs/verbs.ts';
import { stopAtSignal } from './heed-signals.ts';
import type { Terminal } from './terminal.ts';

interface Options {
  readonly take?: boolean | undefined;
  readonly wait?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export function addMessage(program: Command, terminal: Terminal): void {
  program
    .command('activity', { hidden: true })
    .description(
      'Says that somebody works with the agent now. Programs whose work Dreamkeeper does not record say so, and memory is not put in order while somebody is there (docs/idle.md).',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk activity\n')
    .action(async ({ json }: Options) => {
      const active = await activity(terminal.standpoint());
      if (json === true) return terminal.json(active);
      terminal.say(`Noted: somebody is there, with the agent "${active.agent}".`);
    });
  program
    .command('message', { hidden: true })
    .argument('[words...]', 'what you want to say to the agent')
    .description(
      'Says something to the agent. If a night (a sleep of the agent) is under way, the message waits until it has ended. Whoever speaks for the agent takes all that wait with --take: each message once, in order. Lines of MESSAGES.md wait in the same queue.',
    )
    .option('--take', 'print what waits, and take it out of the queue')
    .option('--wait', 'with --take: wait until no night is under way')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk message The staging server moved to port 8081.\n  dk message --take --wait --json\n',
    )
    .action(async (words: readonly string[], { take, wait, json }: Options) => {
      const heeded = stopAtSignal();
      try {
        if (take === true) return await tellTaken({ wait, json, signal: heeded.signal }, terminal);
        const kept = await message(terminal.standpoint(), { text: words.join(' ') });
        if (json === true) return terminal.json(kept);
        terminal.say(
          kept.interrupts
            ? 'Kept. A night is under way, and ends for it.'
            : kept.asleep
              ? 'Kept. A night is under way; the agent gets it afterwards.'
              : 'Kept, until somebody takes it for the agent (`dk message --take`).',
        );
      } finally {
        heeded.end();
      }
    });
}

async function tellTaken(
  { wait, json, signal }: Options & { readonly signal: AbortSignal },
  terminal: Terminal,
): Promise<void> {
  const taken = await messages(terminal.standpoint(), { wait, signal });
  if (json === true) return terminal.json(taken);
  if (taken.asleep) return terminal.say('A night is under way. What waits can be taken when it has ended.');
  if (taken.messages.length === 0) return terminal.say('No message waits.');
  for (const { text } of taken.messages) terminal.lines(`${text}\n`);
}
