// One HTTP exchange that cannot hurt: no redirects, a deadline for all of it and for each silence, and no more bytes than agreed.
import { errnoOf } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { errorPage, type Page } from './error-page.ts';
import type { CallLimits, FailureReason } from './model-types.ts';

/** What an exchange came to, as it goes on. The first trouble counts; what follows from it is noise. */
export interface Exchange {
  trouble: { readonly reason: FailureReason; readonly message: string } | undefined;
  status: number | null;
  retryAfter: number | null;
  bytes: number;
  /** Somebody may have received what was asked. */
  wasCalled: boolean;
  readonly fetch: typeof fetch;
  /** Lets go of everything; to be called when the answer is read, or given up. */
  end(): void;
}

interface ExchangeOptions {
  readonly limits: CallLimits;
  readonly isStreamed: boolean;
  readonly signal: AbortSignal | undefined;
  readonly send: typeof fetch;
  /** Takes out of a text what nobody may read. */
  readonly clean: (text: string) => string;
}

type Fail = (reason: FailureReason, message: string) => Error;

/** In a stream each word comes in an envelope many times its size. */
const envelope = 16;
/** An error page may be slow as well, and it is only for people. */
const pagePatience = 2000;
/** With these nobody was reached at all. */
const unreached = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/u;

export function openExchange({ limits, isStreamed, signal, send, clean }: ExchangeOptions): Exchange {
  const gone = new AbortController();
  let hasEnded = false;
  const fail: Fail = (reason, message) => {
    exchange.trouble ??= { reason, message };
    gone.abort();
    return new Error(message);
  };
  const total = setTimeout(() => fail('timeout', `no whole answer within ${seconds(limits.total)}`), limits.total);
  let idle: NodeJS.Timeout | undefined;
  const listen = (): void => {
    clearTimeout(idle);
    // A chunk that was on its way when all was over must not start the clock again.
    if (!hasEnded) idle = setTimeout(() => fail('timeout', `not a byte for ${seconds(limits.idle)}`), limits.idle);
  };
  const stop = (): void => {
    fail('stopped', 'it was asked to stop');
  };
  const most = limits.wire ?? (isStreamed ? limits.bytes * envelope : limits.bytes);
  const take = (chunk: Uint8Array): void => {
    exchange.bytes += chunk.byteLength;
    listen();
    if (exchange.bytes > most) throw fail('too-big', `the answer has more than ${most} bytes`);
  };
  const refused = async (response: Response): Promise<Error> => {
    const { status } = response;
    const reason = reasonFor(status);
    // The status has said it; whatever happens while we look at the page does not change it.
    exchange.trouble ??= { reason, message: `it answered ${status}` };
    const late = setTimeout(() => gone.abort(), Math.min(limits.idle, pagePatience));
    const page: Page = await errorPage(response.body, clean);
    clearTimeout(late);
    exchange.bytes += page.bytes;
    exchange.trouble = signal?.aborted
      ? { reason: 'stopped', message: 'it was asked to stop' }
      : { reason, message: `it answered ${status}${page.text === '' ? '' : `: ${page.text}`}` };
    return fail(reason, exchange.trouble.message);
  };
  const exchange: Exchange = {
    trouble: undefined,
    status: null,
    retryAfter: null,
    bytes: 0,
    wasCalled: false,
    end: () => {
      hasEnded = true;
      clearTimeout(total);
      clearTimeout(idle);
      signal?.removeEventListener('abort', stop);
      gone.abort();
    },
    fetch: async (url, init) => {
      if (exchange.trouble !== undefined) throw new Error(exchange.trouble.message);
      exchange.wasCalled = true;
      // An answer in one piece is silent until it is thought out; a stream is not.
      if (isStreamed) listen();
      const response = await send(url, { ...init, redirect: 'manual', signal: gone.signal }).catch((error: unknown) => {
        exchange.wasCalled = !unreached.test(errnoOf(causeOf(error)) ?? '');
        throw fail('network', `no connection: ${clean(wordsOf(error))}`);
      });
      exchange.status = response.status;
      if (response.status >= 300 && response.status < 400)
        throw fail('redirect', `it answered ${response.status} and points elsewhere; redirects are not followed`);
      exchange.retryAfter = retryAfterOf(response.headers);
      if (!response.ok) throw await refused(response);
      listen();
      const charset = /charset\s*=\s*"?([^";\s]+)/iu.exec(response.headers.get('content-type') ?? '')?.[1];
      if (charset !== undefined && !/^utf-?8$/iu.test(charset))
        throw fail('garbage', `the answer is in ${oneLine(charset, 20)}, not in UTF-8`);
      if (Number(response.headers.get('content-length') ?? 0) > most)
        throw fail('too-big', `the answer wants to have more than ${most} bytes`);
      if (response.body === null) throw fail('garbage', 'the answer is empty');
      const given = { status: response.status, headers: plain(response.headers) };
      const watched = watchedBody(response.body, take, fail);
      return new Response(isStreamed ? watched : await whole(watched), given);
    },
  };
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return exchange;
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

/** A body whose every chunk is counted and is text; whatever ends it too early is known by its name. */
function watchedBody(
  body: ReadableStream<Uint8Array>,
  take: (chunk: Uint8Array) => void,
  fail: Fail,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = async (): Promise<Uint8Array | undefined> => {
    try {
      return (await reader.read()).value;
    } catch (error) {
      const words = wordsOf(error);
      // What is packed wrongly came over a sound connection.
      throw words.startsWith('Z_')
        ? fail('garbage', `the answer cannot be unpacked (${words})`)
        : fail('network', `the connection broke off: ${words}`);
    }
  };
  const check = (chunk: Uint8Array | undefined): void => {
    try {
      // Only to see that it is text: whoever reads it later would put signs for what is not.
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw fail('garbage', 'the answer is no UTF-8 text');
    }
  };
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await read();
      if (chunk !== undefined) take(chunk);
      check(chunk);
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function whole(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function reasonFor(status: number): FailureReason {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate';
  if (status === 408) return 'server';
  return status >= 500 ? 'server' : 'request';
}

const plainNumber = /^\d{1,9}(?:\.\d{1,9})?$/u;
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u;

/** Only what the standard knows: a date parser makes something of nearly anything. */
function retryAfterOf(headers: Headers): number | null {
  const exact = headers.get('retry-after-ms') ?? '';
  if (plainNumber.test(exact)) return Math.round(Number(exact));
  const given = headers.get('retry-after') ?? '';
  if (plainNumber.test(given)) return Math.round(Number(given) * 1000);
  const at = httpDate.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** The body is decoded by now: what speaks of its encoding and length is no longer true. */
function plain(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** Without the address: somebody may have written a password into it. */
function wordsOf(error: unknown): string {
  const cause = causeOf(error);
  const message = cause instanceof Error ? cause.message : 'unknown';
  return printSafe(oneLine(errnoOf(cause) ?? message.replace(/\w+:\/\/\S+/gu, '(address)'), 120));
}
