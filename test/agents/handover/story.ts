// The session that the pages show: a small project, what a person asks in it, and what the scripted model does.
import type { Call, Turn } from '../scripted-model.ts';

const amountBefore = `/** Reads an amount as people write it, in cents. */
export function amount(text) {
  return Math.round(Number(text.trim()) * 100);
}
`;
const taxBefore = `/** The tax of an invoice, in cents. */
export function tax(lines, rate) {
  const sum = lines.reduce((all, line) => all + line.cents, 0);
  return Math.round(sum * rate);
}
`;
const amountTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount } from '../src/amount.js';

test('a plain amount', () => assert.equal(amount('12.50'), 1250));
`;

const manifest = {
  ...{ name: 'invoices', private: true, type: 'module' },
  scripts: { test: 'node --test --test-reporter=spec', lint: 'node --check src/tax.js && node --check src/amount.js' },
};

/** What was there before, commit by commit. */
export const history = [
  {
    at: '2026-06-08T09:12:00Z',
    subject: 'Begin with a package',
    files: { 'package.json': JSON.stringify(manifest, null, 2) },
  },
  { at: '2026-06-08T10:05:00Z', subject: 'Read amounts', files: { 'src/amount.js': amountBefore } },
  { at: '2026-06-08T10:31:00Z', subject: 'Test the amounts', files: { 'test/amount.test.js': amountTest } },
  { at: '2026-06-08T14:20:00Z', subject: 'Compute the tax of an invoice', files: { 'src/tax.js': taxBefore } },
  {
    at: '2026-06-09T08:44:00Z',
    subject: 'Add up an invoice',
    files: {
      'src/total.js': `import { tax } from './tax.js';

/** What the customer pays, in cents. */
export function total(lines, rate) {
  return lines.reduce((all, line) => all + line.cents, 0) + tax(lines, rate);
}
`,
      'test/total.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/total.js';

const lines = [{ cents: 245 }, { cents: 350 }, { cents: 405 }];

test('three lines with tax', () => assert.equal(total(lines, 0.19), 1190));
`,
    },
  },
  {
    at: '2026-06-09T09:03:00Z',
    subject: 'Say what this is for',
    files: {
      'README.md': '# Invoices\n\nReads invoices, computes their tax, and adds them up. All amounts are in cents.\n',
    },
  },
] as const;

export const board = `** NEXT Read amounts with a decimal comma
** TODO Round the tax on each line
   The tax office rounds every line. We round the sum.
   - [ ] src/tax.js
   - [ ] the totals that the tests expect
** TODO Say which line of a file cannot be read
** TODO Write invoices as CSV
`;

export const notes = [
  'Amounts are whole cents everywhere; floats only ever stand between reading and rounding.',
] as const;

const bash = (command: string, description: string): Turn => ({ call: 'Bash', input: { command, description } });

/** What a person asks, and what the model does about it; `folder` is where the project lies. */
export function talk(folder: string): { readonly prompts: readonly string[]; readonly script: readonly Turn[] } {
  const edit = (path: string, before: string, after: string): Call => ({
    call: 'Edit',
    input: { file_path: `${folder}/${path}`, old_string: before, new_string: after },
  });
  const read = (path: string): Call => ({ call: 'Read', input: { file_path: `${folder}/${path}` } });
  const line = "test('a plain amount', () => assert.equal(amount('12.50'), 1250));\n";
  return {
    prompts: [
      'Customers write amounts like 1.234,50 and we read nonsense. Please read them right.',
      'Good. Now round the tax on each line, the tax office wants it so.',
    ],
    script: [
      { calls: [read('src/amount.js'), read('test/amount.test.js')] },
      edit('src/amount.js', 'text.trim()', "text.trim().replace(',', '.')"),
      edit(
        'test/amount.test.js',
        line,
        `${line}test('a decimal comma', () => assert.equal(amount('12,50'), 1250));
test('dots between thousands', () => assert.equal(amount('1.234,50'), 123450));
`,
      ),
      bash('npm test 2>&1 | tail -20', 'Run the tests'),
      edit(
        'src/amount.js',
        `  return Math.round(Number(text.trim().replace(',', '.')) * 100);`,
        `  const written = text.trim();
  // Where there is a comma, dots only stand between thousands.
  const plain = written.includes(',') ? written.replaceAll('.', '').replace(',', '.') : written;
  return Math.round(Number(plain) * 100);`,
      ),
      bash('npm test 2>&1 | tail -20', 'Run the tests'),
      bash('git commit -qam "Read amounts with a decimal comma"', 'Commit'),
      { say: 'Amounts such as 1.234,50 are read right now, and that is committed.' },
      read('src/tax.js'),
      edit(
        'src/tax.js',
        `  const sum = lines.reduce((all, line) => all + line.cents, 0);
  return Math.round(sum * rate);`,
        '  return lines.reduce((all, line) => all + Math.round(line.cents * rate), 0);',
      ),
      bash('npm test 2>&1 | tail -20', 'Run the tests'),
      bash('npm run lint', 'Check the syntax'),
      {
        say: 'The tax is rounded on each line now, but it is not committed: test/total.test.js expects 1190, and rounded line by line it is 1191. I left that test alone, because nobody has confirmed yet that 1191 is what the tax office computes.',
      },
    ],
  };
}
