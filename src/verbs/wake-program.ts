// What there is to tell an agent of somebody's own program when it wakes, beside what it knows of its sleep: the same facts as a pack, as that program's agent can use them.
import { usualBudget } from '../config/config.ts';
import { isWorkApart, nothingInFlight, seeWhetherPasses } from '../facts/facts.ts';
import { oneLine } from '../text/text.ts';
import { failingIn, type OfNow, workToTell } from '../wake/wake.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { wakeHome } from './wake.ts';

/** When its program begins, what the last dream suggests is carried out, as at every wake; in the middle of it nothing is. */
export async function wakeProgram(at: Standpoint, isBegin: boolean): Promise<Omit<OfNow, 'isLogged'>> {
  const home = await openHomeAnyhow(at);
  let told: Omit<OfNow, 'isLogged'> = { failing: new Set(), unsure: new Map(), next: nothingInFlight, work: '' };
  const budget = home.settings.wake?.chars ?? usualBudget;
  await wakeHome(home, at, {
    budget,
    isDry: !isBegin,
    tell: (parts) => {
      const work = isBegin ? workToTell(parts, isWorkApart(home.home, parts.facts)) : '';
      const { failures, lastFailed } = parts.facts.steps;
      const unsure = [...lastFailed, ...failures].filter(({ isRunSince }) => isRunSince);
      told = {
        failing: failingIn(parts.facts),
        unsure: new Map(unsure.map((each) => [oneLine(each.command, 120), seeWhetherPasses(each)])),
        next: parts.next,
        work,
      };
      return work;
    },
  });
  return told;
}
