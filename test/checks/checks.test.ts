// What stands after a day of checks: what passed, what is still broken, told against a model that only remembers each one's last word.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type CheckRun,
  certainOf,
  checkRuns,
  type EditAt,
  openFailures,
  passedChecks,
} from '../../src/checks/checks.ts';
import type { Call } from '../../src/steps/steps.ts';
import { fc } from '../drawn.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 5, 10, 9, minute)).toISOString();
const names = ['npm test', 'npm run lint', 'cargo check', 'cd web && npm test'] as const;
const result = fc.constantFrom('passed', 'failed', 'never ended', 'unclear') satisfies fc.Arbitrary<CheckRun['result']>;

type Event = { readonly edit: string } | { readonly parts: readonly string[]; readonly result: CheckRun['result'] };
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ edit: fc.constantFrom('src/a.ts', 'src/b.ts', 'c.md') }) },
    // What passes is one check; what fails may have been several in a row.
    { weight: 3, arbitrary: fc.record({ parts: fc.constantFrom(...names).map((name) => [name]), result }) },
    {
      weight: 1,
      arbitrary: fc.record({
        parts: fc.shuffledSubarray([...names], { minLength: 2, maxLength: 3 }),
        result: fc.constantFrom('failed', 'never ended', 'unclear'),
      }),
    },
  ),
  { maxLength: 40 },
);

function lived(day: readonly Event[]): { readonly runs: CheckRun[]; readonly edits: EditAt[] } {
  const runs = day.flatMap((event, index): CheckRun[] =>
    'edit' in event
      ? []
      : [
          {
            ...{
              command: event.parts.join(' && '),
              parts: event.parts,
              result: event.result,
              head: null,
              branch: null,
            },
            ...{ exit: event.result === 'failed' ? 1 : event.result === 'passed' ? 0 : null },
            ...{ time: at(index), started: at(index) },
          },
        ],
  );
  return {
    runs,
    edits: day.flatMap((event, index) => ('edit' in event ? [{ path: event.edit, time: at(index) }] : [])),
  };
}

test('what passed is uncertain exactly if HEAD moved in one of the seconds in which it ran', () => {
  const second = fc.integer({ min: 0, max: 30 });
  const iso = (at: number): string => new Date(Date.UTC(2026, 5, 10, 9, 0, at, 500)).toISOString();
  fc.assert(
    fc.property(fc.array(second), fc.array(fc.tuple(second, second, result)), (moves, ran) => {
      const runs = ran.map(
        ([from, length, how]): CheckRun => ({
          ...{ command: 'npm test', parts: ['npm test'], result: how, exit: null, head: null, branch: null },
          ...{ started: iso(from), time: iso(from + length) },
        }),
      );
      const told = certainOf(runs, moves.map(iso)).map((run) => run.result);
      const expected = ran.map(([from, length, how]) =>
        how === 'passed' && moves.some((move) => move >= from && move <= from + length) ? 'unclear' : how,
      );
      assert.deepEqual(told, expected);
    }),
    { numRuns: 500 },
  );
});

