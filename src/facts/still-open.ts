// Which sessions are not over yet, as their own lines say: in a home beside whoever asks, who may not know who else is at work.
import { join } from 'node:path';
import { tryOr } from '../errors/errors.ts';
import { parseRunLines, type RunLine } from '../steps/steps.ts';
import type { FoundHome, World } from '../world/world.ts';

/** How much of the life of runs is looked at. */
const most = 1024 * 1024;
/** After so long nobody waits for a session. */
const longestSilence = 12 * 60 * 60 * 1000;

export interface RunsKnown {
  /** It began and did not end. */
  isOpen(run: string): boolean;
  /** It said itself that it ended. */
  hasEnded(run: string): boolean;
}

/** Of a run that nobody tells the ends of, nothing is known, and it is neither. Read when it is first asked, which is seldom. */
export function runsKnown(
  { world, home }: { readonly world: World; readonly home: FoundHome },
  now: string,
): RunsKnown {
  let known: ReadonlyMap<string, RunLine> | undefined;
  const lastOf = (run: string): RunLine | undefined => {
    known ??= new Map(
      parseRunLines(tryOr(() => world.lines.newest(join(home.privateDir, 'runs.jsonl'), most)) ?? '').flatMap((line) =>
        line.event === 'probe' ? [] : [[line.run, line] as const],
      ),
    );
    return known.get(run);
  };
  return {
    isOpen: (run) => {
      const last = lastOf(run);
      return (
        last !== undefined && last.event !== 'end' && Math.abs(Date.parse(now) - Date.parse(last.time)) < longestSilence
      );
    },
    hasEnded: (run) => {
      const last = lastOf(run);
      return last?.event === 'end' && last.why !== 'gone';
    },
  };
}
