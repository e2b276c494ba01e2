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
  assert.match(box.dk('home', ['undo', 'last', '--redo']).stderr, /no night is there to be put back/u);
  const status = box.dk('home', ['status']).stdout;
  assert.match(status, /^No dream needed: nothing is new since the last one/u);
  assert.match(
    status,
    new RegExp(`\nNewest dream in the journal: rem/.* \\(${night}, written without a model\\)\n`, 'u'),
  );
  assert.equal(box.dk('home', ['journal']).code, 0);
});

test('what a dream had told that was taken back is told again when something else happens, and not before', (t) => {
  const box = sandbox(t);
  project(box);
  homeIn(box, 'project/.dream');
  const commit = (subject: string, file = 'src/a.ts'): void => {
    box.write(`project/${file}`, `${subject}\n`);
    box.git('project', 'add', file);
    box.git('project', 'commit', '-qm', subject);
  };
  const env = { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: '0' };
  const sleep = (...more: string[]) => JSON.parse(box.dk('project', ['sleep', '--json', ...more], { env }).stdout);
  const tale = (): string => box.dk('project', ['journal']).stdout;
  commit('feat: a first page');
  assert.equal(sleep().outcome, 'ran');
  commit('feat: sums of invoices');
  assert.equal(sleep().outcome, 'ran');
  assert.match(tale(), /sums of invoices/u);
  assert.equal(box.dk('project', ['undo', 'last']).code, 0);
  assert.deepEqual([sleep().outcome, sleep().reason], ['noop', 'no-news']);
  const status = box.dk('project', ['status']).stdout;
  assert.match(status, /was taken back, and nothing is new since/u);
  assert.match(status, / · New: 0 commits, 0 recorded steps · /u);
  const forced = sleep('--force');
  assert.equal(forced.outcome, 'ran');
  assert.match(tale(), /sums of invoices/u, 'whoever forces it gets it');
  assert.equal(box.dk('project', ['undo', 'last']).code, 0);
  commit('feat: bills by mail', 'docs/mail.md');
  assert.match(box.dk('project', ['status']).stdout, /2 commits/u);
  assert.equal(sleep().outcome, 'ran');
  assert.match(tale(), /sums of invoices/u);
  assert.match(tale(), /bills by mail/u);
  assert.doesNotMatch(tale(), /a first page/u, 'what a dream told that stands is not told again');
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
  assert.match(refused.stderr, new RegExp(`Undo ${done}, then ${doing} first\\.`, 'u'));
  for (const each of [done, doing, next]) assert.equal(box.dk('home', ['undo', each]).code, 0, each);
  assert.match(box.read('home/plan.org'), /TODO honest faq/u);
});

test('without a home, both ways to one are named', (t) => {
  const box = sandbox(t);
  project(box);
  assert.match(
    box.dk('project', ['journal']).stderr,
    /`dk install` with the name of your coding agent makes one, too/u,
  );
});
