// Somebody swaps files and folders for links to what lies outside while questions are asked: nothing of that is ever told.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openHome } from '../../src/index.ts';
import { homeIn, sandbox } from '../sandbox.ts';

const rounds = Number(process.env.DREAMKEEPER_RECALL_RACES ?? 120);
const helper = fileURLToPath(new URL('../disk/files-helper.ts', import.meta.url));
const onLinux = process.platform === 'linux' ? {} : { skip: 'folders are pinned by /proc, which only Linux has' };

test(`links swapped under it for ${rounds} rounds: what lies outside is read by no question`, onLinux, async (t) => {
  const box = sandbox(t);
  const root = box.path(homeIn(box));
  for (const name of ['outside/file', 'outside/sub/file', 'outside/only']) box.write(name, 'zeppelin outside\n');
  const mend = (): void => {
    try {
      mkdirSync(box.path('home/deep/sub'), { recursive: true });
      writeFileSync(box.path('home/deep/sub/file'), 'zeppelin inside\n', { flag: 'wx' });
    } catch {
      // The other one has it away just now, or has a link in its place; then the next round does it.
    }
  };
  mend();
  const swapper = spawn(process.execPath, [helper, 'swap', root, box.path('outside')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const counts = { inside: 0, nothing: 0, unread: 0 };
  try {
    await once(swapper.stdout, 'data');
    await using home = await openHome({ cwd: root, env: box.env });
    // At least once it was found: so it is looked for where it is swapped.
    for (let round = 0; round < rounds || (counts.inside === 0 && round < 100 * rounds); round += 1) {
      mend();
      const { hits, unread } = await home.recall({ question: 'zeppelin', plain: round % 10 === 9 });
      const told = hits.map(({ path, snippet }) => `${path} ${snippet}`).join('\n');
      assert.doesNotMatch(told, /zeppelin outside/u, `round ${round}`);
      if (told.includes('inside')) counts.inside += 1;
      else counts.nothing += 1;
      if (unread > 0) counts.unread += 1;
    }
  } finally {
    swapper.kill('SIGKILL');
    await once(swapper, 'close');
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.inside > 0, JSON.stringify(counts));
});
