// The settings of Gemini CLI: one file with everything, and the trust that it wants for a folder.
import { join } from 'node:path';
import { isFolderTrusted } from '../folder-trust.ts';
import type { Env } from '../harness.ts';
import { objectOf } from '../json-object.ts';
import { plainJson } from '../plain-json.ts';
import type { Awaited, HarnessHook, HarnessSettings } from '../settings.ts';

/** By this name a person sees them, and can switch them off. */
const name = 'dreamkeeper';

/** `timeout` is in milliseconds. What it says of itself before each request (PreCompress) is not asked for: it would cost each of them a process. */
function hook(event: string, word: string, timeout = 5000): HarnessHook {
  return { event, word, entry: (command) => ({ matcher: '*', hooks: [{ name, type: 'command', command, timeout }] }) };
}

export const geminiSettings: HarnessSettings = {
  hooks: [
    hook('SessionStart', 'session-start', 10_000),
    hook('BeforeAgent', 'prompt'),
    hook('AfterTool', 'step'),
    hook('AfterAgent', 'stop'),
    hook('SessionEnd', 'session-end'),
  ],
  files: { local: '.gemini/settings.json' },
  program: 'gemini',
  folder: geminiFolder,
  userFile: (env) => join(geminiFolder(env), 'settings.json'),
  worktreesFrom: 'never',
  form: 'json',
  skills: (scope, env) => (scope === 'user' ? join(geminiFolder(env), 'skills') : '.gemini/skills'),
  ignoredBecause,
  addsServer: 'gemini mcp add --scope user dreamkeeper',
  afterwards:
    'Gemini CLI reads what lies in a project only after you trust the folder: start `gemini` here and choose "Trust folder", if it asks.',
  awaits,
};

/** Its own folder of a person. */
function geminiFolder(env: Env): string {
  return join(env.GEMINI_CLI_HOME || env.HOME || process.getBuiltinModule('node:os').homedir(), '.gemini');
}

function awaits(file: string, project: string | undefined, env: Env): Awaited | undefined {
  const place = { folder: geminiFolder(env), file: env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || undefined, asks: true };
  if (env.GEMINI_CLI_TRUST_WORKSPACE === 'true' || isFolderTrusted(file, project, place)) return undefined;
  return {
    what: 'has not been told to trust this folder, and takes no notice of settings that lie in it',
    how: 'Start `gemini` here and choose "Trust folder" (or type `/permissions` in a session).',
  };
}

function ignoredBecause(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const settings = plainJson(text);
  if (settings === undefined)
    return 'it has a byte order mark or commas too many, and Gemini CLI does not start with such a file; take them out';
  const { enabled, disabled } = objectOf(settings.hooksConfig);
  if (enabled === false) return 'it switches all hooks off (hooksConfig.enabled)';
  return Array.isArray(disabled) && disabled.includes(name)
    ? 'it switches our hooks off (dreamkeeper in hooksConfig.disabled)'
    : undefined;
}
