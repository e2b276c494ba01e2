// Small things one reads every day: what was done when, and what an undo would do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeIn, project, sandbox } from '../sandbox.ts';

test('dk steps: when it was by the clock on the wall, paths as one says them here, and nothing twice', (t) => {
  const box = sandbox(t);
  project(box);
  homeIn(box, 'project/.dream');
  const here = box.path('project');
  const long = 'x'.repeat(90);
  const line = (time: string, tool: string, target: string): string =>
    `${JSON.stringify({ ...step, time, tool, target })}\n`;
  const step = {
    ...{ v: 1, phase: 'end', run: 's', agent: null, seq: 1, call: null, exit: 0, error: null },
    ...{ durationMs: null, head: null, branch: null },
  };
  box.write(
    'project/.dream/_steps.jsonl',
    [
      line('2026-06-09T23:30:00.000Z', 'Edit', `${here}/src/a.ts`),
      line('2026-06-10T08:00:00.000Z', 'Edit', 'src/a.ts'),
      line('2026-06-10T08:01:00.000Z', 'Bash', `cat ${here}/README.md | wc -l`),
      line('2026-06-10T08:02:00.000Z', 'Bash', `${long}1`),
      line('2026-06-10T08:03:00.000Z', 'Bash', `${long}2`),
    ].join(''),
  );
  const told = box.process('project', ['steps'], { env: { TZ: 'America/New_York' } });
  const lines = told.stdout.split('\n');
  assert.equal(lines[0], 'Wed 2026-06-10 04:00  Edit src/a.ts (exit 0) ×2');
  assert.equal(lines[1], 'Wed 2026-06-10 04:01  Bash cat README.md | wc -l (exit 0)');
  assert.match(lines[2] ?? '', /^Wed 2026-06-10 04:03 {2}Bash x+… \(exit 0\) ×2$/u);
  assert.match(lines[3] ?? '', /^5 calls /u);
});

test('dk steps: what two sessions did alike stays apart', (t) => {
  const box = sandbox(t);
  project(box);
  homeIn(box, 'project/.dream');
  const did = (run: string, ...more: readonly string[]): void => {
    box.dk('project', ['step', '--run', run, '--tool', 'bash', ...more]);
  };
  did('one', '--target', 'npm test', '--exit', '1');
  did('two', '--target', 'npm test', '--exit', '1');
  did('one', '--target', 'npm test', '--exit', '1');
  did('two', '--target', 'ls', '--exit', '0');
  const lines = box.dk('project', ['steps']).stdout.split('\n');
  assert.deepEqual(
    lines.slice(0, 5).map((line) => line.replace(/^\w{3} [-0-9]{10} [:0-9]{5} {2}/u, '')),
    ['Session one', 'bash npm test (exit 1) ×2', 'Session two', 'bash npm test (exit 1)', 'bash ls (exit 0)'],
  );
  const { told } = JSON.parse(box.dk('project', ['steps', '--json']).stdout) as {
    told: { run: string; count: number }[];
  };
  assert.deepEqual(
    told.map(({ run, count }) => [run, count]),
    [
      ['one', 2],
      ['two', 1],
      ['two', 1],
    ],
  );
  assert.doesNotMatch(box.dk('project', ['steps', '--run', 'two']).stdout, /Session/u);
});

test('dk steps: what was done again after something else stands where it happened, or says since when', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const did = (target: string, exit: string): void => {
    box.dk('home', ['step', '--run', 'one', '--tool', 'bash', '--target', target, '--exit', exit]);
  };
  for (const [target, exit] of [
    ['npm test', '1'],
    ['sed -i s/1/2/ a.js', '0'],
    ['npm test', '1'],
    ['npm test', '1'],
  ])
    did(target ?? '', exit ?? '');
  const shown = (...more: readonly string[]): string[] =>
    box
      .dk('home', ['steps', ...more])
      .stdout.split('\n')
      .slice(0, -2)
      .map((line) => line.replaceAll(/\w{3} [-0-9]{10} [:0-9]{5}/gu, 'THEN'));
  const [edit, twice] = ['THEN  bash sed -i s/1/2/ a.js (exit 0)', 'THEN  bash npm test (exit 1) ×2'];
  assert.deepEqual(shown(), ['THEN  bash npm test (exit 1)', edit, twice]);
  assert.deepEqual(shown('--most', '2'), [edit, 'THEN  bash npm test (exit 1) ×3, the first at THEN']);
});

test('dk wake: as long as the setting says, unless one says otherwise', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const tasks = Array.from({ length: 40 }, (_, index) => `** TODO task number ${index} with a title of some length\n`);
  box.write('home/plan.org', `* board\n${tasks.join('')}`);
  const length = (...more: readonly string[]): number => box.dk('home', ['wake', '--dry-run', ...more]).stdout.length;
  const usual = length();
  assert.ok(usual > 700, `${usual}`);
  box.write('home/dreamkeeper.yaml', `${box.read('home/dreamkeeper.yaml')}wake: {chars: 600}\n`);
  assert.ok(length() <= 601, `${length()}`);
  assert.equal(length('--budget', '4000'), usual);
});

test('dk --help names each verb once', (t) => {
  const [verbs = '', also = ''] = sandbox(t).dk('.', ['--help']).stdout.split('\nTo let Dreamkeeper run your agent: ');
  const listed = [...verbs.matchAll(/^ {2}([a-z]+) /gmu)].map(([, name]) => name ?? '');
  assert.ok(listed.includes('nights') && /\bkeep\b/u.test(also));
  const named = also.split('`dk help')[0] ?? '';
  for (const verb of listed) assert.doesNotMatch(named, new RegExp(`(?:^|, |· )${verb}(?=,| \\(|$)`, 'u'), verb);
});

test('dk undo --dry-run says which way', (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/plan.org', '* TODO honest faq\n');
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-qm', 'add: a plan');
  box.dk('home', ['sleep']);
  assert.match(box.dk('home', ['undo', 'last', '--dry-run']).stdout, /^Would take back n-/u);
  box.dk('home', ['undo', 'last']);
  assert.match(box.dk('home', ['undo', 'last', '--redo', '--dry-run']).stdout, /^Would put back n-/u);
});
