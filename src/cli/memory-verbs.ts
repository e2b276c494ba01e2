// The verbs on one memory, by its id: list, show, pin, unpin, forget, restore.
import type { Command } from 'commander';
import { counted, oneLine } from '../text/text.ts';
import {
  memoryForget,
  memoryList,
  memoryPin,
  memoryRestore,
  memoryShow,
  memoryUnpin,
  type ShownInFull,
  type ShownMemory,
} from '../verbs/verbs.ts';
import { addMemoryWhose } from './memory-whose.ts';
import { paint, type Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface ChangeOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const anId = 'the id of a memory (m-…), or a beginning of it that no other has';

export function addMemoryVerbs(memory: Command, terminal: Terminal): void {
  addMemoryWhose(memory, terminal);
  memory
    .command('list')
    .description(
      'Lists what is remembered, with id, day and first words: first what is pinned, then MEMORY.md from its top, then the newest notes.',
    )
    .option('--pinned', 'only what is pinned')
    .option('--most <number>', 'how many to list of MEMORY.md, and of the notes, beside what is pinned', '50')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk memory list --pinned\n')
    .action(async (options: { readonly pinned?: boolean; readonly most: string; readonly json?: boolean }) => {
      const { pinned, most, json } = options;
      const listed = await memoryList(terminal.standpoint(), { pinned, most: wholeNumber('--most', most) });
      if (json === true) return terminal.json(listed);
      for (const each of listed.memories) terminal.say(paint('bold', each.id), `  ${lineOf(each)}`);
      if (listed.memories.length === 0)
        terminal.say(
          pinned === true ? 'Nothing is pinned.' : 'Nothing is kept yet. `dk remember "…"` keeps one thing.',
        );
      const more = listed.all - listed.memories.length;
      if (more > 0) terminal.hint(paint('dim', `${more} more; \`--most\` shows them`));
      for (const { id, time } of listed.lostPins)
        terminal.say(paint('dim', `${id} was pinned on ${time.slice(0, 10)}, but nothing has those words any more.`));
    });
  memory
    .command('show')
    .argument('<id>', anId)
    .description(
      'Prints one memory in full: where it is, who wrote it and when, how often a question found it, and what you can do with it.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk memory show m-3kq2m9x7\n')
    .action(async (id: string, { json }: ChangeOptions) => {
      const shown = await memoryShow(terminal.standpoint(), { id });
      if (json === true) return terminal.json(shown);
      show(shown, terminal);
    });
  for (const [name, verb, does] of [
    ['pin', memoryPin, 'Puts a memory into every hand-over, in full and before newer notes. The file stays as it is.'],
    ['unpin', memoryUnpin, 'Treats a memory like any other again.'],
  ] as const)
    memory
      .command(name)
      .argument('<id>', anId)
      .description(does)
      .option('--dry-run', 'say what would happen, and do nothing')
      .option('--json', 'print the result as JSON')
      .addHelpText('after', `\nExample:\n  dk memory ${name} m-3kq2m9x7\n`)
      .action(async (id: string, { dryRun, json }: ChangeOptions) => {
        const done = await verb(terminal.standpoint(), { id, dryRun });
        if (json === true) return terminal.json(done);
        const isNothing = done.result === 'noop';
        if (dryRun === true && !isNothing) return terminal.say(`Would ${name}: ${done.text}`);
        terminal.say(`${name === 'pin' ? 'Pinned' : 'Not pinned'}${isNothing ? ' already' : ''}: ${done.text}`);
        if (done.note) terminal.say(`Note: ${done.note}.`);
      });
  memory
    .command('forget')
    .argument('<id>', anId)
    .description(
      'Takes one memory out of its file, in one commit. Nothing else in the file changes, and `dk undo` brings it back. Its words stay in the git history of the home.',
    )
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk memory forget m-3kq2m9x7\n')
    .action(async (id: string, { dryRun, json }: ChangeOptions) => {
      const done = await memoryForget(terminal.standpoint(), { id, dryRun });
      if (json === true) return terminal.json(done);
      const what = `${done.text} (${done.paths.join(', ')})`;
      terminal.say(dryRun === true ? `Would forget: ${what}` : `Forgotten: ${what}`);
      if (done.note) terminal.say(`Note: ${done.note}.`);
      if (done.change !== null) terminal.say(paint('dim', `\`dk undo ${done.change}\` brings it back.`));
    });
  memory
    .command('restore')
    .argument('<id>', 'the id of a line in memory/archive.md (o-…), or a beginning of it that no other has')
    .description(
      'Puts a line that a deep sleep took out back where it was, in one commit. No later sleep takes it out again.',
    )
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk memory restore o-3kq2m9x7\n')
    .action(async (id: string, { dryRun, json }: ChangeOptions) => {
      const done = await memoryRestore(terminal.standpoint(), { id, dryRun });
      if (json === true) return terminal.json(done);
      terminal.say(`${dryRun === true ? 'Would restore' : 'Restored'}: ${done.text} (${done.path})`);
      if (done.note) terminal.say(`Note: ${done.note}.`);
    });
}

function lineOf({ day, text, pinned, places }: ShownMemory): string {
  const last = places.at(-1)?.path ?? '';
  // Its day, and that it stands in long-term memory, too: one memory, told once.
  const where = day === null ? last : `${day}${last.startsWith('notes/') ? '' : ` and ${last}`}`;
  return `${where}  ${pinned ? 'pinned  ' : ''}${oneLine(text, 80)}`;
}

function show(shown: ShownInFull, terminal: Terminal): void {
  const { id, text, details, places, section, concepts, pinnedBy, origin, by, time, recalled, commands } = shown;
  terminal.say(paint('bold', id), `  ${text}`);
  for (const line of details) terminal.say(line);
  const when = time === null ? '' : `, ${time.slice(0, 16).replace('T', ' ')} UTC`;
  const who = by === null ? '' : ` by ${by}`;
  const how = {
    agent: `Remembered${who} (\`dk remember\`, or the agent's tool)`,
    person: `Written into the file${who}`,
    untrusted: `Remembered${who} (\`dk remember\`, or the agent's tool), in words that the web or another program's tool had said before; or taken over from elsewhere, though it reads like an order`,
    sleep: `Written by a sleep${who}`,
    import: 'Taken over from elsewhere, or given to the agent',
    'brought back': 'Brought back by `dk undo`',
  };
  terminal.say(`${how[origin ?? 'brought back']}${when}.`);
  terminal.say(`In ${places.map(({ path, line }) => `${path}:${line}`).join(', ')}.`);
  if (places.length > 1)
    terminal.say(`The same words are in ${counted(places.length, 'place')}, and count as one memory.`);
  if (section.length > 0) terminal.say(`Below ${section.join(' / ')}.`);
  if (concepts.length > 0) terminal.say(`About: ${concepts.join(', ')}.`);
  if (pinnedBy !== null) terminal.say(`Pinned${pinnedBy === 'file' ? ' in the file itself' : ''}.`);
  if (recalled !== null) terminal.say(recalledLine(recalled));
  terminal.say(paint('dim', commands.map((command) => `\`${command}\``).join(', ')));
}

function recalledLine({ times, questions, days, last }: NonNullable<ShownInFull['recalled']>): string {
  if (last === null) return 'No question has found it yet.';
  const asked = `by ${counted(questions, 'question')} on ${counted(days, 'day')}`;
  return `Recalled ${counted(times, 'time')} ${asked}, last ${last.slice(0, 16).replace('T', ' ')} UTC.`;
}
