// Makes an index, or brings it up to date: what has the same content stays, what is new is read, and then what has no vector gets one.
import { join } from 'node:path';
import { type EmbedSource, nameOfEmbedder } from '../config/config.ts';
import { type EmbedderUse, whyNot } from '../recall/recall.ts';
import type { AgentHome, CorpusDraft, World } from '../world/world.ts';
import { chunksOf } from './chunks.ts';
import { bounds, leftOutIn } from './folder.ts';

export interface BuildRequest {
  readonly name: string;
  /** Its full path. */
  readonly folder: string;
  readonly embedder: { readonly source: EmbedSource; readonly why: string | null };
  readonly signal?: AbortSignal | undefined;
}

export interface Built {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly chunks: number;
  /** What this made of the files: new ones, changed ones, those that are gone, and those that are as they were. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly same: number;
  /** The first file that was not looked at, and which bound was reached; null if all were. */
  readonly stopped: { readonly path: string; readonly by: 'files' | 'bytes' } | null;
  /** Files that could not be read. */
  readonly unread: number;
  /** Whose vectors it has, and if they could not be had, why. */
  readonly embedder: EmbedderUse;
  /** Pieces that are found by their words alone. */
  readonly withoutVectors: number;
}

/** Texts for one call. */
const batch = 64;
const longestText = 2000;

type Count = { -readonly [Name in 'added' | 'changed' | 'removed' | 'same' | 'unread']: number };

/** All or nothing: until it is done, whoever asks has the index as it was. */
export async function buildIndex(
  { world, home, settings }: Pick<AgentHome, 'world' | 'home' | 'settings'>,
  { name, folder, embedder: { source, why }, signal }: BuildRequest,
): Promise<Built> {
  const draft = world.corpora.draft(home.privateDir, name);
  try {
    const count: Count = { added: 0, changed: 0, removed: 0, same: 0, unread: 0 };
    const stopped = readFolder(world, draft, folder, settings.secrets?.allow ?? [], count, signal);
    const whose = nameOfEmbedder(source);
    if (draft.before() !== undefined && draft.before()?.embedder !== whose) draft.forgetVectors();
    const failed = await fillVectors(world, draft, source, signal);
    const { files, chunks, withoutVectors } = draft.size();
    const about = { folder, embedder: whose, built: world.now().toISOString(), stopped, unread: count.unread };
    world.probe('index built');
    draft.finish(about);
    const embedder = { name: whose, used: failed === undefined, why: failed ?? why };
    return { name, folder, files, chunks, ...count, stopped, embedder, withoutVectors };
  } finally {
    draft.close();
  }
}

function readFolder(
  world: World,
  draft: CorpusDraft,
  folder: string,
  allow: readonly string[],
  count: Count,
  signal: AbortSignal | undefined,
): Built['stopped'] {
  const known = new Map([...draft.files()].map((file) => [file.path, file.hash]));
  let stopped: Built['stopped'] = null;
  for (const found of world.files.walk(folder, { only: 'text', most: bounds, skip: leftOutIn(world, folder) })) {
    signal?.throwIfAborted();
    if (found.kind === 'stopped') {
      stopped = { path: found.path, by: found.by };
      continue;
    }
    const { path } = found;
    // A name that is no text cannot be told again.
    const isText = path.isWellFormed();
    if (found.kind === 'left' && found.why !== 'binary') count.unread += 1;
    if (!isText || (found.kind === 'left' && found.what !== 'file')) continue;
    const seen = world.disk.at(join(folder, path));
    const hash = found.kind === 'file' ? world.files.hash(found.content) : '';
    const file = { path, hash, size: seen?.size ?? 0, written: seen?.written ?? 0 };
    const before = known.get(path);
    known.delete(path);
    if (before === hash) {
      draft.keep(file);
      if (hash !== '') count.same += 1;
      continue;
    }
    draft.put(file, found.kind === 'file' ? chunksOf(path, found.content, allow) : []);
    if (hash !== '') count[before === undefined || before === '' ? 'added' : 'changed'] += 1;
  }
  for (const [path, hash] of known) {
    draft.drop(path);
    if (hash !== '') count.removed += 1;
  }
  return stopped;
}

/** Why some have none; undefined if all have one. After the first failure nobody is asked again. */
async function fillVectors(
  world: World,
  draft: CorpusDraft,
  source: EmbedSource,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (source.kind === 'none') return 'none is chosen';
  for (let last = 0; ; ) {
    const waiting = draft.withoutVectors(last, batch);
    if (waiting.length === 0) return undefined;
    last = waiting.at(-1)?.id ?? last;
    const texts = waiting.map(({ text }) => text.slice(0, longestText));
    const outcome = await world.embed(source, { texts, signal });
    signal?.throwIfAborted();
    if (outcome.kind === 'failed') return whyNot(outcome);
    for (const [at, { id }] of waiting.entries()) draft.setVector(id, outcome.vectors[at] ?? new Float32Array(2));
  }
}
