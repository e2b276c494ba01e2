// What mends a failure: the same check passing later, or one that looks at more; and nothing else.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkRuns, type EditAt, openFailures } from '../../src/checks/checks.ts';
import type { Call } from '../../src/steps/steps.ts';

const call = (target: string, minute: number, more: Partial<Call> = {}): Call => ({
  ...{ tool: 'bash', target, outcome: 'ok', exit: 0, error: null, started: null, durationMs: null },
  ...{ head: null, branch: null, time: new Date(Date.UTC(2026, 5, 10, 9, minute)).toISOString() },
  ...more,
});
const stands = (failed: string, passed: string): boolean =>
  openFailures(checkRuns([call(failed, 1, { outcome: 'failed', exit: 1 }), call(passed, 2)], []), []).length > 0;
const pairs = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' → ').map((side) => side.trim()));

const mended = pairs(`
  pytest tests/test_a.py -x → pytest
  pytest tests/test_a.py::test_b[1] → pytest tests/test_a.py
  pytest tests/test_a.py → pytest tests/ -q
  pytest a.py → pytest a.py b.py
  pytest -k name --maxfail=1 → pytest
  pytest -k name a.py → pytest -k name
  pytest → pytest -x -q
  pytest --maxfail 1 --tb=short → pytest
  python -m pytest tests/a.py → pytest
  uv run pytest tests/a.py → uv run pytest
  npm test -- a → npm test
  npm test a → npm test
  npm test → npm run test
  npm test → npm t
  npm run-script test → npm tst
  npm run test -- a.test.ts → npm run test --silent
  npm test -- -t "a name" → npm test
  npm test → pnpm test
  yarn test a → yarn run test
  yarn test → bun run test
  pnpm run lint → npm run lint
  npm run lint -- src/a.ts → npm run lint
  cd web && npm test -- a → cd web && npm run test
  cargo test foo → cargo test
  cargo test a::b -- --nocapture → cargo test
  cargo test --lib → cargo test
  go test ./pkg/a → go test ./...
  go test → go test ./...
  go test ./pkg/a -run TestX -count=1 → go test ./pkg/...
  go test -run=TestX ./pkg/a → go test ./pkg/a
  node --test test/a.test.ts → node --test
  node --test test/a.test.ts → npm test
  npx vitest run src/a.test.ts → pnpm test
  npx jest src/a -t name → npm run test
  vitest run a.test.ts → vitest run
  npx vitest run a.test.ts → pnpm exec vitest run
  yarn exec vitest run a → npx vitest run
  pnpm t a → npm test
  jest a → jest
  npx jest a --bail → timeout 60 npx --yes jest
  jest --coverage a → jest --coverage
  CI=1 time jest a -t b → env CI=1 jest
  eslint src/a.ts → npx eslint .
  ./node_modules/.bin/tsc --noEmit → npx tsc --noEmit
  ruff check src/a.py → ruff check
  mocha --grep x → mocha
  npm test → npm test && npm run lint
  npm test -- a → npm test; npm test
  sed -i s/1/2/ a.js && npm test → npm test
  mkdir -p packages/x && cd packages/x && npm test → cd packages/x && npm test
`);
const open = pairs(`
  pytest → pytest tests/test_a.py
  pytest → pytest -k name
  pytest → pytest --lf
  pytest a.py b.py → pytest a.py
  pytest tests/a.py → pytest tests/b.py
  pytest tests/a.py → pytest tests/a
  pytest ../other/a.py → pytest
  pytest /else/a.py → pytest .
  pytest $WHICH → pytest
  pytest -k one → pytest -k two
  pytest -p no:x a.py → pytest
  pytest -n 4 → pytest
  pytest → pytest --no-cov
  pytest a.py → pytest | tail
  pytest a.py → pytest || true
  pytest a.py → pytest; ls
  pytest → pytest --co
  uv run pytest → pytest
  npm test → npm test -- a
  npm test → npm run test:unit
  npm run test:unit → npm test
  npm test → npm run lint
  npm run build -- web → npm run build
  npm test → cd web && npm test
  cd web && npm test → npm test
  cd web && npm test -- a → cd api && npm test
  npm test -w a → npm test
  npm test → npm test --workspace=a
  npm test -- -u → npm test
  npm test → npm test -- -u
  npm test → npm test -- --no-verify
  npm test → npm test -- --passWithNoTests
  npm test → npm test --if-present
  pnpm --filter web test → pnpm test
  pnpm test → pnpm -r test
  yarn workspace web test → yarn test
  npm test → bun test
  npm test → vitest run
  node --test ../a.test.ts → npm test
  node --test → npm test
  node --test a.test.ts → npm test -- b
  node --test a.test.ts → npm run test:unit
  cd web && node --test a.test.ts → npm test
  jest a → vitest run
  jest → jest --passWithNoTests
  jest → jest --changedSince main
  jest --config a.js b → jest --config b
  vitest run → vitest run a.test.ts
  vitest related src/a.ts → vitest run
  cargo test → cargo test foo
  cargo test → cargo check
  cargo test -p a → cargo test
  cargo test -- --ignored → cargo test
  cargo test → cargo test -- --test-threads=1
  cargo test → cargo test --release
  go test ./... → go test ./pkg/a
  go test ./pkg/a → go test
  go test ./pkg/a → go test ./pkg
  go test ./... → go test ./... -run TestX
  go test -race ./... → go test ./...
  go test ./... → go vet ./...
  go test fmt → go test ./...
  tsc -p a → tsc
  tsc → tsc -p a
  eslint src/a.ts → eslint
  eslint . → eslint src
  eslint . → eslint --quiet .
  black --check a.py → black --check
  make test → make
  npm test → npm test -v
  ruff check --config a.toml . → ruff check --config b.toml .
  pytest a.py → pytest ""
  npm test -- a → npm test -- b
  ./test.sh → ./scripts/test.sh
  npm test && npm run lint → npm test
  mocha --timeout 9 a → mocha a
  gradle build → gradle build -x test
  mvn test → mvn -DskipTests package
  mvn verify → mvn -DskipTests verify
  go test ./... → go test -run ^$ ./...
`);

