// One connection of one client: under which run its calls are recorded, how much it may ask for, and where it works.
import { fileURLToPath } from 'node:url';
import { DreamkeeperError } from '../errors/errors.ts';
import { harnesses, whereHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type Limiter, type Limits, limiter } from './limits.ts';
import { type Patient, patient } from './patient.ts';

export interface Session {
  readonly run: string;
  readonly limiter: Limiter;
  /** A model that dreams has the tools of its folder, too: it may look, and nothing of it is recorded. */
  readonly isInside: boolean;
  /** Where the process stands, or was told to stand. */
  readonly at: Standpoint;
  /** Whether its client is asked for its folders; a client on another port of this machine is not. */
  readonly asksRoots: boolean;
  /** Its folders, once they are known. */
  roots: readonly string[] | undefined;
  /** For acts that write: to wait here costs less than to wait for git. */
  readonly patient: Patient;
}

export interface SessionWish {
  readonly at: Standpoint;
  readonly limits: Limits;
  readonly asksRoots: boolean;
  readonly now: () => number;
  readonly random: () => string;
  /** Shared by the sessions of one process: in it, who comes first is served first. */
  readonly patient?: Patient;
}

export async function openSession({
  at,
  limits,
  asksRoots,
  now,
  random,
  patient: shared,
}: SessionWish): Promise<Session> {
  const run = (await toldBy(at)) ?? (at.env.DREAMKEEPER_RUN || `mcp-${random()}`);
  return {
    run,
    limiter: limiter(limits, now),
    isInside: Boolean(at.env.DREAMKEEPER_INSIDE),
    // What is recalled belongs to the run whose steps are recorded.
    at: { ...at, env: { ...at.env, DREAMKEEPER_RUN: run } },
    asksRoots,
    roots: undefined,
    patient: shared ?? patient(),
  };
}

/** The session of the harness that started us, if its environment tells. */
async function toldBy({ env, harnesses: known = harnesses }: Standpoint): Promise<string | undefined> {
  for (const load of Object.values(known)) {
    const told = (await load()).session(env);
    if (told !== undefined) return told.slice(0, 200);
  }
  return undefined;
}

/** The first of the client's folders that has a home; else where the process stands. */
export async function placeOf({ at, roots = [] }: Session): Promise<Standpoint> {
  for (const cwd of roots) {
    const there = { ...at, cwd };
    const found = await whereHome(there).catch((error: unknown) => {
      // A folder that cannot be looked into has no home for us.
      if (error instanceof DreamkeeperError) return undefined;
      throw error;
    });
    if (found !== undefined) return there;
  }
  return at;
}

/** Folders of this machine, as a client names them. What is none is left out. */
export function foldersIn(roots: unknown): string[] {
  if (!Array.isArray(roots)) return [];
  return roots.slice(0, 20).flatMap((root: unknown) => {
    const uri: unknown = typeof root === 'object' && root !== null ? Reflect.get(root, 'uri') : undefined;
    if (typeof uri !== 'string' || uri.length > 4096) return [];
    try {
      return [fileURLToPath(uri)];
    } catch {
      // Not a file of this machine.
      return [];
    }
  });
}
