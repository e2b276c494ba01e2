// What a change appends to a file: as many bytes as it likes, behind whatever stands there when it lands.
import { type Intent, imageOf, type PlannedFile } from './plan.ts';

/** Our bytes of a file that is only appended to. Plans of earlier versions appended one line, and did not say where it begins. */
export function appendedOf(intent: Intent, { after, from }: PlannedFile): Buffer {
  const bytes = Buffer.from(imageOf(intent, after) ?? []);
  return bytes.subarray(from ?? bytes.lastIndexOf(0x0a, bytes.length - 2) + 1);
}

/** What is left if ours is taken off its end; undefined if nothing is. */
export function withoutAppended(
  intent: Intent,
  file: PlannedFile,
  now: Uint8Array | undefined,
): Uint8Array | undefined {
  const bytes = Buffer.from(now ?? []);
  const rest = bytes.subarray(0, bytes.length - appendedOf(intent, file).length);
  return rest.length === 0 ? undefined : rest;
}

/** The lines of ours that do not stand in this content, with their ends; none if all of them do. Somebody may have joined two versions line by line. */
export function missingLines(ours: Buffer, there: Buffer): readonly Buffer[] {
  const known = new Set(linesOf(there));
  return linesOf(ours).flatMap((line) => (line === '' || known.has(line) ? [] : [Buffer.from(`${line}\n`, 'latin1')]));
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n');
