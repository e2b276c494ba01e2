// What a dreamer says is kept before it is read, so that a night that dies afterwards does not pay for it again.
import { createHash } from 'node:crypto';
import type { Dreamt } from '../dream/dream.ts';
import { dreamByRules, dreamFromAnswer, printInput } from '../dream/dream.ts';
import type { Facts } from '../facts/facts.ts';
import type { Sleeper } from './landing.ts';

/** Somebody who is asked for a dream, and may want to be paid. */
export interface Dreamer {
  readonly name: string;
  /** Six headings of org text; see docs/dreams.md. */
  answer(input: string): Promise<Uint8Array>;
}

export type Asked =
  | { readonly kind: 'dream'; readonly dreamt: Dreamt; readonly draft: string | undefined }
  | { readonly kind: 'malformed'; readonly reason: string };

/**
 * The dream of these facts: by rules, or from the answer of a dreamer. An answer belongs to what was asked about, whatever the clock says
 * by now: if nothing new has happened since, the one that is kept is taken. One that cannot be read is not kept.
 */
export async function askForDream(
  { world, home }: Sleeper,
  facts: Facts,
  id: string,
  dreamer: Dreamer | undefined,
): Promise<Asked> {
  if (dreamer === undefined) return { kind: 'dream', dreamt: dreamByRules(facts, id), draft: undefined };
  const key = draftKey(facts, dreamer);
  const store = world.stores.open(home.privateDir);
  try {
    let answer = store.draft(key);
    if (answer === undefined) {
      world.probe('ask');
      answer = await dreamer.answer(printInput(facts));
      // From here it is paid for. Only a process that dies on this very line pays again.
      store.keepDraft(key, answer, facts.now);
      world.probe('draft');
    }
    const read = dreamFromAnswer(facts, id, dreamer.name, answer);
    if (read.kind === 'dream') return { ...read, draft: key };
    store.dropDraft(key);
    return read;
  } finally {
    store.close();
  }
}

/** A dream that landed has no draft any more. */
export function dropDraft({ world, home }: Sleeper, draft: string | undefined): void {
  if (draft === undefined) return;
  const store = world.stores.open(home.privateDir);
  try {
    store.dropDraft(draft);
  } finally {
    store.close();
  }
}

function draftKey({ digested, project, lastNight, agent }: Facts, { name }: Dreamer): string {
  const asked = [name, agent, digested, project.head, project.branch, lastNight?.id ?? null];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
