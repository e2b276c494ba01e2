// The last hand-overs of an agent: kept privately when they are given, a few, and read back.
import { createHash } from 'node:crypto';
import { tryOr } from '../errors/errors.ts';
import {
  type HandedOver,
  handedFolder,
  handedName,
  handedNames,
  mostHanded,
  parseHanded,
  printHanded,
} from '../steps/steps.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';

export type Handed = Pick<HandedOver, 'run' | 'how' | 'why' | 'pack'>;

/** Keeps what is handed over, and lets go of the oldest. A disk that is full or read-only is no reason not to wake. */
export function keepHandedOver({ world, home, agent }: AgentHome, handed: Handed): void {
  tryOr(() => {
    const folder = `${home.privateDir}/${handedFolder}`;
    const time = world.now().toISOString();
    const whole: HandedOver = { ...handed, time, worktree: home.project.worktree ?? null, isOlder: false };
    world.files.makeFolder(folder, true);
    world.files.write(folder, handedName(agent, time, markOf(handed)), Buffer.from(`${printHanded(whole)}\n`), {
      mode: 0o600,
    });
    for (const name of handedNames(world.files.list(folder, '.'), agent).slice(mostHanded))
      world.files.remove(folder, name);
  });
}

/** Two that are handed over in the same moment differ in whom they are for. */
function markOf({ run, pack }: Handed): string {
  return createHash('sha256')
    .update(`${run ?? ''}\n${pack}`)
    .digest('hex')
    .slice(0, 8);
}

/** A pack that was made later than a session could wait; by then it had an older one. Which of the two is noted first in that moment, nobody knows. */
const longestLate = 10 * 60 * 1000;
const sameMoment = 60 * 1000;

/** The newest first. What was made too late for a session that got an older pack was handed to nobody. */
export function handedOvers(home: AgentHome): readonly HandedOver[] {
  const all = allKept(home);
  return all.filter((each) => olderInstead(each, all) === undefined);
}

/** What a session began with, if the pack that was made for it came too late. */
export function begunWith(home: AgentHome, pack: string): string {
  const all = allKept(home);
  const made = all.find((each) => each.pack === pack);
  return (made === undefined ? undefined : olderInstead(made, all))?.pack ?? pack;
}

function olderInstead({ run, why, time, isOlder }: HandedOver, all: readonly HandedOver[]): HandedOver | undefined {
  if (isOlder) return undefined;
  return all.find((each) => {
    const late = Date.parse(time) - Date.parse(each.time);
    return each.isOlder && each.run === run && each.why === why && late > -sameMoment && late < longestLate;
  });
}

function allKept({ world, home, agent }: AgentHome): HandedOver[] {
  const folder = `${home.privateDir}/${handedFolder}`;
  const names = handedNames(tryOr(() => world.files.list(folder, '.')) ?? [], agent);
  return names.flatMap((name) => {
    const bytes = tryOr(() => world.files.read(folder, name));
    return (bytes === undefined ? undefined : parseHanded(decodeUtf8(bytes))) ?? [];
  });
}
