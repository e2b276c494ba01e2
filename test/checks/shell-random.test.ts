// Commands nobody thought of, run by the real bash: whenever one ends with 0, everything we call proven really ran and succeeded.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../drawn.ts';
import { liesAbout, type Program, programs, provenBy, runInBash, type Trial } from './real-bash.ts';

/** What a dialect adds to plain lists and pipes. */
interface Dialect {
  readonly what: string;
  readonly statements?: readonly string[];
  readonly wraps?: readonly ((inner: string) => string)[];
  readonly negates?: boolean;
}

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const double = (text: string): string => `"${text.replaceAll(/[\\"$`]/gu, '\\$&')}"`;

const dialects: readonly Dialect[] = [
  { what: 'lists, pipes, jobs and redirections' },
  { what: 'negation', negates: true },
  { what: 'options of the shell', statements: ['set -e', 'set -euo pipefail', 'set -o pipefail', 'set +e', 'set -x'] },
  { what: 'leaving early', statements: ['exit 0', 'exit', '[ -d sub ] && exit 0', 'exit 1', 'exec true'] },
  {
    what: 'a shell within a shell',
    wraps: [
      (inner) => `bash -c ${single(inner)}`,
      (inner) => `bash -c ${double(inner)}`,
      (inner) => `sh -c ${single(inner)}`,
      (inner) => `bash -c ${single(`set -e\n${inner}`)}`,
    ],
  },
  {
    what: 'what is too clever for us',
    statements: ['cd sub', 'cd sub && cd ..', 'wait', ': "$(true)"', '# a comment', 'true <<X\nb\nX\n'],
    wraps: [
      (inner) => `(${inner}\n)`,
      (inner) => `{ ${inner}\n}`,
      (inner) => `if true; then ${inner}\nfi`,
      (inner) => `for x in 1; do ${inner}\ndone`,
      (inner) => `: $(${inner}\n)`,
      (inner) => `: \`${inner}\n\``,
    ],
  },
];

const decorations: readonly ((name: string) => string)[] = [
  ...[(name: string) => name, (name: string) => name, (name: string) => name, (name: string) => `${name} >log 2>&1`],
  ...[(name: string) => `CI=1 ${name} "x && y"`, (name: string) => `env X=1 ${name}`, (name: string) => `time ${name}`],
  ...[
    (name: string) => `${name} &>log`,
    (name: string) => `timeout 9 ${name} -x`,
    (name: string) => `nice ${name} <log`,
  ],
  ...[(name: string) => `${name} 2>/dev/null '; #'`, (name: string) => `command ${name} \\\n  more`],
];

function commandsIn({ statements = [], wraps = [], negates = false }: Dialect): fc.Arbitrary<string> {
  const order = fc.shuffledSubarray([...programs], { minLength: 2, maxLength: 4 });
  const joint = fc.constantFrom(
    ' && ',
    ' && ',
    ' || ',
    ' | ',
    ' | ',
    '; ',
    '\n',
    ' & ',
    '&&',
    ' |& ',
    ' &&\n',
    '; # x\n',
  );
  const last = fc.constantFrom('', '', '', ';', '\n', ' &', ' # && false');
  return fc
    .tuple(
      order,
      fc.array(fc.tuple(joint, fc.nat(), fc.nat(9), fc.nat(9), fc.nat(9)), { minLength: 4, maxLength: 4 }),
      last,
    )
    .map(([names, choices, end]) => {
      const parts = names.map((name, index) => {
        const [, decoration = 0, negated = 9, wrapped = 9, said = 9] = choices[index] ?? [];
        const leaf = (decorations[decoration % decorations.length] ?? String)(name);
        const wrap = wraps.length > 0 && wrapped < 4 ? wraps[decoration % wraps.length] : undefined;
        const statement =
          statements.length > 0 && said < 5 ? `${statements[decoration % statements.length] ?? ''}\n` : '';
        // A statement can only stand where one may begin.
        const isStart = index === 0 || /^(?:; |\n| & )$/u.test(choices[index - 1]?.[0] ?? '');
        const inner = wrap === undefined ? leaf : wrap(leaf);
        return `${isStart ? statement : ''}${negates && negated < 4 ? '! ' : ''}${inner}`;
      });
      const body = parts.reduce((whole, part, index) => `${whole}${choices[index - 1]?.[0] ?? ''}${part}`);
      const [, choice = 0, , whole = 9] = choices[0] ?? [];
      const wrap = wraps.length > 0 && whole < 3 ? wraps[choice % wraps.length] : undefined;
      return (wrap === undefined ? body : wrap(body)) + end;
    });
}

function trialsIn(dialect: Dialect): fc.Arbitrary<Trial> {
  const failing: fc.Arbitrary<Program[]> = fc.subarray([...programs], { maxLength: 3 });
  return fc.record({ command: commandsIn(dialect), failing });
}

describe('random commands in the real bash', () => {
  for (const [index, dialect] of dialects.entries())
    test(`${dialect.what}: what is called proven happened`, (t) => {
      const trials = fc.sample(trialsIn(dialect), { numRuns: 60, seed: 20261115 + index });
      const ended = runInBash(trials);
      const meaningful = trials.filter(
        ({ command }, at) => ended[at]?.exit === 0 && provenBy(command).length > 0,
      ).length;
      t.diagnostic(`${trials.length} commands, ${meaningful} of them ended with 0 and prove something`);
      assert.ok(meaningful >= 3, `only ${meaningful} commands say anything`);
      assert.deepEqual(liesAbout(trials, ended).slice(0, 5), []);
    });
});
