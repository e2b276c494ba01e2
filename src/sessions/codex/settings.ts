// The settings of Codex: a file of hooks beside its own settings, and the trust that it wants to be given for each hook.
import { join } from 'node:path';
import type { HarnessHook, HarnessSettings } from '../settings.ts';
import { codexFolder } from './places.ts';
import { awaits } from './trust.ts';

interface More {
  /** In seconds. */
  readonly timeout?: number;
  readonly additionalContextLimit?: number;
}

/** Who trusts a hook trusts exactly this text: whatever changes in it has to be trusted again. */
function hook(event: string, word: string, { timeout = 5, ...more }: More = {}): HarnessHook {
  return { event, word, entry: (command) => ({ hooks: [{ type: 'command', command, timeout, ...more }] }) };
}

export const codexSettings: HarnessSettings = {
  hooks: [
    // The limit is in tokens of four bytes each: a pack of 9,200 characters in any writing, with room to spare.
    hook('SessionStart', 'session-start', { timeout: 10, additionalContextLimit: 7000 }),
    hook('UserPromptSubmit', 'prompt'),
    hook('PostToolUse', 'step'),
    hook('PreCompact', 'compact'),
    hook('Stop', 'stop'),
    // It gives no more than three seconds to this one, and says so in each session if more is asked for.
    hook('SessionEnd', 'session-end', { timeout: 3 }),
  ],
  files: { local: '.codex/hooks.json' },
  program: 'codex',
  folder: codexFolder,
  userFile: (env) => join(codexFolder(env), 'hooks.json'),
  worktreesFrom: 'never',
  form: 'json',
  skills: (scope, env) => (scope === 'user' ? join(codexFolder(env), 'skills') : '.codex/skills'),
  ignoredBecause,
  addsServer: 'codex mcp add dreamkeeper --',
  afterwards:
    'Codex starts a new hook only after you trust it: start `codex` here and choose "Trust all" (or type `/hooks` in a session, then `t`).',
  awaits,
};

/** It reads strict JSON, and nothing else may stand beside the hooks. */
function ignoredBecause(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    const settings: unknown = JSON.parse(text);
    const other = Object.keys(settings ?? {}).find((name) => name !== 'hooks' && name !== 'description');
    return other === undefined
      ? undefined
      : `it has "${other.slice(0, 40)}" in it, and Codex reads only "hooks" and "description" there`;
  } catch {
    return 'it has comments, a byte order mark or commas too many, and Codex does not read such a file at all; take them out';
  }
}
