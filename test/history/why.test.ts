// Where a line comes from: the night, the operation, the evidence; or that somebody else wrote it.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';

/** A home with one night whose verdict was carried out. */
function dreamt(box: Sandbox): { night: string; wake: string } {
  homeIn(box);
  box.write(
    'home/plan.org',
    '#+TODO: TODO NEXT DOING | DONE CANCELLED\n* TODO parser of dates\n* TODO honest faq\n* log\n',
  );
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-qm', 'the plan of a person');
  box.write('home/parser-dates.js', 'x\n');
  const night = JSON.parse(box.dk('home', ['sleep', '--json']).stdout).id;
  box.dk('home', ['wake']);
  const lines = readFileSync(box.path('home/rem/ledger.jsonl'), 'utf8').trimEnd().split('\n');
  return { night, wake: JSON.parse(lines.at(-1) ?? '').id };
}

const why = (box: Sandbox, place: string) => JSON.parse(box.dk('home', ['why', place, '--json']).stdout);

test('a line a verdict moved, a line of a dream, a line of a person, a line nobody committed', (t) => {
  const box = sandbox(t);
  const { night, wake } = dreamt(box);
  const moved = why(box, 'plan.org:2');
  assert.deepEqual([moved.by, moved.change, moved.line], ['dreamkeeper', wake, '* NEXT parser of dates']);
  assert.match(
    moved.operation.join('\n'),
    new RegExp(`verdict of ${night}[\\s\\S]*applied \\(TODO → NEXT\\): pick up`, 'u'),
  );
  assert.match(moved.evidence.join('\n'), /the project stood at [0-9a-f]{10} on main[\s\S]*the plan of a person/u);
  const [entry] = box.git('home', 'ls-files', 'rem/*.org').split('\n');
  const line = why(box, `${entry}:8`);
  assert.deepEqual([line.by, line.change], ['dreamkeeper', night]);
  assert.match(line.operation[0], /dreamt by builtin/u);
  const theirs = why(box, 'plan.org:3');
  assert.deepEqual([theirs.by, theirs.author, theirs.change], ['somebody else', 'Person', null]);
  appendFileSync(box.path('home/plan.org'), '- not committed\n');
  assert.equal(why(box, 'plan.org:5').by, 'nobody yet');
  assert.equal(why(box, 'plan.org:2').change, wake, 'edits elsewhere do not hide it');
  assert.deepEqual(
    [why(box, night).change, why(box, 'last').change, why(box, entry ?? '').change],
    [night, night, night],
  );
  box.dk('home', ['board', 'add', 'a third thing']);
  const added = why(box, 'plan.org:4');
  assert.deepEqual(added.operation, ['written by a `dk` command, which a person or the agent used']);
  // A reason is called so, and a commit that is only named by its id is told.
  const head = box.git('home', 'rev-parse', 'HEAD').trim();
  assert.equal(box.dk('home', ['board', 'done', 'a third thing', head.slice(0, 9)]).code, 0, box.read('home/plan.org'));
  const done = why(box, 'plan.org:5');
  assert.deepEqual(done.operation.slice(1), [`the reason given: ${head.slice(0, 9)}`]);
  assert.match(
    done.evidence.join('\n'),
    new RegExp(`^commit ${head.slice(0, 7)} \\S.* \\(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\)$`, 'u'),
  );
  for (const place of ['plan.org:99', 'nothing.org:1', 'n-aaaaaaaaaa:x'])
    assert.equal(box.dk('home', ['why', place]).code, 2, place);
});

test('a night shown in full: receipt, outcomes, files before and after; and that it was taken back', (t) => {
  const box = sandbox(t);
  const { night, wake } = dreamt(box);
  const shown = JSON.parse(box.dk('home', ['nights', 'show', 'last', '--json']).stdout);
  assert.deepEqual([shown.id, shown.receipt.outcome, shown.isUndone], [night, 'ran', false]);
  assert.equal(shown.outcomes[0].result, 'applied');
  assert.match(shown.patch, /^\+\* tale$/mu);
  assert.doesNotMatch(shown.patch, /ledger/u, 'the journal’s own records are left out');
  const board = box.dk('home', ['nights', 'show', wake]).stdout;
  assert.match(board, /^-\* TODO parser of dates\n\+\* NEXT parser of dates$/mu);
  box.dk('home', ['undo', night]);
  assert.match(box.dk('home', ['nights', 'show', night]).stdout, /It was taken back/u);
  assert.equal(box.dk('home', ['nights', 'show', 'n-aaaaaaaaaa']).code, 0, 'an id nobody knows is shown as unknown');
  assert.equal(box.dk('home', ['nights', 'show', 'nobody']).code, 2);
});

test('a file of the project beside the home is somebody else’s, and what is asked for too little is told', (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/README.md', 'one\ntwo\n');
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-qm', 'docs: a readme');
  homeIn(box, 'project/.dream');
  box.write('project/.dream/plan.org', '* TODO honest faq\n');
  const dk = (...args: string[]) => box.dk('project', ['why', ...args]);
  assert.match(
    dk('README.md:2').stdout,
    /^two\nnot ours: Person, .* UTC {2}docs: a readme\n {2}Dreamkeeper did not write it: it only reads your project\n$/u,
  );
  box.write('project/new.txt', 'x\n');
  box.write('beside.txt', 'x\n');
  assert.match(dk('new.txt:1').stdout, /not committed[\s\S]*in no commit yet\n {2}Dreamkeeper did not write it/u);
  assert.match(dk('plan.org:1').stdout, /honest faq/u, 'a name that only the home has is the home’s');
  for (const [place, words] of [
    ['README.md', /README\.md is a file: say which line of it you mean\n.*dk why README\.md:1/u],
    ['README.md:9', /there is no line 9 in README\.md: it has 2 lines/u],
    ['no.txt:1', /there is no file no\.txt/u],
    ['../beside.txt:1', /\.\.\/beside\.txt lies outside this home and its project\n.*that line is not ours/u],
    ['../none.txt:1', /there is no file \.\.\/none\.txt/u],
  ] as const)
    assert.match(dk(place).stderr, words);
});
