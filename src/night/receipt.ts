// The receipt of a night: what came of it and why, kept for every attempt, also those that did nothing.
// Its form is made ready when the first receipt is read: most commands read none.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { jsonIn } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';

const text = z.catch(z.string(), '');
const tokens = z.object({ input: z.number(), output: z.number() });

/** What one act of a night came to. Later versions say more about it, and that is kept. */
const act = z.lazy(() =>
  z.looseObject({
    name: z.string(),
    /** How it is called among the sessions. */
    kind: text,
    outcome: text,
    reason: text,
    message: text,
    model: z.catch(z.nullable(z.string()), null),
    tokens: z.catch(tokens, { input: 0, output: 0 }),
    calls: z.catch(z.number(), 0),
    usd: z.catch(z.nullable(z.number()), null),
  }),
);
const acts = z.array(act);

/** The kinds that are nights. What is of another kind, a later version wrote. */
const nightKinds: readonly string[] = ['rem', 'night'];

const receipt = z.lazy(() =>
  z.object({
    v: z.literal(1),
    id: z.string(),
    session: z.string(),
    agent: z.string(),
    kind: z.string().check(z.refine((kind) => nightKinds.includes(kind))),
    /** What it slept for, and what it did; receipts of earlier versions do not say. */
    trigger: z._default(z.nullable(z.string()), null),
    acts: z._default(acts, []),
    outcome: z.enum(['ran', 'noop', 'gated', 'held', 'rejected', 'failed']),
    /** A stable word for programs. */
    reason: z.string(),
    message: z.string(),
    model: z.string(),
    tokens,
    /** How often a model was called; and what that cost, null if nobody knows. Receipts of earlier versions do not say. */
    calls: z._default(z.number(), 0),
    usd: z._default(z.nullable(z.number()), 0),
    /** Lines of the model that the host did not take, with the reason. */
    leftOut: z._default(z.array(z.object({ line: z.string(), why: z.string(), isVerdict: z.boolean() })), []),
    entry: z.nullable(z.string()),
    commit: z.nullable(z.string()),
    verdicts: z.array(z.string()),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime(),
  }),
);

/** One of a kind that only a later version knows: enough of it to be named in a list. */
const other = z.lazy(() =>
  z.object({
    v: z.literal(1),
    id: z.string(),
    kind: z.string().check(z.refine((kind) => !nightKinds.includes(kind))),
    session: text,
    agent: text,
    outcome: text,
    reason: text,
    message: text,
    startedAt: z.iso.datetime(),
    endedAt: z.catch(z.optional(z.iso.datetime()), undefined),
  }),
);

export type Receipt = Readonly<z.infer<typeof receipt>>;
export type OtherReceipt = Readonly<z.infer<typeof other>>;
export type ActReceipt = Readonly<z.infer<typeof act>>;

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

/** The receipts of nights, oldest first; equal no-ops in a row are one with a count. Lines that are no such receipts are skipped. */
export function readReceipts(world: World, home: FoundHome): CountedReceipt[] {
  const counted: CountedReceipt[] = [];
  for (const line of valuesIn(world, home)) {
    const given = receipt.safeParse(line).data;
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

/** What a later version kept there besides: no night, and nothing that counts, but it was. */
export function readOtherReceipts(world: World, home: FoundHome): OtherReceipt[] {
  return valuesIn(world, home).flatMap((line) => other.safeParse(line).data ?? []);
}

/** The acts of a night as a line of the ledger has them, told as a receipt tells them. */
export function actsIn(given: unknown): ActReceipt[] {
  return acts.safeParse(given).data ?? [];
}

/** A line that was torn by a power cut is none: a receipt more or less changes nothing but the list. */
function valuesIn(world: World, home: FoundHome): unknown[] {
  return world.lines.newest(fileOf(home)).split('\n').map(jsonIn);
}