describe('a failure is mended by', () => {
  for (const [failed = '', passed = ''] of mended)
    test(`${failed} → ${passed}`, () => {
      assert.equal(stands(failed, 'ls'), true, 'it does not stand as failed at all');
      assert.equal(stands(failed, passed), false);
    });
});
describe('a failure is not mended by', () => {
  for (const [failed = '', passed = ''] of open)
    test(`${failed} → ${passed}`, () => assert.equal(stands(failed, passed), true));
});

describe('no failure of a check is', () => {
  const rows: readonly (readonly [error: string | null, exit: number | null])[] = [
    ...[126, 127, 130].map((exit) => [null, exit] as const),
    ...['interrupted', 'aborted', 'refused', 'not run: the call was not valid', '[Request interrupted by user]'].map(
      (error) => [error, null] as const,
    ),
    ["The user doesn't want to proceed with this tool use.", null],
    ['Permission to use Bash has been denied.', null],
    ['npm error Missing script: "test"', 1],
    ['bash: npm: command not found', 1],
    ['ERR_PNPM_NO_SCRIPT  Missing script: test', 1],
    ['error Command "test" not found.', 1],
  ];
  const after = (error: string | null, exit: number | null): unknown =>
    openFailures(checkRuns([call('npm test', 1, { outcome: 'failed', error, exit })], []), []);
  for (const [error, exit] of rows)
    test(`${error ?? 'exit'} ${exit ?? ''}`, () => assert.deepEqual(after(error, exit), []));
  for (const error of [
    'failed',
    '3 tests failed',
    'a refused connection',
    'AssertionError: user not found in list',
    null,
  ])
    test(`but this is one: ${error ?? 'exit 1'}`, () =>
      assert.equal((after(error, error === 'failed' ? null : 1) as unknown[]).length, 1));
});

describe('of a row of checks that failed', () => {
  const failed = call('npm run lint && npm test', 1, { outcome: 'failed', exit: 1 });
  const left = (...later: readonly Call[]): readonly (readonly string[])[] =>
    openFailures(checkRuns([failed, ...later], []), []).map(({ passedSince }) => passedSince);
  test('nothing is left once each has passed, one by one', () => {
    assert.deepEqual(left(call('npm test', 2), call('npm run lint', 3)), []);
    assert.deepEqual(left(call('npm run lint', 2), call('npm t', 3)), []);
  });
  test('one that passed is told, and the other stays', () => {
    assert.deepEqual(left(), [[]]);
    assert.deepEqual(left(call('npm test', 2)), [['npm test']]);
    assert.deepEqual(left(call('npm test', 2), call('npm run lint', 3, { outcome: 'failed', exit: 1 })), [
      ['npm test'],
      [],
    ]);
    assert.deepEqual(left(call('npm test', 2), { ...failed, time: call('', 3).time }), [[]], 'all of it failed again');
  });
});

describe('a check fails after edits', () => {
  const edit = (path: string, minute: number): EditAt => ({ path, time: call('', minute).time });
  const after = (runs: readonly Call[], edits: readonly EditAt[]): readonly string[] | undefined =>
    openFailures(checkRuns(runs, []), edits)[0]?.after;
  const broke = { outcome: 'failed', exit: 1 } as const;
  test('that came since it last passed, and before it failed', () => {
    const edits = [edit('old.ts', 0), edit('a.ts', 2), edit('late.ts', 5)];
    assert.deepEqual(after([call('npm test', 1), call('npm test', 3, broke)], edits), ['a.ts']);
    assert.deepEqual(after([call('npm t', 1), call('npm test', 3, broke)], edits), ['a.ts'], 'spelled otherwise');
    assert.deepEqual(after([call('npm test', 1), call('npm test', 3, broke), call('npm test', 6, broke)], edits), [
      'a.ts',
    ]);
  });
  test('of code, where code was edited', () => {
    const runs = [call('npm test', 1), call('npm test', 4, broke)];
    assert.deepEqual(after(runs, [edit('a.ts', 2), edit('README.md', 3)]), ['a.ts']);
    assert.deepEqual(after(runs, [edit('README.md', 3)]), ['README.md']);
  });
});
