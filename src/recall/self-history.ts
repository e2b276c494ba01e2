// What an agent said and was told, and what it thought in its sleeps: its private logs, as lines that can be searched. Read only with `--history`.
import { conversationPath, dreamsIn, dreamsPath, eventsPath, iterationsPath } from '../observations/observations.ts';
import { saidIn } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import { type Source, type SourceOptions, shownIn } from './sources.ts';

/** Of each log its newest part. */
const mostBytes = 8 * 1024 * 1024;
/** Characters of a line; what was said at more length is found by its beginning, or by `rg`. */
const longest = 2000;

export async function selfHistory({ world, home }: Place, options: SourceOptions): Promise<Source[]> {
  const shown = shownIn(home);
  const folders = ['.self', ...world.files.list(home.home, '.self', 'folders').map((name) => `.self/${name}`)];
  const sources: Source[] = [];
  const add = (path: string, lines: readonly string[]): void => {
    if (lines.length === 0 || options.shows?.(shown(path)) === false) return;
    const text = lines.map((line) => oneLine(line, longest)).join('\n');
    sources.push({ path: shown(path), content: Buffer.from(`${text}\n`), origin: 'self' });
  };
  for (const folder of folders) {
    const logged = (path: string): Promise<string> => world.lines.logged(home, path, mostBytes);
    const said = saidIn(await logged(conversationPath(folder)));
    add(
      conversationPath(folder),
      said.map(({ t, role, content }) => `${t} ${role}: ${content}`),
    );
    const dreams = dreamsIn(world.files.read(home.home, dreamsPath(folder)));
    add(
      dreamsPath(folder),
      dreams.map(({ t, reflection, priority }) => `${t} ${reflection} Priority: ${priority}`),
    );
    for (const path of [iterationsPath(folder), eventsPath(folder)])
      add(
        path,
        (await logged(path)).split('\n').filter((line) => line !== ''),
      );
  }
  return sources;
}
