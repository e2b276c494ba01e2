// What other programs rely on is written down: a change of it is seen here, and told on the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTypes } from '../../tools/library-page.ts';
import { printApi, publicApi } from '../../tools/public-api.ts';
import { root } from '../sandbox.ts';

const api = publicApi(root);
const page = readFileSync(join(root, 'docs/library.md'), 'utf8');

test('the types of the library are those that are written down', () => {
  const written = readFileSync(join(root, 'test/api/public-types.txt'), 'utf8');
  assert.equal(printApi(api), written, 'If that is meant: `npm run docs:api`, and a line in CHANGELOG.md.');
});

test('the page names every export: each value with a sentence and an example, each type in the list', () => {
  const [, table = ''] = page.split('## Every export');
  const rows = [...table.matchAll(/^\| (`\w[^|]*) \| ([^|]+) \| `([^|]+)` \|$/gmu)];
  const told = rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name));
  const values = api.filter(({ isType, declaration }) => !isType && declaration.startsWith('export '));
  assert.deepEqual([...new Set(told)].toSorted(), [...new Set(values.map(({ name }) => name))].toSorted());
  for (const [, names = '', , example = ''] of rows)
    assert.ok(
      [...names.matchAll(/`(\w+)`/gu)].some(([, name = '']) => example.includes(name)),
      example,
    );
  assert.equal(withTypes(page, api), page, '`npm run docs:api` writes the list');
});

test('the page names every call of a sleeper', () => {
  const sleeper = api.find(({ name }) => name === 'AgentSleeper')?.declaration ?? '';
  const calls = [...sleeper.matchAll(/^ {4}(\w+)[(<]/gmu)].map(([, name = '']) => name);
  assert.equal(calls.length, 10);
  for (const name of calls) assert.match(page, new RegExp(`^\\| \`${name}\\(`, 'mu'), name);
});
