// What a person does with their git, done in memory.
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonsGit } from '../persons-git.ts';
import { byBytes, type Objects } from './objects.ts';
import type { Kept, Places } from './places.ts';
import { refused } from './refused.ts';
import { same, type Worktree } from './worktree.ts';

interface Hands {
  readonly objects: Objects;
  readonly places: Places;
  readonly worktree: Worktree;
}

export function memoryPerson(hands: Hands, folder: string, env: Readonly<Record<string, string>>): PersonsGit {
  const { objects, places } = hands;
  const gitDir = join(folder, '.git');
  const here = (): Kept => places.of({ worktree: folder, gitDir });
  return {
    init: () => places.create(folder),
    add: (paths) => stage(hands, here(), paths),
    commit: (message, { when = env.GIT_COMMITTER_DATE ?? '', isEmptyAllowed = false, isAll = false } = {}) => {
      const kept = here();
      if (message !== message.trim() || /[ \t]$|\n{3}|^#/mu.test(message)) refused('tidy up messages');
      if (isAll) stage(hands, kept, [...kept.index.keys()]);
      const { ref = refused('commit without a branch'), commit } = kept.head();
      const before = kept.filesOf(commit);
      const isSame =
        before.size === kept.index.size && [...before].every(([path, one]) => same(one, kept.index.get(path)));
      if (isSame && !isEmptyAllowed) throw new Error('git commit: nothing to commit');
      const seconds = Math.floor(Date.parse(when) / 1000);
      const by = { name: env.GIT_COMMITTER_NAME ?? '', email: env.GIT_COMMITTER_EMAIL ?? '', seconds };
      const parents = commit === undefined ? [] : [commit];
      const made = objects.putCommit(objects.putTree(kept.index), parents, by, message);
      kept.move(ref, made);
    },
    branch: (name) => {
      const { commit } = here().head();
      const ref = `refs/heads/${name}`;
      if (commit !== undefined) here().move(ref, commit);
      writeFileSync(join(gitDir, 'HEAD'), `ref: ${ref}\n`);
    },
    checkout: () => refused('check out another branch'),
  };
}

/** Puts files into the index as they are on disk: these, those in these folders, or all. */
function stage({ objects, worktree }: Hands, kept: Kept, wanted: readonly string[] | undefined): void {
  const all = [...kept.index.keys(), ...worktree.unknown(kept)].toSorted(byBytes);
  const isWanted = (path: string): boolean =>
    wanted === undefined || wanted.some((each) => each === path || path.startsWith(`${each}/`));
  for (const each of wanted ?? [])
    if (!all.some((path) => path === each || path.startsWith(`${each}/`)))
      throw new Error(`git add: pathspec '${each}' did not match any files`);
  for (const path of all.filter(isWanted)) {
    const entry = worktree.entry(kept.place, path);
    if (entry === undefined) kept.index.delete(path);
    else {
      const full = join(kept.place.worktree, path);
      kept.index.set(path, entry);
      objects.put('blob', entry.mode === '120000' ? readlinkSync(full, 'buffer') : readFileSync(full));
    }
  }
}
