// What consolidations kept, for an agent that is no run of ours: RED lines always, then what comes first, what is new in MESSAGES.md, and what else is recent.
import { cut, oneLine } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { type Block, listed } from './block.ts';
import { newMessages } from './messages.ts';
import type { OthersWords } from './others-words.ts';
import { lastDream, tellingOf } from './woke-up.ts';

export interface KeptWords {
  readonly red: readonly string[];
  /** RED lines for which there was no room. */
  readonly more: number;
  readonly others: readonly string[];
  /** Of the last consolidation by a model; null if there was none. */
  readonly priority: string | null;
  readonly hasDreamt: boolean;
  readonly messages: readonly string[];
}

/** Shares of the pack. */
const shareOf = { red: 0.2, others: 0.15 } as const;
const longest = 300;

/** What rules noted of commits: the pack tells of commits by itself. */
const toldAnyway = /^YLW (?:\S+ )?\d\d:\d\d \d+ commits?: /u;

/** Undefined if there is nothing of the kind. `failing` are the commands that fail now. */
export function keptWords(home: AgentHome, budget: number, failing: ReadonlySet<string>): KeptWords | undefined {
  const observed = tellingOf(home, failing);
  const all = observed(Number.MAX_SAFE_INTEGER, ['RED']);
  const told = observed(Math.floor(budget * shareOf.red), ['RED']);
  const yellow = observed(Number.MAX_SAFE_INTEGER, ['YLW']);
  const others = newestWithin(
    yellow.filter((line) => !toldAnyway.test(line)),
    Math.floor(budget * shareOf.others),
  );
  const dream = lastDream(home);
  // What rules thought came first is thought anew for every pack.
  const priority = dream === undefined || dream.model === 'builtin' ? null : dream.priority;
  const messages = newMessages(home);
  if (all.length + others.length + messages.length === 0 && dream === undefined) return undefined;
  return { red: told, more: all.length - told.length, others, priority, messages, hasDreamt: dream !== undefined };
}

function newestWithin(lines: readonly string[], room: number): string[] {
  let left = room;
  return lines
    .toReversed()
    .filter((line) => {
      left -= line.length + 1;
      return left >= 0;
    })
    .toReversed();
}

/** Whatever else there is to say, the critical lines are in the pack. */
export function keptBlocks(kept: KeptWords | undefined, words: OthersWords): Block[] {
  if (kept === undefined) return [];
  const plain = (text: string): string => cut(words.redact(oneLine(text)), longest);
  const more = kept.more > 0 ? [`(and ${kept.more} more in .self/observations.md)`] : [];
  return [
    { ...listed('others', 'Critical, kept from earlier days:', [...kept.red, ...more].map(plain)), isMust: true },
    messagesBlock(kept, words),
    listed(
      'others',
      'What came first at the last consolidation:',
      kept.priority === null || kept.priority === '' ? [] : [words.line(kept.priority, 'read .self/dreams.jsonl')],
    ),
    listed('others', 'Noted lately:', kept.others.map(plain)),
  ];
}

export function messagesBlock(kept: KeptWords | undefined, words: OthersWords): Block {
  return listed('others', 'New in MESSAGES.md:', words.lines(kept?.messages ?? [], 'read MESSAGES.md'));
}
