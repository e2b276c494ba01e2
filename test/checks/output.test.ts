// What the output of a check says, tool by tool; what is kept of it; and what it proves behind pipes, lists and filters.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { outputSays } from '../../src/checks/output.ts';
import { failureOf, toolsHeardIn } from '../../src/checks/output-table.ts';
import { redactSecrets } from '../../src/secrets/secrets.ts';
import { fc } from '../drawn.ts';
import { endsFor } from '../patience.ts';
import { recordOf, runsHeard } from './heard.ts';

/** Each a tool, a blank line between outputs: what it prints when all is well, when it is not, and when nobody can tell. */
const said: Readonly<Record<'passed' | 'failed' | 'unknown', string>> = {
  passed: String.raw`
jest: Test Suites: 3 passed, 3 total\nTests:       2 skipped, 71 passed, 73 total
vitest:  Test Files  2 passed (2)\n      Tests  12 passed | 1 skipped (13)
mocha:   12 passing (34ms)\n  1 pending
node: ℹ tests 12\nℹ pass 12\nℹ fail 0\nℹ cancelled 0
node: # pass 3\n# fail 0
bun:  5 pass\n 0 fail\nRan 5 tests across 1 files.
ava:   4 tests passed
playwright:   5 passed (3.2s)
cypress:     ✔  All specs passed!                        00:03
deno: ok | 5 passed | 0 failed (12ms)
eslint: ✖ 3 problems (0 errors, 3 warnings)
oxlint: Found 2 warnings and 0 errors.
biome: Checked 15 files in 3ms. No fixes applied.
prettier: Checking formatting...\nAll matched files use Prettier code style!
pytest: =================== 3 passed, 1 warning in 0.12s ===================
pytest: 38 passed, 1 skipped in 0.11s
unittest: Ran 3 tests in 0.001s\n\nOK
unittest: OK (skipped=1)
ruff: All checks passed!
black: All done! ✨ 🍰 ✨\n3 files would be left unchanged.
mypy: Success: no issues found in 5 source files
pyright: 0 errors, 0 warnings, 0 informations
tox:   congratulations :) (3.21 seconds)
pre-commit: ruff.....................................................................Passed
cargo test: running 3 tests\n\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured
cargo:     Finished ${'`'}dev${'`'} profile [unoptimized + debuginfo] target(s) in 0.02s
go: ok  	example.org/a	0.012s\nok  	example.org/b	(cached)
golangci-lint: 0 issues.
examples: 12 examples, 0 failures, 1 pending
examples: 1 doctest, 5 tests, 0 failures
examples: 5 runs, 10 assertions, 0 failures, 0 errors, 0 skips
rubocop: 12 files inspected, no offenses detected
phpunit: OK (12 tests, 30 assertions)
gradle: BUILD SUCCESSFUL in 3s\n4 actionable tasks: 4 executed
maven: [INFO] BUILD SUCCESS
dotnet: Passed!  - Failed:     0, Passed:    12, Skipped:     0
swift: 	 Executed 5 tests, with 0 failures (0 unexpected) in 0.1 (0.2) seconds
flutter: 00:03 +12: All tests passed!
ctest: 100% tests passed, 0 tests failed out of 12
vite: dist/a.js  23.85 kB\n✓ built in 1.01s
next: ○  (Static)  prerendered as static content
webpack: webpack 5.91.0 compiled successfully in 1234 ms
rollup: created dist/a.js in 1.2s
tsup: ESM ⚡️ Build success in 12ms
turbo:  Tasks:    5 successful, 5 total
docker: #12 naming to docker.io/library/app done
terraform: Success! The configuration is valid.
silence: > app@1.0.0 build\n> tsc -p .
somebody: ✅ All tests passed!`,
  failed: String.raw`
jest: PASS a.test.js\nTests:       1 failed, 70 passed, 71 total
jest: FAIL src/a.test.ts
vitest:       Tests  1 failed | 12 passed (13)
vitest:  FAIL  src/a.test.ts > does it
mocha:   12 passing (34ms)\n  1 failing
node: # pass 3\n# fail 1
node: not ok 2 - does it
bun:  5 pass\n 1 fail
ava:   4 tests passed\n  1 test failed
playwright:   1 failed\n    a.spec.ts:3:1 › it\n  5 passed (3.2s)
deno: FAILED | 4 passed | 1 failed (12ms)
tsc: src/a.ts(1,2): error TS2345: Argument of type
tsc: src/a.ts:1:2 - error TS2345: Argument of type
eslint: ✖ 3 problems (1 error, 2 warnings)
biome: Checked 15 files in 3ms. No fixes applied.\nFound 2 errors.
prettier: [warn] a.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.
pytest: ========== 1 failed, 2 passed in 0.12s ==========
pytest: FAILED tests/test_a.py::test_b - AssertionError
pytest: ========== 1 error in 0.12s ==========
unittest: FAILED (failures=1)
ruff: Found 3 errors.
mypy: a.py:3: error: Incompatible types\nFound 1 error in 1 file (checked 2 source files)
pyright: 2 errors, 0 warnings, 0 informations
pre-commit: ruff.....................................................................Failed
cargo test: test result: FAILED. 2 passed; 1 failed; 0 ignored
cargo: error[E0308]: mismatched types
go: --- FAIL: TestA (0.00s)\nFAIL\nFAIL	example.org/a	0.012s
go: ./a.go:3:2: undefined: x
examples: 12 examples, 1 failure
examples: 5 runs, 10 assertions, 0 failures, 1 errors, 0 skips
rubocop: 12 files inspected, 3 offenses detected
phpunit: FAILURES!\nTests: 12, Assertions: 30, Failures: 1.
gradle: FAILURE: Build failed with an exception.\nBUILD FAILED in 3s
maven: [INFO] BUILD FAILURE
dotnet: a.cs(3,2): error CS1002: ; expected
swift: 	 Executed 5 tests, with 1 failure (0 unexpected) in 0.1 (0.2) seconds
make: make: *** [Makefile:3: test] Error 1
npm: npm error code ELIFECYCLE\nnpm error errno 1
npm:  ELIFECYCLE  Test failed. See above for more details.
vite: ✗ Build failed in 2.19s\nerror during build:
next: Failed to compile.\n\n./a.ts:24:14\nType error: x
next:  ✓ Compiled successfully in 2.3s\nFailed to compile.
webpack: ERROR in ./src/a.js\nwebpack 5.91.0 compiled with 1 error in 12 ms
rollup: [!] RollupError: Could not resolve
docker: ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully
shellcheck: In a.sh line 3:\necho $x\n     ^-- SC2086 (info): Double quote
terraform: │ Error: Missing required argument
somebody: Traceback (most recent call last):\n  File "a.py", line 1`,
  unknown: String.raw`
pytest: no tests ran in 0.01s
pytest: collected 0 items
vitest: No test files found, exiting with code 1
node: # tests 0\n# pass 0\n# fail 0
cargo test: running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored
npm: npm error Missing script: "test"
next:  ✓ Compiled successfully in 2.3s\n   Linting and checking validity of types ...
unittest: Ran 0 tests in 0.000s\n\nOK
jest: Tests:       0 total
go: ?   	example.org/a	[no test files]
nobody: Hello
nobody: 3 files changed, 12 insertions(+)`,
};
const rowsOf = (text: string): (readonly [tool: string, output: string])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2).replaceAll('\\n', '\n')]);

