// The pack's facts as data, for programs: the same that its lines say, redacted, and without what reads like an order.
import { ownWorkIn, taskAsked, unclearChecks } from '../facts/facts.ts';
import { leftOut, readsLikeOrder } from '../guard/guard.ts';
import { longestNote } from '../memory/memory.ts';
import { boardLines } from './board-lines.ts';
import { longestName, type OthersWords } from './others-words.ts';
import type { PackParts } from './pack.ts';
import { saidLines } from './said.ts';

export interface BrokenCommand {
  readonly command: string;
  readonly result: 'failed' | 'never ended';
  readonly exit: number | null;
  readonly time: string;
}

export interface Brief {
  /** The zone in which the pack tells times; here they are in UTC. */
  readonly zone: string;
  /** What was asked last, if nothing was committed since. */
  readonly asked: string | null;
  /** The open task that its words are for, if one is. */
  readonly askedFor: string | null;
  /** Earlier requests, if nothing was committed before the next. */
  readonly askedEarlier: readonly string[];
  /** What the agent said last, unverified. */
  readonly said: { readonly text: string; readonly time: string } | null;
  /** `isOwn`: an edit of an agent is on record. */
  readonly inFlight: readonly {
    readonly path: string;
    readonly added: number | null;
    readonly removed: number | null;
    readonly isOwn: boolean;
  }[];
  readonly broken: readonly BrokenCommand[];
  /** Checks that ran, and it is not certain what they say of this tree. */
  readonly unclear: readonly { readonly command: string; readonly time: string }[];
  /** Of an earlier cycle, or another branch (`elsewhere`). */
  readonly lastFailed: readonly (BrokenCommand & { readonly elsewhere: string | null })[];
  readonly since: {
    readonly branch: string | null;
    /** The branch the last dream was written on. */
    readonly branchThen: string | null;
    readonly head: string | null;
    readonly commits: number;
    readonly newest: readonly { readonly id: string; readonly subject: string; readonly isNew: boolean }[];
    /** Committed in this cycle on other local branches. */
    readonly onBranches: readonly { readonly id: string; readonly branch: string | null; readonly subject: string }[];
    /** What another session is at work on. */
    readonly theirs: readonly string[];
    readonly elsewhere: readonly {
      readonly branch: string | null;
      readonly worktree: string;
      readonly files: number;
    }[];
    /** Put away with `git stash` in the last two weeks, the newest first; `files` is null where that cannot be told. */
    readonly stashes: readonly {
      readonly name: string;
      readonly branch: string | null;
      readonly time: string;
      readonly files: number | null;
    }[];
  };
  readonly board: readonly string[];
  readonly plans: readonly { readonly path: string; readonly first: string; readonly open: number }[];
  readonly notes: readonly string[];
  readonly remembered: readonly string[];
  readonly memory: readonly string[];
}

/** So many names are looked at; a pack has room for fewer. */
const mostLooked = 100;
const mostCommits = 5;

/** As data: a program may look for the file. A name that reads like an order is not among them. */
export function pathsAsData(paths: readonly string[], words: OthersWords): string[] {
  return paths.map((path, at) =>
    at < mostLooked && readsLikeOrder(path) ? leftOut('git status') : words.redact(path),
  );
}

export function briefOf(parts: PackParts): Brief {
  const { facts, midFlight, said, notes, reports, remembered, memory, words } = parts;
  const { project, dream } = { ...facts, dream: parts.dream };
  const isOwn = new Set(ownWorkIn({ ...facts, inFlight: midFlight }));
  const paths = pathsAsData(midFlight, words);
  const name = (text: string | null, where: string): string | null =>
    text === null ? null : words.line(text, where, longestName);
  const command = (text: string): string => words.line(text, 'dk steps');
  return {
    zone: facts.zone,
    asked: facts.wanted === undefined ? null : words.line(facts.wanted, 'dk steps'),
    askedFor: name(taskAsked(facts)?.title ?? null, 'dk board'),
    unclear: unclearChecks(facts).map(({ command: run, time }) => ({ command: command(run), time })),
    askedEarlier: words.lines(facts.leftAsked, 'dk steps'),
    said: said === undefined ? null : { text: saidLines(said, words).join('\n'), time: said.time },
    inFlight: midFlight.map((path, at) => ({
      path: paths[at] ?? '',
      added: facts.sizes.get(path)?.added ?? null,
      removed: facts.sizes.get(path)?.removed ?? null,
      isOwn: isOwn.has(path),
    })),
    broken: facts.steps.failures
      .toReversed()
      .map(({ command: line, result, exit, time }) => ({ command: command(line), result, exit, time })),
    lastFailed: facts.steps.lastFailed.map(({ command: line, result, exit, time, elsewhere }) => ({
      ...{ command: command(line), result, exit, time },
      elsewhere: name(elsewhere, 'git branch'),
    })),
    since: {
      branch: name(project.branch, 'git branch'),
      branchThen: dream.kind === 'dream' ? name(dream.entry.header.branch, 'git branch') : null,
      head: project.head,
      commits: facts.news.isFirst ? 0 : facts.news.commits,
      newest: facts.commits
        .slice(0, mostCommits)
        .map(({ id, subject, isNew }) => ({
          ...{ id, isNew: isNew && !facts.news.isFirst },
          subject: words.line(subject, `git show ${id.slice(0, 7)}`),
        })),
      onBranches: facts.onBranches.map(({ id, subject, branch }) => ({
        ...{ id, branch: name(branch, 'git branch') },
        subject: words.line(subject, `git show ${id.slice(0, 7)}`),
      })),
      theirs: pathsAsData(facts.theirs, words),
      elsewhere: facts.elsewhere.map(({ branch, worktree, files }) => ({
        ...{ branch: name(branch, 'git branch'), worktree: words.redact(worktree), files },
      })),
      stashes: facts.stashes.map((stash) => ({
        ...{ name: stash.name, branch: name(stash.branch, 'git stash list') },
        ...{ time: stash.time, files: stash.files ?? null },
      })),
    },
    board: boardLines(parts),
    plans: facts.plans.map(({ path, first, open }) => ({
      ...{ path: pathsAsData([path], words)[0] ?? '', first: words.line(first, 'dk board'), open },
    })),
    notes: [...notes, ...words.lines(reports, 'dk status')],
    remembered: remembered.map((note) => words.line(note, 'read notes/', longestNote)),
    memory: words.lines(memory, 'read MEMORY.md'),
  };
}
