// What is still good in a ledger that is not: the lines exactly as one of us wrote them, and the order their chain says.
import { type Sealed, sealedLine, withoutReturn } from './ledger.ts';

export interface SoundLine {
  /** Without its line end. */
  readonly raw: string;
  readonly line: Sealed;
}

/** Every line whose seal holds, each once, in the order of the file. Line ends, marks of an encoding or a conflict, and torn lines are left out. */
export function soundLines(bytes: Uint8Array | undefined): SoundLine[] {
  const text = Buffer.from(bytes ?? [])
    .toString('utf8')
    .replace(/^\uFEFF/u, '');
  const found = new Map<string, SoundLine>();
  for (const [index, each] of text.split('\n').entries()) {
    const raw = withoutReturn(each);
    const line = raw === '' ? undefined : sealedLine(raw, index + 1);
    if (line !== undefined && !found.has(line.hash)) found.set(line.hash, { raw, line });
  }
  return [...found.values()];
}

/** The same lines, each behind the one it follows; undefined if one follows a line that is not among them. */
export function inChain(lines: readonly SoundLine[]): SoundLine[] | undefined {
  const known = new Set<string | null>([null]);
  const ordered: SoundLine[] = [];
  let waiting = [...lines];
  while (waiting.length > 0) {
    const left: SoundLine[] = [];
    for (const each of waiting) {
      if (!known.has(each.line.prev)) {
        left.push(each);
        continue;
      }
      known.add(each.line.hash);
      ordered.push(each);
    }
    if (left.length === waiting.length) return undefined;
    waiting = left;
  }
  return ordered;
}
