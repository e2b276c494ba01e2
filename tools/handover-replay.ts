// Replays a recorded session of Claude Code: the repository is built anew, each payload goes through `dk hook`, and the next session is handed its pack.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Payload, RecordedSession } from './handover-session.ts';

/** Where the project lay, for everybody who reads the recording. */
export const neutralFolder = '/home/user/invoices';

type Git = (at: string, ...args: readonly string[]) => void;

/** An environment with nothing of the machine's but its programs. */
export function cleanEnv(person: string): Record<string, string> {
  return {
    ...{ PATH: process.env.PATH ?? '', HOME: person, LC_ALL: 'C.UTF-8', TZ: 'UTC', NODE_NO_WARNINGS: '1' },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'maintenance.auto', GIT_CONFIG_VALUE_0: 'false' },
    ...{ GIT_AUTHOR_NAME: 'Person', GIT_AUTHOR_EMAIL: 'person@example.org' },
    ...{ GIT_COMMITTER_NAME: 'Person', GIT_COMMITTER_EMAIL: 'person@example.org' },
  };
}

export const datesOf = (at: string): Record<string, string> => ({ GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at });

/** The repository as it was before the session. */
export function buildHistory(folder: string, env: Record<string, string>, history: RecordedSession['history']): void {
  const git: Git = (at, ...args) => run('git', args, { cwd: folder, env: { ...env, ...datesOf(at) } });
  mkdirSync(folder, { recursive: true });
  git('2026-06-08T09:00:00Z', 'init', '-q', '-b', 'main');
  for (const { at, subject, files } of history) {
    for (const [path, content] of Object.entries(files)) put(join(folder, path), content, at);
    git(at, 'add', '-A');
    git(at, 'commit', '-q', '-m', subject);
  }
}

/** The pack that the session after the recorded one is handed. `scratch` is an empty folder, `bin` the program. */
export function packAfter(recorded: RecordedSession, scratch: string, bin: string): string {
  const folder = join(scratch, 'invoices');
  const person = join(scratch, 'person');
  mkdirSync(person, { recursive: true });
  const env = cleanEnv(person);
  const clock = `--require=${JSON.stringify(join(import.meta.dirname, 'fixed-clock.cjs'))}`;
  const dk = (at: string, args: readonly string[], more: { readonly input?: string; readonly kept?: true } = {}) =>
    run(process.execPath, [bin, ...args], {
      cwd: folder,
      input: more.input ?? '',
      env: {
        ...{ ...env, NODE_OPTIONS: clock, FIXED_TIME: at, DREAMKEEPER_WAKE_WAIT_MS: '60000' },
        ...(more.kept === true ? { DREAMKEEPER_KEPT: '1' } : {}),
      },
    });
  const hook = (at: string, payload: object, kept?: true): string => {
    const input = JSON.stringify(payload).replaceAll(neutralFolder, folder);
    return dk(at, ['hook', 'any', '--from', 'claude'], { input, ...(kept === true ? { kept } : {}) });
  };

  buildHistory(folder, env, recorded.history);
  const before = recorded.history.at(-1)?.at ?? '';
  dk(before, ['init']);
  const plan = join(folder, '.dream', 'plan.org');
  writeFileSync(plan, readFileSync(plan, 'utf8').replace('* board\n', `* board\n${recorded.board}`));
  for (const note of recorded.notes) dk(before, ['remember', note]);

  for (const { at, payload } of recorded.events) {
    redo(payload, folder, at, { ...env, ...datesOf(recorded.committedAt) });
    // When a session ends, the hook starts a tick beside it; here it is started below, and waited for.
    hook(at, payload, payload.hook_event_name === 'SessionEnd' || undefined);
  }
  dk(recorded.events.at(-1)?.at ?? '', ['tick', '--session']);
  const start = { session_id: 'the-next-one', cwd: neutralFolder, hook_event_name: 'SessionStart', source: 'startup' };
  const told = hook(recorded.next.at, start);
  const { hookSpecificOutput } = JSON.parse(told) as {
    readonly hookSpecificOutput: { readonly additionalContext: string };
  };
  return hookSpecificOutput.additionalContext;
}

/** Does to the files what the recorded call did: edits, and what was told to git. */
function redo(
  { hook_event_name, tool_name, tool_input }: Payload,
  folder: string,
  at: string,
  env: Record<string, string>,
): void {
  if (hook_event_name !== 'PostToolUse' || tool_input === undefined) return;
  const { file_path = '', old_string = '', new_string = '', command = '' } = tool_input;
  if (tool_name === 'Edit') {
    const path = file_path.replace(neutralFolder, folder);
    put(
      path,
      readFileSync(path, 'utf8').replace(old_string, () => new_string),
      at,
    );
  }
  if (tool_name === 'Bash' && command.startsWith('git ')) run('sh', ['-c', command], { cwd: folder, env });
}

function put(path: string, content: string, at: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, new Date(at), new Date(at));
}

function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string>; readonly input?: string },
): string {
  const ran = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.stderr}${ran.stdout}`);
  return ran.stdout;
}
