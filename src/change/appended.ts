// What a change appends to a file: as many bytes as it likes, behind whatever stands there when it lands.
import type { Intent, PlannedFile } from './plan.ts';

/** Our bytes of a file that is only appended to. Plans of earlier versions appended one line, and did not say where it begins. */
export function appendedOf(intent: Intent, { after, from }: PlannedFile): Buffer {
  const bytes = Buffer.from(intent.images.get(after) ?? []);
  return bytes.subarray(from ?? bytes.lastIndexOf(0x0a, bytes.length - 2) + 1);
}

/**
 * The content with ours behind it; `there` if it is there. What stood before us does not count: the same line may have been written twice.
 * Where even that was changed (two versions were joined line by line), each of our lines is looked for, and those that are missing come.
 */
export function appendedTo(intent: Intent, file: PlannedFile, now: Uint8Array | undefined): Buffer | 'there' {
  const ours = appendedOf(intent, file);
  const there = Buffer.from(now ?? []);
  const first = Buffer.from(intent.images.get(file.after) ?? []).subarray(0, file.from ?? 0);
  const isSameBefore = file.from !== undefined && there.subarray(0, first.length).equals(first);
  const since = isSameBefore ? there.subarray(first.length) : there;
  if (since.includes(ours)) return 'there';
  const missing = isSameBefore ? [ours] : missingLines(ours, there);
  if (missing.length === 0) return 'there';
  const separator = there.length === 0 || there.at(-1) === 0x0a || ours.at(0) === 0x0a ? '' : '\n';
  return Buffer.concat([there, Buffer.from(separator), ...missing]);
}

/** Whether all of ours stands there, in whatever order. */
export function holdsAppended(intent: Intent, file: PlannedFile, content: Uint8Array): boolean {
  const ours = appendedOf(intent, file);
  return Buffer.from(content).includes(ours) || missingLines(ours, Buffer.from(content)).length === 0;
}

/** What is left if ours is taken out; `none` if nothing of it is there, undefined if it is there in part, or nobody can tell. */
export function withoutAppended(
  intent: Intent,
  file: PlannedFile,
  now: Uint8Array | undefined,
): Buffer | 'none' | undefined {
  const ours = appendedOf(intent, file);
  const there = Buffer.from(now ?? []);
  const at = there.lastIndexOf(ours);
  if (at !== -1) return Buffer.concat([there.subarray(0, at), there.subarray(at + ours.length)]);
  return hasNoneOf(ours, there) ? 'none' : undefined;
}

/** Whether no line of one text stands in the other. */
export function hasNoneOf(lines: Uint8Array | undefined, text: Uint8Array): boolean {
  const known = new Set(linesOf(text));
  return linesOf(lines).every((line) => line.trim() === '' || !known.has(line));
}

/** The lines of ours that do not stand in this content, with their ends; none if all of them do. */
function missingLines(ours: Buffer, there: Buffer): readonly Buffer[] {
  const known = new Set(linesOf(there));
  return linesOf(ours).flatMap((line) => (line === '' || known.has(line) ? [] : [Buffer.from(`${line}\n`, 'latin1')]));
}

const linesOf = (bytes: Uint8Array | undefined): string[] =>
  Buffer.from(bytes ?? [])
    .toString('latin1')
    .split('\n');
