// The wake pack: what a colleague would say before a run begins, in one small text. What must be in it always fits; the rest fills what room is left.
import type { Facts } from '../facts/facts.ts';
import type { VerdictOutcome } from '../journal/journal.ts';
import type { Sent } from '../world/world.ts';
import type { Block } from './block.ts';
import { framed, frameLength } from './frame.ts';
import type { KeptWords } from './kept-block.ts';
import type { ToldDone } from './looks-done.ts';
import type { NewestDream } from './newest-dream.ts';
import { type News, newsBlocks } from './news.ts';
import type { OthersWords } from './others-words.ts';
import { blocks } from './pack-blocks.ts';
import type { CheckedFact } from './recheck.ts';
import type { SaidLast } from './said.ts';

export interface PackParts {
  /** What the agent's own definition calls it, for the greeting. */
  readonly called: string | undefined;
  /** As the board and the project are now. */
  readonly facts: Facts;
  readonly dream: NewestDream;
  readonly doing: string | null;
  /** What is DOING has no word of what was asked last. */
  readonly isOther: boolean;
  /** A task that was claimed since the board was read: it is DOING, and no longer on the list. */
  readonly claimed?: string;
  /** A task whose text is told beside the pack. */
  readonly toldTask?: string;
  /** A sentence of ours, with others' names in it as `words` says them. */
  readonly next: string;
  readonly midFlight: readonly string[];
  readonly verified: readonly CheckedFact[];
  readonly verdicts: readonly VerdictOutcome[];
  /** Nothing was moved: it is only said what would be. */
  readonly isDry?: boolean;
  readonly looksDone: readonly ToldDone[];
  /** Sentences of ours; what is not ours in them was said by `words`. */
  readonly notes: readonly string[];
  /** What somebody else has to tell, or may have had a hand in: messages, names, what could not be read. */
  readonly reports: readonly string[];
  readonly isAudit: boolean;
  readonly memory: readonly string[];
  /** What the agent said last, unverified. */
  readonly said?: SaidLast | undefined;
  /** Pinned notes, then those that belong to the work, then the newest, the newest last. */
  readonly remembered: readonly string[];
  /** How many of them lead: all but the newest. */
  readonly leading: number;
  /** Other notes, as far as there is room: what was asked for last comes first. */
  readonly earlier: readonly string[];
  /** What the agent is told by its harness, and need not hear twice. */
  readonly sent: readonly Sent[];
  /** Only what is new is told, to a session that goes on. */
  readonly news?: News | undefined;
  /** Of the commits, those that are news to it. */
  readonly newCommits?: Facts['commits'];
  /** What consolidations kept, if there is any. */
  readonly kept?: KeptWords | undefined;
  readonly words: OthersWords;
  /** The code of the frame. */
  readonly code: string;
}

/** A pack before it is printed: our own lines, what others wrote, and our last lines. */
export interface PackLines {
  readonly ours: readonly string[];
  readonly others: readonly string[];
  readonly last: readonly string[];
}

/** Renders the pack within `budget` characters. For a session that goes on and for which nothing is new, there is none. */
export function renderPack(parts: PackParts, budget: number): string {
  const { ours, others, last } = packLines(parts, budget);
  return ours.length + others.length === 0 ? '' : framed(parts.code, ours, others, last);
}

/** What a pack of this length says, in the order of its blocks; those come first that must be in it, wherever they stand. */
export function packLines(parts: PackParts, budget: number): PackLines {
  const all = parts.news === undefined ? blocks(parts, budget) : newsBlocks(parts, parts.news, budget);
  const isFramed = all.some(({ side, lines, isMust }) => isMust === true && side === 'others' && lines.length > 0);
  const musts = all.reduce((sum, { lines, isMust }) => (isMust ? sum + lengthOf(lines) : sum), 0);
  let room = budget - musts - (isFramed ? frameLength(parts.code) : 0);
  const kept = { ours: [] as string[], others: [] as string[], last: [] as string[] };
  for (const { side, lines, isList, isMust, taken } of all) {
    const frame = side === 'others' && kept.others.length === 0 && !isFramed ? frameLength(parts.code) : 0;
    const left = room - frame;
    const fitting = isMust
      ? lines
      : taken === undefined
        ? fittingLines(lines, isList === true, left)
        : takenLines(lines, taken, left);
    if (fitting.length === 0) continue;
    kept[side].push(...fitting);
    if (!isMust) room -= frame + lengthOf(fitting);
  }
  return kept;
}

const lengthOf = (lines: Block['lines']): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** The title, and of the lines below it those that fit, one after the other; told in the order in which they stand. */
function takenLines([title = '', ...lines]: readonly string[], taken: readonly number[], room: number): string[] {
  let left = room - title.length - 1;
  const fits = new Set<number>();
  for (const at of taken) {
    const { length = 0 } = lines[at] ?? {};
    if (length >= left) break;
    left -= length + 1;
    fits.add(at);
  }
  return fits.size === 0 ? [] : [title, ...lines.filter((_, at) => fits.has(at))];
}

/** As many lines as there is room for. Of a list it is said how many are left out; its title alone says nothing. */
function fittingLines(lines: readonly string[], isList: boolean, room: number): readonly string[] {
  if (lengthOf(lines) <= room) return lines;
  const most = lines.findIndex((_, at) => lengthOf(lines.slice(0, at + 1)) > room);
  if (!isList) return lines.slice(0, most);
  for (let shown = most; shown > 1; shown -= 1) {
    const told = [...lines.slice(0, shown), `- (and ${lines.length - shown} more)`];
    if (lengthOf(told) <= room) return told;
  }
  return [];
}
