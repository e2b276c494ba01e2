// A sentence cut into what cannot be cut further: numbers with their units, dates, times, paths, quoted strings, words, and marks between clauses.
import { dateIn, numberIn, timeIn } from './numbers.ts';
import { inOneWording } from './wordings.ts';

export type Kind = 'quoted' | 'path' | 'date' | 'time' | 'number' | 'word' | 'mark';

export interface Token {
  readonly kind: Kind;
  /** In one spelling: `30 s` for "thirty seconds", `2026-03-02` for "2 March 2026". A word is as it was written. */
  readonly value: string;
  /** It stands where a sentence begins, so that its capital says nothing. */
  readonly isFirst: boolean;
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const shortMonths = 'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec';
const month = `(?:${months}|${shortMonths})\\.?`;
const suffix = '(?:st|nd|rd|th)?';

/** Tried where the last one ended, each in time that grows with what it reads. */
const sticky = (source: string): RegExp => new RegExp(source, 'yiu');
const quoted = sticky(
  '`+[^`\\n]+`+|"[^"\\n]+"|“[^”\\n]+”|„[^“”\\n]+[“”]|«[^»\\n]+»|(?<![\\p{L}\\p{N}])[\'‘][^\'’\\n]{1,80}[\'’](?![\\p{L}\\p{N}])',
);
const date = sticky(
  `\\d{4}-\\d\\d-\\d\\d(?![\\p{L}\\d])|\\d{1,2}${suffix} (?:of )?${month},? \\d{4}|${month} \\d{1,2}${suffix},? \\d{4}`,
);
const time = sticky('\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[ap]\\.?m\\b\\.?)?(?![\\d:])|\\d{1,2} ?[ap]\\.?m\\b\\.?');
const chunk = sticky('[~./\\\\-]{0,3}[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_@%+*~#=&?./\\\\:-]*');
const number = sticky(
  "(?:[<>≤≥~±=]+ ?|[-−+#$€£¥])?(?:v(?=\\d))?\\d+(?:[.,'_]\\d+)*(?:-[\\p{L}][\\p{L}\\p{N}.]*)?(?: ?(?:%|°C|°F|[\\p{L}]+))?",
);
const word = sticky("[\\p{L}\\p{M}][\\p{L}\\p{M}\\p{N}_]*(?:[-'’][\\p{L}\\p{M}\\p{N}_]+)*");

export function tokensIn(text: string): Token[] {
  const given = inOneWording(withoutMarkup(text));
  const tokens: Token[] = [];
  let isFirst = true;
  let at = 0;
  while (at < given.length) {
    const [kind, raw] = partAt(given, at);
    at += raw.length;
    if (kind === undefined) continue;
    for (const token of spelled(kind, raw)) tokens.push({ ...token, isFirst });
    isFirst = kind === 'mark' && /[.!?:\n]/u.test(raw);
  }
  return tokens;
}

function partAt(text: string, at: number): readonly [Kind | undefined, string] {
  const found = (by: RegExp): string | undefined => {
    by.lastIndex = at;
    return by.exec(text)?.[0];
  };
  const own = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (own === ' ') return [undefined, own];
  if (own === '*') return ['mark', own];
  for (const [kind, by] of [
    ['quoted', quoted],
    ['date', date],
    ['time', time],
  ] as const) {
    const raw = found(by);
    if (raw !== undefined) return [kind, raw];
  }
  const path = pathIn(found(chunk));
  if (path !== undefined) return ['path', path];
  const counted = found(number);
  if (counted !== undefined) return ['number', counted];
  const spoken = found(word);
  if (spoken !== undefined) return ['word', spoken];
  // Nothing that is seen vanishes: a sign may be all that tells two sentences apart.
  return [/\s/u.test(own) && own !== '\n' ? undefined : 'mark', own];
}

/** A name of a file, an address, a flag, something with a dot or an underscore within. */
function pathIn(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const raw = given.replace(/[.:?&=#*~+\\-]+$/u, '');
  if (!/\p{L}/u.test(raw)) return undefined;
  if (/^\d+(?:[.,]\d+)*\p{L}*$/u.test(raw) || /^v\d+(?:\.\d+)*$/iu.test(raw)) return undefined;
  if (/^\d[\d.]*-[\p{L}][\p{L}\p{N}.]*$/u.test(raw)) return undefined;
  const isPath =
    /[/\\_@]|::|:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(raw) ||
    /^--?\p{L}/u.test(raw) ||
    /^(?:~|\.{1,2})?\//u.test(raw);
  return isPath && !/^and\/or$/iu.test(raw) ? raw : undefined;
}

/** Emphasis, bullets and links are how it looks; a box, the number of a step, and what is struck out say something. */
function withoutMarkup(text: string): string {
  return text
    .normalize('NFC')
    .replace(/^\s*[-*+]\s+(?=[^\s*\d/])/u, '')
    .replace(/^\[( |x|X)\]\s/u, (_, box: string) => (box === ' ' ? 'box-open ' : 'box-done '))
    .replaceAll(/~~([^~]+)~~/gu, ' struck-out $1 ')
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/gu, '$1 $2')
    .replaceAll(/\*\*(?=\S)(.+?)(?<=\S)\*\*/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1');
}

function spelled(kind: Kind, raw: string): Omit<Token, 'isFirst'>[] {
  if (kind === 'quoted') return [{ kind, value: raw.replaceAll(/^[`"“”„«»'‘’]+|[`"“”„«»'‘’]+$/gu, '').trim() }];
  if (kind === 'date') return [{ kind, value: dateIn(raw) }];
  if (kind === 'time') return [{ kind, value: timeIn(raw) }];
  if (kind === 'number') {
    const { value, rest } = numberIn(raw);
    return [{ kind, value }, ...(rest === undefined ? [] : [{ kind: 'word' as const, value: rest }])];
  }
  return [{ kind, value: raw }];
}
