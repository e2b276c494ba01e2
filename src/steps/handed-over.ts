// What a session or a run was handed when it began, as it is kept for a while: so that a person can read what an agent was told.
import { isRecord, jsonIn } from '../text/text.ts';

export interface HandedOver {
  readonly time: string;
  /** The session or run; null if a person asked for it. */
  readonly run: string | null;
  readonly how: 'session' | 'run' | 'by hand';
  /** Why a session began, in its harness's word; '' if nobody said. */
  readonly why: string;
  /** The worktree it was for. */
  readonly worktree: string | null;
  /** It was an older one, because the newest was not ready in time. */
  readonly isOlder: boolean;
  /** As the agent got it. */
  readonly pack: string;
}

/** Where they lie in the private folder, and how many of an agent stay. */
export const handedFolder = 'handed';
export const mostHanded = 10;

/** What `DREAMKEEPER_KEPT` says to the hooks of a run that nobody hands its pack: they are to do it. */
export const handedByHook = 'hook';

/** Names sort by their time. `mark` tells apart what is handed over in the same moment. */
export function handedName(agent: string, time: string, mark: string): string {
  return `${agent}-${time.replaceAll(/[-:.]/gu, '')}-${mark}.json`;
}

/** The names that are of this agent, the newest first. */
export function handedNames(names: readonly string[], agent: string): string[] {
  const isOfAgent = (name: string): boolean =>
    name.startsWith(`${agent}-`) && /^\d{8}T\d{9}Z-[a-z0-9]+\.json$/u.test(name.slice(agent.length + 1));
  return names.filter(isOfAgent).toSorted().toReversed();
}

export function printHanded(handed: HandedOver): string {
  return JSON.stringify({ v: 1, ...handed });
}

/** Undefined if it is none: our own file, but anything may have happened to it. */
export function parseHanded(text: string): HandedOver | undefined {
  const value = jsonIn(text);
  if (!isRecord(value)) return undefined;
  const { time, run, how, why, worktree, isOlder, pack } = value;
  const ways: readonly unknown[] = ['session', 'run', 'by hand'];
  if (typeof time !== 'string' || typeof pack !== 'string' || !ways.includes(how)) return undefined;
  return {
    time,
    run: typeof run === 'string' ? run : null,
    how: how as HandedOver['how'],
    why: typeof why === 'string' ? why : '',
    worktree: typeof worktree === 'string' ? worktree : null,
    isOlder: isOlder === true,
    pack,
  };
}
