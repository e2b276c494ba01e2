// A model asked within its limits: counted before and after, again only where that can help, and not at all while its provider rests.
import type { Form } from '../config/config.ts';
import { estimatedTokens, forms } from '../config/config.ts';
import type {
  CallCost,
  FailureReason,
  FoundHome,
  KeptCall,
  ModelFailure,
  ModelRequest,
  Store,
  World,
} from '../world/world.ts';
import { afterFailure, parseRest, restLeft } from './breaker.ts';
import { type Budgeted, type Room, roomFor, usdOf } from './budget.ts';
import { type Bill, type Dreamer, emptyBill } from './dreamer.ts';
import { inWords } from './gate.ts';

/** What is asked, for each form an answer may be asked in. */
export interface Asking {
  readonly act: 'dream' | 'daydream' | 'test';
  readonly night: string;
  readonly temperature: number;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  prompt(form: Form): { readonly system: string; readonly prompt: string };
  byRules(): string;
  /** A person asked for it: a provider that rests is asked all the same. */
  readonly isForced: boolean;
  readonly signal?: AbortSignal | undefined;
}

export type ModelAnswered =
  | { readonly kind: 'answer'; readonly text: string; readonly form: Form; readonly bill: Bill }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason | 'budget' | 'resting';
      readonly message: string;
      readonly bill: Bill;
    };

/** Later may be better: too many at once, or trouble on their side. */
const mayHelp: ReadonlySet<FailureReason> = new Set(['rate', 'server']);
/** Trouble with the provider, not with what one model said. */
const isTheirs: ReadonlySet<FailureReason> = new Set([
  ...(['key', 'auth', 'request', 'rate', 'server', 'redirect', 'network', 'timeout', 'too-big', 'garbage'] as const),
  'command',
]);
const mostTries = 3;
const firstPause = 2000;
/** What a provider says that does not know the form it was asked for. */
const formStatuses: ReadonlySet<number | null> = new Set([400, 415, 422, 501]);

export async function askWithinLimits(
  { world, home }: { readonly world: World; readonly home: FoundHome },
  dreamer: Dreamer,
  asking: Asking,
): Promise<ModelAnswered> {
  const { source, limits } = dreamer;
  // Rules cost nothing, and nobody has to count them.
  if (source.kind === 'builtin') return { kind: 'answer', text: asking.byRules(), form: 'text', bill: emptyBill };
  const { provider } = source;
  const kept = <Result>(use: (store: Store) => Result): Result => withStore(world, home, use);
  const began = world.now().getTime();
  let bill = emptyBill;
  let form = kept((store) => formFor(dreamer, store));
  for (let tries = 1; ; ) {
    const failed = (reason: FailureReason | 'budget' | 'resting', message: string): ModelAnswered => ({
      ...{ kind: 'failed', reason, message, bill },
    });
    const now = world.now().toISOString();
    const rest = kept((store) => parseRest(store.memo(`rest:${provider}`)));
    const resting = restLeft(rest, now);
    if (resting > 0 && !asking.isForced && bill.calls === 0)
      return failed(
        'resting',
        `${provider} failed ${rest.failures} times in a row; it is asked again in ${inWords(resting)}`,
      );
    const { system, prompt } = asking.prompt(form);
    const input = estimatedTokens(system + prompt);
    const call = { night: asking.night, act: asking.act, provider, model: dreamer.name, time: now };
    const begun = kept((store) =>
      begin(store, call, (today) => roomFor(limits, today, asking.night, source, input), input),
    );
    if (begun.kind === 'spent') return failed('budget', begun.message);
    const { room, seq } = begun;
    const request: ModelRequest = {
      ...{ system, prompt, form, temperature: asking.temperature, maxTokens: room.maxTokens, byRules: asking.byRules },
      schema: form === 'schema' ? asking.schema : undefined,
      limits: {
        ...{ total: room.milliseconds, idle: Math.min(room.milliseconds, 60_000), bytes: room.bytes, wire: room.wire },
      },
      signal: asking.signal,
    };
    world.probe('ask');
    const outcome = await world.models.ask(source, request);
    const { spent } = outcome;
    const cost = { ...spent, usd: usdOf(source, spent) };
    if (outcome.kind === 'answer' || outcome.reason !== 'key') bill = added(bill, cost);
    kept((store) => {
      store.endCall(seq, outcome.kind === 'answer' ? 'answer' : outcome.reason, cost);
      if (outcome.kind === 'failed' && isTheirs.has(outcome.reason)) return;
      store.setMemo(`rest:${provider}`, undefined);
      if (outcome.kind === 'answer') store.setMemo(`form:${dreamer.name}`, form);
    });
    if (outcome.kind === 'answer') return { kind: 'answer', text: outcome.text, form, bill };
    const weaker = forms[forms.indexOf(form) + 1];
    if (outcome.reason === 'request' && formStatuses.has(outcome.status) && weaker !== undefined) {
      form = weaker;
      continue;
    }
    const pause = pauseBefore(tries, outcome, world);
    const isInTime = world.now().getTime() - began + pause < limits.night.seconds * 1000;
    if (!mayHelp.has(outcome.reason) || tries >= mostTries || !isInTime) {
      // All tries of one question are one failure; and who looks for the fault does not make it worse.
      const after = JSON.stringify(afterFailure(rest, world.now().toISOString(), wishOf(outcome)));
      if (isTheirs.has(outcome.reason) && asking.act !== 'test')
        kept((store) => store.setMemo(`rest:${provider}`, after));
      return failed(outcome.reason, outcome.message);
    }
    tries += 1;
    await world.pause(pause);
  }
}

type Begun =
  | { readonly kind: 'begun'; readonly seq: number; readonly room: Room }
  | { readonly kind: 'spent'; readonly message: string };

/** Looks what is left, and counts the call as all it may take, at once: two who ask at the same time do not both get the last one. */
function begin(
  store: Store,
  call: Omit<KeptCall, 'seq' | 'outcome' | keyof CallCost>,
  roomIn: (today: readonly KeptCall[]) => Budgeted,
  input: number,
): Begun {
  const seen: Budgeted[] = [];
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

/** What worked last; else what the operator set, or the strictest there is. A program is asked for text. */
function formFor({ source, name }: Dreamer, store: Store): Form {
  if (source.kind === 'command' || source.kind === 'builtin') return 'text';
  const known = forms.find((form) => form === store.memo(`form:${name}`));
  // An operator who asks for less than what worked has a reason.
  return known === undefined || forms.indexOf(known) < forms.indexOf(source.form) ? source.form : known;
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

function added(bill: Bill, cost: Omit<Bill, 'calls'>): Bill {
  return {
    calls: bill.calls + 1,
    input: bill.input + cost.input,
    output: bill.output + cost.output,
    bytes: bill.bytes + cost.bytes,
    milliseconds: bill.milliseconds + cost.milliseconds,
    usd: bill.usd === null || cost.usd === null ? null : bill.usd + cost.usd,
  };
}

export function withStore<Result>(world: World, home: FoundHome, use: (store: Store) => Result): Result {
  const store = world.stores.open(home.privateDir);
  try {
    return use(store);
  } finally {
    store.close();
  }
}
