// Names of entries: the minute of the dream in UTC, so that the name alone tells its age; below a folder, it is that agent's.
import { isAgentName } from '../config/config.ts';

const shape = /^(?:([^/]+)\/)?(\d{4})-(\d{2})-(\d{2})-(\d{2})(\d{2})(?:-(\d{1,4}))?\.org$/u;

/** Whether a night can have its entry at this path of the home: in `rem/`, or in the folder of an agent there. */
export function isEntryPath(path: string): boolean {
  return (
    /^rem\/[A-Za-z0-9][A-Za-z0-9._-]*\.org$/u.test(path) ||
    (/^rem\/[^/]+\/[^/]+$/u.test(path) && timeOfEntry(entryOf(path)) !== undefined)
  );
}

/** The name of an entry by its path in the home: what stands behind `rem/`. */
export function entryOf(path: string): string {
  return path.replace(/^rem\//u, '');
}

/** The first free name for a dream at this time; a second one in the same minute gets `-2`. */
export function entryName(time: string, taken: ReadonlySet<string>): string {
  const stem = `${time.slice(0, 10)}-${time.slice(11, 13)}${time.slice(14, 16)}`;
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.org`;
    if (!taken.has(name)) return name;
  }
}

/** When the dream with this name was dreamt, or undefined if it is no entry's name. */
export function timeOfEntry(name: string): string | undefined {
  const [, agent, year, month, day, hour, minute] = shape.exec(name) ?? [];
  if (year === undefined || (agent !== undefined && !isAgentName(agent))) return undefined;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`);
  // A 30th of February would become a day in March: no such name is an entry's.
  return Number.isNaN(time.getTime()) || time.toISOString() !== `${year}-${month}-${day}T${hour}:${minute}:00.000Z`
    ? undefined
    : time.toISOString();
}

/** Entries among file names, newest first. */
export function entriesAmong(names: readonly string[]): string[] {
  return names
    .flatMap((name) => {
      const time = timeOfEntry(name);
      return time === undefined ? [] : [{ name, time, number: Number(shape.exec(name)?.[7] ?? 1) }];
    })
    .toSorted((one, other) => {
      if (one.time !== other.time) return one.time > other.time ? -1 : 1;
      return other.number - one.number;
    })
    .map(({ name }) => name);
}
