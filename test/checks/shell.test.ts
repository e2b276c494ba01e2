// What a command's exit code proves, in a table; and real bash agrees with every row, whichever of its programs fail.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readShell } from '../../src/checks/shell.ts';
import { fc } from '../drawn.ts';
import { endsFor } from '../patience.ts';
import { times } from '../share.ts';
import { allTrials, liesAbout, runInBash } from './real-bash.ts';

/** A command, and the calls that must have succeeded if it ended with 0, as they were typed. Undefined: nothing is said. */
const known: readonly (readonly [command: string, proven: readonly string[] | undefined])[] = [
  ['a', ['a']],
  ['a x "y z"', ['a x "y z"']],
  ['  a  ', ['a']],
  ['a;', ['a']],
  ['a && b', ['a', 'b']],
  ['a&&b&&c', ['a', 'b', 'c']],
  ['a || b', []],
  ['a || true', []],
  ['a && b || c', []],
  ['a || b && c', []],
  ['a; b', ['b']],
  ['a ; b && c', ['b', 'c']],
  ['a\nb', ['b']],
  ['a\n\n\nb\n', ['b']],
  ['a &', []],
  ['a & b', ['b']],
  ['a & wait', ['wait']],
  ['a && b &', []],
  ['a | b', ['b']],
  ['a | b | c', ['c']],
  ['a |& b', ['b']],
  ['a | tee log', ['tee log']],
  ['a 2>&1 | tail -5', ['tail -5']],
  ['a | b && c', ['b', 'c']],
  ['a | b || c', []],
  ['! a', []],
  ['! a && b', ['b']],
  ['a && ! b', ['a']],
  ['set -o pipefail; a | b', ['a', 'b']],
  ['set -o pipefail\na | b | c', ['a', 'b', 'c']],
  ['set -e; a; b', []],
  ['set -e\na\nb\nc', []],
  ['set -euo pipefail; a; b | c', ['b', 'c']],
  ['set -eu -o pipefail; a | b; c', []],
  ['set -o errexit; a; b', []],
  ['set -x; a; b', []],
  ['set -e; a || b; c', []],
  ['set -e; a | b; c', []],
  ['set -e; a & b', []],
  ['bash -c "a"', ['a']],
  ['bash -lc "a && b"', ['a', 'b']],
  ["sh -c 'a; b'", ['b']],
  ['bash -lc "a | b"', ['b']],
  ['bash -c "set -e; a; b" && c', ['c']],
  [`bash -c "bash -c 'a && b'"`, ['a', 'b']],
  ['bash -c "bash -c \\"a x\\""', ['a x']],
  ['bash -c "a" || b', []],
  ['bash -c "a" | b', ['b']],
  ["bash -c 'a || b'", []],
  ['a > log', ['a']],
  ['a >log 2>&1', ['a']],
  ['a 2>/dev/null', ['a']],
  ['a &> log', ['a']],
  ['a &>> log && b', ['a', 'b']],
  ['a >| log', ['a']],
  ['a < /dev/null', ['a']],
  ['a </dev/null >log 2>&1 && b', ['a', 'b']],
  ['>log a', ['a']],
  ['a 2>&1 && b', ['a', 'b']],
  ['a >&2', ['a']],
  ['CI=1 a', ['a']],
  ['CI=1 X="y z" a --flag', ['a --flag']],
  ['env CI=1 a', ['a']],
  ['env X=1 Y=2 a x', ['a x']],
  ['timeout 5 a', ['a']],
  ['timeout -k 5s 10s a x', ['a x']],
  ['nice -n 5 a', ['a']],
  ['time a', ['a']],
  ['time -p a && b', ['a', 'b']],
  ['command a', ['a']],
  ['CI=1 timeout 9 env X=1 nice a', ['a']],
  ['a # || true', ['a']],
  ['# first\na', ['a']],
  ['a#b', ['a#b']],
  ['a "# no comment" && b', ['a "# no comment"', 'b']],
  ['a "&& b || c; d"', ['a "&& b || c; d"']],
  ["a '| b'", ["a '| b'"]],
  ['a \\; b', ['a \\; b']],
  ['a \\\n  x && b', ['a x', 'b']],
  ['(a)', ['a']],
  ['(a; b)', ['b']],
  ['(a && b) ', ['a', 'b']],
  ['(a) || b', undefined],
  ['a && (b; c)', undefined],
  ['a $(b)', undefined],
  ['a "$(b)"', undefined],
  ['a `b`', undefined],
  ['a $HOME "$HOME"', ['a $HOME "$HOME"']],
  ['a <<EOF\nb\nEOF', undefined],
  ['a <<< b', undefined],
  ['if a; then b; fi', undefined],
  ['for x in 1 2; do a; done', undefined],
  ['while a; do b; break; done', undefined],
  ['{ a; b; }', undefined],
  ['[[ -n x ]] && a', undefined],
  ['f() { a; }; f', undefined],
  ['case x in x) a;; esac', undefined],
  ['a "open', undefined],
  ["a 'open", undefined],
  ['cd sub && a', ['a']],
  ['cd sub; a', ['a']],
  ['bash -o pipefail -c "a | b"', ['a', 'b']],
  ["bash -euo pipefail -c 'a | b'", ['a', 'b']],
  ["bash -o errexit -c 'a; b'", undefined],
  ["bash -c 'set -o pipefail; a | b'", ['a', 'b']],
  ["bash -o pipefail -c 'a' | b", ['b']],
  [`a | b; exit \${PIPESTATUS[0]}`, ['a']],
  [`a | b; exit "\${PIPESTATUS[0]}"`, ['a']],
  [`c && a | b; exit \${PIPESTATUS[0]}`, ['c', 'a']],
  [`c | d && a | b; exit \${PIPESTATUS[0]}`, []],
  [`c || a | b; exit \${PIPESTATUS[0]}`, []],
  [`! a | b; exit \${PIPESTATUS[0]}`, []],
  [`a | b & exit \${PIPESTATUS[0]}`, []],
  [`a | b\nexit \${PIPESTATUS[0]}`, ['a']],
  ['a | b; exit $?', ['b']],
  ['a > log; exit $?', ['a']],
  [`a | b; test \${PIPESTATUS[0]} -eq 0`, ['a', `test \${PIPESTATUS[0]} -eq 0`]],
  [`a | b; [ \${PIPESTATUS[0]} -eq 0 ] && c`, ['a', `[ \${PIPESTATUS[0]} -eq 0 ]`, 'c']],
  [`a | b; [ \${PIPESTATUS[0]} -eq 0 ] || c`, []],
  [`a | b; ! [ \${PIPESTATUS[0]} -eq 0 ]`, []],
  [`a | b; exit \${PIPESTATUS[0]}; c`, []],
  [`exit 0; a | b; exit \${PIPESTATUS[0]}`, []],
  [`a | b; exit \${PIPESTATUS[0]} && c`, []],
  ['timeout -s KILL 5 a', ['a']],
  ['timeout --signal=TERM 9 a | b', ['b']],
  ['', []],
  ['# nothing', []],
];

