// A model called within its limits: counted before and after, again only where that can help, and not at all while its provider rests.
import { withStore } from '../change/change.ts';
import { inWords } from '../text/text.ts';
import type { CallCost, FailureReason, KeptCall, ModelFailure, Place, Store, World } from '../world/world.ts';
import { afterFailure, parseRest, restLeft } from './breaker.ts';
import { type Room, type RoomOrSpent, roomFor, usdOf } from './budget.ts';
import { type Bill, type Dreamer, emptyBill, sumOf } from './dreamer.ts';

/** What one call may take, as the limits have it. */
export interface CallRoom {
  readonly maxTokens: number;
  readonly limits: { readonly total: number; readonly idle: number; readonly bytes: number; readonly wire: number };
  readonly signal: AbortSignal | undefined;
}

/** Something that was asked and answered; what it is beyond that is the asker's. */
interface Answered {
  readonly kind: string;
  readonly spent: ModelFailure['spent'];
}

/** What is wanted of a model, whatever the calls for it look like. */
export interface CallRequest<Answer extends Answered> {
  /** An act of a night, or `daydream`, `test`, `work`. */
  readonly act: string;
  /** The night, or the run, whose limits it is counted under. */
  readonly night: string;
  /** A person asked for it: a provider that rests is asked all the same. */
  readonly isForced: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that are left for it, if somebody waits. */
  readonly left?: (() => number) | undefined;
  /** The next call: about how many tokens it sends, and the sending. */
  next(): { readonly input: number; send(room: CallRoom): Promise<Answer | ModelFailure> };
  /** Whether it can be asked otherwise after this failure; then it is, at once. */
  isOtherwise?(failure: ModelFailure): boolean;
  /** It was answered: what to remember of that. */
  answered?(store: Store): void;
}

export type WithinLimits<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly bill: Bill }
  | NoAnswer;

export interface NoAnswer {
  readonly kind: 'failed';
  readonly reason: FailureReason | 'budget' | 'resting';
  readonly message: string;
  readonly bill: Bill;
}

/** Later may be better: too many at once, or trouble on their side. */
const mayHelp: ReadonlySet<FailureReason> = new Set(['rate', 'server']);
/** No trouble with the provider: it is about what one model said, or we stopped it ourselves. */
const isNotTheirs: ReadonlySet<FailureReason> = new Set(['truncated', 'refused', 'stopped']);
const mostTries = 3;
const firstPause = 2000;

export async function withinLimits<Answer extends Answered>(
  { world, home }: Place,
  { name, source, limits }: Dreamer,
  wanted: CallRequest<Answer>,
): Promise<WithinLimits<Answer>> {
  const provider = source.kind === 'builtin' ? name : source.provider;
  const { act, night } = wanted;
  const inStore = <Result>(use: (store: Store) => Result): Result => withStore(world, home, use);
  const began = world.now().getTime();
  let bill = emptyBill;
  for (let tries = 1; ; ) {
    const failed = (reason: NoAnswer['reason'], message: string): NoAnswer => ({
      kind: 'failed',
      reason,
      message,
      bill,
    });
    if (wanted.signal?.aborted === true) return failed('stopped', 'it was asked to stop');
    const now = world.now().toISOString();
    const rest = inStore((store) => parseRest(store.memo(`rest:${provider}`)));
    const resting = restLeft(rest, now);
    if (resting > 0 && !wanted.isForced && bill.calls === 0)
      return failed(
        'resting',
        `${provider} failed ${rest.failures} times in a row; it is asked again in ${inWords(resting)}`,
      );
    const next = wanted.next();
    const call = { night, act, provider, model: name, time: now };
    const begun = inStore((store) =>
      begin(store, call, (today) => roomFor(limits, today, night, source, next.input, act), next.input),
    );
    if (begun.kind === 'spent') return failed('budget', begun.message);
    const { room, seq } = begun;
    const total = Math.max(1, Math.min(room.milliseconds, wanted.left?.() ?? room.milliseconds));
    world.probe('ask');
    const outcome = await next.send({
      maxTokens: room.maxTokens,
      limits: { total, idle: Math.min(total, 60_000), bytes: room.bytes, wire: room.wire },
      signal: wanted.signal,
    });
    const failure = isFailure(outcome) ? outcome : undefined;
    const cost = { ...outcome.spent, usd: usdOf(source, outcome.spent) };
    if (failure?.reason !== 'key') bill = sumOf(bill, { ...cost, calls: 1 });
    // The caller's own patience ended, not the provider's.
    const isOurs = failure?.reason === 'timeout' && total < room.milliseconds;
    inStore((store) => {
      store.endCall(seq, failure?.reason ?? 'answer', cost);
      if (failure !== undefined && (!isNotTheirs.has(failure.reason) || isOurs)) return;
      store.setMemo(`rest:${provider}`, undefined);
      if (failure === undefined) wanted.answered?.(store);
    });
    if (!isFailure(outcome)) return { kind: 'answered', answer: outcome, bill };
    if (wanted.isOtherwise?.(outcome) === true) continue;
    const pause = pauseBefore(tries, outcome, world);
    const passed = world.now().getTime() - began;
    const isInTime = passed + pause < limits.night.seconds * 1000 && pause < (wanted.left?.() ?? pause + 1);
    if (!mayHelp.has(outcome.reason) || tries >= mostTries || !isInTime) {
      // All tries of one question are one failure; and who looks for the fault does not make it worse.
      const after = JSON.stringify(afterFailure(rest, world.now().toISOString(), wishOf(outcome)));
      if (!isNotTheirs.has(outcome.reason) && !isOurs && act !== 'test')
        inStore((store) => store.setMemo(`rest:${provider}`, after));
      return failed(outcome.reason, outcome.message);
    }
    tries += 1;
    await world.pause(pause);
  }
}

function isFailure(outcome: Answered): outcome is ModelFailure {
  return outcome.kind === 'failed';
}

type CallStart =
  | { readonly kind: 'begun'; readonly seq: number; readonly room: Room }
  | { readonly kind: 'spent'; readonly message: string };

/** Looks what is left, and counts the call as all it may take, at once: two who ask at the same time do not both get the last one. */
function begin(
  store: Store,
  call: Omit<KeptCall, 'seq' | 'outcome' | keyof CallCost>,
  roomIn: (today: readonly KeptCall[]) => RoomOrSpent,
  input: number,
): CallStart {
  const seen: RoomOrSpent[] = [];
  const seq = store.beginCall(call.time, (today) => {
    const room = roomIn(today);
    seen.push(room);
    if (room.kind === 'spent') return undefined;
    const { maxTokens: output, wire: bytes, milliseconds, usd } = room;
    return { ...call, input, output, bytes, milliseconds, usd };
  });
  const [room] = seen;
  if (seq === undefined || room?.kind !== 'room')
    return { kind: 'spent', message: room?.kind === 'spent' ? room.message : 'there is no room for a call' };
  return { kind: 'begun', seq, room };
}

/** A provider that names a time is left alone until then, also by the next night. */
function wishOf({ reason, retryAfter }: ModelFailure): number | null {
  return reason === 'rate' || reason === 'server' ? retryAfter : null;
}

/** As long as the provider says, or twice as long each time; a little chance keeps many homes from coming back at once. */
function pauseBefore(tries: number, { retryAfter }: ModelFailure, world: World): number {
  const chance = Number.parseInt(world.random(2), 16) / 0xffff;
  return retryAfter ?? Math.round(firstPause * 2 ** (tries - 1) * (0.75 + chance / 2));
}
