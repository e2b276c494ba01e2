// Durations as people write them: `30s`, `10m`, `1h30m`; a bare number is milliseconds.

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds. The schema has checked the spelling. */
export function milliseconds(duration: string | number): number {
  if (typeof duration === 'number') return duration;
  return [...duration.matchAll(/(\d+)(ms|s|m|h|d)/gu)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0),
    0,
  );
}
