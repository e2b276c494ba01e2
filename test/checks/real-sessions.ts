// Check calls of real recorded sessions, by their forms: how they were called, in which words the tool told how it went (in its stock words;
// names, paths and figures are ours), what was true as a person read it in the whole output, and how many calls had this form. The truth
// was written down before the table of tools was tried on them.

export interface Form {
  readonly times: number;
  readonly command: string;
  readonly output: string;
  readonly truth: 'passed' | 'failed' | 'unknown';
  readonly exit?: number;
  readonly isInBackground?: boolean;
}

export interface RealSession {
  readonly name: string;
  readonly from: string;
  /** Whether the table was made with these. */
  readonly isTuned: boolean;
  readonly forms: readonly Form[];
}

type Row = readonly [times: number, truth: Form['truth'], command: string, output: string, more?: Partial<Form>];
const forms = (rows: readonly Row[]): Form[] =>
  rows.map(([times, truth, command, output, more]) => ({ times, truth, command, output, ...more }));
const failedSuite =
  'FAIL test/a.test.js\n  ● Test suite failed to run\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\nSnapshots:   0 total';
const header = (script: string): string => `\n> app@1.0.0 build\n> ${script}\n`;
const lastOfNext = '  24 |   middleware,\n  25 |   next\nNext.js build worker exited with code: 1 and signal: null';
const compiled = ' ✓ Compiled successfully in 2.0s\n   Linting and checking validity of types ...\n';

const november = forms([
  [3, 'failed', 'npm test -- test/a.test.js 2>&1 | head -200', failedSuite],
  [2, 'failed', 'npm test -- test/a.test.js 2>&1 | tail -100', failedSuite],
  [
    1,
    'failed',
    'npm test -- test/a.test.js 2>&1 | head -150',
    `${header('jest test/a.test.js')}● Validation Error:\n\n  Option: x`,
  ],
  [
    2,
    'failed',
    'npm test -- a 2>&1 | grep -E "PASS|FAIL|✓|✕|Tests:" | head -30',
    'FAIL test/a.test.js\nTests:       19 failed, 4 passed, 23 total',
  ],
  [
    3,
    'failed',
    'npm test -- a 2>&1 | grep -A 10 "one test"',
    '      ✕ one test (2 ms)\n      ✓ another (1 ms)\n  ● group › one test',
  ],
  [
    1,
    'failed',
    'npm test -- a 2>&1 | grep -E "PASS|FAIL|Tests:" | head -5',
    'FAIL test/a.test.js\nTests:       0 total',
  ],
  [
    1,
    'failed',
    'npm test 2>&1 | tail -100',
    '  ● group › one test\n\nTest Suites: 31 failed, 31 total\nTests:       14 failed, 42 passed, 56 total',
  ],
  [1, 'passed', 'npm test -- a 2>&1 | grep -E "Tests:"', 'Tests:       31 passed, 31 total'],
  [
    2,
    'passed',
    'npm test -- test/a/ 2>&1 | grep -E "Test Suites:|Tests:" | tail -5',
    'Test Suites: 4 passed, 4 total\nTests:       106 passed, 106 total',
  ],
  [
    2,
    'passed',
    'npm test -- a 2>&1 | tail -20',
    '      ✓ one test (2 ms)\n\nTest Suites: 1 passed, 1 total\nTests:       31 passed, 31 total\nTime:        3.604 s',
  ],
  [
    1,
    'passed',
    'echo "Passing:" && npm test -- a 2>&1 | grep "Tests:" && grep "^###" tasks.md',
    'Passing:\nTests:       106 passed, 106 total\n### 4',
  ],
  [2, 'passed', 'npm test -- a --verbose', 'Tests:       9 passed, 9 total'],
  [1, 'failed', 'npm test -- a 2>&1', failedSuite, { exit: 1 }],
  [
    1,
    'failed',
    'npx tsc --noEmit src/a.js --allowJs --checkJs 2>&1 | head -20',
    "src/a.js(143,11): error TS2353: Object literal\nsrc/b.ts(2,1): error TS2802: Type 'x'",
  ],
  [
    1,
    'failed',
    'cd web && npm run build 2>&1 | tail -20',
    "../src/a.ts(42,15): error TS6059: File 'x' is not under 'rootDir'\n  The file is in the program because:",
  ],
  [
    1,
    'failed',
    'rm -rf dist && npm run build 2>&1 | grep -E "error|success|✓" || echo "Build completed"',
    "error TS5055: Cannot write file 'x'",
  ],
  [
    1,
    'failed',
    'rm -rf dist && npm run build 2>&1 | tail -5',
    "  The file is in the program because:\n    Imported via './a.js'",
  ],
  [
    2,
    'failed',
    'rm -rf dist && npm run build 2>&1 | tail -20',
    `${header('tsc && shx chmod +x dist/*.js')}chmod: File not found: dist`,
  ],
  [3, 'passed', 'cd web && npm run build 2>&1 | tail -30', header('tsc && shx chmod +x dist/*.js')],
  [1, 'passed', 'npx tsc 2>&1 | tail -30', ''],
  [1, 'passed', 'cd web && npx tsc 2>&1 | grep -E "error TS|✓|$" | head -20', ''],
  [3, 'failed', 'npm run build', 'src/a.ts(125,5): error TS2353: Object literal', { exit: 2 }],
  [1, 'passed', 'npm run build', header('tsc')],
  [2, 'passed', 'node --check a.js', ''],
  [
    1,
    'failed',
    'cd web && npm run build 2>&1 | head -30',
    `${header('next build')}${compiled}\nFailed to compile.\n\nType error: x`,
  ],
  [14, 'failed', 'cd web && npm run build 2>&1 | tail -15', lastOfNext],
  [
    2,
    'failed',
    'cd web && npm run build 2>&1 | grep -A5 "Compiled successfully\\|Failed to compile" | head -15',
    `${compiled}--\nFailed to compile.`,
  ],
  [
    2,
    'failed',
    'cd web && npm run build 2>&1 | grep -E "(Compiled successfully|Failed to compile)" | head -2',
    ' ✓ Compiled successfully in 2.3s\nFailed to compile.',
  ],
  [
    1,
    'failed',
    'cd web && npm run build 2>&1 | tail -10',
    '> Build error occurred\n[Error: Failed to collect page data]',
  ],
  [
    1,
    'passed',
    'cd web && npm run build 2>&1 | tail -5',
    '  └ other shared chunks (total)  17.4 kB\n\n○  (Static)  prerendered as static content',
  ],
  [2, 'passed', 'npm run build', '✓ built in 9.16s'],
  [1, 'passed', 'npm run build 2>&1 | tail -20', 'dist/a.js  438.72 kB │ gzip: 139.78 kB\n✓ built in 4.75s'],
  [1, 'unknown', 'npm run lint 2>&1 | grep -A 5 "src/a" || echo "No linting issues found"', 'No linting issues found'],
  [2, 'unknown', 'npx tsc --noEmit 2>&1 | grep "src/a" || echo "No errors found"', 'No errors found'],
  [2, 'unknown', 'npm run build && cd web && ./restart', '', { isInBackground: true }],
  [
    1,
    'unknown',
    'npm run build 2>&1 | tail -20',
    'npm error Missing script: "build"\nnpm error\nnpm error To see a list of scripts, run:',
  ],
]);

