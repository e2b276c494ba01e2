// Why there was no answer although something came: the provider told of an error in its own form, or it is no answer of this kind at all.
import { jsonIn } from '../text/text.ts';
import type { FailureReason } from './model-types.ts';

export interface Trouble {
  readonly reason: FailureReason;
  readonly message: string;
}

/** The trouble behind an error of the library, or behind what a stream calls an error. */
export function troubleIn(error: unknown): Trouble {
  const body = at(error, 'responseBody');
  const named = [
    typeof body === 'string' ? jsonIn(body) : body,
    at(error, 'data'),
    error instanceof Error ? undefined : error,
  ]
    .map(errorIn)
    .find((trouble) => trouble !== undefined);
  if (named !== undefined) return named;
  // Behind the colon the library quotes what came.
  const words = error instanceof Error ? error.message.split(':', 1)[0] : 'unknown';
  return { reason: 'garbage', message: `what came is not an answer of this kind of provider (${words})` };
}

/** All kinds put it into `error`, the responses also into a response that failed; the library takes it out sometimes. */
function errorIn(value: unknown): Trouble | undefined {
  const inner = at(value, 'error') ?? at(at(value, 'response'), 'error');
  if (typeof inner === 'string' && inner !== '') return { reason: 'server', message: inner };
  const error = typeof inner === 'object' && inner !== null ? inner : value;
  const message = at(error, 'message');
  if (typeof message !== 'string') return undefined;
  const kinds = ['type', 'code', 'status', 'statusCode'].map((name) => at(error, name));
  const isKind = (pattern: RegExp): boolean => kinds.some((kind) => pattern.test(String(kind ?? '')));
  return { reason: reasonFor(isKind), message: message === '' ? 'it told of an error, and not of which' : message };
}

function reasonFor(isKind: (pattern: RegExp) => boolean): FailureReason {
  if (isKind(/^429$|rate_?limit|quota/iu)) return 'rate';
  if (isKind(/^40[13]$|authentication|permission|api_key/iu)) return 'auth';
  return isKind(/^4\d\d$|invalid_(?:request|prompt)|not_found/iu) ? 'request' : 'server';
}

/** A member of something nobody knows the shape of. */
export function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
