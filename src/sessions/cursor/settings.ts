// The settings of Cursor: a file of hooks, which others share.
import { join } from 'node:path';
import { jsonIn } from '../../text/text.ts';
import type { Env } from '../harness.ts';
import type { HarnessHook, HarnessSettings } from '../settings.ts';

/** The event is in the word. */
function hook(event: string, word: string): HarnessHook {
  return { event, word, entry: (command) => ({ command }) };
}

export const cursorSettings: HarnessSettings = {
  hooks: [
    hook('sessionStart', 'session-start'),
    hook('beforeSubmitPrompt', 'prompt'),
    hook('postToolUse', 'step'),
    hook('postToolUseFailure', 'failed'),
    hook('preCompact', 'compact'),
    hook('afterAgentResponse', 'said'),
    hook('stop', 'stop'),
    hook('sessionEnd', 'session-end'),
  ],
  files: { local: '.cursor/hooks.json' },
  program: 'cursor',
  folder: cursorFolder,
  userFile: (env) => join(cursorFolder(env), 'hooks.json'),
  worktreesFrom: 'never',
  form: { command: 'command', version: 1 },
  skills: (scope, env) => (scope === 'user' ? join(cursorFolder(env), 'skills') : '.cursor/skills'),
  ignoredBecause: (text) =>
    text.trim() === '' || jsonIn(text) !== undefined
      ? undefined
      : 'it has comments, a byte order mark or commas too many, and Cursor may not read such a file; take them out',
};

/** Its own folder of a person. */
function cursorFolder(env: Env): string {
  return join(env.HOME || process.getBuiltinModule('node:os').homedir(), '.cursor');
}
