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
