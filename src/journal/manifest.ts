// `rem/manifest.json`: the newest dreams by name, what a page needs of each, and the gaps.
import { isDeepStrictEqual } from 'node:util';
import { isRecord, jsonIn } from '../text/text.ts';
import { timeOfEntry } from './names.ts';

/** One dream as a page shows it. */
export interface ManifestDream {
  readonly file: string;
  readonly id: string | null;
  readonly time: string | null;
  readonly model: string;
  readonly agent: string | null;
  /** Whether this program wrote it, and nobody changed it since. */
  readonly ours: boolean;
  readonly summary: string;
  readonly verdicts: number;
}

/** A night that should have left a dream and did not. */
export interface ManifestGap {
  readonly time: string;
  readonly reason: string;
  readonly message: string;
}

export interface Manifest {
  readonly format: 1;
  /** Names, newest first: all that other readers of this format know. */
  readonly entries: readonly string[];
  readonly dreams: readonly ManifestDream[];
  readonly gaps: readonly ManifestGap[];
}

export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Whether a text is a manifest as we write it, in every part: a `rem/` with something else of that name is somebody's own. */
export function isOurManifest(text: string): boolean {
  const read = parseManifest(text);
  const isEntry = (name: string): boolean => timeOfEntry(name) !== undefined;
  if (!read.entries.every(isEntry) || !read.dreams.every(({ file }) => isEntry(file))) return false;
  const value = jsonIn(text);
  if (!isRecord(value)) return false;
  // What reading leaves out is not ours, and what has none of the four lists is something else.
  const said = [value.format, value.entries, value.dreams, value.gaps];
  return isDeepStrictEqual(said, [1, read.entries, read.dreams, read.gaps]);
}

/** Reads a manifest, ours or another program's; anything else is an empty one. */
export function parseManifest(text: string): Manifest {
  const value = jsonIn(text);
  // Missing or broken: it is made anew from the entries at the next dream.
  if (!isRecord(value)) return { format: 1, entries: [], dreams: [], gaps: [] };
  const list = (name: keyof Manifest): readonly unknown[] => (Array.isArray(value[name]) ? value[name] : []);
  const hasTexts = (item: unknown, ...names: readonly string[]): boolean =>
    isRecord(item) && names.every((name) => typeof item[name] === 'string');
  return {
    format: 1,
    entries: list('entries').filter((name): name is string => typeof name === 'string'),
    dreams: list('dreams').filter((item): item is ManifestDream => hasTexts(item, 'file', 'summary')),
    gaps: list('gaps').filter((item): item is ManifestGap => hasTexts(item, 'time', 'reason', 'message')),
  };
}
