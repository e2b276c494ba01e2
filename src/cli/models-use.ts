// `dk models use`: what changed in the operator's settings, and what is still in the way.
import type { UsedModel } from '../verbs/verbs.ts';
import { tellProgram } from './program-told.ts';
import { paint, type Terminal } from './terminal.ts';

export function tellUse(used: UsedModel, isDry: boolean, terminal: Terminal): void {
  const { file, changes, isChanged, program, missing, isUnencrypted, other } = used;
  for (const { sign, text } of changes) terminal.say(paint(sign === '+' ? 'green' : 'red', `${sign} ${text}`));
  terminal.say(isChanged ? `${isDry ? 'Would write' : 'Written to'} ${file}.` : `${file} says so already.`);
  if (program !== null) tellProgram(program, terminal);
  if (missing !== null) terminal.say(paint('yellow', `Not ready yet: ${missing}.`));
  if (isUnencrypted) terminal.say(paint('yellow', 'The address is plain http: key and facts travel unencrypted.'));
  if (other !== null) terminal.say(paint('yellow', `In this home ${other.by} wins: dreams use ${other.name}.`));
  terminal.hint(paint('dim', '`dk models` shows what each act uses; `dk models test` asks once.'));
}