describe('an output says', () => {
  for (const verdict of ['passed', 'failed', 'unknown'] as const)
    for (const [tool, output] of rowsOf(said[verdict]))
      test(`${verdict}: ${tool}: ${output.split('\n').at(-1)}`, () => {
        const says = outputSays(
          'make test 2>&1 | cat',
          `\u001b[32mhello\u001b[39m\r\n${output}\n\n`.replace(
            'hello',
            verdict === 'passed' && tool === 'silence' ? '' : 'hello',
          ),
          0,
        );
        assert.equal(says?.verdict, verdict, JSON.stringify(says));
        if (verdict !== 'unknown') assert.ok(says?.by?.includes(tool), JSON.stringify(says));
        if (verdict === 'passed') assert.equal(says?.by?.length, 1, JSON.stringify(says));
      });
  test('nothing where the exit code says it all, or nothing is checked', () => {
    for (const command of ['npm test', 'cd web && npm test 2>&1', 'CI=1 npm test'])
      assert.equal(outputSays(command, '3 passed in 1s', 0), undefined);
    for (const command of ['ls | sort', 'cat a | head'])
      assert.equal(outputSays(command, '3 passed in 1s', 0), undefined);
    assert.equal(outputSays('npm test', 'Tests: 3 passed, 3 total', undefined)?.verdict, 'passed');
  });
  test('no words of its own', () =>
    assert.equal(
      outputSays('npm run build | tail -1; echo "All tests passed!"', 'x\nAll tests passed!', 0)?.verdict,
      'unknown',
    ));
  test('whatever stands in it, in little time', () => {
    const parts = fc.constantFrom(
      '\n',
      ' ',
      'Tests: ',
      '1 failed',
      ', ',
      'error: ',
      '=',
      '\u001b]',
      '\r',
      'E   ',
      'FAIL  ',
      '12 passed',
      '\t',
      '●',
      '.',
    );
    endsFor(() =>
      fc.assert(
        fc.property(fc.array(parts, { maxLength: 30 }), fc.integer({ min: 1, max: 3000 }), (all, times) => {
          const says = outputSays('npm test | tail', all.join('').repeat(times).slice(0, 200_000), 0);
          assert.ok(says !== undefined);
        }),
        { numRuns: 100 },
      ),
    );
  });
});

