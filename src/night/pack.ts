// The pack for the next session start, rendered when a night has landed, so that a hook reads one file.
import { madeHere, netOf } from '../change/change.ts';
import { usualBudget } from '../config/config.ts';
import { type Facts, homeLedger } from '../facts/facts.ts';
import { nightsOf } from '../journal/journal.ts';
import { renderPack as renderWakePack, wakeFrom } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';

/** Only a night writes it, and there is one night at a time. */
export const packName = (agent: string): string => `pack-${agent}.json`;

/** As many as any hand-over names. */
const mostFailed = 4;

/** Renders what the next session start will read, from the facts of this night and the dream that came of them; applies nothing. */
export async function renderPack(
  sleeper: AgentHome,
  facts: Facts,
  path: string,
  text: string,
  notes: readonly string[],
): Promise<void> {
  const { world, home, agent } = sleeper;
  const ledger = homeLedger(world, home);
  const made = madeHere(world, home).lines;
  const after: Facts = {
    ...facts,
    ledger,
    evidence: ledger.lines.filter(({ hash }) => made.has(hash)),
    lastNight: nightsOf(ledger, agent).at(-1),
    previous: { path, bytes: Buffer.from(text), text },
    // What is older than this dream is not read beside it.
    beside: undefined,
    steps: {
      ...facts.steps,
      lastFailed: [...(facts.steps.stillRed ?? []), ...facts.steps.lastFailed].slice(-mostFailed),
    },
    news: { isFirst: false, commits: 0, steps: 0, board: false, files: false },
  };
  const budget = facts.settings.wake?.chars ?? usualBudget;
  const { woken, parts } = await wakeFrom(sleeper, after, { budget, isDry: true, notes });
  // For a harness that tells its agent of the repository by itself.
  const lean = renderWakePack({ ...parts, sent: ['branch', 'status', 'commits'] }, budget);
  const worktree = home.project.worktree ?? null;
  const content = `${JSON.stringify({ v: 1, agent, time: facts.now, worktree, ...woken, lean: netOf(facts.settings).redact(lean) }, null, 2)}\n`;
  world.files.write(home.privateDir, packName(agent), Buffer.from(content), { mode: 0o600 });
}
