// log: what was committed last, in the project or to one of its files, ours included; or one commit, with what it changed.
import * as z from 'zod/mini';
import { counted, oneLine, printSafe } from '../../text/text.ts';
import type { LoggedCommit, Repository } from '../../world/world.ts';
import { wayTo } from './ground.ts';
import { isShown } from './list.ts';
import { type Bench, refused, said, type Tool, type ToolAnswer, tool } from './tool.ts';

/** So far back a path or a commit is looked for. */
const deepest = 500;
const usual = 10;
/** More files of one commit would not fit into an answer. */
const mostPaths = 100;

export const log: Tool = tool({
  name: 'log',
  kit: 'files',
  does: 'The newest commits, or those that changed one path; nights (rem:), claims and moves on the board are among them. With commit: that one, and its diff. Read only.',
  schema: z.strictObject({
    count: z.optional(z.int().check(z.minimum(1), z.maximum(50))),
    path: z.optional(z.string()),
    commit: z.optional(z.string().check(z.regex(/^[0-9a-f]{4,64}$/u, 'four or more digits of a commit'))),
  }),
  target: ({ path, commit }) => commit ?? path ?? 'commits',
  use: async (bench, { count = usual, path, commit }) => {
    if (commit !== undefined) return showCommit(bench, commit);
    const way = path === undefined ? undefined : wayTo(bench.ground, 'read', path);
    if (way?.kind === 'blocked') return refused(way.text);
    return listCommits(bench, count, way?.path);
  },
});

interface Found {
  readonly repository: Repository;
  readonly commit: LoggedCommit;
}

async function listCommits(bench: Bench, count: number, path: string | undefined): Promise<ToolAnswer> {
  const all = await newest(bench, path === undefined ? count : deepest);
  if (all.length === 0) return said('there is no commit yet', { commits: [] });
  const found = all.filter(({ commit: { files } }) => path === undefined || files.some((file) => isAt(file, path)));
  const lines = found.slice(0, count).map(({ commit }) => lineOf(commit));
  const isEnd = path === undefined || all.length < deepest || found.length >= count;
  const note = isEnd ? [] : [`[stopped at ${deepest} commits]`];
  const commits = found.slice(0, count).map(({ commit }) => shownCommit(commit));
  return said([...(lines.length === 0 ? ['no commit'] : lines), ...note].join('\n'), { commits, isWhole: isEnd });
}

function isAt(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`);
}

async function showCommit(bench: Bench, wanted: string): Promise<ToolAnswer> {
  const found = (await newest(bench, deepest)).filter(({ commit: { id } }) => id.startsWith(wanted));
  const [one, ...others] = found;
  if (one === undefined) return refused(`not found: ${wanted} (the newest ${deepest} commits were looked at)`);
  if (others.length > 0)
    return refused(`${wanted} is the beginning of ${counted(found.length, 'commit')}; take more of it`);
  const { git } = bench.worker.world;
  const shown = await git.show(one.repository, one.commit.id);
  const paths = shown?.paths ?? [];
  // A commit should hold nothing private; of one that does, nothing is shown but its name.
  const isPrivate = !paths.every((path) => isShown(bench.ground, path));
  const patch = isPrivate
    ? '[it holds private files: what it changed is not shown]'
    : await git.patch(one.repository, one.commit.id, paths.slice(0, mostPaths));
  const body = (shown?.body ?? '').trim();
  return said(
    [
      lineOf(one.commit),
      ...body.split('\n').map((line) => printSafe(line)),
      ...patch.split('\n').map((line) => printSafe(line)),
    ]
      .join('\n')
      .trim(),
    { commit: shownCommit(one.commit), body, files: isPrivate ? [] : paths, patch: isPrivate ? null : patch },
  );
}

function shownCommit({ id, time, author, subject }: LoggedCommit): object {
  return { id, time, author: oneLine(author), subject: oneLine(subject) };
}

function lineOf({ id, time, author, subject }: LoggedCommit): string {
  return printSafe(`${id.slice(0, 7)} ${time.slice(0, 16)}Z ${oneLine(author)}: ${oneLine(subject)}`);
}

/** Of the project, and of the home beside it, in the order of their times; those of one repository stay in its own order. */
async function newest({ worker: { world, home }, ground }: Bench, most: number): Promise<Found[]> {
  const places = ground.isHome ? [home.project] : [home.project, home.repository];
  const lists: Found[][] = [];
  for (const place of places) {
    const repository = await world.git.open(place, home.privateDir);
    const { commit: head } = await repository.head();
    const commits = head === undefined ? [] : await world.git.commits(repository, head, most);
    lists.push(commits.map((commit) => ({ repository, commit })));
  }
  const [first = [], second = []] = lists;
  const merged: Found[] = [];
  for (let one = 0, other = 0; one < first.length || other < second.length; ) {
    const [mine, theirs] = [first[one], second[other]];
    const isMine = theirs === undefined || (mine !== undefined && mine.commit.time >= theirs.commit.time);
    const next = isMine ? mine : theirs;
    if (next !== undefined) merged.push(next);
    if (isMine) one += 1;
    else other += 1;
  }
  return merged.slice(0, most);
}
