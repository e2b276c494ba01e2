// One question to a home and its project: the files are read, the best chunks chosen, and each told with where it stands.
import { createHash } from 'node:crypto';
import { type EmbedSource, nameOfEmbedder } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import type { AgentHome } from '../world/world.ts';
import { answeringOf } from './answering.ts';
import { answersFirst, answersIn, pool } from './answers-first.ts';
import { byVectorsToo, type EmbedderUse } from './by-vectors.ts';
import { earlierSources } from './earlier.ts';
import { type FoundChunk, findIn } from './find.ts';
import { headlineOf } from './headline.ts';
import { type Neighbours, neighboursIn, noNeighbours } from './neighbours.ts';
import { ownWordsIn } from './own-words.ts';
import { findPlainly } from './plain.ts';
import { selfHistory } from './self-history.ts';
import { cleanText, snippetOf } from './snippet.ts';
import { type Origin, type Reading, type Source, type SourceOptions, sourcesOf } from './sources.ts';
import { stopWords } from './stop-words.ts';
import { stemsOf } from './words.ts';

export interface RecallQuery extends SourceOptions {
  readonly question: string;
  /** How many hits; 5 if nobody says. */
  readonly most?: number | undefined;
  /** Also what stood once in memory, notes, plan and dreams, and stands there no more. */
  readonly history?: boolean | undefined;
  /** The seed's own way: hashed vectors, windows. */
  readonly plain?: boolean | undefined;
  /** Who says what is near in meaning, and why it is not the chosen one; the table if nobody says. */
  readonly embedder?: { readonly source: EmbedSource; readonly why: string | null } | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Hit {
  /** Below the project, or the home's own folder where it lies elsewhere. */
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly headline: string;
  /** At most 240 characters, without credentials. */
  readonly snippet: string;
  /** How much of the question it answers: 1 is about all of its words, once each. */
  readonly score: number;
  readonly origin: Origin | 'index';
  /** Only of what stands there no more: the last commit that has it, and when the next one came. */
  readonly gone?: Source['gone'];
}

export interface Recalled {
  readonly hits: readonly Hit[];
  /** The first file that was not looked at, and why; null if all were. */
  readonly stopped: Reading['stopped'];
  /** How many files could not be read. */
  readonly unread: number;
  readonly embedder: EmbedderUse;
  /** Of which index the hits are, and how stale it is; not there if the files themselves were read. */
  readonly index?: IndexTold;
}

/** An index as it is told beside its hits. */
export interface IndexTold {
  readonly name: string;
  readonly folder: string;
  /** When it was last brought up to date. */
  readonly built: string;
  readonly files: number;
  readonly chunks: number;
  /** Files that have changed, are gone, or are new since. */
  readonly stale: { readonly changed: number; readonly gone: number; readonly new: number };
}

const mostHits = 100;
const longestQuestion = 4000;

export async function recallIn(
  { world, home, settings }: Pick<AgentHome, 'world' | 'home' | 'settings'>,
  { question, most = 5, plain, history, embedder, signal, ...options }: RecallQuery,
): Promise<Recalled> {
  if (question.trim() === '' || question.length > longestQuestion)
    throw new DreamkeeperError('E_USAGE', 'a question has at least one word, and at most 4000 letters', {
      hint: 'For example: dk recall "how do we deploy"',
    });
  if (!Number.isInteger(most) || most < 1 || most > mostHits)
    throw new DreamkeeperError('E_USAGE', 'you can ask for 1 to 100 hits', { hint: 'For example: -k 5' });
  const reading: Reading = { stopped: null, unread: 0 };
  const current = sourcesOf({ world, home }, options, reading);
  const files = history === true ? await withEarlier({ world, home }, options, reading, [...current]) : current;
  const stems = new Set(stemsOf(question).filter((word) => !stopWords.has(word)));
  const allow = settings.secrets?.allow ?? [];
  const asking = { question, most, allow, embedder, signal };
  const { found, use } = plain === true ? plainly(files, asking) : await ranked({ world, home }, files, asking);
  const hits = found.map((chunk) => hitOf(chunk, stems, allow));
  return { hits, stopped: reading.stopped, unread: reading.unread, embedder: use };
}

async function withEarlier(
  place: Pick<AgentHome, 'world' | 'home'>,
  options: SourceOptions,
  reading: Reading,
  now: readonly Source[],
): Promise<Source[]> {
  const lived = await selfHistory(place, options);
  return [...now, ...lived, ...(await earlierSources(place, options, reading, now))];
}

interface Asking extends Pick<RecallQuery, 'question' | 'embedder' | 'signal'> {
  readonly most: number;
  readonly allow: readonly string[];
}

interface Answers {
  readonly found: readonly FoundChunk<Source>[];
  readonly use: EmbedderUse;
}

function plainly(files: Iterable<Source>, { question, most }: Asking): Answers {
  const use = { name: 'none', used: false, why: 'the plain way has vectors of its own' };
  return { found: findPlainly(files, question, most), use };
}

async function ranked(
  { world, home }: Pick<AgentHome, 'world' | 'home'>,
  files: Iterable<Source>,
  { question, most, allow, embedder = { source: { kind: 'table' }, why: null }, signal }: Asking,
): Promise<Answers> {
  const { source, why } = embedder;
  const neighbours = source.kind === 'none' ? noNeighbours : neighboursIn(await world.neighbours());
  // Notes and dreams are named by days in UTC, too.
  const today = world.now().toISOString().slice(0, 10);
  const finding = { question, most, neighbours, today };
  if (source.kind !== 'http') {
    const use = ofTable(source, neighbours, why);
    return { found: answersIn(files, finding, { isOurs, isMemory, isRemembered: ownWordsIn({ world, home }) }), use };
  }
  const answering = answeringOf(question, isOurs);
  const words = findIn(files, { ...finding, most: Math.max(pool, most), answering });
  const clean = (text: string): string => redactSecrets(text, { allow, sha256 });
  const { found, embedder: use } = await byVectorsToo(world, words, {
    source,
    question: clean(question),
    textOf: (chunk) => cleanText({ ...chunk, content: chunk.file.content }, allow),
    signal,
  });
  return { found: answersFirst(found, most, answering, { isMemory }), use };
}

/** The table is used word by word while files are read; near words in the right place tell more than the vector of a whole text. */
function ofTable(source: EmbedSource, neighbours: Neighbours, why: string | null): EmbedderUse {
  const isUsed = neighbours !== noNeighbours;
  const missing = source.kind === 'none' ? 'none is chosen' : 'the table is not there';
  return { name: nameOfEmbedder(source), used: isUsed, why: why ?? (isUsed ? null : missing) };
}

const isMemory = ({ origin }: Source): boolean => origin === 'memory';
const isOurs = ({ origin }: Source): boolean => origin === 'journal' || origin === 'board';

function hitOf(chunk: FoundChunk<Source>, stems: ReadonlySet<string>, allow: readonly string[]): Hit {
  const { file, line, endLine, score, from, to, headings } = chunk;
  const { path, content, origin, gone } = file;
  const headline = headlineOf({ path, content, line, endLine, from, headings }, (text) =>
    redactSecrets(text, { allow, sha256 }),
  );
  const snippet = snippetOf({ content, from, to }, stems, allow);
  return {
    path: path.toWellFormed(),
    line,
    endLine,
    headline,
    snippet,
    score: Math.round(score * 1000) / 1000,
    origin,
    ...(gone === undefined ? {} : { gone }),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
