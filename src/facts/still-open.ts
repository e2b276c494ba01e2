// Which sessions are not over yet, as their own lines say: in a home beside whoever asks, who may not know who else is at work.
import { join } from 'node:path';
import { tryOr } from '../errors/errors.ts';
import { parseRunLines } from '../steps/steps.ts';
import type { FoundHome, World } from '../world/world.ts';

/** How much of the life of runs is looked at. */
const most = 1024 * 1024;
/** After so long nobody waits for a session. */
const longestSilence = 12 * 60 * 60 * 1000;

/** Of a run that nobody tells the ends of, nothing is known, and it counts as over. Read when it is first asked, which is seldom. */
export function stillOpen(
  { world, home }: { readonly world: World; readonly home: FoundHome },
  now: string,
): (run: string) => boolean {
  let open: ReadonlySet<string> | undefined;
  const read = (): ReadonlySet<string> => {
    const text = tryOr(() => world.lines.newest(join(home.privateDir, 'runs.jsonl'), most)) ?? '';
    const last = new Map(
      parseRunLines(text).flatMap((line) => (line.event === 'probe' ? [] : [[line.run, line] as const])),
    );
    const isOpen = ({ event, time }: { readonly event: string; readonly time: string }): boolean =>
      event !== 'end' && Math.abs(Date.parse(now) - Date.parse(time)) < longestSilence;
    return new Set([...last.values()].filter(isOpen).map(({ run }) => run));
  };
  return (run) => {
    open ??= read();
    return open.has(run);
  };
}
