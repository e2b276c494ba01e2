// `dk nights replay`: a night judged again by today's rules and settings, beside what it said then.

import { replayNight } from '../dream/dream.ts';
import { homeText } from '../facts/facts.ts';
import { showChange } from '../history/history.ts';
import { lineChanges } from '../verbs/verbs.ts';
import { openHome } from '../wire/wire.ts';
import { paint, type Terminal } from './terminal.ts';

/** So much of an answer nobody could read is shown. */
const mostLines = 60;

export async function replay(wanted: string, isJson: boolean, terminal: Terminal): Promise<void> {
  const opened = await openHome(terminal.standpoint());
  const { world, home } = opened;
  const { id, ledger } = await showChange(world, home, wanted);
  const entry = ledger?.kind === 'night' ? ledger.entry : null;
  const again = replayNight(opened, id);
  const before = entry === null ? '' : homeText(world, home, entry);
  const text = again.kind === 'dream' ? again.text : '';
  const changes = again.kind === 'dream' ? lineChanges(before, text) : [];
  if (isJson) return terminal.json({ id, entry, ...again, changes });
  if (again.kind === 'gone')
    return terminal.say(
      `${id}: what it saw is not kept (only the last nights of this machine are); nothing to judge again.`,
    );
  if (again.kind === 'malformed') {
    terminal.say(paint('red', `${id} (${again.model}): today it would be rejected: ${again.reason}`));
    terminal.say('What it said:');
    for (const line of again.answer.split('\n').slice(0, mostLines)) terminal.say(paint('dim', `  ${line}`));
    return;
  }
  terminal.say(
    paint('bold', `${id} (${again.model})`),
    changes.length === 0 ? ': today it would be the same dream.' : ': today it would differ.',
  );
  for (const { sign, text: line } of changes) terminal.say(paint(sign === '+' ? 'green' : 'red', `${sign} ${line}`));
  for (const { line, why } of again.leftOut) terminal.say(paint('dim', `left out: ${line}`), `  (${why})`);
}
