// What landed in a cycle, put together: the same thing once, tests and docs with what they belong to, the weightiest first.
import type { LoggedCommit } from '../world/world.ts';
import { readCommit, type Work } from './commit-words.ts';
import { verbsKnown } from './past-tense.ts';

export interface WeighedWork extends Work {
  readonly weight: number;
  /** What else landed for it. */
  readonly along: readonly ('tests' | 'docs')[];
}

export interface Works {
  /** What can be told in its own words, the weightiest first. */
  readonly told: readonly WeighedWork[];
  /** Commits whose subjects say nothing, or nothing that may be taken over. */
  readonly untold: readonly Work[];
  /** Versions that were released, the oldest first, with what their subjects say of them. */
  readonly releases: readonly Work[];
  /** The newest commit that went into a release; what is newer came after it. */
  readonly releasedAt: number;
}

const weights: Readonly<Record<Work['kind'], number>> = {
  ...{ feature: 5, fix: 4, change: 3, other: 2.2, revert: 2.5, tidy: 2, docs: 1.5, tests: 1, upkeep: 1, packages: 0.8 },
  ...{ touch: 0.3, release: 0, sync: 0, unspoken: 0 },
};

/** `landed` is newest first, as commits are listed. What was committed before the last dream, and is here only now, was brought in since. */
export function worksIn(landed: readonly LoggedCommit[], lastDream = ''): Works {
  const verbs = verbsKnown();
  const all = landed.map((commit) => {
    const work = readCommit(commit, verbs);
    return commit.time < lastDream ? { ...work, verb: work.verb.replace(/^committed\b/u, 'merged') } : work;
  });
  const releases = all.filter(({ kind }) => kind === 'release').toReversed();
  const spoken = withoutTakenBack(all.filter(({ kind, isVague }) => !isVague && kind !== 'release'));
  const once = [...new Map(spoken.toReversed().map((work) => [keyOf(work), work])).values()];
  const heavy = once.filter(({ kind }) => kind !== 'docs' && kind !== 'tests');
  const along = new Map<Work, Set<'tests' | 'docs'>>();
  const told = once.filter((work) => {
    if (work.kind !== 'docs' && work.kind !== 'tests') return true;
    const main = heavy.find((other) => isFor(work, other));
    if (main === undefined) return true;
    along.set(main, (along.get(main) ?? new Set()).add(work.kind));
    return false;
  });
  return {
    told: told
      .map((work) => ({ ...work, weight: weightOf(work), along: [...(along.get(work) ?? [])].toSorted() }))
      .toSorted((one, other) => other.weight - one.weight),
    untold: all.filter(({ kind, isVague }) => isVague && kind !== 'sync' && kind !== 'release'),
    releases,
    releasedAt: all.findIndex(({ kind }) => kind === 'release'),
  };
}

/** By kind, and a little by how many files it touched: a rename of fifty files is not ten times a feature. */
function weightOf({ kind, commit: { files } }: Work): number {
  return weights[kind] * (1 + Math.log2(1 + Math.min(files.length, 40)) / 4);
}

/**
 * What was done and taken back in the same cycle is told once, as that; what was done again after it is told as done. `works` is newest first,
 * as commits are listed.
 */
function withoutTakenBack(works: readonly Work[]): Work[] {
  const left: Work[] = [];
  for (const work of works.toReversed()) {
    const { subject } = work.commit;
    const again = /^(?:Reapply "(.+)"|Revert "Revert "(.+)"")$/u.exec(subject);
    const [lost] = again === null ? [] : takeOut(left, `Revert "${again[1] ?? again[2] ?? ''}"`);
    if (lost?.taken !== undefined) {
      left.push(lost.taken);
      continue;
    }
    const [taken] = takeOut(left, /^Revert "(.+)"$/u.exec(subject)?.[1]);
    // Done anew, what was tried before it is no news.
    if (taken === undefined) takeOut(left, `Revert "${subject}"`);
    left.push(taken === undefined ? work : { ...work, verb: 'tried and took back', taken });
  }
  return left.toReversed();
}

/** Takes the newest with this subject out of the list. */
function takeOut(from: Work[], subject: string | undefined): Work[] {
  const at = from.findLastIndex(({ commit }) => commit.subject === subject);
  return at === -1 ? [] : from.splice(at, 1);
}

function keyOf({ scope = '', verb, rest }: Work): string {
  return `${scope} ${verb} ${rest}`.toLowerCase();
}

/** Whether tests or docs speak of the same thing as a work: two telling words, or one that no other word could stand for. */
function isFor(side: Work, main: Work): boolean {
  if (main.kind !== 'feature' && main.kind !== 'fix' && main.kind !== 'change') return false;
  const words = new Set(tellingWords(main));
  return tellingWords(side).filter((word) => words.has(word)).length >= 2;
}

const common: ReadonlySet<string> = new Set(
  'about after again before below could document documentation documented example examples error errors from instructions more other readme section some support supported test tested tests that their there these this those unit using version when where which while with without'.split(
    ' ',
  ),
);

function tellingWords({ scope = '', rest }: Work): string[] {
  const words = `${scope} ${rest}`.toLowerCase().match(/[\p{L}\p{N}_-]{4,}/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/s$/u, '')))].filter((word) => !common.has(word));
}
