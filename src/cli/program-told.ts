// A program as a model, told to people: how it is started, and what it can do then.
import type { StartedProgram } from '../config/config.ts';
import { printSafe } from '../text/text.ts';
import { paint, type Terminal } from './terminal.ts';

/** One line on how, one on what; a doubt stands out. */
export function tellProgram({ argv, hands, about, doubt }: StartedProgram, terminal: Terminal): void {
  terminal.say(paint('dim', `  ${printSafe(argv.map(quoted).join(' '))}`));
  terminal.say(hands === 'none' ? `  ${about}` : paint('yellow', `  ${about}`));
  if (doubt !== undefined) terminal.say(paint('yellow', `  It is started as you wrote it: ${printSafe(doubt)}.`));
}

/** As a shell would take it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/u.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`;
}
