// Where Pi looks for extensions, the events that ours tells of, and the trust that Pi wants for a folder.
import { dirname, join } from 'node:path';
import type { Env } from '../harness.ts';
import { partOf } from '../part-of.ts';
import { plainJson } from '../plain-json.ts';
import { pluginForm } from '../plugin-form.ts';
import type { Awaited, HarnessHook, HarnessSettings } from '../settings.ts';
import { extension } from './extension.ts';

const words = ['session-start', 'prompt', 'step', 'compact', 'stop', 'session-end'];
const hooks: readonly HarnessHook[] = words.map((word) => ({ event: word, word, entry: () => ({}) }));

export const piSettings: HarnessSettings = {
  hooks,
  files: { local: '.pi/extensions/dreamkeeper.js' },
  program: 'pi',
  folder: piFolder,
  userFile: (env) => join(piFolder(env), 'extensions', 'dreamkeeper.js'),
  worktreesFrom: 'never',
  form: (isOurs) => pluginForm(words, isOurs, extension),
  skills: (scope, env) => (scope === 'user' ? join(piFolder(env), 'skills') : undefined),
  plainSkills: true,
  ignoredBecause: () => undefined,
  afterwards: 'Pi loads what lies in a project only after you trust it: start `pi` here and say so (or type `/trust`).',
  awaits,
};

/** Its own folder of a person. */
function piFolder(env: Env): string {
  const home = env.HOME || process.getBuiltinModule('node:os').homedir();
  return env.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent');
}

/** The nearest answer of a person counts; without one, what it does then is a setting. */
function awaits(file: string, project: string | undefined, env: Env): Awaited | undefined {
  if (project === undefined || !file.startsWith(`${project}/`)) return undefined;
  const read = (name: string): Readonly<Record<string, unknown>> =>
    plainJson(partOf(join(piFolder(env), name), () => 0, 1024 * 1024) ?? '') ?? {};
  const answers = read('trust.json');
  const nearest = around(project)
    .map((folder) => answers[folder])
    .find((answer) => typeof answer === 'boolean');
  if (nearest ?? read('settings.json').defaultProjectTrust === 'always') return undefined;
  return {
    what: 'has not been told to trust this folder, and loads no extensions that lie in it',
    how: 'Start `pi` here and trust the folder, or type `/trust` in a session.',
  };
}

function around(folder: string): string[] {
  return dirname(folder) === folder ? [folder] : [folder, ...around(dirname(folder))];
}
