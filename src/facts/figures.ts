// How much of what is open is not committed, asked for before it is known what is open: git counts while we read.
import type { Repository, World } from '../world/world.ts';
import { early } from './attempt.ts';
import type { Facts, ProjectFacts } from './facts-types.ts';

/** Of more changed files than this only those are counted that turn out to be in flight. */
const mostAtOnce = 40;

/** Undefined where that is better asked later. */
export function figuresEarly(
  world: World,
  repository: Repository | undefined,
  { head, changed }: Pick<ProjectFacts, 'head' | 'changed'>,
): Promise<Facts['sizes']> | undefined {
  if (repository === undefined || changed.length === 0 || changed.length > mostAtOnce) return undefined;
  return early(async () => world.git.lineCounts(repository, head ?? undefined, changed));
}

/** The figures of these paths. */
export function onlyOf(figures: Facts['sizes'], paths: readonly string[]): Facts['sizes'] {
  const wanted = new Set(paths);
  return new Map([...figures].filter(([path]) => wanted.has(path)));
}
