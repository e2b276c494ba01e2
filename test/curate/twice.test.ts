// The same sentence more than once, and a night of which one operation is refused: the rest lands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoChange } from '../../src/history/history.ts';
import { identityOf } from '../../src/memory/memory.ts';
import { sandbox } from '../sandbox.ts';
import { curate, filler, homeWith, memoryIn } from './homes.ts';

const at = '2026-05-02T10:00:00Z';
const lines = [
  { at, text: 'The office was loud.' },
  ...filler(0, 15),
  { at, text: 'The office was loud.' },
  { at, text: 'The editor is fine.' },
  ...filler(15, 5),
  { at, text: 'The editor is fine.' },
];

test('what stands there twice below one heading stands there once, where it stood first, and the undo is exact', async (t) => {
  const lived = await homeWith(sandbox(t), lines);
  const before = memoryIn(lived.at('10:00'));
  const { receipt } = await curate(lived.at('10:00'));
  assert.equal(receipt.message, '2 merged');
  const seen = new Set<string>();
  const once = before.split('\n').filter((line) => !line.startsWith('- ') || (!seen.has(line) && seen.add(line)));
  assert.equal(memoryIn(lived.at('10:00')), once.join('\n'));
  const { world, home } = lived.at('10:01');
  assert.equal((await undoChange(world, home, { wanted: receipt.id, agent: 'waldo', keep: 50 })).result, 'undone');
  assert.equal(memoryIn(lived.at('10:01')), before);
});

test('below two headings it stays twice', async (t) => {
  const [first, ...others] = lines.slice(0, 8);
  const lived = await homeWith(sandbox(t), [
    { at, heading: 'Never', text: 'Restart it by hand.' },
    ...(first === undefined ? [] : [first]),
    ...others,
    { at, heading: 'Always', text: 'Restart it by hand.' },
  ]);
  const before = memoryIn(lived.at('10:00'));
  await curate(lived.at('10:00'));
  assert.equal(memoryIn(lived.at('10:00')), before);
});

test('if one operation of a night is refused, the others land', async (t) => {
  const lived = await homeWith(sandbox(t), lines);
  const operation = `merge ${identityOf('The office was loud.').id}`;
  const { receipt } = await curate(lived.at('10:00'), {
    checks: [
      (staged) => {
        const memory = Buffer.from(staged.find(({ path }) => path === 'MEMORY.md')?.after ?? []).toString();
        const isLoudTwice = memory.match(/office was loud/gu)?.length === 2;
        return Promise.resolve(isLoudTwice ? [] : [{ by: 'curate', why: 'for a test', operation }]);
      },
    ],
  });
  assert.equal(receipt.message, '1 merged');
  assert.equal(memoryIn(lived.at('10:00')).match(/office was loud/gu)?.length, 2);
  assert.equal(memoryIn(lived.at('10:00')).match(/editor is fine/gu)?.length, 1);
});
