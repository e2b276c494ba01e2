// Work that is open in other worktrees: it belongs to the branch there, and is told here in one line.
import { callsOf, isIntent, type StepRecord } from '../steps/steps.ts';
import type { FoundHome, World } from '../world/world.ts';
import { editsAmong, inProject } from './edits.ts';
import { isHomeFile } from './home-files.ts';

export interface OpenElsewhere {
  readonly worktree: string;
  readonly branch: string | null;
  /** How many files are changed there and not committed. */
  readonly files: number;
}

/** Each costs a question to git; the newest are asked. */
const mostAsked = 2;

/** What lies there stays there, whatever was dreamt of here in between. */
const counts = 7 * 24 * 60 * 60 * 1000;

/** The other worktrees of this project in which somebody edited in the last days, as far as that is on record, and what is open there now. */
export async function openElsewhere(
  world: World,
  home: FoundHome,
  records: readonly StepRecord[],
  now: string,
): Promise<OpenElsewhere[]> {
  const since = new Date(Date.parse(now) - counts).toISOString();
  const here = home.project.worktree ?? home.home;
  const main = home.project.mainWorktree ?? here;
  const recent = records.filter((record) => record.time >= since && !isIntent(record));
  const byWorktree = Map.groupBy(recent.toReversed(), ({ worktree }) => worktree ?? main);
  const open: OpenElsewhere[] = [];
  let asked = 0;
  for (const [worktree, steps] of byWorktree) {
    // What a harness makes for its subagents is theirs, and comes back by itself.
    if (worktree === here || world.harnesses.isTheirs(`${inProject(worktree, main) ?? ''}/`)) continue;
    const edited = new Set(editsAmong(callsOf(steps.toReversed()), worktree).map(({ path }) => path));
    if (edited.size === 0) continue;
    // It may be gone, or another repository by now.
    const { place } = world.places.look(worktree);
    if (place?.worktree === undefined || place.commonDir !== home.project.commonDir) continue;
    const { head, files } = await world.git.changed(await world.git.open(place, home.privateDir));
    const work = files.filter(
      ({ path, kind, isStaged }) =>
        (kind !== 'new' || isStaged === true || edited.has(path)) && !isHomeFile(path, home.shape),
    );
    if (work.length > 0)
      open.push({ worktree, branch: head.ref?.replace(/^refs\/heads\//u, '') ?? null, files: work.length });
    asked += 1;
    if (asked >= mostAsked) break;
  }
  return open;
}
