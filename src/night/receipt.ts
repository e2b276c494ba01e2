// The receipt of a night: what came of it and why, kept for every attempt, also those that did nothing.
import { join } from 'node:path';
import { z } from 'zod';
import type { FoundHome, World } from '../world/world.ts';

const receipt = z.object({
  v: z.literal(1),
  id: z.string(),
  session: z.string(),
  agent: z.string(),
  kind: z.literal('rem'),
  outcome: z.enum(['ran', 'noop', 'gated', 'held', 'rejected', 'failed']),
  /** A stable word for programs. */
  reason: z.string(),
  message: z.string(),
  model: z.string(),
  tokens: z.object({ input: z.number(), output: z.number() }),
  /** How often a model was called; and what that cost, null if nobody knows. Receipts of earlier versions do not say. */
  calls: z.number().default(0),
  usd: z.number().nullable().default(0),
  /** Lines of the model that the host did not take, with the reason. */
  leftOut: z.array(z.object({ line: z.string(), why: z.string(), isVerdict: z.boolean() })).default([]),
  entry: z.string().nullable(),
  commit: z.string().nullable(),
  verdicts: z.array(z.string()),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
});

export type Receipt = Readonly<z.infer<typeof receipt>>;

/** A receipt, and how many equal ones in a row it stands for. */
export interface CountedReceipt extends Receipt {
  readonly count: number;
  /** When the first of them was. */
  readonly since: string;
}

export const receiptsFile = 'receipts.jsonl';
const fileOf = (home: FoundHome): string => join(home.privateDir, receiptsFile);

export function keepReceipt(world: World, home: FoundHome, given: Receipt): void {
  world.files.makeFolder(home.privateDir, true);
  world.lines.append(fileOf(home), JSON.stringify(given), true);
}

/** The receipts, oldest first; equal no-ops in a row are one with a count. Lines that are not receipts are skipped. */
export function readReceipts(world: World, home: FoundHome): CountedReceipt[] {
  const counted: CountedReceipt[] = [];
  for (const line of world.lines.newest(fileOf(home)).split('\n')) {
    const given = parsed(line);
    if (given === undefined) continue;
    const last = counted.at(-1);
    const isSame =
      last !== undefined &&
      given.outcome !== 'ran' &&
      last.outcome === given.outcome &&
      last.reason === given.reason &&
      last.agent === given.agent;
    if (isSame) counted[counted.length - 1] = { ...given, count: last.count + 1, since: last.since };
    else counted.push({ ...given, count: 1, since: given.startedAt });
  }
  return counted;
}

function parsed(line: string): Receipt | undefined {
  if (line === '') return undefined;
  try {
    return receipt.safeParse(JSON.parse(line)).data;
  } catch {
    // Torn by a power cut: a receipt more or less changes nothing but the list.
    return undefined;
  }
}