describe('the table', () => {
  const every = [...said.passed.matchAll(/^([\w -]+):/gmu), ...said.failed.matchAll(/^([\w -]+):/gmu)].map(
    ([, tool = '']) => tool,
  );
  for (const tool of new Set(every))
    test(`${tool}: its own failure is heard as one`, () => {
      const fails = failureOf(tool)?.fails;
      if (fails !== undefined) assert.equal(outputSays('make test | cat', fails, 0)?.verdict, 'failed');
    });
  test('no pattern without a word of its row in it', () => {
    assert.deepEqual(toolsHeardIn(''), []);
    assert.deepEqual(
      toolsHeardIn('', true).map(({ tool }) => tool),
      ['somebody'],
    );
  });
});

describe('of an output is kept', () => {
  test('one line, short, and without credentials', () => {
    const secret = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
    const output = `a private line\nFAILED tests/test_a.py::b - token ${secret} ${'x'.repeat(500)}\nmore that is private`;
    const record = recordOf({ command: 'pytest 2>&1 | tail -3', output }, redactSecrets);
    assert.equal(record.output?.verdict, 'failed');
    assert.ok((record.output?.line?.length ?? 999) <= 160);
    assert.doesNotMatch(JSON.stringify(record), new RegExp(`${secret}|private`, 'u'));
  });
  test('what is plain as it is', () =>
    assert.equal(
      recordOf({ command: 'npm test | tail -3', output: 'Tests:       3 passed, 3 total' }).output?.line,
      'Tests: 3 passed, 3 total',
    ));
  test('nothing of what checks nothing', () =>
    assert.equal(recordOf({ command: 'cat secrets.txt | head', output: 'FAILED tests::x' }).output, undefined));
});

