// The daydreams that are kept: the newest first, so many and no more, in a file that git never sees.
import * as z from 'zod/mini';
import { jsonIn } from '../text/text.ts';
import { readMusing } from './musing.ts';

const daydream = z.object({
  ts: z.int().check(z.minimum(0)),
  text: z.string().check(z.maxLength(1000)),
  model: z.string().check(z.maxLength(300)),
});
const file = z.object({ daydreams: z.array(z.unknown()) });

export type Daydream = Readonly<z.infer<typeof daydream>>;

export const keptDaydreams = 60;
export const daydreamInterval: number = 12 * 60 * 1000;

/** Reads the file. What is damaged or no daydream is left out: nothing of it is worth an error, and anybody may be shown the rest. */
export function parseDaydreams(text: string): Daydream[] {
  return (file.safeParse(jsonIn(text)).data?.daydreams ?? []).flatMap((each) => {
    const { data } = daydream.safeParse(each);
    const read = data === undefined ? undefined : readMusing(data.text);
    return data !== undefined && read?.kind === 'musing' ? [{ ...data, text: read.text }] : [];
  });
}

export function printDaydreams(daydreams: readonly Daydream[]): string {
  return `${JSON.stringify({ daydreams }, null, 2)}\n`;
}

export function withDaydream(daydreams: readonly Daydream[], newest: Daydream, most: number): Daydream[] {
  return [newest, ...daydreams].slice(0, most);
}

/** How many milliseconds until the next one. One in the future, after a clock jumped, does not hold anybody back. */
export function daydreamGate(newest: number | undefined, interval: number, now: number): number {
  if (newest === undefined || newest > now) return 0;
  return Math.max(0, interval - (now - newest));
}
