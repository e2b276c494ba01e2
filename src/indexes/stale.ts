// How far a folder has gone on since its index was made: by size and time first, and by content where these differ.
import { join } from 'node:path';
import type { CorpusReader, World } from '../world/world.ts';
import { namesIn } from './folder.ts';

export interface Staleness {
  readonly changed: number;
  readonly gone: number;
  readonly new: number;
}

/** So many are read to see whether they really changed; of more, size and time have to do. */
const mostRead = 200;

export function staleness(world: World, corpus: CorpusReader): Staleness {
  const { folder } = corpus.about();
  const names = new Set(namesIn(world, folder));
  let [changed, gone, read] = [0, 0, 0];
  for (const { path, hash, size, written } of corpus.files()) {
    if (!names.delete(path)) {
      gone += 1;
      continue;
    }
    const seen = world.disk.at(join(folder, path));
    if (seen?.size === size && seen.written === written) continue;
    if (hash !== '' && seen?.size === size && read < mostRead) {
      read += 1;
      const file = world.files.theirs(folder, path);
      if (file.kind === 'file' && world.files.hash(file.content) === hash) continue;
    }
    changed += 1;
  }
  return { changed, gone, new: names.size };
}
