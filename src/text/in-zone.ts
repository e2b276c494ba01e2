// A moment on the clocks of a zone. `Temporal` knows it at once; where a Node has none, `Intl` does, and takes ten milliseconds to be loaded.

interface ZonedTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** Monday is 1. */
  readonly dayOfWeek: number;
}

/** The little of it that is used: it is younger than the oldest Node we run on. */
interface TemporalLike {
  readonly ZonedDateTime: new (nanoseconds: bigint, zone: string) => ZonedTime;
}

/** Undefined if `Temporal` is not there, or does not know the zone: `Intl` knows some old names more. */
function zoned(milliseconds: number, zone: string): ZonedTime | undefined {
  const { Temporal: temporal } = globalThis as { readonly Temporal?: TemporalLike };
  try {
    return temporal && new temporal.ZonedDateTime(BigInt(milliseconds) * 1_000_000n, zone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** A time where somebody is, with its day: `Wed 2026-06-10 16:02`. The zone is one that `isZone` knows. */
export function localTime(time: string, zone: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return 'some time ago';
  const there = zoned(at.getTime(), zone);
  if (there === undefined) return byIntl(at, zone);
  const two = (number: number): string => `${number}`.padStart(2, '0');
  const { year, month, day, hour, minute, dayOfWeek } = there;
  return `${days[dayOfWeek - 1]} ${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

function byIntl(at: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).formatToParts(at);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('weekday')} ${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

/** Whether a text names a zone of time, such as `Europe/Berlin`. */
export function isZone(text: string): boolean {
  if (zoned(0, text) !== undefined) return true;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: text });
    return true;
  } catch {
    // There is no other way to ask.
    return false;
  }
}
