// What is told to a session that goes on: only what is new since it was last heard of. It still knows what it was handed before.
import { unlessBug } from '../errors/errors.ts';
import { type Facts, nothingInFlight, someNamed } from '../facts/facts.ts';
import { counted, cut, localTime, present } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import { type Block, listed } from './block.ts';
import { messagesBlock } from './kept-block.ts';
import type { PackParts } from './pack.ts';
import { commitLines, movedBlock } from './pack-blocks.ts';
import { brokenBlock, nameOf } from './standing.ts';

export interface News {
  /** When the session was last heard of. */
  readonly since: string;
  /** Where it was then. */
  readonly branch: string | null;
  readonly head: string | null;
  /** What has to be told of it and of other sessions. */
  readonly reports: readonly string[];
}

const mostCommits = 5;

/** The commits that were not there then, as far as commits are looked at: pulled ones may be older than that. On another branch, or if that commit is gone, the younger ones. */
export async function commitsSince(
  { world, home }: Place,
  { project, commits }: Facts,
  { since, branch, head: then }: News,
): Promise<Facts['commits']> {
  const isKnown = then !== null && project.head !== null && branch === project.branch;
  const known = isKnown
    ? await world.git
        .since(await world.git.open(home.project, home.privateDir), project.head, then)
        .catch(unlessBug(() => undefined))
    : undefined;
  // A commit's time has whole seconds.
  const isYounger = (time: string): boolean => time.slice(0, 19) > since.slice(0, 19);
  return commits.filter(({ id, time }) => (known === undefined ? isYounger(time) : known.includes(id)));
}

/** Nothing at all if nothing is new. */
export function newsBlocks(parts: PackParts, { since, branch, reports }: News, budget: number): Block[] {
  const { facts, next, sent, newCommits, words } = parts;
  const { project, zone, theirs } = facts;
  const commits = newCommits ?? [];
  const branchNow = project.branch === null ? 'none' : words.names.path(project.branch);
  const broken = brokenBlock(parts, since);
  const told: Block[] = [
    broken,
    {
      side: 'ours',
      lines: present([
        branch !== null &&
          branch !== project.branch &&
          `The branch was ${words.names.path(branch)}, and is ${branchNow} now.`,
        commits.length > 0 && `${counted(commits.length, 'commit')} came since.`,
        theirs.length > 0 && `Another session is at work on ${someNamed(theirs, words.names)}.`,
      ]),
    },
    movedBlock(parts),
    messagesBlock(parts.kept, words),
    listed('others', 'Notes:', words.lines(reports, 'dk status')),
    listed('others', 'New commits:', sent.includes('commits') ? [] : commitLines(commits.slice(0, mostCommits), words)),
  ];
  if (told.every(({ lines }) => lines.length === 0)) return [];
  const isOpen = broken.lines.length > 0 || next !== nothingInFlight;
  const share = (part: number): number => Math.floor(budget * part);
  const welcome = `Welcome back, ${nameOf(parts)}. Only what is new since ${localTime(since, zone)} ${zone}; what you are asked now comes first.`;
  return [
    { side: 'ours', lines: [cut(welcome, share(0.25))], isMust: true },
    ...told,
    { side: 'ours', lines: isOpen ? [`Next action: ${cut(next, share(0.2))}`] : [] },
  ];
}
