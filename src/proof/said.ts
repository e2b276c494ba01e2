// What an operation's entries say, without what makes them entries.
import { readable, unitsIn, unitText } from './units.ts';

/** All its lines, without a bullet, and without the mark of who promoted it. */
export function saidIn(entry: string): string {
  return entry.replace(/\s+_\(score=[\d.]+, hits=\d+, days=\d+\)_\s*$/u, '');
}

/** The words by which memory knows it. */
export function wordsIn(entry: string): string {
  return unitsIn(Buffer.from(entry))
    .map(({ words }) => words)
    .join(' ');
}

/** Whether these lines of the archive hold the entry, each of its lines as it was. */
export function holds(archived: string, entry: string): boolean {
  const lines = readable(unitText(archived))
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^ {2}/u, ''));
  return lines.join('\n') === entry.replaceAll('\r\n', '\n');
}
