// What a night said was finished, held against where the worktree stands now: a commit that is not here has finished nothing here.
import type { DreamLine } from '../journal/journal.ts';
import type { Repository, World } from '../world/world.ts';

interface Standing {
  readonly world: World;
  readonly repository: Repository | undefined;
  readonly head: string | null;
  /** Commits that are known to lead to it. */
  readonly known: readonly { readonly id: string }[];
  /** Another branch than that of the night. */
  readonly isElsewhere: boolean;
}

/** Of these, no second look makes sure. */
export const onAnother = 'it is on another branch';

/**
 * On another branch a task may be done, and nobody is sure of it: whoever starts it would do it twice. Where the commit was thrown away
 * (`git reset`), nothing is left of it; one that was rebased has landed anew, and speaks for itself.
 */
export async function stillLanded<Night extends Pick<DreamLine, 'finished'>>(
  night: Night | undefined,
  { world, repository, head, known, isElsewhere }: Standing,
): Promise<Night | undefined> {
  if (night?.finished === undefined || repository === undefined || head === null) return night;
  const asked = night.finished.flatMap(({ commit }) =>
    commit === null || !/^[0-9a-f]{40,64}$/u.test(commit) || known.some(({ id }) => id === commit) ? [] : [commit],
  );
  const gone = await world.git.notIn(repository, head, [...new Set(asked)]);
  const finished = night.finished.flatMap((each) => {
    if (each.commit === null || !gone.has(each.commit)) return [each];
    return isElsewhere || each.why === onAnother ? [{ ...each, why: onAnother, isSure: false }] : [];
  });
  return { ...night, finished };
}
