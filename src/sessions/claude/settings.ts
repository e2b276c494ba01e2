// The settings of Claude Code: where they lie, and the hooks we ask for.
import { join } from 'node:path';
import type { HarnessHook, HarnessSettings } from '../settings.ts';
import { claudeFolder } from './places.ts';

interface More {
  readonly matcher?: string;
  /** In seconds. */
  readonly timeout?: number;
}

/**
 * Every hook is waited for. What runs beside a session is killed when that ends, and Claude Code 2.1.197 never tells that a session ended
 * while one at `Stop` runs so.
 */
function hook(event: string, word: string, { matcher, timeout = 5 }: More = {}): HarnessHook {
  const entry = (command: string): object => {
    const group = { hooks: [{ type: 'command', command, timeout }] };
    return matcher === undefined ? group : { matcher, ...group };
  };
  return { event, word, entry, outdated: ['async'] };
}

export const claudeSettings: HarnessSettings = {
  hooks: [
    hook('SessionStart', 'session-start', { matcher: 'startup|resume|clear|compact', timeout: 10 }),
    hook('UserPromptSubmit', 'prompt'),
    hook('PostToolUse', 'step', { matcher: '*' }),
    hook('PostToolUseFailure', 'step', { matcher: '*' }),
    hook('PostToolBatch', 'batch'),
    hook('PreCompact', 'compact'),
    hook('Stop', 'stop'),
    hook('SessionEnd', 'session-end'),
  ],
  files: { local: '.claude/settings.local.json', shared: '.claude/settings.json' },
  program: 'claude',
  folder: claudeFolder,
  userFile: (env) => join(claudeFolder(env), 'settings.json'),
  worktreesFrom: '2.1.211',
  form: 'json',
  skills: (scope, env) => (scope === 'user' ? join(claudeFolder(env), 'skills') : '.claude/skills'),
  ignoredBecause,
  servers: '.mcp.json',
  addsServer: 'claude mcp add --scope user dreamkeeper --',
  plugin: {
    isOn: (text) => /"enabledPlugins"\s*:\s*\{[^}]*"dreamkeeper@[^"]*"\s*:\s*true/u.test(text),
    uninstall: 'claude plugin uninstall dreamkeeper',
  },
  dreams: (text) => (/"autoDreamEnabled"\s*:\s*true/u.test(text) ? 'autoDreamEnabled' : undefined),
};

function ignoredBecause(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    const settings = JSON.parse(text.replace(/^\uFEFF/u, '')) as { readonly disableAllHooks?: unknown } | null;
    return settings?.disableAllHooks === true ? 'it switches all hooks off (disableAllHooks)' : undefined;
  } catch {
    // We can edit it; they cannot read it.
    return 'it has comments or commas too many, and to Claude Code nothing in such a file is in effect; take them out';
  }
}
