// The settings of Claude Code: where they lie, and the hooks we ask for.
import { join } from 'node:path';
import type { HarnessHook, HarnessSettings } from '../settings.ts';
import { claudeFolder } from './places.ts';

interface More {
  readonly matcher?: string;
  /** The agent does not wait for it. */
  readonly async?: true;
  /** In seconds. */
  readonly timeout?: number;
}

function hook(event: string, word: string, { matcher, async, timeout = 5 }: More = {}): HarnessHook {
  const entry = (command: string): object => {
    const asked = { type: 'command', command, timeout };
    const group = { hooks: [async === undefined ? asked : { ...asked, async }] };
    return matcher === undefined ? group : { matcher, ...group };
  };
  return { event, word, entry };
}

export const claudeSettings: HarnessSettings = {
  hooks: [
    hook('SessionStart', 'session-start', { matcher: 'startup|resume|clear|compact', timeout: 10 }),
    hook('UserPromptSubmit', 'prompt'),
    hook('PostToolUse', 'step', { matcher: '*' }),
    hook('PostToolUseFailure', 'step', { matcher: '*' }),
    hook('PostToolBatch', 'batch'),
    hook('PreCompact', 'compact', { async: true }),
    hook('Stop', 'stop', { async: true }),
    hook('SessionEnd', 'session-end'),
  ],
  files: { local: '.claude/settings.local.json', shared: '.claude/settings.json' },
  userFile: (env) => join(claudeFolder(env), 'settings.json'),
  form: 'json',
  ignoredBecause,
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
