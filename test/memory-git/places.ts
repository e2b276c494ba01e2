// Where repositories of the git in memory lie: HEAD and branches are small files as git writes them, the index is in memory.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import type { HeadState } from '../../src/world/world.ts';
import type { Entry, Files, Objects } from './objects.ts';
import { refused } from './refused.ts';

export interface Place {
  readonly worktree: string;
  readonly gitDir: string;
}

/** What a repository has beside its objects. */
export interface Kept {
  readonly place: Place;
  /** What the person's next commit would have. */
  readonly index: Map<string, Entry>;
  /** The commits that are in it: objects of other repositories are none of its own. */
  readonly commits: Set<string>;
  head(): HeadState;
  tip(ref: string): string | undefined;
  move(ref: string, commit: string): void;
  /** Every file of a commit; none before the first. */
  filesOf(commit: string | undefined): Files;
}

export interface Places {
  create(folder: string): void;
  of(place: { readonly worktree: string | undefined; readonly gitDir: string }): Kept;
}

export function memoryPlaces(objects: Objects): Places {
  const known = new Map<string, Pick<Kept, 'index' | 'commits'>>();
  /** What real git said of an index file, by its content: copies of one template are read once. */
  const indexes = new Map<string, readonly (readonly [string, Entry])[]>();

  /** A repository made by real git is taken over: its objects, and its index as it is. */
  const takeOver = ({ worktree, gitDir }: Place, head: HeadState): Map<string, Entry> => {
    const file = join(gitDir, 'index');
    if (!existsSync(file)) {
      if (head.commit !== undefined) refused('know the index of a repository that was lived elsewhere');
      return new Map();
    }
    const ask = (...args: readonly string[]): Buffer =>
      execFileSync('git', args, { cwd: worktree, maxBuffer: 1 << 28, env: { PATH: process.env.PATH ?? '' } });
    if (head.commit !== undefined && objects.commit(head.commit) === undefined)
      readIn(objects, ask('cat-file', '--batch-all-objects', '--batch'));
    const content = readFileSync(file, 'latin1');
    const entries = indexes.get(content) ?? entriesIn(ask('ls-files', '-s', '-z').toString('utf8'));
    indexes.set(content, entries);
    return new Map(entries);
  };

  return {
    create: (folder) => {
      const gitDir = join(folder, '.git');
      for (const below of ['objects', 'refs/heads', 'info']) mkdirSync(join(gitDir, below), { recursive: true });
      if (!existsSync(join(gitDir, 'HEAD'))) writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
    },
    of: ({ worktree = refused('live in bare repositories'), gitDir }) => {
      const place = { worktree, gitDir };
      const tip = (ref: string): string | undefined => {
        if (existsSync(join(gitDir, 'packed-refs'))) refused('read packed refs');
        const file = join(gitDir, ref);
        return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'latin1').trim() : undefined;
      };
      const head = (): HeadState => {
        const text = readFileSync(join(gitDir, 'HEAD'), 'utf8').trim();
        const ref = /^ref: (refs\/heads\/.+)$/u.exec(text)?.[1];
        return ref === undefined ? { ref, commit: text } : { ref, commit: tip(ref) };
      };
      // A folder may be removed, and another made in its place.
      const name = `${gitDir} ${statSync(gitDir).ino}`;
      const own = known.get(name) ?? { index: takeOver(place, head()), commits: leadingTo(objects, head().commit) };
      known.set(name, own);
      return {
        ...{ place, ...own, head, tip },
        move: (ref, commit) => {
          own.commits.add(commit);
          mkdirSync(dirname(join(gitDir, ref)), { recursive: true });
          writeFileSync(join(gitDir, ref), `${commit}\n`);
        },
        filesOf: (commit) => {
          if (commit === undefined) return new Map();
          const found = objects.files(objects.commit(commit)?.tree ?? '');
          if (found === undefined)
            throw new DreamkeeperError('E_GIT', `git could not read ${commit}`, { hint: 'There is no such commit.' });
          return found;
        },
      };
    },
  };
}

function leadingTo(objects: Objects, head: string | undefined): Set<string> {
  const found = new Set<string>();
  for (let at = head; at !== undefined; at = objects.commit(at)?.parents[0]) found.add(at);
  return found;
}

function entriesIn(listed: string): (readonly [string, Entry])[] {
  return listed.split('\0').flatMap((line): [string, Entry][] => {
    const [, mode = '', blob = '', stage, path = ''] = /^(\d+) ([0-9a-f]+) (\d)\t(.+)$/su.exec(line) ?? [];
    if (stage !== undefined && stage !== '0') refused('know conflicts');
    return path === '' ? [] : [[path, { mode, blob }]];
  });
}

/** What `cat-file --batch` prints: a line for each object, its content, a line end. */
function readIn(objects: Objects, printed: Buffer): void {
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(0x0a, at);
    const [, type = '', size = '0'] = printed.toString('latin1', at, end).split(' ');
    objects.put(type, printed.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
}
