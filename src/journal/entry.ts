// A dream as typed data, and the limits the six headings have.
import { normaliseText, oneLine } from '../text/text.ts';

/** The headings, in the order in which they must stand. */
export const headings = ['tale', 'goals', 'blue sky', 'fears', 'verdicts', 'carry'] as const;

export interface DreamEntry {
  readonly header: DreamHeader;
  /** What happened, plain past tense. */
  readonly tale: string;
  readonly goals: readonly string[];
  readonly blueSky: readonly string[];
  readonly fears: readonly string[];
  /** Each as it stands behind its dash; which task it names is for the board to say. */
  readonly verdicts: readonly string[];
  readonly carry: Carry;
}

export interface DreamHeader {
  /** ISO 8601, whole minutes, UTC; null if the file does not say. */
  readonly time: string | null;
  readonly model: string;
  /** The night that wrote it; null in entries of other programs. */
  readonly id: string | null;
  readonly agent: string | null;
  /** Where the project stood. */
  readonly branch: string | null;
  readonly head: string | null;
}

/** What the next run needs to go on without reading the world again. */
export interface Carry {
  readonly doing: string | null;
  readonly next: string | null;
  readonly midFlight: readonly string[];
  /** How many more files were in flight than are named. */
  readonly moreMidFlight: number;
  readonly verified: readonly VerifiedFact[];
  /** The tree that the checks among the facts covered; null if none did. */
  readonly covers: CoveredTree | null;
  /** What is to be noted beside, and what another program wrote here that is none of the above. */
  readonly other: readonly string[];
}

export interface VerifiedFact {
  readonly text: string;
  /** What the fact hangs on; null if its writer gave nothing to check. */
  readonly receipt: FactReceipt | null;
}

/**
 * A check that passed on the covered tree: by its exit code, or, where a pipe took that away, by its output. A reader that knows only the
 * first takes the second for no receipt, and that is the careful side.
 */
export type FactReceipt =
  | { readonly kind: 'check'; readonly command: string; readonly exit: 0; readonly time: string }
  | { readonly kind: 'output'; readonly command: string; readonly time: string };

/** The content of a worktree: the tree of a commit, and what differed from it on disk (null for a file that is gone). */
export interface CoveredTree {
  readonly head: string | null;
  readonly tree: string | null;
  readonly files: Readonly<Record<string, string | null>>;
}

export const emptyCarry: Carry = {
  doing: null,
  next: null,
  midFlight: [],
  moreMidFlight: 0,
  verified: [],
  covers: null,
  other: [],
};

/** The seed's limits: words of the tale, dashes of the lists. */
export const limits = { taleWords: 120, goals: [3, 5], blueSky: [2, 3], fears: [2, 3], carry: [2, 4] } as const;

export function wordsIn(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

/** The one form an entry has before it is printed: safe text, one line each, nothing empty, no fence that would hide a heading. */
export function normalEntry(entry: DreamEntry): DreamEntry {
  const list = (items: readonly string[]): string[] => items.map((item) => oneLine(item)).filter((item) => item !== '');
  const word = (text: string | null): string | null => (text === null ? null : oneLine(text) || null);
  const tale = normaliseText(entry.tale)
    .split('\n')
    .map((line) => line.trim().replace(/^(?:(?:`{3,}|~{3,})\s*)+/u, ''))
    .filter((line) => line !== '')
    .join('\n');
  const { carry, header } = entry;
  return {
    header: {
      ...header,
      model: oneLine(header.model) || 'unknown',
      agent: word(header.agent),
      branch: word(header.branch),
    },
    tale: tale === '' ? 'A quiet cycle.' : tale,
    goals: list(entry.goals),
    blueSky: list(entry.blueSky),
    fears: list(entry.fears),
    verdicts: list(entry.verdicts),
    carry: {
      ...carry,
      doing: word(carry.doing),
      next: word(carry.next),
      verified: carry.verified.map((fact) => ({ ...fact, text: oneLine(fact.text) })).filter(({ text }) => text !== ''),
      other: list(carry.other),
    },
  };
}
