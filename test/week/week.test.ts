// A week through each runner: three adds, an audit, sleep, a plan, and again, with a run that hangs, dreams that fail, and nothing left to do. Byte for byte.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runLimitsFrom } from '../../src/config/config.ts';
import { builtinRunner, commandRunner } from '../../src/work/work.ts';
import { sourceAt } from '../models/asking.ts';
import { startModelServer } from '../models/server.ts';
import { root, sandbox } from '../sandbox.ts';
import { liveWeek, type Week } from './week.ts';
import { hangs, workdays } from './workdays.ts';

/** Compares with what lies there; `DREAMKEEPER_WRITE_WEEKS=1` writes it anew, to be read before it is committed. */
function asExpected(name: string, { files }: Week): void {
  const folder = join(root, 'test', 'weeks', name);
  if (process.env.DREAMKEEPER_WRITE_WEEKS === '1') {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const expected = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();
  // The story first: where that differs, everything differs.
  for (const path of ['events.txt', ...expected])
    assert.equal(files.get(path), readFileSync(join(folder, path), 'utf8'), path);
  assert.deepEqual([...files.keys()].toSorted(), expected);
}

const dreams = { 1: 'fails', 2: 'fails', 3: 'fails', 4: 'malformed' } as const;

test('a week with an outside program', async (t) => {
  const box = sandbox(t);
  // By its name: where it lies on this machine is nobody's business.
  const PATH = `${dirname(process.execPath)}:${box.env.PATH ?? ''}`;
  const argv = ['node', join(root, 'test', 'week', 'agent.mjs'), box.path('runs'), 'hang-2', 'fail-5'];
  const runner = commandRunner({ argv, pack: 'stdin', env: { ...box.env, PATH }, withheld: [] });
  const week = await liveWeek(box, { ticks: 42, dreams, limit: 1500, runner: () => runner });
  asExpected('command', week);
});

test('a week with our own tool loop', async (t) => {
  const box = sandbox(t);
  const server = await startModelServer(t, workdays(), 'All done.');
  const runner = builtinRunner({
    name: 'acme/worker',
    source: sourceAt(server.url, 'chat', false),
    limits: runLimitsFrom({}),
  });
  const agentFile =
    '* waldo :agent:\n:PROPERTIES:\n:TOOLKITS: files board git memory\n:EXEC: yes\n:END:\n** System prompt\nYou keep a small site.\n';
  const week = await liveWeek(box, { ticks: 42, dreams, limit: 1500, agentFile, runner: () => runner });
  asExpected('builtin', week);
  assert.ok(server.asked.length > hangs);
});
