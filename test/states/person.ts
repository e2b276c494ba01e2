// Somebody at random: what they do happens in their repository and, without us, in its twin; they try again when git is locked.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Ran, Sandbox } from '../sandbox.ts';
import { notOurs, snapshotOfTheirs } from './desk.ts';

export const real = 'project';
export const twin = 'twin';

/** Numbers that look like chance and are the same for the same seed (mulberry32). */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export const pause = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

function run(box: Sandbox, repo: string, args: readonly string[]): Ran {
  const env = { ...box.env, GIT_EDITOR: 'true' };
  const ran = spawnSync('git', args, { cwd: box.path(repo), env, encoding: 'utf8' });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const isInTheWay = (text: string): boolean =>
  /would be overwritten|unstaged changes|commit your changes|commit or stash|uncommitted changes/iu.test(text);

/** Git in the real repository: as a person does, who waits for a lock, and commits what a program left in their way. */
export function persistently(box: Sandbox, log: string[], ...args: readonly string[]): void {
  const stashes = run(box, real, ['stash', 'list']).stdout.length;
  let last = '';
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const ran = run(box, real, args);
    if (ran.code === 0) return;
    last = ran.stderr + ran.stdout;
    log.push(`  again (${args.join(' ')}): ${last.trim().replaceAll('\n', ' | ').slice(0, 300)}`);
    if (existsSync(box.path(real, '.git/rebase-merge'))) run(box, real, ['rebase', '--abort']);
    else if (existsSync(box.path(real, '.git/MERGE_HEAD'))) run(box, real, ['merge', '--abort']);
    else if (args[0] === 'merge') run(box, real, ['reset', '-q', '--merge', 'HEAD']);
    else if (args[0] === 'stash' && args[1] === 'push' && run(box, real, ['stash', 'list']).stdout.length > stashes)
      run(box, real, ['stash', 'drop', '-q']);
    // A program that is just writing is soon done; what stays in the way is committed.
    if (isInTheWay(last) && attempt >= 10) {
      run(box, real, ['add', '-A']);
      run(box, real, ['commit', '-qm', 'what was left']);
    }
    pause(50);
  }
  throw new Error(`git ${args.join(' ')}: ${last}`);
}

/** One thing the person does: `write` a file, `git` in both, or `git` only in the one or the other. */
export type Step =
  | { readonly write: string; readonly text: string }
  | { readonly git: readonly string[]; readonly only?: typeof real | typeof twin };

export function doIt(box: Sandbox, log: string[], steps: readonly Step[]): void {
  for (const step of steps)
    for (const repo of [twin, real]) {
      if ('write' in step) box.write(`${repo}/${step.write}`, step.text);
      else if (step.only === undefined || step.only === repo) {
        if (repo === twin) box.git(twin, ...step.git);
        else persistently(box, log, ...step.git);
      }
    }
}

const quiet = (box: Sandbox, repo: string, ...args: readonly string[]): string => {
  const ran = run(box, repo, ['--no-optional-locks', ...args]);
  return ran.code === 0 ? ran.stdout.trim() : '';
};

/** Whether the newest `count` commits are the person's to rewrite: their own, no merges, on no other branch. */
function mayRewrite(box: Sandbox, count: number, alsoOurs = false): boolean {
  const commits = quiet(box, real, 'rev-list', '--parents', `HEAD~${count}..HEAD`).split('\n');
  const isPlain = commits.length === count && commits.every((line) => line.split(' ').length === 2);
  const authors = quiet(box, real, 'log', '--format=%ae', `HEAD~${count}..HEAD`).split('\n');
  const branches = quiet(box, real, 'branch', '--contains', `HEAD~${count - 1}`).split('\n');
  return isPlain && branches.length === 1 && (alsoOurs || authors.every((author) => author.startsWith('person@')));
}

