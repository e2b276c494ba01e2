// What consolidations kept, for an agent that is no run of ours: RED lines always, then what comes first, what is new in MESSAGES.md, and what else is recent.
import { cut, oneLine } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { type Block, listed } from './block.ts';
import { newMessages } from './messages.ts';
import type { OthersWords } from './others-words.ts';
import { lastDream, toldObservations } from './woke-up.ts';

export interface KeptWords {
  readonly red: readonly string[];
  /** RED lines for which there was no room. */
  readonly more: number;
  readonly others: readonly string[];
  /** Of the last consolidation; null if there was none. */
  readonly priority: string | null;
  readonly messages: readonly string[];
}

/** Shares of the pack. */
const shareOf = { red: 0.2, others: 0.15 } as const;
const longest = 300;

/** Undefined if there is nothing of the kind. */
export function keptWords(home: AgentHome, budget: number): KeptWords | undefined {
  const all = toldObservations(home, Number.MAX_SAFE_INTEGER, true);
  const red = toldObservations(home, Math.floor(budget * shareOf.red), true);
  const both = toldObservations(home, Math.floor(budget * (shareOf.red + shareOf.others)));
  const others = both.filter((line) => !line.startsWith('RED '));
  const priority = lastDream(home)?.priority ?? null;
  const messages = newMessages(home);
  if (all.length + others.length + messages.length === 0 && priority === null) return undefined;
  return { red, more: all.length - red.length, others, priority, messages };
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
