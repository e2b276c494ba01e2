// Where OpenCode looks for plugins, and the events that ours tells of.
import { join } from 'node:path';
import type { Env } from '../harness.ts';
import { pluginForm } from '../plugin-form.ts';
import type { HarnessHook, HarnessSettings } from '../settings.ts';
import { plugin } from './plugin.ts';

const words = ['session-start', 'prompt', 'step', 'failed', 'compact', 'stop', 'session-end'];
const hooks: readonly HarnessHook[] = words.map((word) => ({ event: word, word, entry: () => ({}) }));

export const opencodeSettings: HarnessSettings = {
  hooks,
  files: { local: '.opencode/plugins/dreamkeeper.js' },
  program: 'opencode',
  folder: folderOf,
  userFile: (env) => join(folderOf(env), 'plugins', 'dreamkeeper.js'),
  worktreesFrom: 'never',
  form: (isOurs) => pluginForm(words, isOurs, plugin),
  skills: (scope, env) => (scope === 'user' ? join(folderOf(env), 'skills') : '.opencode/skills'),
  ignoredBecause: () => undefined,
};

/** Its own folder of a person. */
function folderOf(env: Env): string {
  const home = env.HOME || process.getBuiltinModule('node:os').homedir();
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');
}
