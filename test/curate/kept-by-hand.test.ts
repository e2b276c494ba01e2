// What rules leave alone: lines that a person wrote below an entry, entries below other headings, and whatever forbids something.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everWaiting } from '../../src/curate/curate.ts';
import { scopeOf } from '../../src/memory/memory.ts';
import type { AgentHome } from '../../src/world/world.ts';
import { sandbox } from '../sandbox.ts';
import { curate, filler, homeWith, memoryIn } from './homes.ts';

const waits = ({ world, home }: AgentHome): string =>
  everWaiting(world, home)
    .map(({ operation, takes }) => `${operation.kind} ${takes}`)
    .toSorted()
    .join('\n');

for (const line of ['never in Frankfurt without the billing shop #pin', 'the billing shop knows more'])
  test(`an entry below which a person wrote a line is theirs: ${line}`, async (t) => {
    const box = sandbox(t);
    const lived = await homeWith(box, [
      ...filler(0, 12),
      { at: '2026-05-04T10:00:00Z', text: 'The staging server listens on port 8080.' },
      { at: '2026-05-20T10:00:00Z', text: 'The staging server now listens on port 8081.' },
    ]);
    const old = '- The staging server listens on port 8080.\n';
    const written = memoryIn(lived.at('10:00')).replace(old, `${old}  - ${line}\n`);
    box.write('project/.dream/MEMORY.md', written);
    const { receipt } = await curate(lived.at('10:00'));
    assert.equal(receipt.outcome, 'noop', receipt.message);
    assert.match(receipt.message, /1 of 14 entries count as yours/u);
    assert.equal(memoryIn(lived.at('10:00')), written);
    assert.equal(waits(lived.at('10:00')), '');
  });

test('what says the same below another heading stays; the equal lines of two headings stop nothing else', async (t) => {
  const box = sandbox(t);
  const at = '2026-05-04T10:00:00Z';
  const lived = await homeWith(box, [
    ...filler(0, 20),
    { at, text: 'Restart the queue by hand.', heading: 'Never do this' },
    { at, text: 'The cache is emptied by hand.' },
    { at, text: 'The queue is restarted by hand.', heading: 'Always do this' },
    { at, text: 'The cache is emptied by hand.' },
    { at, text: 'The staging server listens on port 8080.', heading: 'Berlin' },
    { at: '2026-05-20T10:00:00Z', text: 'The staging server now listens on port 8081.', heading: 'Frankfurt' },
    { at, text: 'The office is closed (until 2026-05-09)' },
  ]);
  const before = memoryIn(lived.at('10:00'));
  const { receipt } = await curate(lived.at('10:00'));
  assert.equal(receipt.message, '1 demoted');
  assert.equal(memoryIn(lived.at('10:00')), before.replace('- The office is closed (until 2026-05-09)\n', ''));
});

test('the blocks of two sweeps are one place, and no other title is', () => {
  const swept = (title: string): string => scopeOf(['MEMORY.md', title]);
  assert.equal(swept('Dreamed 2026-05-01 02:30 UTC'), swept('Dreamed 2026-06-01 02:30 UTC'));
  assert.notEqual(swept('Dreamed 2026-05-01: never do this'), swept('Dreamed 2026-06-01 02:30 UTC'));
  assert.notEqual(scopeOf(['Dreamed 2026-05-01 02:30 UTC']), swept('Dreamed 2026-05-01 02:30 UTC'));
});

test('what forbids something, or wants somebody asked before, waits for a person, also with review: off', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 60),
    { at: '2026-05-02T10:00:00Z', text: 'Never bring back src/old.ts.' },
    { at: '2026-06-04T10:00:00Z', text: 'Never restart the osprey server on port 8080.' },
    { at: '2026-06-05T10:00:00Z', text: 'The osprey server on port 8080 now runs Debian 12.' },
    { at: '2026-06-04T10:00:00Z', text: 'Ask Tom before the shop is deployed (until 2026-06-07)' },
  ]);
  lived.happen({ at: '09:30', delete: 'src/old.ts', commit: 'refactor: no cache' });
  const before = memoryIn(lived.at('10:00'));
  await curate(lived.at('10:00'));
  assert.equal(memoryIn(lived.at('10:00')), before);
  const waiting = waits(lived.at('10:00'));
  assert.match(waiting, /^demote - Ask Tom before .*\ndemote - Never bring back src\/old\.ts\./u);
});
