// After a change is taken back: every command says what is so, and what is in the way of another is named in the order it goes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';

function dreamt(box: Sandbox): string {
  homeIn(box);
  box.write('home/plan.org', '* board\n** TODO honest faq\n* log\n');
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-qm', 'add: a plan');
  return JSON.parse(box.dk('home', ['sleep', '--json']).stdout).id;
}

test('the only dream was taken back: journal, status and sleep agree', (t) => {
  const box = sandbox(t);
  const night = dreamt(box);
  const undone = box.dk('home', ['undo', 'last']).stdout;
  assert.match(undone, new RegExp(`^Taken back ${night} \\(rem: .+\\)\\.\\nFiles: rem/`, 'u'));
  const journal = box.dk('home', ['journal']).stderr;
  assert.match(journal, new RegExp(`there is no dream: the only dream \\(${night}\\) was taken back`, 'u'));
  assert.match(journal, /`dk undo last --redo` puts it back; `dk sleep --force` writes another/u);
  assert.match(box.dk('home', ['journal', '--list']).stdout, /^There is no dream here\./u);
  assert.match(box.dk('home', ['status']).stdout, /^The last dream, .* ago, was taken back, and nothing is new since/u);
  assert.match(
    box.dk('home', ['sleep']).stdout,
    /the last dream, which was taken back, was written less than 50 min ago/u,
  );
  const env = { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: '0' };
  assert.match(
    box.dk('home', ['sleep'], { env }).stdout,
    /nothing is new since the dream of .*, which was taken back/u,
  );
  assert.equal(box.dk('home', ['undo', 'last', '--redo']).code, 0);
  assert.match(box.dk('home', ['status']).stdout, /^No dream needed: nothing is new since the last one/u);
  assert.equal(box.dk('home', ['journal']).code, 0);
});

test('what stands in the way of an undo is named in the order in which it goes', (t) => {
  const box = sandbox(t);
  dreamt(box);
  const move = (state: string): string => {
    assert.equal(box.dk('home', ['board', 'move', 'honest faq', state]).code, 0);
    return /c-[a-z2-7]{10}/u.exec(box.git('home', 'log', '-1', '--format=%B'))?.[0] ?? '';
  };
  const [next = '', doing = '', done = ''] = ['NEXT', 'DOING', 'DONE'].map(move);
  const refused = box.dk('home', ['undo', next]);
  assert.equal(refused.code, 12, refused.stdout);
  assert.match(refused.stderr, new RegExp(`Take back ${done}, then ${doing} first\\.`, 'u'));
  for (const each of [done, doing, next]) assert.equal(box.dk('home', ['undo', each]).code, 0, each);
  assert.match(box.read('home/plan.org'), /TODO honest faq/u);
});

test('without a home, both ways to one are named', (t) => {
  const box = sandbox(t);
  project(box);
  assert.match(box.dk('project', ['journal']).stderr, /`dk init` makes one, and `dk install` with the name of your/u);
});
