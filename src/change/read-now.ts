// What lies at a path of a home right now, whoever named it.
import type { FoundHome, World } from '../world/world.ts';

/**
 * The bytes; undefined if there is no file. A file of our own that is no plain one is an error. One of somebody else's is as good as gone:
 * a change that was sealed must not wait for ever for what they put in its place.
 */
export function readNow(
  { files }: World,
  { home }: FoundHome,
  { path, isTheirs }: { readonly path: string; readonly isTheirs?: boolean | undefined },
): Uint8Array | undefined {
  if (isTheirs !== true) return files.read(home, path);
  const found = files.theirs(home, path);
  return found.kind === 'file' ? found.content : undefined;
}
