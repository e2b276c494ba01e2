// Whatever state a repository is in: a change lands with our paths alone, or nothing of the person's moves and the exit says why.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { busyStates } from './busy-states.ts';
import { everything, lived, theirs, unfinished } from './desk.ts';
import { allHeld, allLand, sleeps } from './outcomes.ts';
import { settledStates } from './settled-states.ts';

/** Each is near to one that is looked at every day; these wait for the soak. */
const rarely = new Set([
  ...['a merge without conflict, not committed', 'a rebase by patches in conflict', 'a cherry-pick in conflict'],
  ...['between two reverts', 'no branch, with a commit nobody else has', 'a locked HEAD'],
  ...['stashes', 'a tag called main', 'a clone with borrowed objects', 'a home with a submodule', 'core.ignorecase'],
  ...['attributes that give each file CR LF', 'a replaced commit', 'a graft'],
]);
const isFull = process.env.DREAMKEEPER_STATES === 'all';

function today<State extends { readonly name: string }>(states: readonly State[]): readonly State[] {
  return isFull ? states : states.filter(({ name }) => !rarely.has(name));
}

test('of every kind there is one every day', () => {
  const known = [...busyStates, ...settledStates].map(({ name }) => name);
  assert.deepEqual(
    [...rarely].filter((name) => !known.includes(name)),
    [],
  );
  assert.ok(today(busyStates).length >= 10 && today(settledStates).length >= 18);
});

describe('held, and nothing is touched', { concurrency: 2 }, () => {
  for (const { name, begin, end, reason } of some(today(busyStates), 3))
    test(`one repository: ${name}`, async (t) => {
      const box = sandbox(t);
      const repo = lived(box);
      begin(box, repo);
      if (reason === 'repo-busy') unfinished(box, repo);
      await allHeld(box, repo, repo, reason);
      end(box, repo);
      await sleeps(box, repo, repo);
    });
  for (const { name, begin, end, reason } of busyStates.filter((_, at) => at % 12 === 0))
    test(`nested, in the home: ${name}`, async (t) => {
      const box = sandbox(t);
      lived(box, 'nested');
      const repo = 'project/.dream';
      begin(box, repo);
      const project = everything(box, 'project');
      await allHeld(box, 'project', repo, reason);
      assert.deepEqual(everything(box, 'project'), project);
      end(box, repo);
      await sleeps(box, 'project', repo);
    });
});

describe('nested: what the project is in the middle of stops nothing', { concurrency: 2 }, () => {
  for (const { name, begin } of busyStates.filter((_, at) => at % 12 === 1))
    test(name, async (t) => {
      const box = sandbox(t);
      lived(box, 'nested');
      begin(box, 'project');
      if (!name.startsWith('a locked')) unfinished(box, 'project');
      const before = everything(box, 'project');
      await allLand(box, 'project', 'project/.dream');
      assert.deepEqual(everything(box, 'project'), before, 'not a byte of the project');
    });
});

describe('it lands', { concurrency: 2 }, () => {
  for (const { name, make, after } of some(today(settledStates), 2))
    test(`in ${name}`, async (t) => {
      const box = sandbox(t);
      const repo = make(box);
      unfinished(box, repo);
      appendFileSync(box.path(repo, 'plan.org'), '- an unsaved thought\n');
      const before = theirs(box, repo);
      await allLand(box, repo, repo);
      assert.deepEqual(theirs(box, repo), before);
      assert.match(box.read(`${repo}/plan.org`), /- an unsaved thought\n$/u);
      assert.doesNotMatch(box.git(repo, 'show', 'HEAD:plan.org'), /unsaved/u);
      assert.match(box.git(repo, 'status', '--porcelain', '--', 'plan.org'), /^ M/u);
      after?.(box, repo);
    });
});
