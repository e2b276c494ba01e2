// `dk install` without a name: the programs that are here are offered one after the other, and nothing happens unasked.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { findHarnesses } from '../../src/index.ts';
import { project, sandbox } from '../sandbox.ts';
import { works } from './installing.ts';

test('what is here is found by its program or its folder, and what is installed is said', async (t) => {
  const box = sandbox(t);
  project(box);
  const none = box.dk('project', ['install']);
  assert.equal(none.code, 2);
  assert.match(
    none.stderr,
    /E_USAGE no agent’s program .*\n.*`dk install claude`, `dk install codex`, `dk install opencode`, `dk install gemini`, `dk install qwen`, `dk install copilot`, `dk install pi`, `dk install cursor`/u,
  );
  mkdirSync(box.path('person/.codex'), { recursive: true });
  chmodSync(box.write('bin/opencode', '#!/bin/sh\n'), 0o755);
  const env = { PATH: `${box.path('bin')}:${box.env.PATH ?? ''}` };
  const found = await findHarnesses({ cwd: box.path('project'), env: { ...box.env, ...env } });
  assert.deepEqual(found, [
    { harness: 'codex', title: 'Codex', path: box.path('person/.codex'), installed: false },
    { harness: 'opencode', title: 'OpenCode', path: box.path('bin/opencode'), installed: false },
  ]);
  const asked = box.dk('project', ['install'], { env });
  assert.equal(asked.code, 12);
  assert.match(asked.stdout, /^Found on this machine: Codex, OpenCode\.\n\nCodex:\n6 hooks into .*hooks\.json/u);
  assert.match(asked.stdout, /\n\nOpenCode:\n7 hooks into .*dreamkeeper\.js/u);
  assert.equal(asked.stdout.match(/no terminal to ask in/gu)?.length, 2);
  for (const flags of [['--yes'], ['--json'], ['--json', '--dry-run']]) {
    const refused = box.dk('project', ['install', ...flags], { env });
    assert.equal(refused.code, 2);
    assert.match(refused.stdout + refused.stderr, /which agent’s program is meant\?/u);
  }
  assert.ok(!existsSync(box.path('project/.codex')) && !existsSync(box.path('project/.dream')));
  works(box, 'project', 'install', 'codex', '--yes');
  const again = box.dk('project', ['install', '--dry-run'], { env });
  assert.match(
    again.stdout,
    /\nCodex: our hooks are there\. `dk install codex` looks [\s\S]*\nOpenCode:\n.*dreamkeeper\.js/u,
  );
});
