// Checks that still speak for the tree: an edit git cannot see, one that overlapped the check, and a failure after a success.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { gatherFacts } from '../../src/facts/facts.ts';
import { type DayEvent, liveDay, timeOf } from '../day.ts';
import { sandbox } from '../sandbox.ts';

const cases: readonly (readonly [what: string, day: readonly DayEvent[], verified: readonly string[]])[] = [
  [
    'a check after the edit',
    [
      { at: '09:00', edit: 'a.ts', content: '2' },
      { at: '09:10', run: 'npm test', exit: 0 },
    ],
    ['npm test'],
  ],
  [
    'an edit of a file that git ignores',
    [
      { at: '09:10', run: 'npm test', exit: 0 },
      { at: '09:20', edit: '.env', content: 'X=1' },
    ],
    [],
  ],
  [
    'an edit while the check ran',
    [
      { at: '09:20', edit: 'a.ts', content: '2' },
      { at: '09:30', run: 'npm test', exit: 0, durationMs: 15 * 60_000 },
    ],
    [],
  ],
  [
    'the check failed again, with nothing changed',
    [
      { at: '09:10', run: 'npm test', exit: 0 },
      { at: '09:20', run: 'npm test', exit: 1 },
    ],
    [],
  ],
  [
    'one of two checks in one command failed again',
    [
      { at: '09:10', run: 'npm run lint', exit: 0 },
      { at: '09:11', run: 'npm test', exit: 0 },
      { at: '09:12', run: 'cargo check', exit: 0 },
      { at: '09:20', run: 'npm run lint && npm test', exit: 1 },
    ],
    ['cargo check'],
  ],
  [
    'run in another project, or in a folder of this one',
    [
      { at: '09:10', run: 'cd ../other && npm test', exit: 0 },
      { at: '09:11', run: 'cd /somewhere/else && npm run lint', exit: 0 },
      { at: '09:12', run: 'npm --prefix ../other run build', exit: 0 },
      { at: '09:13', run: 'make -C ../../lib check', exit: 0 },
      { at: '09:14', run: 'cd packages/a && npm test', exit: 0 },
      { at: '09:15', run: 'cd .. && cargo check', exit: 0 },
    ],
    ['cd packages/a && npm test', 'cd .. && cargo check'],
  ],
  [
    'written by hand after the check, then committed',
    [
      { at: '09:10', run: 'npm test', exit: 0 },
      { at: '09:15', write: 'a.ts', content: '3' },
      { at: '09:20', commit: 'by hand' },
    ],
    [],
  ],
];

for (const line of [
  'git switch -q feat && npm test && git switch -q main',
  'git merge -q feat && npm test && git reset -q --hard HEAD~1',
  'sh on-feat.sh',
])
  test(`a check that passed on a branch that only adds a file: ${line}`, async (t) => {
    const box = sandbox(t);
    const lived = await liveDay(box, 'project', {
      shape: 'nested',
      board: '* board\n',
      before: { 'a.ts': '1', 'on-feat.sh': 'git switch -q feat; git switch -q main\n' },
      day: [
        { at: '09:00', branch: 'feat' },
        { at: '09:01', write: 'extra.ts', content: '2' },
        { at: '09:02', commit: 'extra' },
        { at: '09:03', checkout: 'main' },
        { at: '09:05', run: 'npm test', exit: 1 },
      ],
    });
    // As it is run, at the time the script says; the test is one that passes there.
    const ran = spawnSync('sh', ['-c', line.replace('npm test', 'test -f extra.ts')], {
      cwd: lived.project,
      env: { ...box.env, GIT_COMMITTER_DATE: timeOf('09:09:59').toISOString() },
    });
    assert.equal(ran.status, 0);
    const run = line.startsWith('sh') ? 'npm test' : line;
    lived.happen({ at: '09:10', run, exit: 0, durationMs: 5000 });
    const facts = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
    assert.deepEqual(facts.verified, []);
    assert.deepEqual(
      facts.steps.failures.map(({ command }) => command),
      ['npm test'],
    );
    lived.happen({ at: '09:20', run: 'npm test', exit: 0, durationMs: 5000 });
    const later = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
    assert.deepEqual([later.verified.length, later.steps.failures], [1, []]);
  });

for (const [what, day, verified] of cases)
  test(what, async (t) => {
    const lived = await liveDay(sandbox(t), 'project', {
      shape: 'nested',
      board: '* board\n',
      before: { 'a.ts': '1', '.gitignore': '.env\n' },
      day,
    });
    const facts = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
    assert.deepEqual(
      facts.verified.map(({ command }) => command),
      verified,
    );
  });
