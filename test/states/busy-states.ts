// A person is in the middle of something, or another git is: states in which nothing is committed, and how each of them ends.
import { rmSync } from 'node:fs';
import type { Sandbox } from '../sandbox.ts';
import { stuck } from './desk.ts';

export interface BusyState {
  readonly name: string;
  /** Brings the repository into it. */
  begin(box: Sandbox, repo: string): void;
  /** What the person does at last. */
  end(box: Sandbox, repo: string): void;
  /** What the receipt of a night has to say. */
  readonly reason: 'repo-busy' | 'repo-locked';
}

const git =
  (...args: readonly string[]) =>
  (box: Sandbox, repo: string): void => {
    box.git(repo, ...args);
  };
const stops =
  (...args: readonly string[]) =>
  (box: Sandbox, repo: string): void =>
    stuck(box, repo, ...args);
const busy = (name: string, begin: BusyState['begin'], end: BusyState['end']): BusyState => ({
  ...{ name, begin, end, reason: 'repo-busy' },
});
const locked = (name: string, file: string): BusyState => ({
  name,
  begin: (box, repo) => {
    box.write(`${repo}/.git/${file}`, '');
  },
  end: (box, repo) => rmSync(box.path(repo, '.git', file)),
  reason: 'repo-locked',
});

/** Settles the conflict and commits by hand, so that only the list of what comes next is left. */
function settle(box: Sandbox, repo: string): void {
  box.write(`${repo}/work.md`, 'settled\n');
  box.git(repo, 'commit', '-qam', 'settled');
}

export const busyStates: readonly BusyState[] = [
  // `--abort` refuses where files were staged and edited again; this is what a person does then.
  busy('a merge in conflict', stops('merge', 'side'), git('reset', '-q', '--hard')),
  busy(
    'a merge without conflict, not committed',
    git('merge', '-q', '--no-commit', '-s', 'ours', 'side'),
    git('commit', '-qm', 'merged'),
  ),
  busy('a rebase in conflict', stops('rebase', 'side'), git('rebase', '--abort')),
  busy('a rebase by patches in conflict', stops('rebase', '--apply', 'side'), git('rebase', '--abort')),
  busy(
    'an interactive rebase that stops to edit',
    (box, repo) => {
      box.git(repo, '-c', 'sequence.editor=sed -i 1s/pick/edit/', 'rebase', '-q', '-i', 'HEAD~2');
    },
    (box, repo) => {
      box.git(repo, 'reset', '-q', '--hard');
      box.git(repo, '-c', 'core.editor=true', 'rebase', '--continue');
    },
  ),
  busy(
    'a mailbox',
    (box, repo) => {
      const mail = box.write('mail', box.git(repo, 'format-patch', '--stdout', 'side~1..side'));
      stuck(box, repo, 'am', '-q', mail);
    },
    git('am', '--quit'),
  ),
  busy('a cherry-pick in conflict', stops('cherry-pick', 'side'), git('reset', '-q', '--hard')),
  busy(
    'between two cherry-picks',
    (box, repo) => {
      stuck(box, repo, 'cherry-pick', 'side~1', 'side');
      settle(box, repo);
    },
    git('cherry-pick', '--quit'),
  ),
  busy('a revert in conflict', stops('revert', '--no-edit', 'HEAD~1'), git('reset', '-q', '--hard')),
  busy(
    'between two reverts',
    (box, repo) => {
      stuck(box, repo, 'revert', '--no-edit', 'HEAD~1', 'HEAD');
      settle(box, repo);
    },
    git('revert', '--quit'),
  ),
  busy('a bisection at work', git('bisect', 'start', 'HEAD', 'HEAD~2'), (box, repo) => {
    box.git(repo, 'reset', '-q', '--hard');
    box.git(repo, 'bisect', 'reset');
  }),
  busy('no branch', git('switch', '-q', '--detach'), git('switch', '-q', 'main')),
  busy(
    'no branch, with a commit nobody else has',
    (box, repo) => {
      box.git(repo, 'switch', '-q', '--detach');
      box.git(repo, 'commit', '-q', '--allow-empty', '-m', 'loose');
    },
    git('switch', '-q', '-C', 'main'),
  ),
  locked('a locked index', 'index.lock'),
  locked('a locked branch', 'refs/heads/main.lock'),
  locked('a locked HEAD', 'HEAD.lock'),
];
