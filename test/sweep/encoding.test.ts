// A MEMORY.md in another encoding than UTF-8 stays as it is: lines appended to it would be noise.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { asked, homeToSweep, remembered, sweep } from './lived.ts';

test('nothing is promoted into UTF-16, and the receipt says why', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  const memory = await remembered(lived, '09:00', 'Luis lives in Bogota and prefers Spanish');
  asked(
    lived,
    memory,
    ['a', 'b', 'c'].map((query) => ({ at: '10:00', query })),
  );
  const path = join(lived.home.home, 'MEMORY.md');
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# Memory\n', 'utf16le')]);
  writeFileSync(path, bytes);
  const receipt = await sweep(lived, '10:00');
  assert.deepEqual([receipt.outcome, receipt.reason], ['failed', 'memory-encoding'], receipt.message);
  assert.deepEqual(readFileSync(path), bytes);
});
