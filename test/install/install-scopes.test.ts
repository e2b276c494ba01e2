// Settings that count for several projects, plugins beside us, and files that Claude Code would not see.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { project, root, sandbox } from '../sandbox.ts';
import { claudeHooks, local, projectWith, works } from './installing.ts';

test('a person’s own settings are put back from any project', (t) => {
  const box = sandbox(t);
  projectWith(box);
  project(box, 'second');
  const odd = '{\n   "model":"opus" ,\n\n  "hooks" : { "Stop":[ ] }   ,\n\t"env":{"A":"1"}}';
  for (const before of [undefined, odd]) {
    if (before !== undefined) box.write('person/.claude/settings.json', before);
    works(box, 'project', 'install', 'claude', '--user', '--yes');
    works(box, 'second', 'uninstall', 'claude', '--user', '--yes');
    const path = 'person/.claude/settings.json';
    assert.equal(existsSync(box.path(path)) ? box.read(path) : undefined, before);
  }
});
test('beside our plugin they are not put in, and where Claude Code would not see them it is said', (t) => {
  const box = sandbox(t);
  projectWith(box, '{"disableAllHooks": true}');
  assert.match(works(box, 'project', 'install', 'claude', '--yes').stdout, /not working yet: .*disableAllHooks/u);
  works(box, 'project', 'uninstall', 'claude', '--yes');
  box.write(local, '{} // mine\n');
  assert.match(works(box, 'project', 'install', 'claude', '--yes').stdout, /Beware: .*comments or commas too many/u);
  works(box, 'project', 'uninstall', 'claude', '--yes');
  box.write('person/.claude/settings.json', '{"enabledPlugins": {"dreamkeeper@dreamkeeper": true}}');
  assert.match(
    works(box, 'project', 'install', 'claude', '--yes').stdout,
    /Our plugin is switched on .*once is enough/su,
  );
  assert.equal(box.read(local), '{} // mine\n');
});

test('our plugin has the same hooks', () => {
  const plugin = readFileSync(join(root, 'plugins/dreamkeeper/hooks/hooks.json'), 'utf8');
  const { hooks } = JSON.parse(plugin) as { readonly hooks: Readonly<Record<string, readonly object[]>> };
  const command = (word: string): string => `"\${CLAUDE_PLUGIN_ROOT}/hooks/dk.sh" ${word} --pid $PPID`;
  assert.deepEqual(
    hooks,
    Object.fromEntries(claudeHooks.map(({ event, word, entry }) => [event, [entry(command(word))]])),
  );
});
