// Ordinary text is left alone: at most one line in a hundred is suspected, of made lines and of real ones.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findSecrets } from '../../src/secrets/secrets.ts';
import { some } from '../share.ts';
import { codeTemplates } from './benign-code.ts';
import { linesOf } from './benign-lines.ts';
import { textTemplates } from './benign-text.ts';

const most = 0.01;

function suspected(context: TestContext, what: string, lines: readonly string[]): void {
  const alarms = lines.filter((line) => findSecrets(line).length > 0);
  const rate = alarms.length / lines.length;
  context.diagnostic(`${what}: ${alarms.length} of ${lines.length} lines suspected, ${(100 * rate).toFixed(3)} %`);
  const first = alarms.slice(0, 20).map((line) => `${findSecrets(line)[0]?.rule}: ${line.slice(0, 200)}`);
  assert.ok(rate <= most, `${(100 * rate).toFixed(2)} % of ${what} suspected:\n${first.join('\n')}`);
}

test('made lines of code, configuration, logs and prose', (context) => {
  const lines = linesOf([...codeTemplates, ...textTemplates], 30);
  assert.ok(lines.length >= 5000, `${lines.length} distinct lines`);
  suspected(context, 'made lines', lines);
});

test('no template as a whole is suspected', () => {
  for (const template of [...codeTemplates, ...textTemplates]) {
    const lines = linesOf([template], 20);
    const alarms = lines.filter((line) => findSecrets(line).length > 0);
    assert.ok(alarms.length <= lines.length / 4, `${template}: ${alarms[0]}`);
  }
});

test('real lines of the packages installed here', (context) => {
  const seen = new Set<string>();
  const packages = join(import.meta.dirname, '..', '..', 'node_modules');
  const files = readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:d\.ts|js|cjs|mjs|ts|md|json)$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of some(files, 4)) {
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (line.trim().length > 3) seen.add(line.slice(0, 2000));
  }
  const all = [...seen];
  const step = Math.max(1, Math.floor(all.length / 20_000));
  const lines = all.filter((_, index) => index % step === 0).slice(0, 20_000);
  assert.ok(lines.length >= 10_000, `${lines.length} lines`);
  suspected(context, 'real lines', lines);
});
