// A night that was killed while it made the pack leaves a draft of it in the private folder; the next night takes it away.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

test('what a killed night left of its pack is gone after the next one, and nothing else is', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'one', board: '* board\n** TODO parser\n', before: { 'a.ts': 'a\n' }, day: [] },
  });
  const { home } = lived.at('09:00');
  assert.equal((await sleepOnce(lived.at('09:00'), { env: {} })).receipt.outcome, 'ran');
  const draft = join(home.privateDir, '.pack-waldo.json.219776f3e295136d613a7be8.tmp');
  const others = join(home.privateDir, 'notes.tmp');
  for (const path of [draft, others]) writeFileSync(path, '{');
  // Also a night that has nothing to dream of.
  assert.equal((await sleepOnce(lived.at('11:00'), { env: {} })).receipt.outcome, 'noop');
  assert.equal(existsSync(draft), false, readdirSync(home.privateDir).join());
  assert.equal(existsSync(others), true);
});
