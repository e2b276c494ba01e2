// When Dreamkeeper was off in a home: so that nobody is told of sessions that were not heard of because it was.
import { isRecord, jsonIn } from '../text/text.ts';
import { smallText } from './git-place.ts';

const { renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');

export interface OffPeriod {
  readonly since: string;
  readonly until: string;
}

/** The file in the private folder, and how many periods are remembered. */
const name = 'was-off.json';
const most = 20;

/** Those that are over, oldest first: those that were kept, and one whose own end has come. */
export function offPeriods(privateDir: string, now: Date): readonly OffPeriod[] {
  const kept = jsonIn(smallText(join(privateDir, name)) ?? '');
  const last = periodIn(jsonIn(smallText(join(privateDir, 'off.json')) ?? ''));
  const isOver = last !== undefined && last.until !== '' && last.until <= now.toISOString();
  return [...(Array.isArray(kept) ? kept.flatMap((each) => periodIn(each) ?? []) : []), ...(isOver ? [last] : [])];
}

/** Called before the switch is moved: what was off until now is kept. A disk that takes nothing makes no switch fail. */
export function keepOffPeriod(privateDir: string, now: Date): void {
  const last = periodIn(jsonIn(smallText(join(privateDir, 'off.json')) ?? ''));
  if (last === undefined) return;
  const time = now.toISOString();
  const until = last.until !== '' && last.until < time ? last.until : time;
  const before = offPeriods(privateDir, now).filter(({ since }) => since !== last.since);
  const periods = [...before, { since: last.since, until }].slice(-most);
  const draft = join(privateDir, `${name}.${process.pid}`);
  try {
    writeFileSync(draft, `${JSON.stringify(periods)}\n`, { mode: 0o600 });
    renameSync(draft, join(privateDir, name));
  } catch {
    // Expected where nothing can be written: then the switch itself says so.
  }
}

/** `until` is '' where it has none. */
function periodIn(value: unknown): OffPeriod | undefined {
  if (!isRecord(value) || !isTime(value.since)) return undefined;
  return { since: value.since, until: isTime(value.until) ? value.until : '' };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
