// Moved to lost-and-found: beside our private files, under a name that says when.
import { join, relative } from 'node:path';
import type { Patient } from './patient.ts';

/** Moves it to `lost-and-found/` in a folder of ours, and says so; `from` is where it lay, if that was elsewhere before. */
export function putAside({ world, home }: Patient, path: string, folder: string, from: string = path): string {
  const mark = `${world.now().toISOString().replace(/[-:.]/gu, '')}-${world.random(3)}`;
  const place = world.disk.putAside(path, join(folder, 'lost-and-found'), mark);
  const short = (each: string): string => {
    const below = relative(home.repository.commonDir, each);
    return below.startsWith('..') ? each : below;
  };
  return `moved ${short(from)} to ${short(place)}`;
}