describe('after any day', () => {
  test('a check passed if its last word was that', () => {
    fc.assert(
      fc.property(events, (day) => {
        const { runs } = lived(day);
        const last = new Map<string, CheckRun>();
        for (const run of runs.filter((each) => each.result !== 'unclear'))
          for (const part of run.parts) last.set(part, run);
        const expected = [...last.values()].filter((run) => run.result === 'passed');
        assert.deepEqual(
          passedChecks(runs).map(({ command, time }) => [command, time]),
          expected
            .toSorted((one, other) => (one.time < other.time ? -1 : 1))
            .map(({ command, time }) => [command, time]),
        );
      }),
      { numRuns: 500 },
    );
  });
  test('a command is broken as long as a part of it has not passed since it failed', () => {
    fc.assert(
      fc.property(events, (day) => {
        const { runs, edits } = lived(day);
        const expected: unknown[] = [];
        const bad = (run: CheckRun): boolean => run.result === 'failed' || run.result === 'never ended';
        for (const [index, run] of runs.entries()) {
          const isLast = !runs.slice(index + 1).some((later) => later.command === run.command && bad(later));
          const passes = (part: string, from: number, to: number): boolean =>
            runs.slice(from, to).some((each) => each.command === part && each.result === 'passed');
          if (!bad(run) || !isLast || run.parts.every((part) => passes(part, index + 1, runs.length))) continue;
          // Back to where it last stood whole.
          let times = 0;
          let next = runs.length;
          let first = index;
          for (let back = index; back >= 0; back -= 1) {
            const before = runs[back];
            if (before === undefined || before.command !== run.command || !bad(before)) continue;
            if (back !== index && before.parts.every((part) => passes(part, back + 1, next))) break;
            times += 1;
            next = back;
            first = back;
          }
          const success = run.parts.map(
            (part) => runs.findLast((each) => each.command === part && each.result === 'passed')?.time ?? '',
          );
          const [began, earlier] = [runs[first]?.time ?? '', runs.slice(0, first)];
          const since =
            run.parts
              .map((part) => earlier.findLast((each) => each.command === part && each.result === 'passed')?.time ?? '')
              .toSorted()[0] ?? '';
          const all = edits.filter(({ time }) => time > since && time <= began).map(({ path }) => path);
          // What is only read is named where nothing else was edited.
          const code = all.filter((path) => !path.endsWith('.md'));
          const after = code.length > 0 ? code : all;
          expected.push({
            ...{ command: run.command, result: run.result, exit: run.exit, time: run.time, times },
            after: [...new Set(after.toReversed())],
            hasPassed: success.every((time) => time !== ''),
          });
        }
        assert.deepEqual(
          openFailures(runs, edits).map(({ command, result, exit, time, times, after, hasPassed }) => ({
            ...{ command, result, exit, time, times, after, hasPassed },
          })),
          expected,
        );
      }),
      { numRuns: 500 },
    );
  });
  test('nothing both passed and is broken', () => {
    fc.assert(
      fc.property(events, (day) => {
        const { runs, edits } = lived(day);
        const broken = openFailures(runs, edits).map(({ command }) => command);
        assert.deepEqual(
          passedChecks(runs).filter(({ command }) => broken.includes(command)),
          [],
        );
      }),
    );
  });
});

describe('a wider run', () => {
  const run = (command: string, result_: CheckRun['result'], minute: number): CheckRun => ({
    ...{
      command,
      parts: [command],
      result: result_,
      exit: 1,
      head: null,
      branch: null,
      time: at(minute),
      started: at(minute),
    },
  });
  const broken = (...runs: CheckRun[]): string[] => openFailures(runs, []).map(({ command }) => command);
  test('speaks for a narrower one, and not the other way round', () => {
    assert.deepEqual(broken(run('pytest tests/a.py', 'failed', 1), run('pytest', 'passed', 2)), []);
    assert.deepEqual(broken(run('pytest', 'failed', 1), run('pytest tests/a.py', 'passed', 2)), ['pytest']);
    assert.deepEqual(broken(run('npm test', 'failed', 1), run('npm t', 'passed', 2)), []);
    assert.deepEqual(broken(run('npm tests', 'failed', 1), run('npm test', 'passed', 2)), ['npm tests']);
  });
  test('another folder is another check', () =>
    assert.deepEqual(broken(run('cd web && npm test', 'failed', 1), run('npm test', 'passed', 2)), [
      'cd web && npm test',
    ]));
});

