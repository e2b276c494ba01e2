// Where a conversation may be cut: nowhere between a call and its result.
import type { Seen } from './shape.ts';

/** How many of the oldest messages can go, `most` at most, so that no call that stays is without its result, and no result without its call. */
export function whereToCut(messages: readonly Seen[], most: number): number {
  const bound = new Array<boolean>(messages.length + 1).fill(false);
  const open = new Map<string, number>();
  for (const [at, { parts, bindsNext }] of messages.entries()) {
    if (bindsNext === true) bound[at + 1] = true;
    for (const part of parts) {
      if (part.kind === 'call') open.set(`call ${part.id}`, at);
      if (part.kind === 'question') open.set(`question ${part.id}`, at);
      const key =
        part.kind === 'result' ? `call ${part.id}` : part.kind === 'answer' ? `question ${part.id}` : undefined;
      const from = key === undefined ? undefined : open.get(key);
      if (from !== undefined) bound.fill(true, from + 1, at + 1);
    }
  }
  // Whatever a model has not had an answer for yet stays with what asks for it.
  for (let place = Math.min(most, messages.length); place > 0; place -= 1) if (bound[place] !== true) return place;
  return 0;
}
