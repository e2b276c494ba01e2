// Indexes of large folders: add, update, list, remove. Recall asks them.
import { resolve } from 'node:path';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { type Built, buildIndex, indexNamed, isIndexName, type Staleness, staleness } from '../indexes/indexes.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { openEmbedding, openHomeAnyhow, openOwnHome } from '../wire/wire.ts';
import type { Place, Standpoint } from '../world/world.ts';

export interface IndexAddRequest {
  /** Small letters, digits, - and _. */
  readonly name: string;
  /** The folder that is read, from where you stand. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

export interface IndexRequest {
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
}

export interface ListedIndex {
  readonly name: string;
  readonly folder: string;
  /** When it was last brought up to date. */
  readonly built: string;
  readonly files: number;
  readonly chunks: number;
  /** Of its file on disk. */
  readonly bytes: number;
  /** Whose vectors it has. */
  readonly embedder: string;
  /** Pieces that are found by their words alone. */
  readonly withoutVectors: number;
  readonly stale: Staleness;
}

export interface ListedIndexes {
  readonly indexes: readonly ListedIndex[];
  /** Those that cannot be read, and why. */
  readonly problems: readonly { readonly name: string; readonly message: string; readonly hint: string }[];
}

export async function indexAdd(at: Standpoint, { name, folder, signal }: IndexAddRequest): Promise<Built> {
  if (!isIndexName(name))
    throw new DreamkeeperError('E_BAD_NAME', `"${printSafe(oneLine(name, 60))}" cannot be the name of an index`, {
      hint: 'Small letters, digits, - and _, at most 63, such as: dk index add papers ~/papers',
    });
  const opened = await openOwnHome(at);
  const path = resolve(at.cwd, folder);
  if (opened.world.disk.at(path)?.kind !== 'folder')
    throw new DreamkeeperError('E_NO_FOLDER', `${printSafe(path)} is not a folder`, {
      hint: 'Name a folder that is there; a link to one is not followed.',
    });
  const { world, home } = opened;
  // One that is damaged says so itself.
  world.corpora.look(home.privateDir, name)?.close();
  if (world.corpora.names(home.privateDir).includes(name))
    throw new DreamkeeperError('E_INDEX_EXISTS', `there is an index called ${name} already`, {
      hint: `\`dk index update ${name}\` brings it up to date; \`dk index remove ${name}\` takes it away.`,
    });
  world.files.makeFolder(home.privateDir, true);
  return buildIndex(opened, { name, folder: path, embedder: await embedderAt(opened, at), signal });
}

export async function indexUpdate(at: Standpoint, { name, signal }: IndexRequest): Promise<Built> {
  const opened = await openOwnHome(at);
  const corpus = indexNamed(opened, name);
  const { folder } = corpus.about();
  corpus.close();
  // A folder that is not there now, a disk that is not plugged in, say, is no reason to forget it all.
  if (opened.world.disk.at(folder)?.kind !== 'folder')
    throw new DreamkeeperError('E_NO_FOLDER', `the folder of ${name} is not there: ${printSafe(folder)}`, {
      hint: `Nothing was changed, and it can still be asked. \`dk index remove ${name}\` takes it away.`,
    });
  return buildIndex(opened, { name, folder, embedder: await embedderAt(opened, at), signal });
}

export async function indexList(at: Standpoint): Promise<ListedIndexes> {
  const opened = await openHomeAnyhow(at);
  const { world, home } = opened;
  const indexes: ListedIndex[] = [];
  const problems: ListedIndexes['problems'][number][] = [];
  for (const name of world.corpora.names(home.privateDir)) {
    const listed = tryOr(
      () => listedOf(opened, name),
      (error) => error,
    );
    if (listed instanceof DreamkeeperError) problems.push({ name, message: listed.message, hint: listed.hint });
    else indexes.push(listed);
  }
  return { indexes, problems };
}

function listedOf(place: Place, name: string): ListedIndex {
  const corpus = indexNamed(place, name);
  try {
    const { folder, built, embedder } = corpus.about();
    return { name, folder, built, embedder, ...corpus.size(), stale: staleness(place.world, corpus) };
  } finally {
    corpus.close();
  }
}

export async function indexRemove(
  at: Standpoint,
  { name }: IndexRequest,
): Promise<{ readonly name: string; readonly removed: true }> {
  const { world, home } = await openOwnHome(at);
  // By its name alone: one that is damaged can be taken away, too.
  if (!world.corpora.names(home.privateDir).includes(name)) indexNamed({ world, home }, name).close();
  world.corpora.remove(home.privateDir, name);
  return { name, removed: true };
}

async function embedderAt({ world }: Pick<Place, 'world'>, at: Standpoint) {
  return (await openEmbedding()).chosenEmbedder(world, at);
}
