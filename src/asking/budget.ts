// What models may still be asked for: counted before a call is made, so that no answer can be too late to stop.
import type { Allowance, HttpSource, ModelLimits, ModelSource, Price } from '../config/config.ts';
import type { CallCost, KeptCall } from '../world/world.ts';

/** What one more call may take. */
export interface Room {
  readonly kind: 'room';
  readonly maxTokens: number;
  readonly milliseconds: number;
  readonly bytes: number;
  /** Bytes of all that comes, envelopes included. */
  readonly wire: number;
  /** What it costs at most; null if nobody knows. */
  readonly usd: number | null;
}

export type RoomOrSpent = Room | { readonly kind: 'spent'; readonly message: string };

/** The longest answer a dream needs, with room for models that think first; and the shortest that could be one. */
const longestAnswer = 6000;
const shortestAnswer = 800;
/** A turn of work may write a whole file. */
const longestTurn = 16_000;
const largestReply = 256 * 1024;
/** In a stream each word comes in an envelope many times its size. */
const envelope = 16;

/** The act that is counted on its own: an agent that works all day must not take its nights from it. Money is counted over all. */
const work = 'work';

/** `night` is also the id of a run, whose calls are counted as those of a night are. */
export function roomFor(
  limits: ModelLimits,
  calls: readonly KeptCall[],
  night: string,
  source: ModelSource,
  input: number,
  act = 'dream',
): RoomOrSpent {
  const isWork = act === work;
  const alike = calls.filter((call) => (call.act === work) === isWork);
  const spans = [
    { name: isWork ? 'run' : 'night', allowed: limits.night, used: sum(calls.filter((call) => call.night === night)) },
    { name: 'day', allowed: limits.day, used: { ...sum(alike), usd: sum(calls).usd } },
  ];
  const left = (what: 'calls' | 'tokens' | 'seconds' | 'bytes'): number =>
    Math.min(...spans.map(({ allowed, used }) => allowed[what] - used[what]));
  for (const { name, allowed, used } of spans) {
    const spent = (what: string, most: number | string, so: number | string): RoomOrSpent => ({
      kind: 'spent',
      message: `the ${name}'s ${most} ${what} for models are spent (${so} so far)`,
    });
    if (used.calls >= allowed.calls) return spent('calls', allowed.calls, used.calls);
    if (used.tokens + input + shortestAnswer > allowed.tokens) return spent('tokens', allowed.tokens, used.tokens);
    if (used.seconds >= allowed.seconds) return spent('seconds', allowed.seconds, Math.round(used.seconds));
    if (used.bytes >= allowed.bytes) return spent('bytes', allowed.bytes, used.bytes);
  }
  const longest = limits.answer ?? (isWork ? longestTurn : longestAnswer);
  const maxTokens = Math.min(longest, left('tokens') - input);
  const usd = costOf(priceOf(source), input, maxTokens);
  const money = spans
    .map(({ name, allowed, used }) => moneyFlaw(name, allowed, used, usd, calls, source))
    .find((flaw) => flaw !== undefined);
  if (money !== undefined) return { kind: 'spent', message: money };
  return {
    kind: 'room',
    maxTokens,
    usd,
    bytes: Math.min(largestReply, left('bytes')),
    wire: Math.min(largestReply * ('isStreamed' in source && source.isStreamed ? envelope : 1), left('bytes')),
    // Whole ones: a fraction cannot be kept.
    milliseconds: Math.max(1, Math.floor(Math.min(limits.call, left('seconds') * 1000))),
  };
}

type Used = Readonly<Record<'calls' | 'tokens' | 'seconds' | 'bytes' | 'usd', number>>;

function sum(all: readonly KeptCall[]): Used {
  // Without a key nobody was called.
  const calls = all.filter(({ outcome }) => outcome !== 'key');
  const total = (of: (call: KeptCall) => number): number => calls.reduce((so, call) => so + Math.max(0, of(call)), 0);
  return {
    calls: calls.length,
    tokens: total(({ input, output }) => input + output),
    seconds: total(({ milliseconds }) => milliseconds) / 1000,
    bytes: total(({ bytes }) => bytes),
    usd: total(({ usd }) => usd ?? 0),
  };
}

/** A limit in money holds only where somebody says what a call costs: the provider after the first, or a price in the settings. */
function moneyFlaw(
  name: string,
  allowed: Allowance,
  used: Used,
  worst: number | null,
  calls: readonly KeptCall[],
  source: ModelSource,
): string | undefined {
  if (allowed.usd === undefined) return undefined;
  if (used.usd + (worst ?? 0) > allowed.usd || (used.usd >= allowed.usd && used.calls > 0))
    return `the ${name}'s ${allowed.usd} US dollars for models are spent, or one more call could take more (${used.usd.toFixed(4)} so far)`;
  // What a program costs is between it and whoever logged it in; calls and tokens are counted all the same.
  if (source.kind === 'command') return undefined;
  // Only whoever gave an answer, or may still give one, could have said what it cost.
  const isSilent = ({ usd, provider, outcome }: KeptCall): boolean =>
    usd === null && provider === nameIn(source) && (outcome === 'answer' || outcome === '');
  const isKnown = worst !== null || !calls.some(isSilent);
  return isKnown
    ? undefined
    : `there is a limit of ${allowed.usd} US dollars a ${name}, but it is not known what ${nameIn(source)} costs; set \`price\` for it, or limit tokens instead`;
}

function nameIn(source: ModelSource): string {
  return source.kind === 'builtin' ? 'it' : source.provider;
}

function priceOf(source: ModelSource): Price | undefined {
  return source.kind === 'builtin' || source.kind === 'command' ? undefined : source.price;
}

function costOf(price: Price | undefined, input: number, output: number): number | null {
  return price === undefined ? null : (input * price.input + output * price.output) / 1_000_000;
}

/** What a call cost, as the provider says or as its price makes it; nothing for what runs here without a price. */
export function usdOf(source: ModelSource, spent: Pick<CallCost, 'usd' | 'input' | 'output'>): number | null {
  const priced = costOf(priceOf(source), spent.input, spent.output);
  // Of two words about money the dearer counts.
  if (spent.usd !== null) return Math.max(spent.usd, priced ?? 0);
  // Whoever was never reached sends no bill.
  if (spent.input + spent.output === 0) return 0;
  if (source.kind === 'builtin') return 0;
  return source.kind === 'command' ? null : (priced ?? (isLocal(source) ? 0 : null));
}

/** A model on this machine costs power, and nobody sends a bill. */
function isLocal({ url }: HttpSource): boolean {
  const host = new URL(url).hostname;
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}
