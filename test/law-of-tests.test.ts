// Every test keeps the law of tests, and each kind of violation is seen.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testViolations } from './law-of-tests.ts';
import { endsFor } from './patience.ts';
import { root } from './sandbox.ts';

/** Who may, and why. */
const excused: Readonly<Record<string, string>> = {
  'law-of-tests.test.ts': 'violations are planted here',
  'drawn.ts': 'it gives the examples their seed',
  'crash/kills-outside.test.ts':
    'it draws the moments of its kills from how long a command usually takes, and asserts nothing of it',
};

test('every file of the tests keeps it, and nobody is excused who need not be', () => {
  const broken = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:ts|mjs)$/u.test(name))
    .map((name) => [name, testViolations(readFileSync(join(root, 'test', name), 'utf8'))] as const)
    .filter(([, found]) => found.length > 0);
  assert.deepEqual(
    broken.filter(([name]) => excused[name] === undefined),
    [],
  );
  assert.deepEqual(broken.map(([name]) => name).toSorted(), Object.keys(excused).toSorted());
});

test('what hangs is stopped, what ends gives its answer, what throws throws', () => {
  const hangs = (): boolean => /^(?:a+)+$/u.test(`${'a'.repeat(60)}b`);
  assert.throws(() => endsFor(hangs, 200), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  assert.deepEqual(
    endsFor(() => [1]),
    [1],
  );
  assert.throws(() => endsFor(() => assert.fail('no')), { message: 'no' });
});

describe('planted violations are caught', () => {
  for (const source of [
    'const began = performance.now();\nawait ask();\nassert.ok(performance.now() - began < 2000);\n',
    'const start = Date.now();\nawait run();\nassert.ok(Date.now() - start < 3_000);\n',
    'const [a, start] = [1, 2];\nlet from = Date.now();\nconst to = Date.now();\nassert.ok(to - from < 50);\n',
    'const began = process.hrtime.bigint();\n',
    'assert.ok(spent.milliseconds < limits.total + 1500);\n',
    'assert.ok(result.took <= 2500);\n',
    'assert.ok(step.durationMs > (least ?? 0));\n',
    "spawnSync('pkill', ['-f', 'tail']);\n",
    "box.sh('sleep 1; killall node');\n",
    "import fc from 'fast-check';\n",
  ])
    test(source.trim(), () => assert.equal(testViolations(source).length, 1));
});

describe('and what is allowed is not', () => {
  for (const source of [
    'const end = Date.now() + 60_000;\nwhile (!is()) if (Date.now() > end) throw new Error("never");\n',
    'utimesSync(path, new Date(Date.now() - hour), new Date(Date.now() - 5000));\n',
    'const before = Date.now();\nconst said = Date.parse(until) - 7_200_000;\nassert.ok(before <= said && said <= Date.now());\n',
    'const old = (minutes: number) => new Date(Date.now() - minutes * 60_000);\n',
    "test('x', { timeout: 60_000 }, () => assert.equal(step.durationMs, 40));\n",
    '// It took < 2 s, says performance.now(), and pkill is not used.\nconst took = await asking();\n',
    'const spent = { milliseconds: 4, durationMs: null };\n',
  ])
    test(source.trim(), () => assert.deepEqual(testViolations(source), []));
});
