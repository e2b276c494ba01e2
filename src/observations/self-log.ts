// The private logs of an agent, as lines: what was said, how each sleep came, and what happened besides. They are only ever appended to.
import * as z from 'zod/mini';
import { jsonIn } from '../text/text.ts';

/** Characters of one line: whatever they are written as, a line stays below what one write keeps whole. */
const longestPart = 10_000;

export interface Said {
  /** When, in UTC. */
  readonly t: string;
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** The run or session. */
  readonly run: string | null;
}

/** One thing that was said; what is too long for one line is several, and nothing of it is cut away. */
export function printSaid({ t, role, content, run }: Said): string[] {
  const parts = partsOf(content);
  return parts.map((part, at) =>
    JSON.stringify({
      ...{ t, role, content: part, run },
      ...(parts.length === 1 ? {} : { part: at + 1, of: parts.length }),
    }),
  );
}

function partsOf(content: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < content.length; ) {
    const last = content.charCodeAt(at + longestPart - 1);
    // A sign of two halves stays whole.
    const end = at + longestPart - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    parts.push(content.slice(at, end));
    at = end;
  }
  return parts.length === 0 ? [''] : parts;
}

const said = z.object({
  t: z.string(),
  role: z.enum(['user', 'assistant', 'tool']),
  content: z.string(),
  run: z.nullable(z.string()),
  part: z.optional(z.int()),
  of: z.optional(z.int()),
});

/** What was said, whole again, in the order of the file. A line that is torn, or not ours, is passed over. */
export function saidIn(text: string): Said[] {
  const all: { -readonly [Name in keyof Said]: Said[Name] }[] = [];
  for (const line of text.split('\n')) {
    const read = said.safeParse(jsonIn(line)).data;
    if (read === undefined) continue;
    const { part = 1, of: _, ...rest } = read;
    const open = all.findLast(({ t, role, run }) => t === rest.t && role === rest.role && run === rest.run);
    if (part > 1 && open !== undefined) open.content += rest.content;
    else all.push(rest);
  }
  return all;
}

/** One sleep: how much had been done, how long it is, and what came of it. */
export interface Iteration {
  readonly t: string;
  readonly run: string | null;
  readonly turns: number;
  readonly actions: number;
  readonly sleep_s: number;
  readonly why: 'nap' | 'fatigue';
  /** The night in which experience was consolidated; null if it was a nap. */
  readonly night: string | null;
  /** What came of that night: `ran`, `failed` …; null for a nap. */
  readonly outcome: string | null;
  readonly deep: boolean;
}

export const printIteration = (iteration: Iteration): string => JSON.stringify(iteration);

/** Anything that happened, by a word of ours. */
export interface MemoryEvent {
  readonly t: string;
  readonly type: 'warned' | 'asleep' | 'awake' | 'consolidated' | 'not consolidated';
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export const printEvent = (event: MemoryEvent): string => JSON.stringify(event);
