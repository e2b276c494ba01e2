// How often each memory was asked for, counted in one pass over all events, however many there are.
import type { RecallEvent } from '../world/world.ts';
import type { CountOncePer } from './rules.ts';

/** What all recalls of one memory come to. */
export interface Tally {
  readonly recalls: number;
  /** The mean of their scores, from 0 to 1. */
  readonly relevance: number;
  /** Different questions, as `queryKey` spells them. */
  readonly queries: number;
  /** Different days in UTC. */
  readonly days: number;
  /** When it was last asked for, in milliseconds since 1970. */
  readonly last: number;
}

export const hour: number = 60 * 60 * 1000;
export const day: number = 24 * hour;

type Counted = Pick<RecallEvent, 'memory' | 'query' | 'score' | 'time' | 'session'>;

interface Counting {
  /** How often, and the sum of the scores; only where each recall counts. */
  recalls: number;
  sum: number;
  last: number;
  readonly queries: Set<string>;
  readonly days: Set<number>;
  /** The best score in each hour or session, where only one counts. */
  readonly best: Map<number | string, number> | undefined;
}

/** By the id of the memory, in the order in which each was first asked for. An event without a readable time counts for nothing. */
export function tallied(events: Iterable<Counted>, countOncePer: CountOncePer = 'none'): Map<string, Tally> {
  const counting = new Map<string, Counting>();
  for (const { memory, query, score, time, session } of events) {
    const at = Date.parse(time);
    if (Number.isNaN(at)) continue;
    let each = counting.get(memory);
    if (each === undefined) {
      const best = countOncePer === 'none' ? undefined : new Map<number | string, number>();
      each = { recalls: 0, sum: 0, last: at, queries: new Set(), days: new Set(), best };
      counting.set(memory, each);
    }
    each.last = Math.max(each.last, at);
    each.queries.add(query);
    each.days.add(Math.floor(at / day));
    if (each.best === undefined) {
      each.recalls += 1;
      each.sum += score;
      continue;
    }
    // Of a session that nobody knows, an hour is the next best thing.
    const bucket = countOncePer === 'session' && session !== '' ? session : Math.floor(at / hour);
    each.best.set(bucket, Math.max(each.best.get(bucket) ?? 0, score));
  }
  return new Map([...counting].map(([memory, each]) => [memory, tallyOf(each)]));
}

function tallyOf({ recalls, sum, last, queries, days, best }: Counting): Tally {
  const count = best?.size ?? recalls;
  const total = best === undefined ? sum : [...best.values()].reduce((all, score) => all + score, 0);
  const relevance = Math.min(1, Math.max(0, total / count));
  return { recalls: count, relevance, queries: queries.size, days: days.size, last };
}
