// The first night, offered right after installing: the git log and sessions that were held before we came, slept on once.
import { importSessions, keptSessions } from '../adopt/adopt.ts';
import { actsFor } from '../keeper/keeper.ts';
import { sleepOnce } from '../night/night.ts';
import { counted } from '../text/text.ts';
import { openActs, openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import type { Terminal } from './terminal.ts';

/** Asks (unless the answer is known), takes over what the harness kept, and sleeps. */
export async function firstNight(at: Standpoint, terminal: Terminal, harness: string, isSure: boolean): Promise<void> {
  const home = await openOwnHome(at);
  const sessions = keptSessions(home);
  const calls = sessions.reduce((sum, { steps }) => sum + steps.length, 0);
  const kept =
    sessions.length === 0
      ? ''
      : ` and ${counted(sessions.length, 'session')} that ${harness} kept (${counted(calls, 'step')})`;
  terminal.say();
  terminal.say(`There is something to sleep on already: your git log${kept}.`);
  if (
    !isSure &&
    !(terminal.canAsk && (await terminal.isYes('Dream of it now, so that the next session starts with it?')))
  )
    return;
  const imported = await importSessions(home.world, home.home, home.settings);
  const { receipt } = await sleepOnce(home, { env: at.env, acts: actsFor('hand', await openActs()) });
  if (imported.steps > 0)
    terminal.say(`Took over ${counted(imported.steps, 'step')} of ${counted(imported.sessions, 'session')}.`);
  terminal.say(
    receipt.outcome === 'ran'
      ? `First dream, ${receipt.entry ?? ''}: ${receipt.message}.`
      : `No dream yet (${receipt.reason}): ${receipt.message}.`,
  );
}
