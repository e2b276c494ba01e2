// Somebody swaps files and folders for links, as fast as they can, while an agent's tools read and write there.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { snapshot } from '../sandbox.ts';
import { workshop } from './workshop.ts';

const helper = fileURLToPath(new URL('../disk/files-helper.ts', import.meta.url));
const onLinux = process.platform === 'linux' ? {} : { skip: 'folders are pinned by /proc, which only Linux has' };
/** `DREAMKEEPER_RACE_ROUNDS` for more. */
const rounds = Number(process.env.DREAMKEEPER_RACE_ROUNDS ?? 300);

test(`${rounds} rounds of swapped links: nothing outside is read, listed, found or written`, onLinux, async (t) => {
  const { box, use, steps } = await workshop(t, { files: { 'deep/sub/file': 'inside\n' } });
  for (const name of ['outside/file', 'outside/sub/file', 'outside/only-outside', 'outside/sub/only-outside'])
    box.write(name, 'kept outside\n');
  spawnSync('mkfifo', [box.path('place/pipe')]);
  const look = (): unknown => ({
    files: snapshot(box.path('outside')),
    times: ['outside', 'outside/sub'].map((name) => statSync(box.path(name), { bigint: true }).mtimeNs),
  });
  const before = look();
  const swapper = spawn(process.execPath, [helper, 'swap', box.path('place'), box.path('outside')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  t.after(() => swapper.kill('SIGKILL'));
  await new Promise((resolve) => swapper.stdout.once('data', resolve));
  const path = 'deep/sub/file';
  const looking = [
    { name: 'list', arguments: { folder: 'deep/sub' } },
    { name: 'search', arguments: { text: 'kept', folder: 'deep' } },
    { name: 'search', arguments: { text: 'kept', folder: 'deep', mode: 'literal' } },
  ];
  const counts = new Map<string, number>();
  let calls = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const call of [
      { name: 'write', arguments: { path, content: `inside ${round}\n` } },
      { name: 'read', arguments: { path } },
      { name: 'edit', arguments: { path, old: `inside ${round}`, new: `inside ${round}.` } },
      ...(round % 3 === 0 ? looking : []),
    ]) {
      const { text, isOk } = await use(call);
      calls += 1;
      assert.doesNotMatch(text, /outside/u, `round ${round}, ${call.name}: ${text}`);
      const kind = `${call.name} ${isOk ? 'ok' : 'refused'}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    assert.equal(swapper.exitCode, null);
  }
  swapper.kill('SIGKILL');
  await pause(50);
  t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
  assert.deepEqual(look(), before);
  assert.equal(steps().length, calls);
  // It was a race, and not a walk: each came through, and each was refused.
  for (const name of ['write', 'read'])
    for (const end of ['ok', 'refused'])
      assert.ok((counts.get(`${name} ${end}`) ?? 0) > rounds / 100, `${name} ${end}`);
});