describe('behind a pipe', () => {
  const good = 'Tests:       3 passed, 3 total';
  const bad = 'Tests:       1 failed, 2 passed, 3 total';
  const rows: readonly (readonly [command: string, output: string, expected: readonly string[], exit?: number])[] = [
    ['npm test 2>&1 | tail -3', good, ['passed by output npm test']],
    ['npm test 2>&1 | tail -3', bad, ['failed by output npm test']],
    ['npm test 2>&1 | tail -3', 'Time: 3 s', ['unclear npm test']],
    // Of Node's own runner the end is what the last failed test compared.
    [
      'npm test 2>&1 | tail -8',
      "      at Test.run (node:internal/test_runner/test:1)\n    generatedMessage: true,\n    code: 'ERR_ASSERTION',\n    actual: 3,\n    expected: 2,\n    operator: 'strictEqual'\n  }",
      ['failed by output npm test'],
    ],
    ['npm test 2>&1 | tail -3', "    code: 'ERR_ASSERTION',\nℹ pass 3\nℹ fail 0", ['passed by output npm test']],
    ['npm test | tee log', good, ['passed by output npm test']],
    ['set -o pipefail; npm test | tail -3', good, ['passed npm test']],
    ['bash -o pipefail -c "npm test | tail -3"', good, ['passed npm test']],
    [`npm test | tail -3; exit \${PIPESTATUS[0]}`, 'x', ['passed npm test']],
    [`npm test | tail -3; exit \${PIPESTATUS[0]}`, bad, ['failed npm test'], 1],
    [`npm test 2>&1 | tail -3; echo "EXIT: \${PIPESTATUS[0]}"`, 'x\nEXIT: 0', ['passed by output npm test']],
    [`npm test 2>&1 | tail -3; echo "EXIT: \${PIPESTATUS[0]}"`, 'x\nEXIT: 1', ['failed by output npm test']],
    ['npm test 2>&1 | tail -3; echo "EXIT: $?"', 'x\nEXIT: 0', ['unclear npm test']],
    ['npm test > log 2>&1; echo "EXIT: $?"; tail -3 log', 'EXIT: 0\nx', ['passed by output npm test']],
    ['npm test > log 2>&1; tail -3 log; echo "EXIT: $?"', 'x\nEXIT: 0', ['unclear npm test']],
    ['npm test > log 2>&1; tail -3 log', good, ['passed by output npm test']],
    ['npm test | tail -1; cat old.log', good, ['unclear npm test']],
    ['git log -3; npm test | tail -1', good, ['unclear npm test']],
    ['npm test 2>&1 | tail -3 && git add -A && git commit -m x', good, ['passed by output npm test']],
    ['npm test && git commit -m "x"', '[main 1] x', ['passed npm test']],
    ['npm test && git push', good, ['failed npm test && git push'], 1],
    // Another tree is put in place behind it: what it said is not about the one that is there now.
    ['git switch -q feat && npm test && git switch -q main', good, ['unclear npm test']],
    ['git merge -q feat && npm test && git reset -q --hard HEAD~1', good, ['unclear npm test']],
    ['git merge -q feat && npm test && git reset -q --hard HEAD~1', bad, ['failed npm test'], 1],
    ['git merge -q feat && npm test && git reset -q --hard HEAD~1', 'x', ['unclear npm test'], 1],
    ['git stash && npm test | tail -3; git stash pop', bad, ['unclear npm test']],
    ['for b in x y; do git checkout $b; npm test | tail -3; done', good, ['unclear npm test']],
    ['npm run lint && git -C . pull --rebase && npm test', good, ['unclear npm run lint', 'passed npm test']],
    ['npm test && gh pr checkout 3', good, ['unclear npm test']],
    ['npm test && git co main', good, ['unclear npm test']],
    ['git switch -q feat && npm test', good, ['passed npm test']],
    ['npm test && git switch -c feat && git add -A && git -c user.name=a commit -m x', good, ['passed npm test']],
    ['npm test && git stash list && git reset -q && git restore --staged a', good, ['passed npm test']],
    ['timeout 60 npm test 2>&1 | tail -3', good, ['passed by output npm test']],
    ['timeout 60 npm test', '', ['failed npm test'], 124],
    [
      'cd web && CI=1 npx vitest run 2>&1 | tail -4',
      ' Test Files  1 passed (1)',
      ['passed by output cd web && npx vitest run'],
    ],
    ['(cd web && npm test) 2>&1 | tail -3', good, ['passed by output cd web && npm test']],
    ['for i in 1 2; do npm test | tail -1; done', bad, ['failed by output npm test']],
    ['npx tsc --noEmit 2>&1 | head -20', '', ['passed by output npx tsc --noEmit']],
    ['npx tsc --noEmit 2>/dev/null | head -20', '', ['unclear npx tsc --noEmit']],
    ['npx tsc --noEmit | grep "error TS"', '', ['unclear npx tsc --noEmit'], 1],
    ['npm test | head -5', '', ['unclear npm test']],
    [
      'npx tsc --noEmit | tail -3; npm test | tail -3',
      good,
      ['passed by output npx tsc --noEmit', 'passed by output npm test'],
    ],
    ['npm run lint | tail -1; npm test | tail -1', good, ['unclear npm run lint', 'unclear npm test']],
    [
      'ruff check . | tail -1; pytest | tail -1',
      'All checks passed!\n3 passed in 0.1s',
      ['passed by output ruff check .', 'passed by output pytest'],
    ],
    [
      'ruff check . | tail -1; pytest | tail -1',
      'All checks passed!\nFAILED a.py::b\n1 failed in 0.1s',
      ['unclear ruff check .', 'failed by output pytest'],
    ],
    ['mocha | grep passing', '  3 passing (2ms)', ['unclear mocha']],
    ['mocha | grep -E "passing|failing"', '  3 passing (2ms)', ['passed by output mocha']],
    ['npm test | grep "passing\\|failing"', '  3 passing (2ms)', ['passed by output npm test']],
    ['cargo test | grep "test result"', 'test result: ok. 3 passed; 0 failed', ['passed by output cargo test']],
    ['cargo test | grep "test result: ok"', 'test result: ok. 3 passed; 0 failed', ['unclear cargo test']],
    ['go test ./... | head -2', 'ok  \ta\t0.1s\nok  \tb\t0.1s', ['unclear go test ./...']],
    ['go test ./... | head -20', 'ok  \ta\t0.1s\nok  \tb\t0.1s', ['passed by output go test ./...']],
    ['npx playwright test | tail -1', '  5 passed (3.2s)', ['unclear npx playwright test']],
    [
      'docker compose run --rm app pytest | tail -1',
      '3 passed in 0.1s',
      ['passed by output docker compose run --rm app pytest'],
    ],
    ['docker exec -it -e CI=1 app npm test | tail -1', good, ['passed by output docker exec -it -e CI=1 app npm test']],
    [
      'uv run --with pytest pytest -q | tail -1',
      '3 passed in 0.1s',
      ['passed by output uv run --with pytest pytest -q'],
    ],
    ['pnpm -C web test 2>&1 | tail -3', good, ['passed by output pnpm -C web test']],
    ['npm --prefix web test 2>&1 | tail -3', good, ['passed by output npm --prefix web test']],
  ];
  for (const [command, output, expected, exit] of rows)
    test(`${command} → ${output.split('\n').at(-1)}`, () => {
      const runs = runsHeard({ command, output, exit: exit ?? 0 });
      const told = runs.map(
        (run) => `${run.result}${run.evidence === undefined ? '' : ` by ${run.evidence}`} ${run.command}`,
      );
      assert.deepEqual(told, expected);
    });
});
