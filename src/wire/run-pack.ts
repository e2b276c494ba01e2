// The pack of a run that nobody hands it: it lies in a file, and the first hook of the run that begins a session hands it over.
import { dirname } from 'node:path';
import { handedByHook, handedFolder, handedName, handedNames, printHanded } from '../steps/steps.ts';
import type { FoundHome, Standpoint } from '../world/world.ts';
import type { HookTools } from './recorder.ts';

export interface RunPack {
  readonly text: string;
  readonly path: string;
  /** Whether a session of this run has it already. */
  readonly wasGiven: boolean;
  /** Keeps that a session got this much of it. */
  gave(text: string): void;
}

/** Undefined if no run asks its hooks for that, or its file is not one of this home. */
export function runPackOf(
  { homes, telemetry }: HookTools,
  home: FoundHome,
  env: Standpoint['env'],
): RunPack | undefined {
  const { DREAMKEEPER_KEPT: kept, DREAMKEEPER_RUN: run = '', DREAMKEEPER_PACK: path = '' } = env;
  if (kept !== handedByHook || !/^r-[a-z0-9]+$/u.test(run) || dirname(path) !== home.privateDir) return undefined;
  const { existsSync, readFileSync, readdirSync } = process.getBuiltinModule('node:fs');
  if (!existsSync(path)) return undefined;
  const agent = homes.hookAgent(home, env);
  const folder = `${home.privateDir}/${handedFolder}`;
  const mark = run.replace('-', '');
  const given = existsSync(folder) ? handedNames(readdirSync(folder), agent) : [];
  return {
    text: readFileSync(path, 'utf8'),
    path,
    wasGiven: given.some((name) => name.endsWith(`-${mark}.json`)),
    gave: (pack) => {
      const time = new Date().toISOString();
      const place = { worktree: home.project.worktree ?? null, isOlder: false };
      homes.makePrivate(folder);
      const handed = printHanded({ time, run, how: 'run', why: 'work', ...place, pack });
      telemetry.replaceFile(`${folder}/${handedName(agent, time, mark)}`, handed);
    },
  };
}
