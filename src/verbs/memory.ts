// Memory: what is kept here, as it stands in MEMORY.md and in the notes.
import { bulletsIn, memoryPath, notesFolder } from '../memory/memory.ts';
import { decodeUtf8 } from '../text/text.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface MemoryRequest {
  /** How many files of notes; the newest come first. 7 if nobody says. */
  readonly most?: number | undefined;
}

export interface Memory {
  /** Null if there is no MEMORY.md. */
  readonly memory: { readonly path: string; readonly text: string } | null;
  readonly notes: readonly { readonly path: string; readonly bullets: readonly string[] }[];
  /** How many files of notes there are. */
  readonly all: number;
}

export async function memory(at: Standpoint, { most = 7 }: MemoryRequest = {}): Promise<Memory> {
  const { world, home } = await openHomeAnyhow(at);
  const text = (path: string): string | undefined => {
    const bytes = world.files.read(home.home, path);
    return bytes === undefined ? undefined : decodeUtf8(bytes);
  };
  const known = text(memoryPath);
  const files = world.files
    .list(home.home, notesFolder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .toReversed();
  const notes = files.slice(0, most).map((name) => {
    const path = `${notesFolder}/${name}`;
    return { path, bullets: bulletsIn(text(path) ?? '') };
  });
  return { memory: known === undefined ? null : { path: memoryPath, text: known }, notes, all: files.length };
}
