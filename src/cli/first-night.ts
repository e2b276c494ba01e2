// The first night, offered right after installing: what there is to sleep on, a question, and what came of it.
import { counted } from '../text/text.ts';
import type { FirstNight, KeptPast } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';

/** Says what was kept, and asks, unless the answer is known. */
export function askForFirstNight(
  title: string,
  isSure: boolean,
  terminal: Terminal,
): (past: KeptPast) => Promise<boolean> {
  return async ({ sessions, steps }) => {
    const kept =
      sessions === 0 ? '' : ` and ${counted(sessions, 'session')} that ${title} kept (${counted(steps, 'step')})`;
    terminal.say();
    terminal.say(`There is something to sleep on already: your git log${kept}.`);
    if (isSure) return true;
    return terminal.canAsk && terminal.isYes('Dream of it now, so that the next session starts with it?');
  };
}

export function tellFirstNight({ imported, outcome, entry, reason, message }: FirstNight, terminal: Terminal): void {
  if (imported.steps > 0)
    terminal.say(`Took over ${counted(imported.steps, 'step')} of ${counted(imported.sessions, 'session')}.`);
  terminal.say(
    outcome === 'ran' ? `First dream, ${entry ?? ''}: ${message}.` : `No dream yet (${reason}): ${message}.`,
  );
}
