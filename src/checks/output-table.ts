// What tools print when they pass and when they fail: a table to read and to add to.

/**
 * A row is a tool; in brackets words without one of which it has not spoken; and behind a colon what it prints of a failure at the least
 * (→ is a tab). Then its patterns, tried on every line: `+` it passed, `-` it failed, `<` it says nothing, because nothing was run.
 * `(end)`: it says so part by part, and where the end is cut off not all is known; `(any)`: where anything is. `(weak)`: anybody may print
 * this; it counts where nobody else speaks.
 */
const table = String.raw`
jest [Tests:|Test Suites:|FAIL|● |✕|threshold] : Tests:       1 failed, 2 passed, 3 total
  + ^Tests: +(?!.*\bfailed\b).*\b[1-9]\d* passed\b
  - ^(?:Tests|Test Suites): +.*\b[1-9]\d* failed\b|^FAIL +\S+\.\w+|^\s*● (?:Test suite failed to run|Validation Error|.+ › )|^Jest: .* threshold .*not met
  - ^\s+✕\x20
vitest [Tests  |Test Files  |FAIL|❯|Errors|⎯] :       Tests  1 failed | 2 passed (3)
  + ^\s*(?:Tests|Test Files) {2,}(?!.*\bfailed\b)[1-9]\d* passed\b
  - ^\s*(?:Tests|Test Files) {2,}.*\b[1-9]\d* failed\b|^ *(?:FAIL|❯) {2}\S|^\s*Errors {2,}[1-9]\d* errors?\b|^⎯+ ?(?:Failed|Unhandled)\x20
mocha (end) [failing|passing] :   1 failing
  + ^\s+[1-9]\d* passing\b
  - ^\s+[1-9]\d* failing\b
node [# fail|ℹ fail|cancelled|not ok|failing tests] : # fail 1
  + ^(?:#|ℹ) fail 0$
  - ^(?:#|ℹ) (?:fail|cancelled) [1-9]\d*$|^\s*not ok \d+(?!.*# (?:TODO|SKIP))|^✖ failing tests:$
  < ^(?:#|ℹ) tests 0$
tap [# fail|# ok] : # fail  1
  + ^# ok$|^# fail {2,3}0$
  - ^# fail {2,}[1-9]\d*$|^# failed [1-9]
bun [ fail|(fail)|0 fail] :  1 fail
  + ^ *0 fail$
  - ^ *[1-9]\d* fail$|^\(fail\)\x20
  < ^ *0 pass$
ava (end) [passed|failed|exception|rejection] :   1 test failed
  + ^\s*[1-9]\d* tests? passed$
  - ^\s*[1-9]\d* (?:tests? failed|uncaught exceptions?|unhandled rejections?)$
playwright (any) [passed (|failed|interrupted|did not run] :   1 failed
  + ^\s+[1-9]\d* passed \([\d.]+m?s?\)$
  - ^\s+[1-9]\d* (?:failed|interrupted|did not run)$
cypress [specs passed|failed] :     ✖  1 of 3 failed (33%)
  + ^\s*✔ {2}All specs passed!
  - ^\s*✖ {2}\d+ of \d+ failed
deno [passed|FAILED|Type checking] : FAILED | 1 passed | 1 failed (3ms)
  + ^ok \| [1-9]\d* passed.*\| 0 failed\b
  - ^FAILED \|\x20|^error: Type checking failed
tsc [error TS|Found ] : src/a.ts(1,2): error TS2345: x
  + ^Found 0 errors\.(?! Watching)
  - \berror TS\d+:|^Found [1-9]\d* errors? in\x20
svelte-check [svelte-check found] : svelte-check found 1 error and 0 warnings in 1 file
  + ^svelte-check found 0 errors\b
  - ^svelte-check found [1-9]\d* errors?\b
eslint [problem|ESLint|Oops!|error  ] : ✖ 1 problem (1 error, 0 warnings)
  + ^✖ \d+ problems? \(0 errors,\x20
  - ^✖ \d+ problems? \([1-9]\d* errors?|^ESLint found too many warnings|^Oops! Something went wrong! :\(|^\s+\d+:\d+ {2}error {2}
oxlint [warning] : Found 0 warnings and 1 error.
  + ^Found \d+ warnings? and 0 errors\.
  - ^Found \d+ warnings? and [1-9]\d* errors?\.
biome (end) [Checked|Formatted|Found |━] : Found 1 error.
  + ^(?:Checked|Formatted) [1-9]\d* files? in [\d.]+\s?[mµ]?s\.
  - ^Found [1-9]\d* errors?\.$|^(?:check|lint|ci|format) ━+$
prettier [Prettier|Code style|[error]] : [warn] Code style issues found in 1 file. Run Prettier with --write to fix.
  + ^All matched files use Prettier code style!$
  - ^\[warn\] Code style issues found\x20|^\[error\]\x20
pytest [passed|failed|error|FAIL|ERROR|E   |conftest|!!!|Coverage] : === 1 failed, 2 passed in 0.12s ===
  + ^(?!.*\b[1-9]\d* (?:failed|errors?)\b)(?:=+ )?(?:\d+ \w+, )*[1-9]\d* passed\b.* in [\d.]+s
  - ^(?:=+ )?(?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s|^(?:FAILED|ERROR) \S+(?:::| - |$)|::\S+.* (?:FAILED|ERROR)\b
  - ^=+ (?:FAILURES|ERRORS) =+$|^E {3,}\S|^INTERNALERROR>|^ImportError while loading conftest|^!{3,} .*(?:stopping after|Interrupted|errors? during)
  - ^FAIL Required test coverage|^Coverage failure:|^ERROR: (?:file or directory )?not found:
unittest [OK|FAIL|ERROR] : FAILED (failures=1)
  + ^OK(?: \((?:skipped|expected)[^)]*\))?$
  - ^FAILED \((?:failures|errors|unexpected)|^(?:FAIL|ERROR): \w+ \(
  < ^Ran 0 tests
ruff [All checks|Found |formatted] : Found 1 error.
  + ^All checks passed!$|^Found \d+ errors? \(\d+ fixed, 0 remaining\)|^\d+ files? already formatted$
  - ^Found [1-9]\d* errors?(?:\.$| \(\d+ fixed, [1-9])|^[1-9]\d* files? would be reformatted
black [All done!|would reformat|Oh no!] : would reformat a.py
  + ^All done!\x20
  - ^would reformat\x20|^Oh no!\x20
mypy [Success:|Found |: error: ] : Found 1 error in 1 file (checked 2 source files)
  + ^Success: no issues found
  - ^Found [1-9]\d* errors? in \d+ files?|^\S+\.pyi?:\d+: error:\x20
pyright [warning] : 1 error, 0 warnings, 0 informations
  + ^0 errors, \d+ warnings?
  - ^[1-9]\d* errors?, \d+ warnings?
flake8 [.py:] : a.py:1:1: E501 x
  - ^\S+\.py:\d+:\d+: [A-Z]{1,3}\d{3,4}\b
pylint [has been rated] : Your code has been rated at 9.00/10
  + ^Your code has been rated at 10\.00\/10
  - ^Your code has been rated at (?!10\.00\/10)
tox [congratulations|evaluation|Invocation] :   evaluation failed :( (0.1 seconds)
  + ^\s*congratulations :\)
  - ^\s*evaluation failed :\(|^ERROR: .*\bInvocationError\b
nox (any) [nox >] : nox > Session tests failed.
  + ^nox > Session \S+ was successful
  - ^nox > (?:Session|Command) .* failed
pre-commit (any) [...Passed|...Failed|)Passed|)Failed] : ruff....................Failed
  + \.{3,}Passed$
  - \.{3,}Failed$
cargo test (end) [test result|FAILED|error: ] : test result: FAILED. 1 passed; 1 failed; 0 ignored
  + ^test result: ok\. [1-9]
  - ^test result: FAILED|^test \S+ (?:- \S+ )?\.\.\. FAILED$|^error: test failed|^error: \d+ targets? failed
nextest [Summary [|test run failed] :      Summary [   0.1s] 2 tests run: 1 passed, 1 failed, 0 skipped
  + ^\s+Summary \[.*\] [1-9]\d* tests? run: (?!.*\bfailed\b)[1-9]\d* passed
  - ^\s+Summary \[.*\] .*\b[1-9]\d* failed|^error: test run failed
cargo (end) [Finished|error] : error: could not compile 'a' (lib) due to 1 previous error
  + ^\s+Finished (?:\x60|\w+ \[|dev |test |release )
  - ^error(?:\[E\d+\])?:\x20|^error: could not compile
  < ^\s+Running (?:unittests |tests\/|\x60)|^running \d+ tests?$|^test result:\x20|^\s+Doc-tests\x20|^\s+Finished \x60test\x60
go (end) [FAIL|ok |ok	|panic:|vet:|.go:] : FAIL→example.org/a→0.1s
  + ^ok {2,}\t?\S+|^ok\s+\S+\s+(?:[\d.]+s|\(cached\))
  - ^FAIL(?:$|\s+\S+(?: \[|\s+[\d.]+s))|^\s*--- FAIL:\x20|^panic:\x20|^vet:\x20|^(?:vet: )?\S+\.go:\d+:\d+:\x20
golangci-lint [issue|level=error] : 1 issues:
  + ^0 issues\.$
  - ^[1-9]\d* issues?:$|^level=error\x20
examples [failure|error|rspec ./|Error)] : 5 examples, 1 failure
  + ^(?:Finished: )?(?:\d+ (?:doctests?|properties|property), )*[1-9]\d* (?:examples?|tests?|runs|doctests?)\b(?!.*\b[1-9]\d* (?:errors?|failures?)\b).*\b0 failures\b
  - ^(?:\d+ (?:doctests?|properties|property), )*\d+ (?:examples?|tests?|runs|doctests?)\b.*\b[1-9]\d* (?:failures?|errors?)\b
  - \berrors? occurred outside of examples|^rspec \.\/|^\*\* \(\w*Error\)|^== Compilation error
rubocop [inspected] : 1 file inspected, 1 offense detected
  + \bfiles? inspected, no offenses detected
  - \bfiles? inspected, [1-9]\d* offenses? detected
phpunit [OK|FAILURES|ERRORS|Tests:] : Tests: 3, Assertions: 3, Failures: 1.
  + ^OK \(\d+ tests?, \d+ assertions?\)|^OK, but\x20|^ +Tests: +[1-9]\d* passed \(\d+ assertions?\)
  - ^(?:FAILURES|ERRORS)!$|^Tests: \d+, Assertions: \d+.*\b(?:Failures|Errors): [1-9]|^ +Tests: +[1-9]\d* failed
phpstan [[OK]|[ERROR]] :  [ERROR] Found 1 error
  + ^ *\[OK\] No errors
  - ^ *\[ERROR\] Found [1-9]
gradle [BUILD |FAILURE] : BUILD FAILED in 1s
  + ^BUILD SUCCESSFUL\b
  - ^BUILD FAILED\b|^FAILURE: Build\x20
maven [BUILD|[ERROR]] : [INFO] BUILD FAILURE
  + ^\[INFO\] BUILD SUCCESS$
  - ^\[(?:INFO|ERROR)\] BUILD FAILURE$|^\[ERROR\]\x20
sbt [[success]|[error]] : [error] x
  + ^\[success\]\x20
  - ^\[error\]\x20
dotnet (any) [Build |: error |assed! |ailed! |Test Run] : Failed!  - Failed:     1, Passed:     1
  + ^\s*Build succeeded(?:\.| in )|^\s*Passed! +-\x20|^Test Run Successful\.
  - ^\s*Build FAILED\.|: error (?:CS|MSB|NU|FS|BC)\d+:|^\s*Failed! +-\x20|^Test Run Failed\.|^Build failed with\x20
swift (end) [Executed|Test run|Build complete|.swift:|SUCCEEDED|FAILED] : → Executed 2 tests, with 1 failure (0 unexpected) in 0.1 seconds
  + ^\s*Executed [1-9]\d* tests?, with 0 failures|^✔ Test run with [1-9]\d* tests? .*passed|^Build complete!|^\*\* \w+ SUCCEEDED \*\*
  - ^\s*Executed \d+ tests?, with [1-9]\d* failures?|^✘ Test run with\x20|\.swift:\d+:\d+: error:\x20|^\*\* \w+ FAILED \*\*
flutter [tests passed|tests failed|issues found|issue found] : Some tests failed.
  + : All tests passed!$|^All tests passed!$|^No issues found!
  - : Some tests failed\.$|^Some tests failed\.$|^[1-9]\d* issues? found\.
zig [tests passed|skipped;] : 1 passed; 0 skipped; 1 failed.
  + ^All [1-9]\d* tests passed\.$
  - ^\d+ passed; \d+ skipped; [1-9]\d* failed\.$
ctest (end) [tests passed|tests FAILED|PASSED|FAILED|test cases] : 50% tests passed, 1 tests failed out of 2
  + ^100% tests passed, 0 tests failed out of [1-9]|^\[ {2}PASSED {2}\] [1-9]|^All tests passed \(\d+ assertions?
  - ^\d+% tests passed, [1-9]\d* tests? failed|^The following tests FAILED:|^\[ {2}FAILED {2}\]\x20|^test cases: .*\| [1-9]\d* failed
bazel [Build |Executed|FAILED|ERROR: ] : FAILED: Build did NOT complete successfully
  + ^INFO: Build completed successfully|^Executed \d+ out of \d+ tests?: \d+ tests? pass(?:es)?\.$
  - ^(?:ERROR|FAILED): Build did NOT complete|^\/\/\S+ +FAILED|^ERROR:\x20
make [***|build stopped|FAILED:|error: ] : make: *** [Makefile:3: test] Error 1
  - ^(?:g?make|ninja)(?:\[\d+\])?: (?:\*\*\* |build stopped)|^FAILED: \S+\.o\b|^\S+\.(?:c|cc|cpp|cxx|h|hpp|m):\d+:\d+: (?:fatal )?error:\x20
npm [npm |ELIFECYCLE|ERR|error Command|exited with code] : npm error code 1
  - ^npm (?:ERR!|error)\x20|^\s*ELIFECYCLE\b|^ ?ERR_PNPM_|^ ERROR {2}|^error Command failed with exit code|^error: script "[^"]*" exited with code
  < \bmissing script:|\bERR_PNPM_NO_SCRIPT\b|^error Command "[^"]*" not found
vite (end) [uilt in |uild failed|during build|[vite] : error during build:
  + ^✓ built in [\d.]+\s?m?s|^(?:\S+ )?✨ Built in\x20
  - ^(?:✗|x|error) ?(?:Build failed|during build)|^\[vite(?::[\w-]+)?\] .*(?:[Ee]rror|failed)|^error during build:
next (end) [(Static)|(SSG)|(ISR)|(Dynamic)|(Server)|(SSR)|Failed to compile|Type error|build worker|> Build|⨯] : Failed to compile.
  + ^\s*[○●ƒλ] {1,3}\((?:Static|SSG|ISR|Dynamic|Server|SSR)\)\x20
  - ^Failed to compile\.?$|^Type error:\x20|^Next\.js build worker exited with code: [1-9]|^> Build (?:error occurred|failed)|^\s*⨯\x20
webpack [ompiled |ERROR in|Failed to compile] : webpack 5.0.0 compiled with 1 error in 3 ms
  + ^webpack [\d.]+ compiled (?:successfully|with [1-9]\d* warnings?) in\x20|^Compiled (?:successfully\.|with warnings\.)$
  - ^webpack [\d.]+ compiled with [1-9]\d* errors?|^ERROR in\x20|^Failed to compile\.$
rollup (end) [created |[!] ] : [!] RollupError: x
  + ^created \S+.* in [\d.]+m?s$
  - ^\[!\]\x20
tsup (end) [Build |dts build] : ESM Build failed
  + \bBuild success in\x20
  - \bBuild failed$|^Error: error occurred in dts build
esbuild [Done in|[ERROR]|error] : ✘ [ERROR] x
  + ^\s*⚡ Done in\x20
  - ^\s*✘ \[ERROR\]\x20|^[1-9]\d* errors?$
astro [[build]|errors|error|[ERROR]] : - 1 error
  + \[build\] Complete!$|^- 0 errors$
  - ^\[ERROR\]\x20|^- [1-9]\d* errors?$
angular [bundle generation|[ERROR]|Error: src] : ✘ [ERROR] x
  + ^Application bundle generation complete\.
  - ^(?:✘|X) \[ERROR\]\x20|^Error: src\/
turbo [Tasks:|Failed:|run failed] :  Failed:    web#build
  + ^\s*Tasks: +(\d+) successful, \1 total
  - ^\s*Failed: +\S+#|^\s*ERROR {2}run failed
nx [NX|Successfully ran|Running target|Ran target] :  NX   Running target build for 2 projects failed
  + ^\s*(?:>|NX) +(?:NX +)?Successfully ran targets?\x20
  - ^\s*(?:>|NX) +(?:NX +)?(?:Ran targets? .* failed|Running targets? .* failed)
docker (end) [naming to|exporting|Successfully|ERROR|failed to solve|non-zero] : ERROR: failed to solve: x
  + ^(?:#\d+ )?(?: ?=> )*(?:naming to |exporting to image)|^Successfully (?:built|tagged)\x20
  - ^(?:ERROR: |failed to solve: )|^#\d+ ERROR:\x20|^ > ERROR\x20|returned a non-zero code:\x20
shellcheck [ line |SC|DL] : In a.sh line 1:
  - ^In \S+ line \d+:$|\(SC\d{4}\)|\[SC\d{4}\]|^\S+:\d+ (?:DL|SC)\d{4}\x20
terraform [Success!|Error:] : │ Error: x
  + ^Success! The configuration is valid
  - ^(?:│ )?Error:\x20
helm [chart(s)] : Error: 1 chart(s) linted, 1 chart(s) failed
  + \b0 chart\(s\) failed
  - \b[1-9]\d* chart\(s\) failed
assert (weak) [ERR_ASSERTION] :     code: 'ERR_ASSERTION',
  - ^\s+code: 'ERR_ASSERTION',?$
somebody (weak)
  + ^\W*all (?:\d+ )?(?:tests|checks|specs) (?:have )?pass(?:ed)?\b\W*$
  - ^Traceback \(most recent call last\):$|^(?:Uncaught )?\w*(?:Error|Exception):\x20|^(?:error|fatal)(?:\[\w+\])?:\x20
  - \b[1-9]\d* (?:tests?|checks?|specs?) failed\b|^\s*(?:❌|✗|✘|✖)\x20
`;

