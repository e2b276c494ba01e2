// Time for people: how long something takes, and when it was.

/** `8 min`, `2 h`: how a person would say it. */
export function inWords(duration: number): string {
  const minutes = Math.round(duration / 60_000);
  if (minutes < 1) return 'less than a minute';
  return minutes < 120
    ? `${minutes} min`
    : minutes < 48 * 60
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1440)} days`;
}

/** A time where somebody is, with its day: `Wed 2026-06-10 16:02`. The zone is one that `isZone` knows. */
export function localTime(time: string, zone: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return 'some time ago';
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  }).formatToParts(at);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('weekday')} ${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

/** Whether a text names a zone of time, such as `Europe/Berlin`. */
export function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: text });
    return true;
  } catch {
    // There is no other way to ask.
    return false;
  }
}

/** A time for people: `2026-06-10 14:02 UTC`. */
export function clock(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
