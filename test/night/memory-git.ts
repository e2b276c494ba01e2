// A git of a few maps, for hundreds of nights in seconds: one branch, plain files, nobody else. What real git does is asked elsewhere.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository, World } from '../../src/world/world.ts';

type Git = World['git'];

interface Kept {
  readonly id: string;
  readonly message: string;
  readonly time: string;
  /** Every path with the name of its content. */
  readonly tree: ReadonlyMap<string, string>;
}

const ref = 'refs/heads/main';
const trailer = /^Dream-Id: ([a-z]-[a-z2-7]{10})$/mu;
const never = (what: string) => () => {
  throw new Error(`the git in memory is not asked to ${what}`);
};

export function memoryGit(): Git {
  const blobs = new Map<string, Buffer>();
  const repositories = new Map<string, Kept[]>();
  const keep = (content: Uint8Array): string => {
    const id = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    blobs.set(id, Buffer.from(content));
    return id;
  };
  const add = (all: Kept[], tree: Kept['tree'], message: string, time: Date): string => {
    const told = JSON.stringify([all.at(-1)?.id ?? '', [...tree], message, time]);
    const id = createHash('sha1').update(told).digest('hex');
    all.push({ id, message, time: time.toISOString(), tree });
    return id;
  };
  const commitsOf = ({ place }: Repository): Kept[] => repositories.get(place.gitDir) ?? [];
  const find = (repository: Repository, commit: string): Kept | undefined =>
    commitsOf(repository).find(({ id }) => id === commit);
  const others = (repository: Repository): Kept[] =>
    commitsOf(repository).filter(({ message }) => !trailer.test(message));
  const entriesOf: Repository['entries'] extends (...args: infer A) => infer R
    ? (repository: Repository, ...args: A) => R
    : never = (repository, commit, paths) => {
    const { tree } = find(repository, commit) ?? { tree: new Map<string, string>() };
    const found = paths.flatMap((path) => {
      const blob = tree.get(path);
      return blob === undefined ? [] : [[path, { mode: '100644', blob }] as const];
    });
    return Promise.resolve(new Map(found));
  };

  return {
    require: () => Promise.resolve(),
    create: () => Promise.resolve(),
    open: (place, scratch) => {
      if (!repositories.has(place.gitDir)) {
        const files = filesIn(place.worktree ?? '').map(
          (path) => [path, keep(readFileSync(join(place.worktree ?? '', path)))] as const,
        );
        const all: Kept[] = [];
        add(all, new Map(files), 'first', new Date('2026-06-10T07:00:00Z'));
        repositories.set(place.gitDir, all);
      }
      const head = () => ({ ref, commit: repositories.get(place.gitDir)?.at(-1)?.id });
      const repository: Repository = {
        ...{ place, objectFormat: 'sha1', scratch, underWay: () => undefined, lockOn: () => undefined },
        ...{ isOn: () => true, head: () => Promise.resolve(head()), tip: () => Promise.resolve(head().commit) },
        transformed: () => Promise.resolve([]),
        entries: (commit, paths) => entriesOf(repository, commit, paths),
        readBlob: (blob) => Promise.resolve(blobs.get(blob) ?? Buffer.alloc(0)),
        throughLens: never('run a command'),
        // Whether anything is staged: never.
        inside: () => Promise.resolve({ kind: 'ok', stdout: Buffer.alloc(0) }),
      };
      return Promise.resolve(repository);
    },
    snapshot: () => Promise.resolve({ commit: null, kept: [], left: [] }),
    prune: () => Promise.resolve([]),
    commit: (repository, { files, message, time, base, whileLocked }) => {
      const all = commitsOf(repository);
      if (base.commit !== all.at(-1)?.id || whileLocked?.() === false) return Promise.resolve({ kind: 'moved' });
      const tree = new Map(all.at(-1)?.tree);
      for (const [path, content] of files) {
        if (content === undefined) tree.delete(path);
        else tree.set(path, keep(content));
      }
      return Promise.resolve({ kind: 'committed', commit: add(all, tree, message, time) });
    },
    reclaim: () => undefined,
    settle: () => Promise.resolve(),
    claiming: (repository, _, id) =>
      Promise.resolve(
        commitsOf(repository)
          .filter(({ message }) => trailer.exec(message)?.[1] === id)
          .map((commit) => commit.id)
          .toReversed(),
      ),
    mark: never('look at a commit'),
    merge: never('join two texts'),
    blame: never('blame'),
    show: never('show'),
    patch: never('print a patch'),
    touching: never('look for a path'),
    commits: (repository, _, most) =>
      Promise.resolve(
        others(repository)
          .slice(-most)
          .toReversed()
          .map(({ id, time, message }) => ({ id, tree: id, time, author: 'P', subject: message, files: [] })),
      ),
    since: (repository, _, before) => {
      const all = commitsOf(repository);
      const later = all.slice(all.findIndex(({ id }) => id === before) + 1);
      return Promise.resolve(later.filter(({ message }) => !trailer.test(message)).map(({ id }) => id));
    },
    contains: (repository, _, commit) => Promise.resolve(find(repository, commit) !== undefined),
    adding: never('look for a file'),
    before: never('look back'),
    nights: (repository) =>
      Promise.resolve(
        commitsOf(repository)
          .toReversed()
          .flatMap(({ id, message }) => {
            const night = trailer.exec(message)?.[1];
            return night !== undefined && /^[nuw]/u.test(night) ? [{ id: night, commit: id }] : [];
          }),
      ),
    blobsThen: (repository, wanted) =>
      Promise.resolve(wanted.map(({ commit, path }) => find(repository, commit)?.tree.get(path))),
    contents: (_, wanted) => Promise.resolve(wanted.map((blob) => blobs.get(blob))),
    tree: (_, commit) => Promise.resolve(commit),
    difference: () => Promise.resolve([]),
    changed: async (repository) => {
      const { worktree = '' } = repository.place;
      const last = commitsOf(repository).at(-1);
      const files = [...(last?.tree ?? [])].flatMap(([path, blob]) => {
        if (!existsSync(join(worktree, path))) return [];
        const now = keep(readFileSync(join(worktree, path)));
        return now === blob ? [] : [{ path, kind: 'modified' as const, blob: now, written: undefined }];
      });
      return { head: await repository.head(), files, more: 0 };
    },
    lastWritten: () => Promise.resolve(''),
    writtenAt: () => undefined,
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/(?:^|\/)(?:\.git|\.dream|_)/u.test(path));
}
