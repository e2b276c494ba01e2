// The settings of Copilot CLI: any file in its folders of hooks, one of which is ours; and the trust that it wants for a folder.
import { join } from 'node:path';
import type { Env } from '../harness.ts';
import { listIn } from '../json-object.ts';
import { partOf } from '../part-of.ts';
import { plainJson } from '../plain-json.ts';
import type { Awaited, HarnessHook, HarnessSettings } from '../settings.ts';
import { copilotFolder } from './places.ts';

/** `timeoutSec` is in seconds. The event is in no payload: it is in the word. */
function hook(event: string, word: string, timeoutSec = 5): HarnessHook {
  return { event, word, entry: (bash) => ({ type: 'command', bash, timeoutSec }) };
}

export const copilotSettings: HarnessSettings = {
  hooks: [
    hook('sessionStart', 'session-start', 10),
    hook('userPromptSubmitted', 'prompt'),
    hook('postToolUse', 'step'),
    hook('postToolUseFailure', 'failed'),
    hook('preCompact', 'compact'),
    hook('agentStop', 'stop'),
    hook('sessionEnd', 'session-end'),
  ],
  files: { local: '.github/hooks/dreamkeeper.json' },
  program: 'copilot',
  folder: copilotFolder,
  userFile: (env) => join(copilotFolder(env), 'hooks', 'dreamkeeper.json'),
  worktreesFrom: 'never',
  form: { command: 'bash', version: 1 },
  skills: (scope, env) => (scope === 'user' ? join(copilotFolder(env), 'skills') : '.github/skills'),
  ignoredBecause,
  afterwards:
    'Copilot CLI starts hooks that lie in a project only after you trust the folder: start `copilot` here and say so, if it asks.',
  awaits,
};

/** A person's own hooks are started anywhere. */
function awaits(file: string, project: string | undefined, env: Env): Awaited | undefined {
  if (project === undefined || !file.startsWith(`${project}/`)) return undefined;
  const text = partOf(join(copilotFolder(env), 'config.json'), () => 0, 1024 * 1024) ?? '';
  const trusted = listIn(plainJson(text) ?? {}, 'trustedFolders');
  if (trusted.some((folder) => folder === project || project.startsWith(`${String(folder)}/`))) return undefined;
  return {
    what: 'has not been told to trust this folder, and starts no hooks that lie in it',
    how: 'Start `copilot` here and trust the folder, also for later sessions.',
  };
}

function ignoredBecause(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const settings = plainJson(text);
  if (settings === undefined)
    return 'it has a byte order mark or commas too many, and Copilot CLI does not read such a file; take them out';
  return settings.disableAllHooks === true ? 'it switches its hooks off (disableAllHooks)' : undefined;
}
