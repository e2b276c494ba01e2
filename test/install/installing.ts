// What the tests of installing share: a project, its settings, and what git says about it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Site, setupOf } from '../../src/install/install.ts';
import { claude } from '../../src/sessions/claude/claude.ts';
import type { World } from '../../src/world/world.ts';
import { project, type Ran, type Sandbox, snapshot } from '../sandbox.ts';

export const local = 'project/.claude/settings.local.json';
export const noteFile = 'project/.dream/.git/dreamkeeper/installed-claude.json';

/** Runs a verb that has to work. What is installed dreams later: these tests are not about nights. */
export function works(box: Sandbox, cwd: string, ...args: readonly string[]): Ran {
  const ran = box.dk(cwd, args[0] === 'install' ? [...args, '--no-first-night'] : args);
  assert.equal(ran.code, 0, `dk ${args.join(' ')}: ${ran.stderr}${ran.stdout}`);
  return ran;
}

/** A project, perhaps with settings, and everything in it as it is before us. */
export function projectWith(box: Sandbox, settings?: string | Uint8Array): Record<string, string> {
  project(box);
  if (settings !== undefined) box.write(local, settings);
  return everything(box);
}

/** All files of the project. Git's own index may be refreshed by whoever asks for a status. */
export function everything(box: Sandbox): Record<string, string> {
  return snapshot(box.path('project'), (name) => name === '.git/index');
}

/** The same without what belongs to a home. */
export function besidesHome(box: Sandbox): Record<string, string> {
  const all = snapshot(box.path('project'), (name) => name === '.git/index' || /^\.dream(?:\/|$)/u.test(name));
  return { ...all, '.git/info/exclude': (all['.git/info/exclude'] ?? '').replace('/.dream/\n', '') };
}

export function status(box: Sandbox, cwd = 'project'): string {
  return box.git(cwd, 'status', '--porcelain', '--untracked-files=all');
}

export function ours(box: Sandbox, path = local): number {
  return existsSync(box.path(path)) ? (box.read(path).match(/hook [a-z-]+ --from claude/gu)?.length ?? 0) : 0;
}

export const { hooks: claudeHooks } = await claude.settings();

/** What installs into Claude Code, called from a project of the sandbox. */
export async function siteIn(box: Sandbox, name: string, world: World): Promise<Site> {
  return { world, at: { cwd: box.path(name), env: box.env }, setup: await setupOf(claude) };
}

export const json = (ran: Ran): Record<string, unknown> => JSON.parse(ran.stdout) as Record<string, unknown>;
