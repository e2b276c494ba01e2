// The first night: the git log and the sessions that were held before we came, slept on once.
import { importSessions, keptSessions } from '../adopt/adopt.ts';
import { actsFor } from '../keeper/keeper.ts';
import { type Receipt, sleepOnce } from '../night/night.ts';
import { openActs, openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

/** What a harness kept of this project. */
export interface KeptPast {
  readonly sessions: number;
  readonly steps: number;
}

export interface FirstNight extends Pick<Receipt, 'outcome' | 'reason' | 'message' | 'entry'> {
  /** What was taken over into the record of the day. */
  readonly imported: KeptPast;
}

/** Takes over what was kept, and sleeps. Null if it was asked about, and the answer was no. */
export async function firstNight(
  at: Standpoint,
  isWanted: (past: KeptPast) => Promise<boolean> = async () => true,
): Promise<FirstNight | null> {
  const home = await openOwnHome(at);
  const sessions = keptSessions(home);
  const steps = sessions.reduce((sum, each) => sum + each.steps.length, 0);
  if (!(await isWanted({ sessions: sessions.length, steps }))) return null;
  const imported = await importSessions(home.world, home.home, home.settings);
  const { receipt } = await sleepOnce(home, { env: at.env, acts: actsFor('hand', await openActs('hand')) });
  const { outcome, reason, message, entry } = receipt;
  return { imported, outcome, reason, message, entry };
}
