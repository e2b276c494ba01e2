// log: what was committed last, in the project or to one of its files.
import * as z from 'zod/mini';
import { ownInProject } from '../../change/change.ts';
import { printSafe } from '../../text/text.ts';
import { wayTo } from './ground.ts';
import { refused, said, type Tool, tool } from './tool.ts';

/** So far back a path is looked for. */
const deepest = 500;

export const log: Tool = tool({
  name: 'log',
  kit: 'files',
  does: 'The newest commits of the project, or those that changed one path. Read only.',
  schema: z.strictObject({ count: z.int().check(z.minimum(1), z.maximum(50)), path: z.optional(z.string()) }),
  target: ({ path }) => path ?? 'commits',
  use: async ({ worker: { world, home }, ground }, { count, path }) => {
    const way = path === undefined ? undefined : wayTo(ground, 'read', path);
    if (way?.kind === 'blocked') return refused(way.text);
    const repository = await world.git.open(home.project, home.privateDir);
    const { commit } = await repository.head();
    if (commit === undefined) return said('there is no commit yet');
    const isOurs = ownInProject(world, home);
    const commits = await world.git.commits(repository, commit, way === undefined ? count : deepest, isOurs);
    const touches = (files: readonly string[]): boolean =>
      way === undefined || files.some((file) => file === way.path || file.startsWith(`${way.path}/`));
    const found = commits.filter(({ files }) => touches(files));
    const lines = found
      .slice(0, count)
      .map(({ id, time, author, subject }) =>
        printSafe(`${id.slice(0, 7)} ${time.slice(0, 16)}Z ${author}: ${subject}`),
      );
    const isEnd = way === undefined || commits.length < deepest || found.length >= count;
    const note = isEnd ? [] : [`[stopped at ${deepest} commits]`];
    return said([...(lines.length === 0 ? ['no commit'] : lines), ...note].join('\n'));
  },
});
