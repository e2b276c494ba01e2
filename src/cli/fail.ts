// Anything thrown becomes words and an exit code: what happened, what to do next.
import { CommanderError } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { paint, type Terminal } from './terminal.ts';

/** Tells of an error and returns the exit code. A bug shows its stack, because then somebody has to read it. */
export function tellError(error: unknown, terminal: Terminal, asJson: boolean): number {
  const known = asKnown(error);
  if (known === 'shown') return 0;
  if (asJson) {
    terminal.json({ error: { code: known.code, message: known.message, hint: known.hint, exit: known.exit } });
    return known.exit;
  }
  terminal.complain(paint('red', known.code), ` ${known.message}`);
  terminal.complain(known.hint);
  if (known.code === 'E_BUG' && known.cause instanceof Error) terminal.complain(known.cause.stack ?? '');
  return known.exit;
}

function asKnown(error: unknown): DreamkeeperError | 'shown' {
  if (error instanceof DreamkeeperError) return error;
  if (error instanceof CommanderError) {
    // Help and version are printed by then, and are not failures.
    if (error.exitCode === 0) return 'shown';
    const [said = '', suggestion] = error.message.replace(/^error: /u, '').split('\n');
    const message = said.replace(
      /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/u,
      'Dreamkeeper does not know the $2 "$1"; it knows $3',
    );
    if (message === '(outputHelp)')
      return new DreamkeeperError('E_USAGE', 'there is no such verb', { hint: 'Run `dk --help` to see them.' });
    return new DreamkeeperError('E_USAGE', message, {
      hint:
        suggestion ??
        (message.startsWith('unknown option')
          ? 'Add --help to see the options. What starts with a dash but is no option goes after `--`.'
          : 'Add --help to see what it takes.'),
    });
  }
  return new DreamkeeperError(
    'E_BUG',
    `this should not have happened: ${error instanceof Error ? error.message : String(error)}`,
    { hint: 'It is a bug of ours. Please report it with the lines below.', cause: error },
  );
}
