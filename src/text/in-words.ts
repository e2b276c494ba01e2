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

/** A time for people: `2026-06-10 14:02 UTC`. */
export function clock(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
