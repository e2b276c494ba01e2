// Who may come in over HTTP at all: decided from the head of a request alone, before one byte of its body is read.
import { timingSafeEqual } from 'node:crypto';

export interface Knock {
  readonly method: string;
  readonly path: string;
  /** Every header as often as it came, its name in small letters. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 411 | 413 | 415;
  readonly why: string;
}

export interface Gate {
  readonly port: number;
  readonly token: string;
  readonly largest: number;
}

const methods = ['POST', 'GET', 'DELETE'];

/** Undefined if it may come in. Says nothing that would help somebody who may not. */
export function refusalOf({ method, path, headers }: Knock, { port, token, largest }: Gate): Refusal | undefined {
  const all = (name: string): string[] => headers.flatMap(([each, value]) => (each === name ? [value] : []));
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const [host, ...moreHosts] = all('host');
  // A page of another name that points here still says its own name.
  if (host === undefined || moreHosts.length > 0 || !hosts.includes(host.toLowerCase()))
    return { status: 403, why: 'this server answers under its own address only' };
  const origins = all('origin');
  if (origins.some((origin) => !hosts.some((each) => origin === `http://${each}`)) || origins.length > 1)
    return { status: 403, why: 'pages of other origins get nothing here' };
  const authorizations = all('authorization');
  if (authorizations.length !== 1 || !isToken(authorizations[0] ?? '', token))
    return { status: 401, why: 'a token is needed, in the header Authorization' };
  if (path !== '/mcp') return { status: 404, why: 'there is only /mcp' };
  if (!methods.includes(method)) return { status: 405, why: 'that method is not used here' };
  if (method !== 'POST') return undefined;
  const [type, ...moreTypes] = all('content-type');
  if (moreTypes.length > 0 || !/^application\/json\s*(?:;\s*charset=utf-8\s*)?$/iu.test(type ?? ''))
    return { status: 415, why: 'only application/json is read' };
  const [length] = all('content-length');
  if (length !== undefined && !/^\d{1,15}$/u.test(length)) return { status: 400, why: 'its length is no number' };
  if (Number(length ?? 0) > largest) return { status: 413, why: 'it is too large' };
  return undefined;
}

/** Takes as long for a wrong one as for the right one. */
function isToken(authorization: string, token: string): boolean {
  const given = Buffer.from(/^Bearer ([0-9a-f]{64})$/u.exec(authorization)?.[1] ?? '0'.repeat(64));
  const wanted = Buffer.from(token);
  const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isSame && authorization.startsWith('Bearer ') && wanted.length === 64;
}
