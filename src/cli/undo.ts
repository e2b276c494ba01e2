// `dk undo`: a night or another change of ours taken back, byte for byte.
import type { Command } from 'commander';
import { type Undone, undoChange } from '../history/history.ts';
import { openOwnHome } from '../wire/wire.ts';
import { paint, type Terminal } from './terminal.ts';

interface UndoOptions {
  readonly redo?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addUndo(program: Command, terminal: Terminal): void {
  program
    .command('undo')
    .summary('take a night back, byte for byte')
    .argument(
      '<change>',
      'a night, wake or other change by its id, a beginning of it, a file in rem/, a commit, or `last`',
    )
    .description(
      'Takes back what a night, a wake or a verb of ours did, in a commit of its own. A night goes with the moves its verdicts made. What others wrote since stays; if a later change touched the same lines, or a file cannot be taken back by us (a note, lifecycle.org), nothing is done and it is named (exit 12).',
    )
    .option('--redo', 'put it back again')
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk undo last                 the last night, with the moves it led to\n  dk undo n-3kq2m9x7ab         one night\n  dk undo n-3kq2m9x7ab --redo  and put it back\n',
    )
    .action(async (wanted: string, { redo, dryRun, json }: UndoOptions) => {
      const { world, home, settings, agent } = await openOwnHome(terminal.standpoint());
      const done = await undoChange(world, home, {
        ...{ wanted, isRedo: redo === true, isDry: dryRun === true, agent, keep: settings.rem?.keep ?? 50 },
        secrets: settings.secrets,
      });
      if (json === true) return terminal.json(asJson(done));
      tell(done, terminal);
    });
}

function asJson({ of, undid, what, result, changed }: Undone): object {
  const commit = changed?.kind === 'changed' ? (changed.commit ?? null) : null;
  const id = changed?.kind === 'changed' ? changed.id : null;
  return { of, undid, files: what, result, id, commit, note: changed?.note ?? null };
}

function tell({ of, undid, what, result, changed }: Undone, terminal: Terminal): void {
  if (result === 'nothing to do') return terminal.say(`Nothing to do: ${of} is as you want it already.`);
  const words = { undone: 'Taken back', redone: 'Put back', 'dry run': 'Would take back or put back' } as const;
  terminal.say(
    paint('bold', words[result]),
    ` ${undid.join(' and ')}. Files: ${what.join(', ') || 'none but the record'}.`,
  );
  if (changed?.note !== undefined) terminal.say(`Note: ${changed.note}.`);
  if (result === 'undone') terminal.hint(paint('dim', `\`dk undo ${of} --redo\` puts it back.`));
}