/** Commands that end with 0 although something in them failed or never ran. Saying nothing about them is right; a lie is not. */
const treacherous: readonly string[] = [
  ...['a; set -e; b', 'set -e; a && b; c', 'set -e; set +e; a; b', 'set -e | true; a; b', 'set -e & a; b'],
  ...[
    'set -- -e; a; b',
    'set x -e; a; b',
    'set -e; a | b; set -o pipefail; c',
    'set -o pipefail; set +o pipefail; a | b',
  ],
  ...['set -e; ! a; b', 'set -e; a && b && c; d', 'set -e; cd sub && a; b', 'false && set -e; a; b'],
  ...['! a | b', 'set -o pipefail; ! a | b', '! a | b | c', 'time ! a'],
  ...[
    'exit 0; a',
    'exit; a',
    'a && exit 0; b',
    '[ -d sub ] && exit 0; a',
    'bash -c "exit 0; a"',
    'exec a; b',
    'exec a && b',
  ],
  ...['a || exit 0; b', 'trap "exit 0" EXIT; a', 'set -e; exit 0; a', 'a; exit 0'],
  ...['a # all \\\nb', 'a \\\\\nb', 'a |\\\n| b', 'a &\\\n& b', "a $'\\' ; b #' ; c"],
  ...['bash -nc "a"', 'a >&- && b', 'a 2>&- || b', 'a <&- ; b', 'a & b &', 'a && b & c', 'a || b; c'],
  ...['a 2>& 1 | b', 'a &>log | b', 'a 2>&1|b', 'a || b | c', 'a\n|| b', 'a; # x\nb', 'eval "exit 0"; a'],
];

