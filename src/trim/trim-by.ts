// Trimming: the newest messages stay as they are, the older ones become one list. If what stays is still too long, long texts in it lose their middle.
import { oneLine } from '../text/text.ts';
import { characters } from './characters.ts';
import { type Digest, nothingLeftOut, printDigest, readDigest, withMessages } from './digest.ts';
import type { Seen, Shape } from './shape.ts';
import { whereToCut } from './where-to-cut.ts';

export interface TrimOptions {
  /** `always` (the default) leaves only the newest messages; `full` does so only if all together have `most` characters or more. */
  readonly when?: 'always' | 'full' | undefined;
  /** Messages that stay. Default: 20. A few more stay where a call would lose its result. */
  readonly keep?: number | undefined;
  /** Characters, as JSON, from which on a conversation is too long. Default: 100,000. */
  readonly most?: number | undefined;
  /** Where the whole conversation is kept, in words for the model: `Full history: log.jsonl`. */
  readonly history?: string | undefined;
}

export interface Trimmed<Message> {
  /** The messages to go on with; the very list that was given if nothing had to be done. */
  readonly messages: readonly Message[];
  /** Messages that only the list tells of now. */
  readonly dropped: number;
  /** Messages that stayed, with less text. */
  readonly shortened: number;
  readonly characters: { readonly before: number; readonly after: number };
}

/** What a message may still have, the older ones and the last four, tried one after the other until it fits. */
const steps = [
  { older: 8000, last: Number.POSITIVE_INFINITY },
  { older: 2000, last: Number.POSITIVE_INFINITY },
  { older: 1000, last: 20_000 },
  { older: 500, last: 4000 },
  { older: 300, last: 1000 },
  { older: 300, last: 300 },
] as const;
const lastOnes = 4;

/** How often it is tried whether less is left: what one round makes shorter the next may find worth leaving out. */
const mostRounds = 5;

/** Never gives back more than it was given; and what it gave back once, it gives back as it is. */
export function trimBy<Message>(
  shape: Shape<Message>,
  messages: readonly Message[],
  options: TrimOptions = {},
): Trimmed<Message> {
  const { when = 'always', most = 100_000 } = options;
  const before = characters(messages);
  let now: Trimmed<Message> = { messages, dropped: 0, shortened: 0, characters: { before, after: before } };
  for (let round = 0; round < mostRounds; round += 1) {
    if (when === 'full' && now.characters.after < most) return now;
    const { messages: left, dropped } = withoutOldest(shape, now, options);
    const short = shortened(shape, left, options);
    if (short.messages === now.messages) return now;
    now = {
      messages: short.messages,
      dropped: now.dropped + dropped,
      shortened: now.shortened + short.shortened,
      characters: { before, after: characters(short.messages) },
    };
  }
  return now;
}

/** The oldest messages as one list; the same messages if that would not make them shorter. */
function withoutOldest<Message>(
  shape: Shape<Message>,
  { messages, characters: { after } }: Trimmed<Message>,
  { keep = 20, most = 100_000, history }: TrimOptions,
): { readonly messages: readonly Message[]; readonly dropped: number } {
  const seen = messages.map((message) => ({ message, told: shape.see(message) }));
  const talk = seen.filter(({ told }) => told.role !== 'rules');
  const list = digestIn(talk[0]?.told);
  const body = list === undefined ? talk : talk.slice(1);
  const going = whereToCut(
    body.map(({ told }) => told),
    body.length - keep,
  );
  if (going <= 0) return { messages, dropped: 0 };
  const gone = body.slice(0, going).map(({ told }) => told);
  const digest = shape.say(printDigest(withMessages(list ?? nothingLeftOut, gone, most), history));
  // What its host says to a model keeps its place before everything that is left.
  const edge = going < body.length ? seen.indexOf(body[going] as (typeof seen)[number]) : seen.length;
  const left = [
    ...seen.slice(0, edge).flatMap(({ message, told }) => (told.role === 'rules' ? [message] : [])),
    digest,
    ...seen.slice(edge).map(({ message }) => message),
  ];
  return characters(left) < after ? { messages: left, dropped: going } : { messages, dropped: 0 };
}

function digestIn(told: Seen | undefined): Digest | undefined {
  const [only, ...more] = told?.parts ?? [];
  return told?.role === 'user' && only?.kind === 'text' && more.length === 0 ? readDigest(only.text) : undefined;
}

/** Long texts lose their middle, first in older messages; no more of it than it takes to have a quarter free. */
function shortened<Message>(
  shape: Shape<Message>,
  messages: readonly Message[],
  { most = 100_000, history }: TrimOptions,
): { readonly messages: readonly Message[]; readonly shortened: number } {
  if (characters(messages) < most) return { messages, shortened: 0 };
  const note = history === undefined ? '' : `; ${oneLine(history, 100)}`;
  let now = messages;
  for (const { older, last } of steps) {
    now = now.map((message, at) => {
      const isList = digestIn(shape.see(message)) !== undefined;
      return isList ? message : shape.shorten(message, at < messages.length - lastOnes ? older : last, note);
    });
    if (characters(now) < (most * 3) / 4) break;
  }
  const changed = now.filter((message, at) => message !== messages[at]).length;
  return changed > 0 && characters(now) < characters(messages)
    ? { messages: now, shortened: changed }
    : { messages, shortened: 0 };
}
