// An answer of a model as it lies in a draft: kept before it is read, because it is paid for.
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import { forms } from '../config/config.ts';
import { jsonIn } from '../text/text.ts';
import type { AgentHome, Place } from '../world/world.ts';

const keptAnswer = z.object({
  v: z.literal(1),
  prompt: z.string(),
  code: z.string(),
  form: z.enum(forms),
  text: z.string(),
});
export type KeptAnswer = Readonly<z.infer<typeof keptAnswer>>;

/** Undefined if it was kept by an earlier version, or is torn: then it is asked for again. */
export function parseKept(bytes: Uint8Array | undefined): KeptAnswer | undefined {
  return bytes === undefined ? undefined : keptAnswer.safeParse(jsonIn(Buffer.from(bytes).toString('utf8'))).data;
}

const refusedKey = (night: string): string => `refused:${night}`;

/** An answer nobody could read is kept for a while: whoever chose the model wants to see what it said. */
export function keepRefused({ world, home }: AgentHome, night: string, answer: KeptAnswer): void {
  const bytes = Buffer.from(JSON.stringify(answer));
  withStore(world, home, (store) => store.keepDraft(refusedKey(night), bytes, world.now().toISOString()));
}

/** What a model said that night if it could not be read; null if it could, or is not kept any more. */
export function refusedAnswer({ world, home }: Place, night: string): string | null {
  if (!world.stores.exists(home.privateDir)) return null;
  return withStore(world, home, (store) => parseKept(store.draft(refusedKey(night))))?.text ?? null;
}
