// The first night, right after installing: what came of it.
import { counted } from '../text/text.ts';
import type { FirstNight } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';

export function tellFirstNight({ imported, outcome, entry, reason, message }: FirstNight, terminal: Terminal): void {
  if (imported.steps > 0)
    terminal.say(`Took over ${counted(imported.steps, 'step')} of ${counted(imported.sessions, 'session')}.`);
  terminal.say(
    outcome === 'ran' ? `First dream, ${entry ?? ''}: ${message}.` : `No dream yet (${reason}): ${message}.`,
  );
}
