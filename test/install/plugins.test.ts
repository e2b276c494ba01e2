// What we ship to be loaded by the programs themselves: the plugin that three of them share, and an extension for each of two others.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gemini } from '../../src/sessions/gemini/gemini.ts';
import { qwen } from '../../src/sessions/qwen/qwen.ts';
import { root, sandbox } from '../sandbox.ts';

const read = (name: string): string => readFileSync(join(root, 'plugins', name), 'utf8');

for (const [harness, folder] of [
  [gemini, 'extensionPath'],
  [qwen, 'CLAUDE_PLUGIN_ROOT'],
] as const)
  test(`the extension for ${harness.title} has the hooks that it is installed with, and the same skill`, async () => {
    const { name } = harness;
    const { hooks } = JSON.parse(read(`${name}/hooks/hooks.json`)) as { readonly hooks: object };
    const command = (word: string): string => `"\${${folder}}/hooks/dk.sh" ${word} --from ${name} --pid $PPID`;
    const asked = (await harness.settings()).hooks;
    assert.deepEqual(hooks, Object.fromEntries(asked.map(({ event, word, entry }) => [event, [entry(command(word))]])));
    const skill = 'skills/dreamkeeper/SKILL.md';
    assert.equal(read(`${name}/${skill}`), read(`dreamkeeper/${skill}`));
    const { version } = JSON.parse(read(`${name}/${name}-extension.json`)) as { readonly version: string };
    assert.equal(version, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
  });

test('the shared plugin knows who loads it, and is silent where there is no dk', (t) => {
  const box = sandbox(t);
  const said = (name: string, env: Readonly<Record<string, string>>): string => {
    const args = [join(root, 'plugins', name, 'hooks', 'dk.sh'), 'step', '--pid', '1'];
    const ran = spawnSync('sh', args, { env, encoding: 'utf8' });
    assert.deepEqual([ran.status, ran.stderr], [0, '']);
    return ran.stdout.trim();
  };
  chmodSync(box.write('bin/dk', '#!/bin/sh\necho "$@"\nexit 3\n'), 0o755);
  const PATH = `${box.path('bin')}:${process.env.PATH ?? ''}`;
  const [claude, codex] = [{ CLAUDE_PLUGIN_ROOT: '/x' }, { CLAUDE_PLUGIN_ROOT: '/x', PLUGIN_ROOT: '/x' }];
  assert.equal(said('dreamkeeper', { PATH, ...claude }), 'hook step --pid 1 --from claude');
  assert.equal(said('dreamkeeper', { PATH, ...codex }), 'hook step --pid 1 --from codex');
  const copilot = { PLUGIN_ROOT: '/x', COPILOT_PLUGIN_ROOT: '/x' };
  assert.equal(said('dreamkeeper', { PATH, ...copilot }), 'hook step --pid 1 --from copilot');
  for (const name of ['dreamkeeper', 'gemini', 'qwen']) {
    assert.equal(said(name, { PATH: '/nowhere:/bin' }), '');
    assert.ok((statSync(join(root, 'plugins', name, 'hooks', 'dk.sh')).mode & 0o111) !== 0, 'it can be started');
  }
});
