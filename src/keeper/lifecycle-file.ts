// The lifecycle of a home as it stands now. A bad edit never stops a cadence that ran: the last good one goes on, and it is said.
import { basename, dirname, isAbsolute } from 'node:path';
import { tryOr } from '../errors/errors.ts';
import { hashOf } from '../journal/journal.ts';
import { type Cadence, type CadenceProblem, parseCadence } from '../lifecycle/lifecycle.ts';
import { oneLine } from '../text/text.ts';
import type { FoundHome, Store, World } from '../world/world.ts';

export type LifecycleRead =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'cadence';
      readonly cadence: Cadence;
      readonly sha256: string;
      /** What is wrong with the file as it stands; the cadence is the last good one then. */
      readonly problems: readonly CadenceProblem[];
    }
  | { readonly kind: 'broken'; readonly problems: readonly CadenceProblem[] };

export const lifecycleFile = 'lifecycle.org';

/** What is there, before anybody asks what was there before. */
export type LifecycleNow =
  | Exclude<LifecycleRead, { readonly kind: 'cadence' }>
  | { readonly kind: 'cadence'; readonly cadence: Cadence; readonly sha256: string; readonly text: string };

type Env = Readonly<Record<string, string | undefined>>;

/** Where it lies: in the home, or where the operator says. */
export function lifecyclePlace(env: Env): { readonly path: string; readonly isNamed: boolean } {
  const named = env.DREAMKEEPER_LIFECYCLE_DEF || env.WB_LIFECYCLE_DEF || undefined;
  return named === undefined ? { path: lifecycleFile, isNamed: false } : { path: named, isNamed: true };
}

/** Reads the file. What cannot be read at all (a link, a folder, too large) is a problem like any other. */
export function lifecycleNow(world: World, home: FoundHome, env: Env): LifecycleNow {
  const { path, isNamed } = lifecyclePlace(env);
  const [folder, name] = isAbsolute(path) ? [dirname(path), basename(path)] : [home.home, path];
  const bytes = tryOr(
    () => world.files.read(folder, name),
    (error) => error,
  );
  if (bytes instanceof Error) return broken(oneLine(bytes.message, 200), oneLine(bytes.hint, 200));
  // Whoever names a file wants that one. To go on without it would be the silent way round.
  if (bytes === undefined && isNamed)
    return broken('it is not there', 'The environment names it: DREAMKEEPER_LIFECYCLE_DEF or WB_LIFECYCLE_DEF.');
  if (bytes === undefined) return { kind: 'none' };
  const read = parseCadence(bytes);
  return read.kind === 'broken' ? read : { ...read, sha256: hashOf(bytes), text: Buffer.from(bytes).toString('utf8') };
}

/** The cadence to go by: the file's, or else the last good one. `isKeeping`: a good one is remembered; to look changes nothing. */
export function readLifecycle(
  now: LifecycleNow,
  store: Pick<Store, 'memo' | 'setMemo'> | undefined,
  agent: string,
  isKeeping: boolean,
): LifecycleRead {
  if (now.kind === 'none') return now;
  const name = `lifecycle:${agent}`;
  const before = store?.memo(name);
  if (now.kind === 'cadence') {
    const { cadence, sha256: hash, text } = now;
    if (isKeeping && before !== text) store?.setMemo(name, text);
    return { kind: 'cadence', cadence, sha256: hash, problems: [] };
  }
  const kept = before === undefined ? undefined : parseCadence(Buffer.from(before));
  // One that an earlier version took for good may be none any more.
  if (before === undefined || kept?.kind !== 'cadence') return now;
  return { kind: 'cadence', cadence: kept.cadence, sha256: hashOf(before), problems: now.problems };
}

/** `lifecycle.org:12: KIND is "rme"`: as compilers say it, so that editors find the line. */
export function problemLine({ line, message }: CadenceProblem): string {
  return `${lifecycleFile}:${line}: ${message}`;
}

function broken(message: string, hint: string): LifecycleNow {
  return { kind: 'broken', problems: [{ line: 1, message, hint }] };
}
