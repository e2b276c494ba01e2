// What an agent said last before its session paused or ended: its own words, unverified. Private, only the newest is kept, and it is evidence of nothing.
import { cut, jsonIn, normaliseText } from '../text/text.ts';

export interface LastWords {
  readonly time: string;
  /** The session that said it. */
  readonly run: string;
  /** The harness it was said in; lines of earlier versions do not say. */
  readonly from?: string;
  readonly text: string;
}

/** So much is kept: a message begins with what was done, and ends with what is open. */
const most = 600;
const beginning = 240;
/** So much of each end of a long message is looked at. */
const looksAt = 16 * 1024;

/** The file in the private folder: one for each worktree, because whoever goes on there has nothing of the others. */
export function lastWordsName(worktree: string | null, sha256: (text: string) => string): string {
  return worktree === null ? 'last-words.json' : `last-words-${sha256(worktree).slice(0, 12)}.json`;
}

/** A message as it is kept: credentials out, then cut. Half a key is not recognised, and half a key is still too much. */
export function shortWords(text: string, redact: (text: string) => string): string {
  const clean = (part: string): string =>
    redact(normaliseText(part))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n');
  const isLong = text.length > 2 * looksAt;
  const start = clean(isLong ? text.slice(0, looksAt) : text);
  if (!isLong && start.length <= most) return start;
  const end = isLong ? clean(text.slice(-looksAt)) : start;
  const head = cut(start, beginning);
  return `${head}\n${ending(end, most - head.length - 1)}`;
}

/** The last words that fit, from the beginning of one. */
function ending(text: string, max: number): string {
  const part = text.slice(-(max - 1)).toWellFormed();
  const at = part.search(/\s/u);
  return `…${(at === -1 ? part : part.slice(at)).trim()}`;
}

export function printLastWords({ time, run, from, text }: LastWords): string {
  return JSON.stringify({ v: 1, time, run, from, text });
}

/** Reads them; undefined if the file is torn or not ours. */
export function parseLastWords(json: string): LastWords | undefined {
  const value = jsonIn(json) as Partial<Record<'v' | keyof LastWords, unknown>> | null | undefined;
  if (value?.v !== 1) return undefined;
  const { time, run, from, text } = value;
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
  if (typeof run !== 'string' || typeof text !== 'string' || text === '') return undefined;
  return typeof from === 'string' ? { time, run, from, text } : { time, run, text };
}