export interface ToolSpeech {
  readonly tool: string;
  readonly passed: RegExp | undefined;
  readonly failed: RegExp | undefined;
  /** With this in the output it says nothing. */
  readonly unless: RegExp | undefined;
  readonly hiddenBy: 'end' | 'any' | undefined;
}

/** What may keep a tool's failure from being seen. */
export interface ToolFailure extends Pick<ToolSpeech, 'hiddenBy'> {
  /** What it prints of one, at the least. */
  readonly fails: string | undefined;
}

const headOfRow = /^([\w -]+?)(?: \((\w+)\))?(?: \[.*?\])?(?: : (.*))?$/u;

/** The tools that may have spoken in an output (or whoever anybody may be), in the order in which they are told. Only their patterns are made: that is what takes time. */
export function toolsHeardIn(text: string, isWeak = false): ToolSpeech[] {
  return rowsOf(table).flatMap((row) => {
    const [head = '', ...lines] = row.split('\n');
    if (head.includes('(weak)') !== isWeak) return [];
    const cues = head.includes('[') ? head.slice(head.indexOf('[') + 1, head.indexOf('] : ')).split('|') : undefined;
    if (cues?.some((word) => text.includes(word)) === false) return [];
    const [, tool = '', mark] = headOfRow.exec(head) ?? [];
    const pattern = (sign: string): RegExp | undefined => {
      const all = lines.flatMap((line) => (line.startsWith(`  ${sign} `) ? [line.slice(4)] : []));
      return all.length === 0 ? undefined : new RegExp(all.join('|'), isWeak || sign === '<' ? 'imu' : 'mu');
    };
    return [{ tool, passed: pattern('+'), failed: pattern('-'), unless: pattern('<'), hiddenBy: hiddenBy(mark) }];
  });
}

