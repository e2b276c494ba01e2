// Our own work, started beside the agent: in a process group of its own, so that it outlives the session that started it.
import type { ChildProcess } from 'node:child_process';
import type { HookHome } from '../wire/wire.ts';

/** Starts one `dk tick` and does not wait for it. It is one of a session: whatever the home's lifecycle says, it wakes no agent. */
export function startTick(home: HookHome, args: readonly string[]): void {
  spawnTick(home, args, 'ignore').unref();
}

/** Starts one `dk tick`; with a pipe, what it prints can be read as long as we live, and it goes on if we do not. */
export function spawnTick({ home }: HookHome, args: readonly string[], stdout: 'ignore' | 'pipe'): ChildProcess {
  // Not by `import`: all of a hook is one file, and most hooks start nothing.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'tick', '--session', ...args], {
    cwd: home.project.worktree ?? home.home,
    // Whatever it starts in turn is ours, too, and is not recorded.
    env: { ...process.env, DREAMKEEPER_INSIDE: '1' },
    detached: true,
    stdio: ['ignore', stdout, 'ignore'],
    windowsHide: true,
  });
  // No process can be started just now: the next session start makes up for it.
  child.on('error', () => undefined);
  return child;
}
