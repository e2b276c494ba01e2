// `.self/dreams.jsonl`: one line for each consolidation, as the OpenSeed design has it.
import * as z from 'zod/mini';
import { jsonIn } from '../text/text.ts';

const entry = z.looseObject({
  /** When it was. */
  t: z.iso.datetime(),
  /** Tool calls since the one before. */
  actions: z.int().check(z.minimum(0)),
  reflection: z.string(),
  priority: z.string(),
  /** How many observations came of it. */
  observations: z.int().check(z.minimum(0)),
  /** Whether the deep sleep that was due with it was done. */
  deep: z.boolean(),
  /** Too little had happened to think about: rules wrote it, and it does not count towards a deep sleep. */
  light: z.optional(z.boolean()),
  /** The night it belongs to, and who thought about it. */
  night: z.optional(z.string()),
  model: z.optional(z.string()),
});

export type DreamEntryLine = Readonly<z.infer<typeof entry>>;

/** Oldest first. A line that is torn, or not ours, is passed over. */
export function dreamsIn(content: Uint8Array | undefined): DreamEntryLine[] {
  const text = Buffer.from(content ?? []).toString('utf8');
  return text.split('\n').flatMap((line) => entry.safeParse(jsonIn(line)).data ?? []);
}

export function printDreamEntry(given: DreamEntryLine): string {
  return JSON.stringify(given);
}

/** With one more line. A torn one before it is closed first, so that it does not swallow ours. */
export function withDreamEntry(content: Uint8Array | undefined, given: DreamEntryLine): Uint8Array {
  const bytes = Buffer.from(content ?? []);
  const open = bytes.length > 0 && bytes.at(-1) !== 0x0a ? '\n' : '';
  return Buffer.concat([bytes, Buffer.from(`${open}${printDreamEntry(given)}\n`)]);
}

/** The same with the newest consolidation that was not light marked as the one in which the deep sleep was done. */
export function withDeepDone(content: Uint8Array | undefined): Uint8Array | undefined {
  const text = Buffer.from(content ?? []).toString('latin1');
  const lines = text.split('\n');
  const at = lines.findLastIndex((line) => {
    const read = entry.safeParse(jsonIn(Buffer.from(line, 'latin1').toString('utf8'))).data;
    return read !== undefined && read.light !== true;
  });
  const line = lines[at];
  if (line === undefined) return content;
  return Buffer.from(lines.with(at, line.replace(/"deep":\s*false/u, '"deep":true')).join('\n'), 'latin1');
}
