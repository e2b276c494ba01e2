// What is to be done once after a change has landed: a kind of item that nobody here knows waits for a version that does.
import { tryOr } from '../errors/errors.ts';
import { isRecord, jsonIn } from '../text/text.ts';
import type { OutboxItem, Store, WaitingItem } from '../world/world.ts';
import type { Desk } from './apply.ts';
import { madeHere } from './made-here.ts';

type Delivering = Pick<Desk, 'world' | 'home'>;

/** The kinds that this version knows: a line for the receipts, and one for what waits for a person. */
const known: readonly string[] = ['line:receipts.jsonl', 'line:pending.jsonl'];

/** Whether an item of a kind we know makes no sense: nobody will ever deliver it. */
export function isSenseless({ kind, body }: OutboxItem): boolean {
  return known.includes(kind) && !isRecord(jsonIn(body));
}

/** Whether there is somebody for it. One of a later version's kind waits for that version, and its change is done all the same. */
export function isDeliverable({ kind, body }: OutboxItem): boolean {
  return known.includes(kind) && isRecord(jsonIn(body));
}

/** Does what an item that is deliverable asks for, or finds that it was done: it may be killed at any line and run again. */
export function deliver(at: Delivering, store: Store, item: OutboxItem, commit: string | undefined): void {
  deliverLine(at, item, commit);
  at.world.probe('delivered');
  store.delivered(item.id);
}

/** Items of changes that are done, which an earlier version could not deliver, and we can. */
export function nowDeliverable(store: Store): readonly WaitingItem[] {
  return store.undelivered().filter(isDeliverable);
}

/** Only for whoever holds the lock of this home's changes. What cannot be done now is for the next of us; no change fails for it. */
export function deliverWaiting(at: Delivering, store: Store): void {
  const items = nowDeliverable(store);
  if (items.length === 0) return;
  const commits = new Map([...madeHere(at.world, at.home).commits].map(([commit, id]) => [id, commit]));
  const all = (): void => {
    for (const item of items) deliver(at, store, item, commits.get(item.intent));
  };
  tryOr(all, () => undefined);
}

/** A line of a private record, which gets the commit and is not written twice. */
function deliverLine({ world, home }: Delivering, item: OutboxItem, commit: string | undefined): void {
  const path = `${home.privateDir}/${item.kind.slice('line:'.length)}`;
  const body = JSON.parse(item.body) as Record<string, unknown>;
  const marks = [`"id":"${item.id}"`, ...(typeof body.outcome === 'string' ? [`"outcome":"${body.outcome}"`] : [])];
  const isThere = world.lines
    .newest(path)
    .split('\n')
    .some((each) => marks.every((mark) => each.includes(mark)));
  const line = JSON.stringify({ ...body, commit: commit ?? null });
  // Before it is ticked off, which is durable at once.
  if (!isThere) world.lines.append(path, line, true);
}
