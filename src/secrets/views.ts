// The same text as somebody may have encoded it: each view knows which characters of the original its own came from.
import { Buffer } from 'node:buffer';

/** Decoded text; character `i` came from `starts[i]` up to (not including) `ends[i]` of the text before decoding. */
export interface View {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** `%2F` read as `/`; undefined if there is nothing to decode. */
export function percentDecoded(text: string): View | undefined {
  if (!/%[0-9A-Fa-f]{2}/u.test(text)) return undefined;
  return decodedBy(text, /%([0-9A-Fa-f]{2})/gu, (match) => String.fromCharCode(Number.parseInt(match[1] ?? '', 16)));
}

const jsonEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** `\n`, `\"`, `\/` and `\u0041` read as what they stand for; undefined if there is nothing to decode. */
export function jsonUnescaped(text: string): View | undefined {
  if (!text.includes('\\')) return undefined;
  return decodedBy(text, /\\(?:u([0-9A-Fa-f]{4})|(.))/gu, (match) =>
    match[1] === undefined
      ? (jsonEscapes[match[2] ?? ''] ?? match[2] ?? '')
      : String.fromCharCode(Number.parseInt(match[1], 16)),
  );
}

function decodedBy(text: string, pattern: RegExp, decode: (match: RegExpExecArray) => string): View {
  let decoded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  const take = (character: string, start: number, end: number): void => {
    decoded += character;
    for (let unit = 0; unit < character.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    for (; at < match.index; at += 1) take(text[at] ?? '', at, at + 1);
    at = match.index + match[0].length;
    take(decode(match), match.index, at);
  }
  for (; at < text.length; at += 1) take(text[at] ?? '', at, at + 1);
  return { text: decoded, starts, ends };
}

/** A run of base64 that decodes to readable text, and where it stands. */
export interface Base64Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Finds them, also when wrapped over lines as the usual tools do. */
export function base64Runs(text: string): Base64Run[] {
  const runs: Base64Run[] = [];
  for (const match of text.matchAll(
    /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/_-]{60,}\r?\n){0,400}[A-Za-z0-9+/_-]{16,}={0,2}/gu,
  )) {
    const bytes = Buffer.from(match[0].replace(/\s/gu, ''), 'base64');
    const decoded = bytes.toString('latin1');
    if (decoded.length >= 10 && isReadable(decoded))
      runs.push({ text: decoded, start: match.index, end: match.index + match[0].length });
  }
  return runs;
}

function isReadable(text: string): boolean {
  return (
    !/[^\t\n\r\u0020-\u007E\u0080-\u00FF]/u.test(text) &&
    text.replace(/[^\u0020-\u007E\s]/gu, '').length >= text.length * 0.9
  );
}
