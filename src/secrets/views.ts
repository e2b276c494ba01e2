// The same text as somebody may have encoded it: each view knows which characters of the original its own came from.
import { Buffer, isUtf8 } from 'node:buffer';

/** Decoded text; character `i` came from `starts[i]` up to (not including) `ends[i]` of the text before decoding. */
export interface View {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const percent = '%[c-fC-F][0-9a-fA-F](?:%[89abAB][0-9a-fA-F]){1,3}|%[0-9A-Fa-f]{2}';

/** `%2F` read as `/`; undefined if there is nothing to decode. */
export function percentDecoded(text: string): View | undefined {
  if (!/%[0-9A-Fa-f]{2}/u.test(text)) return undefined;
  return decodedBy(text, new RegExp(percent, 'gu'), (match) => fromPercent(match[0]));
}

/** The same as forms send it, where `+` is a space. Base64 has that sign too, so there must be more that speaks for a form. */
export function formDecoded(text: string): View | undefined {
  if (!text.includes('+')) return undefined;
  const isForm = /%[0-9A-Fa-f]{2}/u.test(text) || (/[\w-]=[^=\s]/u.test(text) && !/\s/u.test(text));
  if (!isForm) return undefined;
  return decodedBy(text, new RegExp(`${percent}|\\+`, 'gu'), (match) =>
    match[0] === '+' ? ' ' : fromPercent(match[0]),
  );
}

function fromPercent(escaped: string): string {
  const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex');
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
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

/** What is decoded is never longer than what was encoded, so the original's length is room enough. */
function decodedBy(text: string, pattern: RegExp, decode: (match: RegExpExecArray) => string): View {
  const parts: string[] = [];
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  let at = 0;
  const keep = (until: number): void => {
    parts.push(text.slice(at, until));
    for (; at < until; at += 1) {
      starts[length] = at;
      ends[length] = at + 1;
      length += 1;
    }
  };
  for (const match of text.matchAll(pattern)) {
    keep(match.index);
    const end = match.index + match[0].length;
    const decoded = decode(match);
    parts.push(decoded);
    starts.fill(match.index, length, length + decoded.length);
    ends.fill(end, length, length + decoded.length);
    length += decoded.length;
    at = end;
  }
  keep(text.length);
  return { text: parts.join(''), starts, ends };
}

/** A run of base64 that decodes to readable text, and where it stands. */
export interface Base64Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const alphabet = '[A-Za-z0-9+/_-]';
const run = new RegExp(
  `(?<!${alphabet})(?:${alphabet}{40,}(?:\\r?\\n[ \\t]{0,16}${alphabet}{40,})*(?:\\r?\\n[ \\t]{0,16}${alphabet}{1,})?|${alphabet}{12,})={0,2}`,
  'gu',
);

/** Finds them, also when wrapped over lines as the usual tools do, or as a part of a path. */
export function base64Runs(text: string): Base64Run[] {
  return [...text.matchAll(run)].flatMap((match) => {
    const whole = readable(match[0], match.index);
    if (whole !== undefined) return [whole];
    return [...match[0].matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/gu)].flatMap((line) => {
      const start = match.index + line.index;
      const one = line[0].length < match[0].length ? readable(line[0], start) : undefined;
      if (one !== undefined) return [one];
      const pieces = [...line[0].matchAll(/[A-Za-z0-9]{12,}={0,2}/gu)];
      return pieces.flatMap((piece) => readable(piece[0], start + piece.index) ?? []);
    });
  });
}

function readable(encoded: string, start: number): Base64Run | undefined {
  const bytes = Buffer.from(encoded.replace(/\s/gu, ''), 'base64');
  // PowerShell encodes UTF-16: every other byte is zero.
  const isWide = bytes.length % 2 === 0 && bytes.length >= 16 && bytes[1] === 0 && bytes[3] === 0;
  const isText = isWide || isUtf8(bytes);
  const text = bytes.toString(isWide ? 'utf16le' : isText ? 'utf8' : 'latin1');
  if (text.length < 8 || /[^\t\n\r\u0020-\u007E\u0080-\u{10FFFF}]/u.test(text)) return undefined;
  // Bytes that are no UTF-8 may still be old Western text, if nearly all of it is ASCII.
  const isPlain = isText || text.replace(/[^\u0020-\u007E\s]/gu, '').length >= text.length * 0.9;
  return isPlain ? { text, start, end: start + encoded.length } : undefined;
}
