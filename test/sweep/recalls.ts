// Recalls as tests want them: of one memory, just now, by one question, unless something else is said.
import { type Tally, tallied } from '../../src/sweep/sweep.ts';
import type { RecallEvent } from '../../src/world/world.ts';

export const now = new Date('2026-06-10T12:00:00.000Z');

export interface Given extends Partial<Omit<RecallEvent, 'time'>> {
  readonly time?: Date;
}

export function recall({ time = now, ...more }: Given): RecallEvent {
  return {
    memory: 'm-aaaaaaaa',
    asked: 'what',
    query: 'q',
    score: 1,
    agent: 'agent',
    session: 's',
    ...more,
    time: time.toISOString(),
  };
}

export const recalls = (many: number, more: Given = {}): RecallEvent[] =>
  Array.from({ length: many }, () => recall(more));

/** Of the one memory that they are of. */
export function tallyFrom(events: readonly RecallEvent[]): Tally {
  const [tally] = tallied(events).values();
  if (tally === undefined) throw new Error('nothing was counted');
  return tally;
}
