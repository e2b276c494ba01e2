// Why: where a line comes from, and on what evidence.
import { relative, resolve } from 'node:path';
import { explain, type Why } from '../history/history.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface WhyRequest {
  /** A line of a file in the home (`plan.org:12`), or a change by any of its names. */
  readonly place: string;
}

export async function why(at: Standpoint, { place }: WhyRequest): Promise<Why> {
  const { world, home } = await openHomeAnyhow(at);
  return explain(world, home, inHome(place, at.cwd, home.home));
}

/** A path as somebody types it where they stand, as one below the home. */
function inHome(place: string, cwd: string, home: string): string {
  const [, path, line] = /^(.+):(\d{1,7})$/u.exec(place) ?? [];
  if (path === undefined) return place;
  const below = relative(home, resolve(cwd, path));
  const isBelow = below !== '' && !below.startsWith('..') && !resolve(below).startsWith('\\\\');
  return isBelow && resolve(cwd, path).startsWith(home) ? `${below.replaceAll('\\', '/')}:${line}` : place;
}
