// What is kept as data: one record in each line, and an exported agent. Their texts are Markdown again.
import { isRecord, jsonIn } from '../text/text.ts';
import type { Left } from './source.ts';

/** A text with the day it is of, if it says so. */
export interface Recorded {
  readonly title: string;
  readonly day: string | undefined;
  readonly text: string;
}

export interface Records {
  readonly texts: readonly Recorded[];
  readonly left: readonly Left[];
}

/** The texts of a record, by the names under which nanobot and OpenSeed keep them. */
const says = ['content', 'reflection', 'priority'] as const;

/** A line that is no record is told. */
export function recordsIn(path: string, text: string): Records {
  const texts: Recorded[] = [];
  const left: Left[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = jsonIn(line);
    const said = isRecord(value) ? says.flatMap((name) => textIn(value[name])) : [];
    if (!isRecord(value) || said.length === 0)
      left.push({ path, why: `line ${at + 1} is no record with a text in it` });
    else
      for (const each of said)
        texts.push({ title: '', day: dayIn(value.timestamp ?? value.t ?? value.time), text: each });
  }
  return { texts, left };
}

/** A day that is on the calendar, from a time in words or in milliseconds. */
export function dayIn(value: unknown): string | undefined {
  if (typeof value === 'number' && Math.abs(value) < 8e15) return new Date(value).toISOString().slice(0, 10);
  const day = typeof value === 'string' ? /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/u.exec(value)?.[0] : undefined;
  if (day === undefined) return undefined;
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined;
}

/** The blocks of memory of an exported agent, in the form of today and in the first one. What was said is no memory. */
export function blocksOf(path: string, text: string): Records {
  const once = jsonIn(text);
  // Some are exported as a string that holds them.
  const file = typeof once === 'string' ? jsonIn(once) : once;
  if (!isRecord(file)) return { texts: [], left: [{ path, why: 'is no exported agent that is known here' }] };
  const blocks = [file.blocks, file.core_memory].flatMap((each) => (Array.isArray(each) ? each : [])).filter(isRecord);
  const texts = blocks.flatMap(({ label, value, description }): Recorded[] => {
    const title = typeof label === 'string' ? label : 'block';
    const about = textIn(description).map((each) => `- About ${title}: ${each}`);
    return [...about, ...textIn(value)].map((each) => ({ title, day: undefined, text: each }));
  });
  const agents = [file, ...(Array.isArray(file.agents) ? file.agents : [])].filter(isRecord);
  const messages = agents.reduce((sum, { messages: all }) => sum + (Array.isArray(all) ? all.length : 0), 0);
  return {
    texts,
    left: [
      ...(texts.length === 0 ? [{ path, why: 'has no block of memory with a text in it' }] : []),
      ...(messages === 0 ? [] : [{ path, why: `also has ${messages} messages, which are no memory` }]),
      ...(agents.some(({ system }) => typeof system === 'string')
        ? [{ path, why: 'also has a system prompt, which says how it runs and is no memory' }]
        : []),
    ],
  };
}

const textIn = (value: unknown): string[] => (typeof value === 'string' && value.trim() !== '' ? [value] : []);