describe('runs in the record', () => {
  const call = (target: string, more: Partial<Call> = {}): Call => ({
    ...{
      tool: 'bash',
      target,
      outcome: 'ok',
      exit: 0,
      error: null,
      time: at(2),
      started: at(1),
      durationMs: null,
      head: null,
      branch: null,
      ...more,
    },
  });
  const failed = { outcome: 'failed', exit: 1 } as const;
  const unended = { outcome: 'unfinished', exit: null } as const;
  const rows: readonly (readonly [what: string, given: Call, expected: readonly string[]])[] = [
    ['a check', call('npm test'), ['passed npm test']],
    ['no check', call('ls'), []],
    ['two', call('npm test && npm run lint'), ['passed npm test', 'passed npm run lint']],
    ['the first of a list', call('npm test; ls'), ['unclear npm test']],
    ['through a pipe', call('npm test | tail -5'), ['unclear npm test']],
    ['either', call('npm test || true'), ['unclear npm test']],
    ['in a folder', call('cd web && npm test'), ['passed cd web && npm test']],
    ['here', call('cd . && npm test'), ['passed npm test']],
    ['with variables', call('CI=1 npm test > log 2>&1'), ['passed npm test']],
    ['failed', call('npm test', failed), ['failed npm test']],
    ['one of two failed', call('npm test && npm run lint', failed), ['failed npm test && npm run lint']],
    ['it or what comes after', call('npm test && git push', failed), ['failed npm test && git push']],
    ['what failed is not the check', call('npm test; ls nowhere', failed), ['unclear npm test']],
    ['no such program', call('npm test', { ...failed, exit: 127 }), []],
    ['not to be run', call('./test.sh', { ...failed, exit: 126 }), []],
    ['killed', call('npm test', { ...failed, exit: 137 }), ['failed npm test']],
    ['never ended', call('npm test', unended), ['never ended npm test']],
    ['never ended behind another', call('npm run lint && npm test', unended), ['never ended npm run lint && npm test']],
    ['perhaps never begun', call('node wait.js && npm test', unended), []],
    ['begun in a folder', call('cd web && npm test', unended), ['never ended cd web && npm test']],
    ['both in a folder', call('cd web && npm test && git push', failed), ['failed cd web && npm test && git push']],
    [
      'in two folders',
      call('cd web && npm test && cd ../api && npm test', failed),
      ['failed cd web && npm test && cd ../api && npm test'],
    ],
    // What changed files before it is not to be done again, and is no part of its name.
    ['behind an edit', call('sed -i "s/2/3/" a.js && npm test', failed), ['failed npm test']],
    ['behind a new folder', call('mkdir -p web && cd web && npm test', failed), ['failed cd web && npm test']],
    ['behind a program of the moment', call('node -e "go()" && npm test', failed), ['failed npm test']],
    ['behind a file put back', call('git checkout -- a.js && npm test', failed), ['failed npm test']],
    [
      'behind what git refused',
      call('git checkout nowhere && npm test', { ...failed, exit: 128 }),
      ['unclear npm test'],
    ],
    ['it or the commit before', call('git commit -am x && npm test', failed), ['unclear npm test']],
    ['it or what is removed behind it', call('npm test && rm a.js', failed), ['unclear npm test']],
    ['between two', call('npm run lint && mv a b && npm test', failed), ['failed npm run lint && npm test']],
    [
      'it or the commit behind it',
      call('sed -i s/2/3/ a.js && npm test && git add -A && git commit -m x', failed),
      ['failed npm test && git add -A && git commit -m x'],
    ],
    ['behind what it needs', call('npm ci && npm test', failed), ['failed npm ci && npm test']],
    [
      'said to have failed, before a file is moved',
      call('npm test && mv a b', { ...failed, output: { verdict: 'failed', by: ['node'] } }),
      ['failed npm test'],
    ],
    ['nobody said how it ended', call('npm test', { outcome: 'unknown', exit: null }), ['unclear npm test']],
    ['cut off', call('npm test && ech…'), ['unclear npm test']],
    ['cut off in it', call('npm te…'), []],
    ['another tool', call('npm test', { tool: 'Read' }), []],
    ['another tool', call('test', { tool: 'grep' }), []],
    ['a terminal of another name', call('npm test', { tool: 'terminal' }), ['passed npm test']],
    ['nothing', call(''), []],
    ['too clever', call('npm test $(cat args)'), []],
    ['twice', call('npm test && npm test'), ['passed npm test', 'passed npm test']],
  ];
  for (const [what, given, expected] of rows)
    test(`${what}: ${given.target}`, () => {
      const runs = checkRuns([given], []);
      assert.deepEqual(
        runs.map(({ result: how, command }) => `${how} ${command}`),
        expected,
      );
      for (const run of runs) assert.deepEqual([run.time, run.exit], [given.time, given.exit]);
    });
  test('what a home calls a check is one', () =>
    assert.deepEqual(
      checkRuns([call('k6 run x.js')], ['k6 run']).map(({ command }) => command),
      ['k6 run x.js'],
    ));
});
