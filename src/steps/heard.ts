// What the web and other people's tools answered, as marks of five words each and never as text: so that it is known again if somebody remembers it as a fact.

/** Private, a file a day. */
export const heardFile = (day: Date): string => `heard-${day.toISOString().slice(0, 10)}.jsonl`;
export const heardName: RegExp = /^heard-\d{4}-\d\d-\d\d\.jsonl$/u;
/** So long they are kept. */
export const heardDays = 30;
/** A day has no more than this of them. */
export const mostHeard: number = 1024 * 1024;

const together = 5;
/** Of one answer; what comes after is not looked at. */
const mostMarks = 8000;

type Hash = (text: string) => string;

/** Four bytes for each five words that follow each other; none for a text of fewer. */
export function marksOf(text: string, sha256: Hash): string[] {
  const words =
    text
      .slice(0, 400_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const marks = new Set<string>();
  for (let at = 0; at + together <= words.length && marks.size < mostMarks; at += 1)
    marks.add(sha256(words.slice(at, at + together).join(' ')).slice(0, 8));
  return [...marks];
}

/** One answer, as a line; undefined if it was too short to be known again. */
export function printHeard(text: string, run: string | null, time: Date, sha256: Hash): string | undefined {
  const marks = marksOf(text, sha256);
  if (marks.length === 0) return undefined;
  return JSON.stringify({
    ...{ v: 1, time: time.toISOString(), run: sha256(run ?? '').slice(0, 8) },
    marks: Buffer.from(marks.join(''), 'hex').toString('base64'),
  });
}

/** Whether half of a text, or more, stood in what was heard. `lines` are whole files of it. */
export function isHeard(text: string, lines: Iterable<string>, sha256: Hash): boolean {
  const wanted = new Set(marksOf(text, sha256));
  const all = wanted.size;
  if (all === 0) return false;
  for (const file of lines) {
    for (const [, marks = ''] of file.matchAll(/"marks":"([A-Za-z0-9+/=]*)"/gu)) {
      const hex = Buffer.from(marks, 'base64').toString('hex');
      for (let at = 0; at + 8 <= hex.length; at += 8) wanted.delete(hex.slice(at, at + 8));
      if (wanted.size * 2 <= all) return true;
    }
  }
  return false;
}