/** How a tool tells of a failure; undefined for one that is not in the table. */
export function failureOf(tool: string): ToolFailure | undefined {
  for (const row of rowsOf(table)) {
    const [, name, mark, fails] = row.startsWith(tool) ? (headOfRow.exec(row.split('\n', 1)[0] ?? '') ?? []) : [];
    if (name === tool) return { fails: fails?.replaceAll('→', '\t'), hiddenBy: hiddenBy(mark) };
  }
  return undefined;
}

function rowsOf(text: string): string[] {
  return text.trim().split(/\n(?! )/u);
}

function hiddenBy(mark: string | undefined): ToolSpeech['hiddenBy'] {
  return mark === 'end' || mark === 'any' ? mark : undefined;
}

/** Programs that say nothing when they pass, and something when they do not. */
export const silentWhenGood =
  /^(?:tsc|vue-tsc|eslint|stylelint|flake8|shellcheck|hadolint|actionlint|yamllint|gofmt|xmllint|go (?:vet|build)|node --check|rustfmt|python3? -m (?:py_compile|compileall)|(?:npx |pnpm exec |yarn |bunx |\.\/node_modules\/\.bin\/)(?:-y |--yes |--no-install )?(?:tsc|vue-tsc|eslint|stylelint))(?= |$)/u;

/** Words of which a command that checks something has one; so quick that every hook can ask. */
export const mayCheck =
  /test|spec|check|lint|build|types?\b|typing|verify|validate|compile|clippy|coverage|analyze|\b(?:tsc|vet|e2e|ci|unit|integration|make|just|task|rake|jest|mocha|ava|tap|tape|tox|nox|mypy|pyright|flake8|bandit|rubocop|standardrb|phpstan|psalm|phpcs|pest|ninja|mvnw?|gradlew?|sbt|detekt|webpack|rollup|rolldown|esbuild|tsup|biome|prettier|ruff|black|rustfmt|isort|gofmt|playwright|cypress|pre-commit|bats|knip|attw|vale|credo|dialyzer|t)\b/u;
