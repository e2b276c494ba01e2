// Since when nobody has been there: the newest sign of whoever works with an agent, whatever clocks do.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { parseRunLines, parseSteps } from '../steps/steps.ts';
import { jsonIn } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';

type Looking = Pick<AgentHome, 'world' | 'home' | 'agent'>;

/** A session that begins: what it did itself is no sign that somebody was there before it. */
export interface Arrival {
  readonly run: string;
}

export interface Absence {
  /** Names the newest signs: as long as it is the same, nobody has been there. '' if there never was one. */
  readonly sign: string;
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
  /** Until when it is measured: now, or when somebody came. */
  readonly until: number;
}

const seen = z.object({ v: z.literal(1), sign: z.string(), since: z.iso.datetime() });
const activityMemo = (agent: string): string => `activity:${agent}`;
const absenceMemo = (agent: string): string => `absence:${agent}`;
/** Of the record only its end is looked at: it has the newest. */
const most = 256 * 1024;

/** Says that somebody is there now, for programs whose work nobody else records. */
export function keepActivity({ world, home, agent }: Looking): string {
  const now = world.now().toISOString();
  world.files.makeFolder(home.privateDir, true);
  withStore(world, home, (store) => store.setMemo(activityMemo(agent), now));
  return now;
}

/**
 * How long nobody has been there. A step, a prompt, a session that begins or ends, a message, or a word of a program is a sign.
 * What the keeper's own runs do is none: nobody asked for them, and an agent that works by a cadence would never be alone.
 *
 * A sign from the future is of a clock that went back since: it counts from when it was first seen, which is kept. So a clock that is put
 * right neither makes anybody absent who is there, nor keeps somebody there for years.
 */
export async function absenceOf(home: Looking, arrival?: Arrival): Promise<Absence> {
  const { world, home: place, agent } = home;
  const day = await world.lines.day(place);
  const all = parseRunLines(world.lines.newest(join(place.privateDir, 'runs.jsonl'), most));
  const lines = all.filter(({ event, alone }) => event !== 'probe' && alone !== true);
  // A person who goes on with such a session by hand is there.
  const isAlone = new Map(all.map(({ run, alone }) => [run, alone === true]));
  const steps = parseSteps(day.newest(most)).records.filter(
    (record) => (record.agent ?? agent) === agent && isAlone.get(record.run ?? '') !== true,
  );
  const began = lines.findLast(({ run, event }) => run === arrival?.run && event === 'start')?.time;
  const now = world.now().getTime();
  const until = began === undefined ? now : Math.min(now, Date.parse(began));
  const isBefore = (line: { readonly run: string | null; readonly time: string }): boolean =>
    arrival === undefined || (line.run !== arrival.run && (began === undefined || line.time < began));
  const step = steps.findLast(isBefore);
  const line = lines.findLast(isBefore);
  const said = memosOf(home);
  const spoken = said.activity !== undefined && (began === undefined || said.activity < began) ? said.activity : '';
  const sign = [
    step === undefined ? '' : `${step.time} ${step.seq}`,
    line === undefined ? '' : `${line.time} ${line.event}`,
    spoken,
  ].join('|');
  const times = [step?.time, line?.time, spoken === '' ? undefined : spoken]
    .filter((time) => time !== undefined)
    .map((time) => Math.min(until, Date.parse(time)));
  const known = said.seen?.sign === sign ? Date.parse(said.seen.since) : undefined;
  // One that was never seen before, and that nobody ever was, begins now.
  const since = Math.min(until, known ?? (times.length === 0 ? now : Math.max(...times)));
  const isKept = arrival === undefined && (known === undefined || known > now);
  if (isKept) keepSeen(home, sign, since);
  return { sign: sign === '||' ? '' : sign, since, until };
}

function memosOf({ world, home, agent }: Looking): {
  readonly activity: string | undefined;
  readonly seen: z.infer<typeof seen> | undefined;
} {
  const none = { activity: undefined, seen: undefined };
  if (!world.stores.exists(home.privateDir)) return none;
  // A store that cannot be read is as one that was lost: what is on record still counts.
  return tryOr(
    () =>
      withStore(world, home, (store) => ({
        activity: z.iso.datetime().safeParse(store.memo(activityMemo(agent))).data,
        seen: seen.safeParse(jsonIn(store.memo(absenceMemo(agent)) ?? '')).data,
      })),
    () => none,
  );
}

function keepSeen({ world, home, agent }: Looking, sign: string, since: number): void {
  if (!world.stores.exists(home.privateDir)) return;
  const value = JSON.stringify({ v: 1, sign, since: new Date(since).toISOString() });
  tryOr(() => withStore(world, home, (store) => store.setMemo(absenceMemo(agent), value)));
}