const autumn = forms([
  [12, 'passed', 'cd web && npm run build', '✓ built in 4.36s'],
  [2, 'passed', 'npm run build', 'Running NodejsNpmBuilder:CopySource'],
  [1, 'passed', 'node --check a.js', ''],
  [1, 'passed', 'npm run lint 2>&1 | grep -E "(error|✖)"', '✖ 29 problems (0 errors, 29 warnings)'],
  [
    1,
    'passed',
    'npm run build 2>&1 | tail -5',
    '  └ other shared chunks (total)    17 kB\n\n○  (Static)  prerendered as static content',
  ],
  [1, 'passed', 'cd web && npm run build 2>&1 | tail -5', 'dist/a.js  438.72 kB │ gzip: 139.78 kB\n✓ built in 4.35s'],
  [
    1,
    'passed',
    "NODE_OPTIONS='--experimental-vm-modules' npx jest a --silent 2>&1 | tail -20",
    'PASS tests/a.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       4 passed, 4 total',
  ],
  [2, 'failed', 'npm run build', '✗ Build failed in 2.19s\nerror during build:', { exit: 1 }],
  [2, 'failed', 'npx tsc --noEmit --skipLibCheck', 'a.tsx(231,17): error TS2345: Argument', { exit: 2 }],
  [2, 'failed', 'npm run build', `${compiled}\nFailed to compile.`, { exit: 1 }],
  [1, 'failed', 'npm run lint', '✖ 30 problems (1 error, 29 warnings)', { exit: 1 }],
  [1, 'failed', 'npm run build 2>&1 | head -20', `${header('next build')}${compiled}Failed to compile.`],
  [
    1,
    'failed',
    'npm run build 2>&1 | grep -E "(Error|error|Failed)" | head -10',
    "Failed to compile.\nType error: Argument of type 'x'",
  ],
  [1, 'failed', 'cd web && npm test 2>&1 | head -100', 'ℹ tests 12\nℹ pass 11\nℹ fail 1\n\n✖ failing tests:'],
  [
    1,
    'failed',
    'npm test -- a 2>&1 | head -100',
    `${header('jest a')}FAIL tests/a.test.js\n  ● Test suite failed to run`,
  ],
  [
    1,
    'failed',
    "NODE_OPTIONS='--experimental-vm-modules' npm test -- a 2>&1 | head -150",
    '● Validation Error:\n\n  Option: x',
  ],
  [1, 'failed', 'npx jest a 2>&1 | head -200', '          964 |       }\n          965 |     }'],
  [
    6,
    'failed',
    'npx jest a --silent 2>&1 | tail -40',
    '  ● group › one test\n\nTest Suites: 1 failed, 1 total\nTests:       18 failed, 30 passed, 48 total',
  ],
  [
    1,
    'failed',
    'npx jest a --silent 2>&1 | grep -E "(Tests:|Test Suites:)"',
    'Test Suites: 1 failed, 1 total\nTests:       7 failed, 41 passed, 48 total',
  ],
  [
    1,
    'failed',
    'npx jest b --silent 2>&1 | tail -20',
    'Test Suites: 1 failed, 1 total\nTests:       4 failed, 4 total',
  ],
  [2, 'unknown', 'npm run build 2>&1 | grep -E "(Error|Failed to compile)" | head -3', ''],
  [
    1,
    'unknown',
    'cd web && npm run build 2>&1 | head -50',
    Array.from({ length: 50 }, (_, at) => `dist/${at}.js  70.24 kB │ gzip:  19.60 kB`).join('\n'),
  ],
  [1, 'unknown', 'cd web && npm run build 2>&1 | tail -30', '(eval):cd:1: no such file or directory: web'],
]);

