// The settings of Qwen Code: one file with everything.
import { join } from 'node:path';
import { isFolderTrusted } from '../folder-trust.ts';
import type { Env } from '../harness.ts';
import { plainJson } from '../plain-json.ts';
import type { Awaited, HarnessHook, HarnessSettings } from '../settings.ts';

/** `timeout` is in seconds. */
function hook(event: string, word: string, timeout = 5): HarnessHook {
  return { event, word, entry: (command) => ({ hooks: [{ name: 'dreamkeeper', type: 'command', command, timeout }] }) };
}

export const qwenSettings: HarnessSettings = {
  hooks: [
    hook('SessionStart', 'session-start', 10),
    hook('UserPromptSubmit', 'prompt'),
    hook('PostToolUse', 'step'),
    hook('PostToolUseFailure', 'step'),
    hook('PostToolBatch', 'batch'),
    hook('PreCompact', 'compact'),
    hook('Stop', 'stop'),
    hook('SessionEnd', 'session-end'),
  ],
  files: { local: '.qwen/settings.json' },
  program: 'qwen',
  folder: qwenFolder,
  userFile: (env) => join(qwenFolder(env), 'settings.json'),
  worktreesFrom: 'never',
  form: 'json',
  skills: (scope, env) => (scope === 'user' ? join(qwenFolder(env), 'skills') : '.qwen/skills'),
  ignoredBecause,
  addsServer: 'qwen mcp add --scope user dreamkeeper',
  awaits,
};

/** Its own folder of a person. */
function qwenFolder(env: Env): string {
  return env.QWEN_HOME || join(env.HOME || process.getBuiltinModule('node:os').homedir(), '.qwen');
}

/** It asks only people who want to be asked. */
function awaits(file: string, project: string | undefined, env: Env): Awaited | undefined {
  if (isFolderTrusted(file, project, { folder: qwenFolder(env), asks: false })) return undefined;
  return {
    what: 'has not been told to trust this folder, and starts no hooks that lie in it',
    how: 'Start `qwen` here and trust the folder.',
  };
}

function ignoredBecause(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const settings = plainJson(text.replace(/^\uFEFF/u, ''));
  if (settings === undefined) return 'it has commas too many, and Qwen Code puts such a file aside; take them out';
  return settings.disableAllHooks === true ? 'it switches all hooks off (disableAllHooks)' : undefined;
}
