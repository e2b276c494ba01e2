// MEMORY.md as an agent gets it that may write into a copy of it: whole entries of one part, without what it is not to read.
import { netOf } from '../change/change.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { memoriesIn, memoryPath, partsIn, printParts } from '../memory/memory.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import type { Held } from './held.ts';

export interface Copy {
  /** Below the folder in which the agent works. */
  readonly path: string;
  readonly content: string;
  /** What it says, in its order. */
  readonly shown: readonly Held[];
}

/** Undefined if the file cannot be shown in part without making something else of it: then nobody gets it to write. */
export function copyOf(
  { home, settings }: Pick<AgentHome, 'home' | 'settings'>,
  content: Uint8Array,
  held: readonly Held[],
): Copy | undefined {
  const { redact } = netOf(settings);
  const isShown = ({ raw, text }: Held): boolean => raw !== '' && !readsLikeOrder(text) && redact(raw) === raw;
  const shown = held.filter(isShown);
  const starts = new Set(shown.map(({ from }) => from));
  const all = new Set(memoriesIn(memoryPath, content).map(({ from }) => from));
  const left = partsIn(content).filter(
    ({ entry }) => entry === undefined || !all.has(entry.from) || starts.has(entry.from),
  );
  const text = decodeUtf8(printParts(left)).replaceAll('\r\n', '\n');
  const said = writtenIn(text).map(({ raw }) => raw);
  const isWhole = said.length === shown.length && shown.every(({ raw }, at) => plainEnds(raw) === said[at]);
  const path = home.shape === 'one' ? memoryPath : `.dream/${memoryPath}`;
  return isWhole && redact(text) === text ? { path, content: text, shown } : undefined;
}

export const plainEnds = (raw: string): string => raw.replaceAll('\r\n', '\n');

export interface WrittenEntry {
  readonly raw: string;
  readonly section: readonly string[];
  /** One sentence in one line. */
  readonly isPlain: boolean;
}

/** An entry as it is now, with the one that it was. */
export type Kept = WrittenEntry & { readonly was: Held | undefined };

/** The entries of a text, in its order. */
export function writtenIn(text: string): WrittenEntry[] {
  const bytes = Buffer.from(text);
  return memoriesIn(memoryPath, bytes).map(({ from, to, section, kind, details }) => {
    const raw = decodeUtf8(bytes.subarray(from, to)).replace(/\n$/u, '');
    const isPlain = !raw.includes('\n') && details.length === 0 && (kind === 'item' || kind === 'paragraph');
    return { raw, section, isPlain };
  });
}