const winter = forms([
  [
    6,
    'passed',
    'cd api && pytest -v 2>&1',
    '============================== 6 passed in 1.30s ===============================',
  ],
  [
    4,
    'failed',
    'cd api && python -m pytest tests/test_a.py -v',
    'FAILED tests/test_a.py::A::b\n=== 16 failed, 34 passed in 1.81s ===',
    { exit: 1 },
  ],
  [3, 'passed', 'cd api && python -m py_compile src/a.py', ''],
  [2, 'passed', 'npm run build', '✓ built in 4.18s'],
  [10, 'passed', 'npm run build 2>&1 | tail -10', '✓ built in 843ms\nZip packing - "./dist" folder :\n  - Done.'],
  [
    1,
    'passed',
    'cd web && npm run build 2>&1 | head -40',
    `${header('vite build')}✓ built in 1.01s\nZip packing - "./dist" folder :`,
  ],
  [
    7,
    'passed',
    'npm run build 2>&1 | tail -3 && cp -r dist/* ../deployed/ && echo "Deployed"',
    '  - Preparing files.\n  - Creating zip archive.\n  - Done.\nDeployed',
  ],
  [4, 'passed', 'npm run build 2>&1 | grep -E "(✓|error)" | head -5', '✓ 29 modules transformed.\n✓ built in 774ms'],
  [
    2,
    'failed',
    'cd api && python -m pytest tests -v --tb=short 2>&1 | head -80',
    'E   AssertionError: assert 1 == 2\nE     - stuck',
  ],
  [
    2,
    'failed',
    'uv run pytest tests/ -v 2>&1 | tail -40',
    "ImportError while loading conftest 'tests/conftest.py'.\nE   ModuleNotFoundError: No module named 'a'",
  ],
  [
    6,
    'failed',
    'PYTHONPATH=src uv run pytest tests/ -v 2>&1 | tail -50',
    'FAILED tests/test_a.py::A::b\n=== 7 failed, 54 passed in 4.87s ===',
  ],
  [
    1,
    'failed',
    'cd api && python -m pytest a.py -v 2>&1 | grep -E "(PASSED|FAILED|ERROR)" | head -20',
    'a.py::A::b PASSED [  2%]\na.py::A::c FAILED [  6%]',
  ],
  [
    1,
    'passed',
    'python -m pytest a.py::A::b -v 2>&1 | tail -30',
    'a.py::A::b PASSED       [100%]\n\n=== 1 passed in 1.76s ===',
  ],
]);

export const realSessions: readonly RealSession[] = [
  {
    name: 'a dashboard, November',
    from: 'sessions of November 2025 in davidraehles/agentic-coding-framework',
    isTuned: true,
    forms: november,
  },
  {
    name: 'a dashboard, autumn',
    from: 'sessions of September and October 2025 in the same repository',
    isTuned: false,
    forms: autumn,
  },
  { name: 'a backend and a plugin', from: 'exported sessions in goodsch/brain_explore', isTuned: false, forms: winter },
];
