// What a person does with their git in a simulated day, on real git or on another that keeps to the same.
import { spawnSync } from 'node:child_process';

export interface CommitWish {
  /** ISO 8601; else the time that the environment says. */
  readonly when?: string;
  readonly isEmptyAllowed?: boolean;
  /** Everything that is tracked, as `-a` does. */
  readonly isAll?: boolean;
}

export interface PersonsGit {
  init(): void;
  /** These files and folders, or everything, as `git add -A` does. */
  add(paths?: readonly string[]): void;
  commit(message: string, wish?: CommitWish): void;
  /** Makes a branch and goes to it. */
  branch(name: string): void;
  checkout(name: string): void;
}

export function realPerson(folder: string, env: Readonly<Record<string, string>>): PersonsGit {
  const git = (when: string | undefined, ...args: readonly string[]): void => {
    const dates = when === undefined ? {} : { GIT_COMMITTER_DATE: when, GIT_AUTHOR_DATE: when };
    const ran = spawnSync('git', args, { cwd: folder, env: { ...env, ...dates }, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}${ran.stdout}`);
  };
  return {
    init: () => git(undefined, 'init', '-q', '-b', 'main'),
    add: (paths) => git(undefined, 'add', '-A', ...(paths === undefined ? [] : ['--', ...paths])),
    commit: (message, { when, isEmptyAllowed = false, isAll = false } = {}) =>
      git(
        when,
        'commit',
        '-q',
        ...(isEmptyAllowed ? ['--allow-empty'] : []),
        ...(isAll ? ['-a'] : []),
        ...['-m', message],
      ),
    branch: (name) => git(undefined, 'switch', '-q', '-c', name),
    checkout: (name) => git(undefined, 'switch', '-q', name),
  };
}
