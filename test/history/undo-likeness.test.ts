// What only looks like ours is not taken back: equal titles, lines somebody went on below, commits that only claim to be ours.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathsToReverse } from '../../src/history/paths-to-reverse.ts';
import type { ShownCommit } from '../../src/world/world.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';

const board = '#+TODO: TODO NEXT DOING | DONE CANCELLED\n';

function home(t: Parameters<typeof sandbox>[0], plan: string): Sandbox {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/plan.org', `${board}${plan}`);
  box.git('home', 'commit', '-qam', 'plan');
  return box;
}

const works = (box: Sandbox, ...args: readonly string[]): string => {
  const ran = box.dk('home', args);
  assert.equal(ran.code, 0, `${args.join(' ')}: ${ran.stderr}`);
  return box.git('home', 'log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim();
};

/** Refused with 12, and not a byte is moved. */
function refused(box: Sandbox, id: string, path: string): void {
  const before = readFileSync(box.path('home', path), 'utf8');
  const ran = box.dk('home', ['undo', id]);
  assert.equal(ran.code, 12, ran.stdout + ran.stderr);
  assert.equal(readFileSync(box.path('home', path), 'utf8'), before);
}

const edit = (box: Sandbox, path: string, change: (text: string) => string): void => {
  writeFileSync(box.path('home', path), change(readFileSync(box.path('home', path), 'utf8')));
  box.git('home', 'commit', '-qam', 'by hand');
};

test('a task of the same title that is somebody else’s', (t) => {
  const box = home(t, '* site A\n** TODO intro\n* site B\n** TODO tests\n   keep these\n');
  const id = works(box, 'board', 'add', 'tests', '--under', 'site A', '--again');
  edit(box, 'plan.org', (text) => text.replace('** TODO tests\n', ''));
  refused(box, id, 'plan.org');
});

test('a task under which a person went on', (t) => {
  const box = home(t, '* board\n** TODO one\n');
  const id = works(box, 'board', 'add', 'two');
  edit(box, 'plan.org', (text) => text.replace('** TODO two\n', '** TODO two\n   my details\n*** TODO my subtask\n'));
  refused(box, id, 'plan.org');
});

test('a move of one of two equal tasks, after lines were moved', (t) => {
  const box = home(t, 'one\ntwo\n* site A\n** TODO tests\n* site B\n** DOING tests\n* log\n');
  const id = works(box, 'board', 'move', 'tests', 'DOING', '--line', '5');
  edit(box, 'plan.org', (text) => `${text.replace('one\ntwo\n', '')}- a\n- b\n`);
  refused(box, id, 'plan.org');
});

test('notes: one in the middle goes and comes back, one that a person continued stays', (t) => {
  const box = home(t, '* board\n');
  const ids = ['a', 'b', 'c'].map((text) => works(box, 'remember', `fact ${text}`));
  const [note = ''] = box.git('home', 'ls-files', 'notes').trim().split('\n');
  const all = box.read(`home/${note}`);
  works(box, 'undo', ids[1] ?? '');
  assert.equal(box.read(`home/${note}`), '- fact a\n- fact c\n');
  works(box, 'undo', ids[1] ?? '', '--redo');
  assert.equal(box.read(`home/${note}`), all);
  edit(box, note, (text) => text.replace('- fact b\n', '- fact b\n  but only on Mondays\n'));
  refused(box, ids[1] ?? '', note);
});

test('a commit that was rewritten under our own name', (t) => {
  const box = home(t, '* board\n');
  const id = works(box, 'remember', 'one fact');
  const [note = ''] = box.git('home', 'ls-files', 'notes').trim().split('\n');
  writeFileSync(box.path('home', note), '- one fact\n- a person’s own\n');
  box.git('home', '-c', 'user.name=agent', '-c', 'user.email=agent@dreamkeeper.local', 'add', note);
  const env = { ...box.env, GIT_COMMITTER_EMAIL: 'agent@dreamkeeper.local', GIT_COMMITTER_NAME: 'agent' };
  const amended = box.git(
    'home',
    '-c',
    `user.email=${env.GIT_COMMITTER_EMAIL}`,
    'commit',
    '--amend',
    '-q',
    '--no-edit',
  );
  assert.equal(amended, '');
  refused(box, id, note);
});

test('what a commit says of itself does not reach the journal, nor what it did not change', () => {
  const commit = {
    ...{
      commit: 'a'.repeat(40),
      subject: 'sweep: x',
      paths: ['rem/ledger.jsonl', 'rem/2026-06-10-1000.org', 'MEMORY.md'],
    },
    body: 'Dream-Id: x-aaaaaaaaaa\nDream-Undo: reverse rem/ledger.jsonl\nDream-Undo: reverse rem/2026-06-10-1000.org\nDream-Undo: reverse MEMORY.md\nDream-Undo: reverse plan.org\n',
  } as unknown as ShownCommit;
  assert.deepEqual(pathsToReverse(commit, 'x-aaaaaaaaaa'), ['MEMORY.md']);
});
