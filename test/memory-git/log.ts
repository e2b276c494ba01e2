// History in memory: one line of commits from a head back, asked in all the ways in which nights, wakes and undos ask.
import { safePath } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { movedBranches, safeObject, sinceThen } from '../../src/repo/repo.ts';
import { cut, normaliseText, oneLine } from '../../src/text/text.ts';
import type { CommitMark, EarlierVersion, World } from '../../src/world/world.ts';
import { byBytes, type Commit, type Objects } from './objects.ts';
import type { Kept, Places } from './places.ts';
import { refused } from './refused.ts';
import { dreamIds, idIn, subjectAndBody } from './trailers.ts';
import { same } from './worktree.ts';

type Asked =
  | 'claiming'
  | 'mark'
  | 'show'
  | 'touching'
  | 'commits'
  | 'since'
  | 'onBranches'
  | 'contains'
  | 'notIn'
  | 'additionOf'
  | 'commitAt'
  | 'earlier'
  | 'nights';

/** As many as real git reads. */
const most = { beside: 20, claims: 50, files: 200, since: 1000 } as const;

export function memoryLog(objects: Objects, places: Places): Pick<World['git'], Asked> {
  const keptOf = ({ place }: { readonly place: Parameters<World['git']['open']>[0] }): Kept => places.of(place);
  const paths = new Map<string, readonly string[]>();

  /** What a commit changed, in git's order. */
  const changedBy = (commit: Commit): readonly string[] => {
    const known = paths.get(commit.id);
    if (known !== undefined) return known;
    const [parent] = commit.parents;
    const before = objects.files(parent === undefined ? '' : (objects.commit(parent)?.tree ?? '')) ?? new Map();
    const after = objects.files(commit.tree) ?? new Map();
    const all = [...new Set([...before.keys(), ...after.keys()])];
    const changed = all.filter((path) => !same(before.get(path), after.get(path))).toSorted(byBytes);
    paths.set(commit.id, changed);
    return changed;
  };
  const has = (kept: Kept, commit: string): boolean => kept.commits.has(safeObject(commit));
  /** From a commit back to the first. */
  const line = (kept: Kept, head: string): readonly Commit[] => {
    if (!has(kept, head)) throw noCommit(head);
    const found: Commit[] = [];
    for (let at: string | undefined = head; at !== undefined; ) {
      const commit = objects.commit(at);
      if (commit === undefined) throw noCommit(at);
      if (commit.parents.length > 1) refused('follow merges');
      found.push(commit);
      at = commit.parents[0];
    }
    return found;
  };
  const after = (kept: Kept, head: string, before: string): readonly Commit[] => {
    const older = new Set(line(kept, before).map(({ id }) => id));
    return line(kept, head).filter(({ id }) => !older.has(id));
  };
  const markOf = (commit: Commit): CommitMark => ({
    ...{ commit: commit.id, id: idIn(commit.message), time: timeOf(commit), parents: commit.parents.length },
    files: changedBy(commit),
  });
  const logged = (commit: Commit): Awaited<ReturnType<World['git']['commits']>>[number] => ({
    ...{ id: commit.id, tree: commit.tree, time: timeOf(commit) },
    files: changedBy(commit).slice(0, most.files),
    ...{ author: oneLine(commit.author, 80), subject: oneLine(subjectAndBody(commit.message).subject, 200) },
    body: cut(normaliseText(subjectAndBody(commit.message).body).trim(), 1000),
  });

  return {
    claiming: async (repository, head, id, since) => {
      if (!/^[a-z]-[a-z2-7]{2,10}$/u.test(id)) return [];
      const kept = keptOf(repository);
      const claim = new RegExp(`^Dream-Id: ${id}${id.length === 12 ? '$' : ''}`, 'mu');
      const searched = since !== undefined && has(kept, since) ? after(kept, head, since) : line(kept, head);
      return searched
        .filter(({ message }) => claim.test(message))
        .slice(0, most.claims)
        .map((commit) => commit.id);
    },
    mark: async (repository, commit) => {
      const found = has(keptOf(repository), commit) ? objects.commit(commit) : undefined;
      return found && markOf(found);
    },
    show: async (repository, wanted) => {
      if (!/^[0-9a-f]{4,64}$/u.test(wanted)) return undefined;
      const [name, ...others] = [...keptOf(repository).commits].filter((each) => each.startsWith(wanted));
      const found = name === undefined || others.length > 0 ? undefined : objects.commit(name);
      if (found === undefined) return undefined;
      const { id: commit, parents, author, committer, message } = found;
      return {
        ...{ commit, parent: parents[0], author, committer, time: timeOf(found), ...subjectAndBody(message) },
        ...{ id: idIn(message), paths: changedBy(found) },
      };
    },
    touching: async (repository, head, path, since) => {
      const touches = isAtOrBelow(safePath(path));
      return after(keptOf(repository), head, since)
        .filter((commit) => changedBy(commit).some(touches))
        .toReversed()
        .map(({ id, message }) => ({ commit: id, id: idIn(message), subject: subjectAndBody(message).subject }));
    },
    earlier: async (repository, head, wanted, count) => {
      const isWanted = wanted.map((path) => isAtOrBelow(safePath(path)));
      const found = new Map<string, EarlierVersion>();
      const touching = line(keptOf(repository), head).filter((commit) =>
        changedBy(commit).some((path) => isWanted.some((each) => each(path))),
      );
      for (const commit of touching.slice(0, count)) {
        const [parent = ''] = commit.parents;
        const before = parent === '' ? undefined : objects.files(objects.commit(parent)?.tree ?? '');
        for (const path of changedBy(commit).filter((each) => isWanted.some((is) => is(each)))) {
          const { mode = '', blob = '' } = before?.get(path) ?? {};
          const key = `${blob} ${path}`;
          if (!mode.startsWith('100') || found.has(key)) continue;
          const size = objects.blob(blob)?.length ?? 0;
          found.set(key, { path, blob, size, commit: parent, until: timeOf(commit) });
        }
      }
      return [...found.values()];
    },
    commits: async (repository, head, count, isOurs = () => false) =>
      line(keptOf(repository), head)
        .filter((commit) => !isOurs(markOf(commit)))
        .slice(0, count)
        .map(logged),
    since: async (repository, head, before, isOurs = () => false) => {
      if (head === before) return [];
      const kept = keptOf(repository);
      if (!has(kept, before)) return undefined;
      const newer = after(kept, head, before).slice(0, most.since);
      return newer.filter((commit) => !isOurs(markOf(commit))).map(({ id }) => id);
    },
    onBranches: async (repository, head, since, isOurs = () => false) => {
      const kept = keptOf(repository);
      const known = new Set(line(kept, head).map(({ id }) => id));
      const found = movedBranches(repository.place.gitDir, head, since).flatMap(({ branch, commit: tip }) =>
        line(kept, tip)
          .filter((commit) => !known.has(commit.id) && !isOurs(markOf(commit)))
          .slice(0, most.beside)
          .map((commit) => ({ ...logged(commit), branch })),
      );
      return sinceThen([...new Map(found.toReversed().map((each) => [each.id, each])).values()], since);
    },
    contains: async (repository, head, commit) => {
      const kept = keptOf(repository);
      return head === commit || (has(kept, commit) && line(kept, head).some(({ id }) => id === commit));
    },
    notIn: async (repository, head, commits) => {
      const ids = new Set(line(keptOf(repository), head).map(({ id }) => id));
      return new Set(commits.filter((commit) => !ids.has(commit)));
    },
    additionOf: async (repository, head, path) => {
      const isWanted = isAtOrBelow(safePath(path));
      const isNew = ({ parents: [parent] }: Commit, each: string): boolean =>
        parent === undefined || !keptOf(repository).filesOf(parent).has(each);
      const isThere = (commit: Commit, each: string): boolean => objects.files(commit.tree)?.has(each) === true;
      return line(keptOf(repository), head).find((commit) =>
        changedBy(commit).some((each) => isWanted(each) && isThere(commit, each) && isNew(commit, each)),
      )?.id;
    },
    commitAt: async (repository, head, time) => {
      const until = Math.floor(Date.parse(time) / 1000);
      return line(keptOf(repository), head).find(({ seconds }) => seconds <= until)?.id;
    },
    nights: async (repository, head, since) => {
      const all = line(keptOf(repository), head);
      // Git stops at the first that is older.
      const end =
        since === undefined ? -1 : all.findIndex(({ seconds }) => seconds < Math.floor(since.getTime() / 1000));
      return all.slice(0, end === -1 ? undefined : end).flatMap(({ id: commit, message }) => {
        const [id = ''] = /^Dream-Id: [bd-z]-[a-z2-7]{10}$/mu.test(message) ? dreamIds(message).split(' ') : [];
        return /^[bd-z]-[a-z2-7]{10}$/u.test(id) ? [{ id, commit }] : [];
      });
    },
  };
}

function timeOf({ seconds }: Commit): string {
  return new Date(seconds * 1000).toISOString();
}

const isAtOrBelow =
  (path: string) =>
  (each: string): boolean =>
    each === path || each.startsWith(`${path}/`);

function noCommit(commit: string): DreamkeeperError {
  return new DreamkeeperError('E_GIT', `git could not read ${commit}`, { hint: 'There is no such commit.' });
}
