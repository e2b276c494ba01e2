// A day with a person, checks, commits and a failure, to be consolidated.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Act } from '../../src/asking/asking.ts';
import { consolidateAct } from '../../src/consolidate/consolidate.ts';
import type { SleepOptions } from '../../src/night/night.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

export const usualDay: readonly DayEvent[] = [
  { at: '09:00', prompt: 'Build the parser. Never push to main without asking me.' },
  { at: '09:05', read: 'src/a.ts' },
  { at: '09:06', edit: 'src/a.ts', content: 'a2\n' },
  { at: '09:10', run: 'npm test', exit: 0 },
  { at: '09:15', commit: 'feat: the parser reads dates' },
  { at: '09:20', edit: 'src/b.ts', content: 'b2\n' },
  { at: '09:30', run: 'npm run lint', exit: 1 },
  { at: '09:31', edit: 'src/b.ts', content: 'b3\n' },
  { at: '09:32', run: 'npm run lint', exit: 1 },
];

export function dayIn(
  box: Sandbox,
  day: readonly DayEvent[] = usualDay,
  shape: 'nested' | 'one' = 'nested',
): Promise<Lived> {
  const before = { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n' };
  return liveDay(box, 'project', { shape, board: '* board\n** TODO write the docs\n', before, day });
}

export function selfFile({ home }: Lived, name: string): string {
  const path = join(home.home, '.self', name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export async function consolidate(
  lived: Lived,
  time: string,
  options: Partial<SleepOptions> & { readonly home?: ReturnType<Lived['at']> } = {},
) {
  const { home = lived.at(time), ...rest } = options;
  const acts: readonly Act[] = [consolidateAct];
  return (await sleepOnce(home, { env: {}, trigger: 'nap', acts, ...rest })).receipt;
}

/** What a model says of the usual day: lines of every level. */
export const saidOfDay = [
  'RED 09:32 `npm run lint` fails and has not passed since',
  'YLW 09:15 The parser reads dates now',
  'GRN 09:10 `npm test` passed',
  'GRN 09:31 src/a.ts and src/b.ts were edited',
  'GRN 09:32 `npm run lint` was tried twice',
] as const;

/** The same, by a model that says these lines. */
export function consolidateSaying(
  lived: Lived,
  time: string,
  { acts = [consolidateAct] }: { readonly acts?: readonly Act[] } = {},
) {
  const said = `OBSERVATIONS:\n${saidOfDay.join('\n')}\n\nREFLECTION:\nThe parser is there.\n\nPRIORITY:\nMend npm run lint.\n`;
  const home = lived.at(time);
  const world = answering(home.world, () => said);
  return consolidate(lived, time, {
    home: { ...home, world },
    acts,
    dreamers: { consolidate: dreamerNamed('sonnet') },
  });
}
