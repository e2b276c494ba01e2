// What waits for a person: an operation with the exact bytes it is about, so that nobody approves something else than they read.
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { base32Of, jsonIn, oneLine } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type Operation, wishOf } from './operations.ts';
import type { Planned } from './planned.ts';

const texts = z.array(z.string());
const id = z.string();
const why = z.string();
const operation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merge'), of: texts, to: z.string(), why }),
  z.object({ kind: z.literal('demote'), id, why }),
  z.object({ kind: z.literal('supersede'), id, by: z.string(), why }),
  z.object({ kind: z.literal('reword'), id, to: z.string(), why }),
  z.object({ kind: z.literal('move'), id, after: z.string(), why }),
  z.object({ kind: z.literal('pattern'), of: texts, to: z.string(), why }),
]);

const waiting = z.object({
  v: z.literal(1),
  id: z.string().check(z.regex(/^q-[a-z2-7]{8}$/u)),
  time: z.iso.datetime(),
  agent: z.string(),
  night: z.string(),
  /** `question`: two entries contradict each other, and nothing says which of them holds. */
  kind: z.enum(['proposal', 'question']),
  operation,
  wish: z.string(),
  /** The entries that go and those that it rests on, and what comes, byte for byte. */
  takes: texts,
  rests: texts,
  brings: texts,
  /** The titles above what goes, the outermost first; what earlier versions wrote has none. */
  section: z._default(z.string(), ''),
  /** From then on it counts as rejected. */
  until: z.iso.datetime(),
});

export type Waiting = Readonly<z.infer<typeof waiting>>;

export const pendingFile = 'pending.jsonl';
const days30 = 30 * 24 * 60 * 60 * 1000;

export function waitingFor(
  { operation: given, step, claim: { takes, rests = [], brings } }: Planned,
  by: { readonly now: Date; readonly agent: string; readonly night: string; readonly kind: Waiting['kind'] },
): Waiting {
  const { now, agent, night, kind } = by;
  const about = { operation: given, takes: [...takes], rests: [...rests], brings: [...brings] };
  return {
    ...{ v: 1, id: `q-${base32Of(hash('sha256', JSON.stringify([about, night]), 'hex'))}` },
    ...{ time: now.toISOString(), agent, night, kind, wish: wishOf(given), ...(about as { operation: Operation }) },
    ...{ takes: about.takes, rests: about.rests, brings: about.brings },
    section: oneLine((step.takes[0] ?? step.behind)?.section.join(' / ') ?? '', 200),
    until: new Date(now.getTime() + days30).toISOString(),
  } as Waiting;
}

/** All that ever waited here, as far as it is kept; the newest of each id. */
export function everWaiting(world: World, home: FoundHome): Waiting[] {
  const lines = world.lines.newest(`${home.privateDir}/${pendingFile}`).split('\n');
  const all = lines.flatMap((line) => waiting.safeParse(jsonIn(line)).data ?? []);
  return [...new Map(all.map((each) => [each.id, each])).values()];
}
