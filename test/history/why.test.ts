// Where a line comes from: the night, the operation, the evidence; or that somebody else wrote it.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';

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
