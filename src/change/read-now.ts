// What lies at a path of a home right now, whoever named it.
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';

/** The bytes; undefined if there is no file. One that is no plain file is an error, ours or theirs. */
export function readNow(
  { files }: World,
  { home }: FoundHome,
  { path, isTheirs }: { readonly path: string; readonly isTheirs?: boolean | undefined },
): Uint8Array | undefined {
  if (isTheirs !== true) return files.read(home, path);
  const found = files.theirs(home, path);
  if (found.kind === 'file') return found.content;
  if (found.kind === 'absent') return undefined;
  const why = found.kind === 'out' ? found.why : found.kind === 'link' ? 'it is a link' : 'it is too large';
  throw new DreamkeeperError('E_NOT_A_FILE', `${printSafe(path)} cannot be committed: ${why}`, {
    hint: 'It stays as it is. Nothing was changed.',
  });
}
