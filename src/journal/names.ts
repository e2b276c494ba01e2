// Names of entries: the minute of the dream in UTC, so that the name alone tells its age.

const shape = /^(\d{4})-(\d{2})-(\d{2})-(\d{2})(\d{2})(?:-(\d{1,4}))?\.org$/u;

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
  const [, year, month, day, hour, minute] = shape.exec(name) ?? [];
  if (year === undefined) return undefined;
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
      return time === undefined ? [] : [{ name, time, number: Number(shape.exec(name)?.[6] ?? 1) }];
    })
    .toSorted((one, other) => {
      if (one.time !== other.time) return one.time > other.time ? -1 : 1;
      return other.number - one.number;
    })
    .map(({ name }) => name);
}