describe('what an exit code of 0 proves', () => {
  test('the table is long enough', () => assert.ok(known.length >= 60, `${known.length} rows`));
  for (const [command, proven] of known)
    test(JSON.stringify(command), () =>
      assert.deepEqual(
        readShell(command)?.proven.flatMap(({ typed }) => (typed.startsWith('set ') ? [] : [typed])),
        proven,
      ),
    );
  test('real bash agrees with each row, and can end it with 0', () => {
    const trials = known.flatMap(([row]) => allTrials(row));
    const ended = runInBash(trials);
    assert.deepEqual(liesAbout(trials, ended), []);
    const ends = new Set(trials.filter((_, index) => ended[index]?.exit === 0).map(({ command }) => command));
    assert.deepEqual(
      known.map(([row]) => row).filter((row) => !ends.has(row)),
      ['a#b', 'a "open', "a 'open"],
    );
  });
  const lies = liesAbout(treacherous.flatMap(allTrials));
  for (const command of treacherous)
    test(`nothing untrue about ${JSON.stringify(command)}`, () =>
      assert.deepEqual(
        lies.filter((lie) => lie.startsWith(`${JSON.stringify(command)} ended`)),
        [],
      ));
});

describe('where it ran', () => {
  const folders = (command: string): readonly (readonly [string, string])[] | undefined =>
    readShell(command)?.calls.map(({ typed, folder }) => [typed, folder] as const);
  for (const [command, expected] of [
    ['a', [['a', '']]],
    ['cd sub && a', [['a', 'sub']]],
    ['cd sub && cd deep && a', [['a', 'sub/deep']]],
    ['cd sub; cd /tmp; a', [['a', '/tmp']]],
    [
      'a && cd "my app" && b',
      [
        ['a', ''],
        ['b', 'my app'],
      ],
    ],
    ['bash -c "cd sub && a"', [['a', 'sub']]],
    ['cd sub && bash -lc "a"', [['a', 'sub']]],
    ['cd sub && bash -lc "cd deep && a"', [['a', 'sub/deep']]],
  ] as const)
    test(command, () => assert.deepEqual(folders(command), expected));
  test('what went to a folder in a way we do not follow is not told as if it had stayed', () => {
    for (const command of ['pushd sub && a', 'cd - && a', 'cd sub && a && cd - && b', 'cd sub && cd .. && b']) {
      const last = readShell(command)?.calls.at(-1);
      const isTold =
        last === undefined || (command.startsWith('pushd') ? last.folder === 'sub' : !last.folder.includes('-'));
      assert.ok(isTold, `${command}: ${JSON.stringify(last)}`);
    }
    assert.equal(readShell('cd sub && cd .. && b')?.calls.at(-1)?.folder.replace(/^\.$/u, ''), '');
  });
});

describe('any text at all', () => {
  const pieces = fc.constantFrom(
    ...[
      'a',
      ' ',
      '"',
      "'",
      '\\',
      '`',
      '$',
      '$(',
      '(',
      ')',
      '{',
      '}',
      ';',
      '&',
      '&&',
      '|',
      '||',
      '\n',
      '<',
      '<<',
      '>',
      '#',
    ],
    ...['2>&1', 'set -e', 'bash -c ', 'cd ', 'time ', 'env ', '=', '!', '\r', '\t', '\0', 'é', '👩‍👩‍👧', '\uD800', '…'],
  );
  test('also with names of things that every object has', () => {
    for (const name of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])
      assert.deepEqual(
        readShell(`${name} x`)?.calls.map(({ words }) => words),
        [[name, 'x']],
      );
  });
  test('gives an answer', () => {
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (command) => {
        const reading = readShell(command);
        for (const call of reading?.proven ?? []) {
          assert.ok(reading?.calls.includes(call), 'what is proven is one of the calls');
          assert.ok(call.words.length > 0);
        }
      }),
      { numRuns: times(2000) },
    );
  });
  for (const piece of [
    ...['a', 'a ', '"', "'", '\\', '"a"', 'a;', 'a&&', 'a|', '\n', 'time ', 'A=b ', '((', '$', '$(', '"$', '<', '>a '],
  ].concat(['"\\', "a'b'", 'bash -c "', 'cd a;', '! ', '#', '&', '2>&1 ', 'a\\\n', '{ ', 'a||']))
    test(`300 KB of ${JSON.stringify(piece)} comes to an end`, () => {
      endsFor(() => readShell(piece.repeat(Math.ceil(100_000 / piece.length))));
    });
});
