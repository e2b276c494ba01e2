// `dk pending`: what waits for a person, with what would go and what would come.
import type { Command } from 'commander';
import { counted } from '../text/text.ts';
import { type PendingItem, pending, pendingApprove, pendingReject } from '../verbs/verbs.ts';
import { noVerb } from './no-verb.ts';
import { paint, type Terminal } from './terminal.ts';

const anId = 'the id of what waits (q-…), or a beginning of it that no other has';

export function addPending(program: Command, terminal: Terminal): void {
  const verbs = program
    .command('pending')
    .summary('what waits for you: changes of memory that are not made without you')
    .description(
      'Lists what a curation of MEMORY.md proposed and you decide. Each shows the entries that would go (-), those that would come (+), and those that it rests on (=). What nobody answers in 30 days counts as rejected.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  dk pending\n  dk pending approve q-3kq2m9x7   do exactly what you read, or nothing\n  dk pending reject q-3kq2m9x7    it is not proposed again\n',
    );
  verbs
    .command('list', { isDefault: true })
    .argument('[verb...]')
    .description('Lists what waits, and changes nothing.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk pending\n')
    .action(async ([verb]: string[], { json }: { readonly json?: boolean }) => {
      if (verb !== undefined) throw noVerb(verb, verbs);
      const waiting = await pending(terminal.standpoint());
      if (json === true) return terminal.json(waiting);
      if (waiting.whose !== null)
        terminal.say(
          `Whose are the ${counted(waiting.whose, 'entry').replace(/entrys$/u, 'entries')} of MEMORY.md? Until you say, they count as yours, and no sleep changes them: \`dk memory whose agent\` or \`dk memory whose mine\`.`,
        );
      if (waiting.pending.length === 0)
        return waiting.whose === null ? terminal.say('Nothing waits for you.') : undefined;
      for (const each of waiting.pending) tell(each, terminal);
      terminal.hint(
        paint(
          'dim',
          `${counted(waiting.pending.length, 'proposal')}; \`dk pending approve <id>\` or \`dk pending reject <id>\``,
        ),
      );
    });
  for (const [name, verb, does] of [
    [
      'approve',
      pendingApprove,
      'Does exactly what you read, in one commit. If an entry was changed since, nothing is done (exit code 12).',
    ],
    ['reject', pendingReject, 'Leaves memory as it is. The same is not proposed again, also not in other words.'],
  ] as const)
    verbs
      .command(name)
      .argument('<id>', anId)
      .description(does)
      .option('--json', 'print the result as JSON')
      .addHelpText('after', `\nExample:\n  dk pending ${name} q-3kq2m9x7\n`)
      .action(async (id: string, { json }: { readonly json?: boolean }) => {
        const done = await verb(terminal.standpoint(), { id });
        if (json === true) return terminal.json(done);
        const already = done.result === 'noop' ? ' already' : '';
        terminal.say(`${name === 'approve' ? 'Done' : 'Rejected'}${already}: ${done.id}.`);
        if (done.note) terminal.say(`Note: ${done.note}.`);
        if (done.change !== null) terminal.say(paint('dim', `\`dk undo ${done.change}\` takes it back.`));
      });
}

function tell({ id, kind, operation, section, ...item }: PendingItem, terminal: Terminal): void {
  const { why, takes, rests, brings, until } = item;
  terminal.say(
    paint('bold', id),
    `  ${kind === 'question' ? 'which of the two holds?' : operation}  `,
    paint('dim', `${why}; until ${until.slice(0, 10)}`),
  );
  if (section !== '') terminal.say(paint('dim', `  below "${section}"`));
  for (const [sign, entries] of [
    ['-', takes],
    ['+', brings],
    ['=', rests],
  ] as const)
    for (const entry of entries)
      terminal.lines(
        entry
          .split('\n')
          .map((line) => `  ${sign} ${line}`)
          .join('\n'),
      );
}
