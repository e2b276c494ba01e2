// What an index may be called, and the one that is meant.
import { DreamkeeperError } from '../errors/errors.ts';
import { nearest, oneLine, printSafe } from '../text/text.ts';
import type { CorpusReader, Place } from '../world/world.ts';

export function isIndexName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,62}$/u.test(name);
}

/** Opens it for reading. Throws `E_NO_SUCH_INDEX`. */
export function indexNamed({ world, home }: Place, name: string): CorpusReader {
  const reader = isIndexName(name) ? world.corpora.look(home.privateDir, name) : undefined;
  if (reader !== undefined) return reader;
  throw noSuchIndex({ world, home }, name);
}

export function noSuchIndex({ world, home }: Place, name: string): DreamkeeperError {
  const names = world.corpora.names(home.privateDir);
  const guess = nearest(name, names);
  const hint =
    names.length === 0
      ? 'Make one with `dk index add <name> <folder>`.'
      : guess === undefined
        ? `There are: ${names.join(', ')}.`
        : `Did you mean \`${guess}\`? \`dk index list\` has all.`;
  return new DreamkeeperError('E_NO_SUCH_INDEX', `no index is called "${printSafe(oneLine(name, 60))}"`, { hint });
}
