// `dk undo`: a night or another change of ours taken back, byte for byte.
import type { Command } from 'commander';
import { type Undone, undo } from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';

interface UndoOptions {
  readonly redo?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addUndo(program: Command, terminal: Terminal): void {
  program
    .command('undo')
    .summary('take a night or another change back, byte for byte')
    .argument('<change>', 'its id or the beginning of it, its file in rem/, its commit, or `last` for the newest night')
    .description(
      'Takes back what a night (one sleep), a wake or another command of Dreamkeeper wrote, in a new commit. If you undo a night, the moves that it led to on the board go, too. What others wrote since then stays. If a later change touched the same lines, or a part cannot be taken back, it changes nothing and says what is in the way (exit code 12).',
    )
    .option('--redo', 'put it back again')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk undo last                 takes the last night back, with the moves it led to\n  dk undo n-3kq2m9x7ab         takes this night back\n  dk undo n-3kq2m9x7ab --redo  puts it back again\n',
    )
    .action(async (change: string, { redo, dryRun, json }: UndoOptions) => {
      const undone = await undo(terminal.standpoint(), { change, redo, dryRun });
      if (json === true) return terminal.json(undone);
      tell(undone, redo === true, terminal);
    });
}

function tell({ of, undid, subjects, files, result, note }: Undone, isRedo: boolean, terminal: Terminal): void {
  if (result === 'nothing to do') return terminal.say(`Nothing to do: ${of} is as you want it already.`);
  const wouldDo = isRedo ? 'Would put back' : 'Would take back';
  const words = { undone: 'Taken back', redone: 'Put back', 'dry run': wouldDo } as const;
  const parts = undid.map((id, index) => (subjects[index] === undefined ? id : `${id} (${subjects[index]})`));
  terminal.say(paint('bold', words[result]), ` ${parts.join(' and ')}.`);
  terminal.say(`Files: ${files.join(', ') || 'none but the record'}.`);
  if (note !== null) terminal.say(`Note: ${note}.`);
  if (result === 'dry run') terminal.hint(paint('dim', 'Nothing was changed.'));
  if (result === 'undone') terminal.hint(paint('dim', `\`dk undo ${of} --redo\` puts it back.`));
}
