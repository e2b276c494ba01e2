// What may come of a change: it lands with our paths alone, or it is held and nothing moves.
import assert from 'node:assert/strict';
import type { Ran, Sandbox } from '../sandbox.ts';
import { everything, journalIn, journalKept, journalWhole } from './desk.ts';

export const told = ({ code, stdout, stderr }: Ran): string => `exit ${code}\n${stdout}${stderr}`;
export const head = (box: Sandbox, repo: string): string => box.git(repo, 'rev-parse', 'HEAD').trim();
export const move = ['board', 'move', 'honest faq', 'NEXT', '--json'] as const;
export const sleep = ['sleep', '--force', '--json'] as const;
export const wake = ['wake', '--json'] as const;

/** Every commit since `base` is ours, says so, and has nothing of the person's in it; git finds nothing wrong. */
export function onlyOurs(box: Sandbox, repo: string, base: string, count: number): void {
  const commits = box.git(repo, 'rev-list', `${base}..HEAD`).trim().split('\n');
  assert.equal(commits.length, count, box.git(repo, 'log', '--stat', `${base}..HEAD`));
  for (const commit of commits) {
    const paths = box.git(repo, 'diff-tree', '--no-commit-id', '-r', '--name-only', commit).trim().split('\n');
    for (const path of paths) assert.match(path, /^(?:plan\.org|rem\/[^/]+)$/u);
    assert.match(
      box.git(repo, 'log', '-1', '--format=%ae %(trailers:key=Dream-Id,valueonly)', commit),
      /^agent@\S+ \S-/u,
    );
  }
  assert.doesNotMatch(box.git(repo, 'fsck', '--strict', '--no-dangling'), /error|missing|broken/u);
}

/** A night lands, and what is on disk, staged and committed of it is the same. */
export async function sleeps(box: Sandbox, cwd: string, repo: string): Promise<void> {
  const before = journalIn(box, repo);
  const ran = box.dk(cwd, sleep);
  assert.equal(ran.code, 0, told(ran));
  const night = JSON.parse(ran.stdout) as { outcome: string; commit: string; entry: string };
  assert.equal(night.outcome, 'ran', told(ran));
  assert.equal(night.commit, head(box, repo), told(ran));
  assert.equal(box.git(repo, 'show', `HEAD:${night.entry}`), box.read(`${repo}/${night.entry}`));
  assert.equal(box.git(repo, 'status', '--porcelain', '--', 'rem'), '');
  journalKept(before, journalIn(box, repo));
  journalWhole(journalIn(box, repo));
}

export async function allLand(box: Sandbox, cwd: string, repo: string): Promise<void> {
  const base = head(box, repo);
  const woken = box.dk(cwd, wake);
  assert.equal(woken.code, 0, told(woken));
  assert.deepEqual(
    (JSON.parse(woken.stdout) as { verdicts: { result: string }[] }).verdicts.map(({ result }) => result),
    ['applied'],
    told(woken),
  );
  assert.equal((JSON.parse(woken.stdout) as { commit: string }).commit, head(box, repo), told(woken));
  const moved = box.dk(cwd, move);
  assert.equal(moved.code, 0, told(moved));
  assert.equal((JSON.parse(moved.stdout) as { commit: string }).commit, head(box, repo), told(moved));
  await sleeps(box, cwd, repo);
  onlyOurs(box, repo, base, 3);
  assert.match(box.git(repo, 'show', 'HEAD:plan.org'), /^\*\* NEXT comparison[\s\S]*^\*\* NEXT honest/mu);
}

export async function allHeld(box: Sandbox, cwd: string, repo: string, reason: string): Promise<void> {
  const before = everything(box, repo);
  const night = box.dk(cwd, sleep);
  assert.equal(night.code, 11, told(night));
  const { outcome, reason: why } = JSON.parse(night.stdout) as { outcome: string; reason: string };
  assert.deepEqual([outcome, why], ['held', reason], told(night));
  assert.deepEqual(everything(box, repo), before, 'a night that is held changes nothing');
  const moved = box.dk(cwd, move);
  assert.equal(moved.code, 11, told(moved));
  assert.deepEqual(everything(box, repo), before, 'a move that is held changes nothing');
  const woken = box.dk(cwd, wake);
  assert.equal(woken.code, 0, told(woken));
  assert.match((JSON.parse(woken.stdout) as { pack: string }).pack, /^Good morning/u);
  assert.deepEqual(everything(box, repo), before, 'a wake changes nothing then');
}
