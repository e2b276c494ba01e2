// What the ledger last knew of the board.
import { isAside, isDream, type LedgerRead } from '../journal/journal.ts';

/** The hash of the board at the last line that knows it: null if there was none then, undefined if no line does. */
export function lastBoardIn(lines: LedgerRead['lines']): string | null | undefined {
  for (const line of lines.toReversed()) {
    if (isDream(line)) return line.digested.board;
    if (line.kind === 'night' || line.kind === 'other' || isAside(line)) continue;
    if (line.board !== null) return line.board;
  }
  return undefined;
}
