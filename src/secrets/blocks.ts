// Credentials in lists where every value is one: cookies, and the data of a Kubernetes secret.
import type { SecretSpan } from './assigned.ts';
import { isPlaceholder, isRandom } from './values.ts';

/** Finds them. */
export function findInBlocks(text: string): SecretSpan[] {
  return [...cookies(text), ...kubernetesSecrets(text)];
}

const cookieHeader =
  /(?:cookie["']?[ \t]{0,2}[:=,]|--cookie|[ \t]-b)[ \t]{0,4}["'`]?(?<list>[^\s"'`=;]{1,80}=[^\n"'`]{8,})/dgiu;
const cookie = /(?<name>[^\s=;,]{1,120})=(?<v>[^\s;,"'\\]{12,})/dgu;

/** Any value in a cookie header that looks drawn at random opens a session, whatever its name. */
function cookies(text: string): SecretSpan[] {
  if (!/cookie| -b/iu.test(text)) return [];
  return [...text.matchAll(cookieHeader)].flatMap((match) => {
    const isMeasuring = (name: string): boolean => /^_g|^_fbp|^_hj|^utm|^(?:expires|path|domain)$/iu.test(name);
    return valuesIn(text, match, cookie, (name, value) => !isMeasuring(name) && isRandom(value, 12));
  });
}

const kind = /kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret\b/u;
const data =
  /(?<![A-Za-z])(?:data|stringData)["']?[ \t]{0,4}:(?<list>\s{0,8}\{[^}]*|(?:[ \t]*\r?\n[ \t]+[\w.-]+:[ \t]+[^\n]+)+)/dgu;
const entry = /["']?(?<name>[\w.-]{1,120})["']?[ \t]{0,4}:[ \t]{0,4}["']?(?<v>[^\s"',{}|>]{4,})/dgu;

/** The file says it: kind Secret. */
function kubernetesSecrets(text: string): SecretSpan[] {
  if (!text.includes('Secret') || !kind.test(text)) return [];
  return [...text.matchAll(data)].flatMap((match) => valuesIn(text, match, entry, (_, value) => !isPlaceholder(value)));
}

function valuesIn(
  text: string,
  block: RegExpExecArray,
  pair: RegExp,
  accept: (name: string, value: string) => boolean,
): SecretSpan[] {
  const [from, to] = block.indices?.groups?.list ?? [0, 0];
  return [...text.slice(from, to).matchAll(pair)].flatMap((match) => {
    const [start, end] = match.indices?.groups?.v ?? [0, 0];
    if (!accept(match.groups?.name ?? '', (match.groups?.v ?? '').slice(0, 512))) return [];
    return [{ rule: pair === cookie ? 'cookie' : 'kubernetes-secret', start: from + start, end: from + end }];
  });
}
