// How an entry reads with other words: its bullet or box and the mark of who promoted it stay.
import { oneLine } from '../text/text.ts';

const lead = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/u;
const promoted = /\s+_\(score=[\d.]+, hits=\d+, days=\d+\)_\s*$/u;

/** In one line, as the entry stands in its file. */
export function reworded(raw: string, to: string): string {
  const start = lead.exec(raw)?.[0] ?? '';
  const words = oneLine(to, 4000).replace(lead, '').trim();
  return words === '' ? '' : `${start}${words}${promoted.exec(raw)?.[0] ?? ''}`;
}

/** What it says, without all that. */
export function wordsOf(raw: string): string {
  return raw.replace(promoted, '').replace(lead, '').trim();
}