/** What the person does next: chosen by chance among what is possible now. */
export function nextAct(
  box: Sandbox,
  random: (below: number) => number,
  round: string,
): readonly [string, readonly Step[]] {
  const status = quiet(box, twin, 'status', '--porcelain', '-uno').split('\n');
  const isDirty = status[0] !== '';
  const isStaged = quiet(box, twin, 'diff', '--cached', '--name-only') !== '';
  const isStashed = quiet(box, twin, 'stash', 'list') !== '';
  const here = quiet(box, twin, 'symbolic-ref', '--short', 'HEAD');
  const others = quiet(box, twin, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/main', 'refs/heads/b*')
    .split('\n')
    .filter((branch) => branch !== here);
  const other = others[random(Math.max(others.length, 1))];
  const file = ['work.md', 'other.md', 'partly.md', 'src/a.ts'][random(4)] ?? '';
  const edit: Step = { write: file, text: `round ${round}\n` };
  const commit = (...args: readonly string[]): Step => ({ git: ['commit', '-q', ...args, '-m', `round ${round}`] });
  const clean: readonly Step[] = isDirty ? [commit('-a')] : [];
  const fresh: readonly Step[] = [{ write: `n${round}.md`, text: `${round}\n` }, { git: ['add', `n${round}.md`] }];
  // What is put aside comes back before the same files change again.
  if (isStashed)
    return random(2) === 0
      ? ['stash pop', [{ git: ['stash', 'pop', '-q', '--index'] }]]
      : ['a new file, committed', [...fresh, commit()]];
  const acts: (readonly [string, readonly Step[]])[] = [
    ['edit', [edit]],
    ['stage', [edit, { git: ['add', file] }]],
    ['stage partly', [edit, { git: ['add', file] }, { write: file, text: `round ${round}\nand more\n` }]],
    ['commit -a', [edit, commit('-a')]],
    ['add everything and commit', [edit, { git: ['add', '-A'] }, commit()]],
    ['a new file', [...fresh, commit()]],
    ['a new branch', [{ git: ['switch', '-q', '-c', `b${round}`] }]],
  ];
  if (isStaged) acts.push(['commit what is staged', [commit()]]);
  if (isDirty) acts.push(['stash push', [{ git: ['stash', 'push', '-q'] }]]);
  // Asked only now and then: it takes several questions.
  const rewrites = random(2) === 0;
  if (rewrites && isStaged && mayRewrite(box, 1))
    acts.push([
      'amend',
      [
        { ...commit(), only: twin },
        { git: ['commit', '-q', '--amend', '--no-edit'], only: real },
      ],
    ]);
  if (rewrites && !isStaged && mayRewrite(box, 1))
    acts.push([
      'soft reset and commit again',
      [
        { git: ['reset', '-q', '--soft', 'HEAD~1'], only: real },
        { ...commit('--allow-empty'), only: real },
      ],
    ]);
  if (rewrites && !isDirty && mayRewrite(box, 2, true))
    acts.push(['rebase', [{ git: ['rebase', '-q', '--force-rebase', 'HEAD~2'], only: real }]]);
  if (other !== undefined) {
    acts.push(['switch', [...clean, { git: ['switch', '-q', other] }]]);
    acts.push(['merge', [...clean, { git: ['merge', '-q', '--no-edit', '-X', 'ours', other] }]]);
  }
  return acts[random(acts.length)] ?? ['nothing', []];
}

/** All that is the person's in a repository, to be compared with its twin. */
export function work(box: Sandbox, repo: string): Record<string, unknown> {
  const tree = (commit: string): readonly string[] =>
    quiet(box, repo, 'ls-tree', '-r', commit)
      .split('\n')
      .filter((line) => !/\t(?:rem\/.*|plan\.org)$/u.test(line));
  return {
    branch: quiet(box, repo, 'symbolic-ref', 'HEAD'),
    files: snapshotOfTheirs(box, repo),
    index: quiet(box, repo, 'ls-files', '--stage', '-v', '--', ...notOurs),
    committed: tree('HEAD'),
    stashes: quiet(box, repo, 'stash', 'list')
      .split('\n')
      .filter((line) => line !== '').length,
    stashed: tree('refs/stash'),
  };
}
