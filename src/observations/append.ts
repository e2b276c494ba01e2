// Lines are added below their day; every byte that stood there stays.
import type { Observed } from './lines.ts';
import { observationId, placedIn, printObservation } from './lines.ts';

const title = '# Observations';

/** With these lines, each below the heading of its day; a day that has none gets one at the end. What is there already is not said twice. */
export function withObservations(content: Uint8Array | undefined, given: readonly Observed[]): Uint8Array | undefined {
  let next = content;
  for (const [day, ofDay] of Map.groupBy(given, (each) => each.day)) next = withDay(next, day, ofDay);
  return next;
}

function withDay(content: Uint8Array | undefined, day: string, given: readonly Observed[]): Uint8Array | undefined {
  const bytes = Buffer.from(content ?? []);
  const { observations, days } = placedIn(bytes);
  const there = new Set(observations.map(({ id }) => id));
  const fresh = given.filter((each) => {
    const id = observationId(each);
    if (there.has(id)) return false;
    there.add(id);
    return true;
  });
  if (fresh.length === 0) return content;
  const end = bytes.includes('\r\n') ? '\r\n' : '\n';
  const lines = fresh.map((each) => `${printObservation(each)}${end}`).join('');
  const below = days.findLast((each) => each.day === day);
  if (below === undefined) {
    const start = bytes.length === 0 ? `${title}${end}${end}` : gapAfter(bytes, end);
    return Buffer.concat([bytes, Buffer.from(`${start}## ${day}${end}${end}${lines}`)]);
  }
  const at = below.lastWords;
  const open = bytes[at - 1] === 0x0a ? '' : end;
  const gap = below.said === 0 ? end : '';
  // What stands below the heading may be nothing but empty lines: then ours come after the first.
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(`${open}${gap}${lines}`), bytes.subarray(at)]);
}

function gapAfter(bytes: Buffer, end: string): string {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 4));
  if (/\n\r?\n$/u.test(tail)) return '';
  return tail.endsWith('\n') ? end : `${end}${end}`;
}
