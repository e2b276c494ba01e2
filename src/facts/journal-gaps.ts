// The gaps of a journal for whoever has not gathered anything: a manifest that is made anew by an undo or the doctor.
import { madeHere } from '../change/change.ts';
import { unlessBug } from '../errors/errors.ts';
import type { FoundHome, World } from '../world/world.ts';
import type { JournalGap } from './facts-types.ts';
import { homeLedger } from './home-text.ts';
import { newestSteps } from './newest-steps.ts';
import { readJournal } from './previous-dream.ts';
import { writtenBySteps } from './territory.ts';

export async function journalGaps(world: World, home: FoundHome): Promise<readonly JournalGap[]> {
  const ledger = homeLedger(world, home);
  const made = madeHere(world, home).lines;
  const { gaps } = await readJournal({
    world,
    home,
    agent: '',
    now: world.now().toISOString(),
    ledger,
    most: 1,
    evidence: ledger.lines.filter(({ hash }) => made.has(hash)),
    written: async () => {
      // If the record of the day cannot be read, a manifest does not wait for it, and the next night's says more.
      const { records } = await newestSteps(world, home, '').catch(unlessBug(() => ({ records: [] })));
      return writtenBySteps(records, home, home.project.worktree ?? home.home);
    },
  });
  return gaps;
}
