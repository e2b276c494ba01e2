// One question to a home and its project: the files are read, the best chunks chosen, and each told with where it stands.
import { createHash } from 'node:crypto';
import { DreamkeeperError } from '../errors/errors.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import type { AgentHome } from '../world/world.ts';
import { type FoundChunk, findIn } from './find.ts';
import { headlineOf } from './headline.ts';
import { neighboursIn } from './neighbours.ts';
import { findPlainly } from './plain.ts';
import { snippetOf } from './snippet.ts';
import { type Origin, type Reading, type Source, type SourceOptions, sourcesOf } from './sources.ts';
import { stopWords } from './stop-words.ts';
import { stemsOf } from './words.ts';

export interface RecallQuery extends SourceOptions {
  readonly question: string;
  /** How many hits; 5 if nobody says. */
  readonly most?: number | undefined;
  /** The seed's own way: hashed vectors, windows. */
  readonly plain?: boolean | undefined;
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
  readonly origin: Origin;
}

export interface Recalled {
  readonly hits: readonly Hit[];
  /** The first file that was not looked at, and why; null if all were. */
  readonly stopped: Reading['stopped'];
  /** How many files could not be read. */
  readonly unread: number;
}

const mostHits = 100;
const longestQuestion = 4000;

export async function recallIn(
  { world, home, settings }: Pick<AgentHome, 'world' | 'home' | 'settings'>,
  { question, most = 5, plain, ...options }: RecallQuery,
): Promise<Recalled> {
  if (question.trim() === '' || question.length > longestQuestion)
    throw new DreamkeeperError('E_USAGE', 'a question has at least one word, and at most 4000 letters', {
      hint: 'Such as: dk recall "how do we deploy"',
    });
  if (!Number.isInteger(most) || most < 1 || most > mostHits)
    throw new DreamkeeperError('E_USAGE', 'between 1 and 100 hits can be asked for', { hint: 'Such as: -k 5' });
  const reading: Reading = { stopped: null, unread: 0 };
  const files = sourcesOf({ world, home }, options, reading);
  const found =
    plain === true
      ? findPlainly(files, question, most)
      : findIn(files, { question, most, neighbours: neighboursIn(await world.neighbours()) });
  const stems = new Set(stemsOf(question).filter((word) => !stopWords.has(word)));
  const allow = settings.secrets?.allow ?? [];
  const hits = found.map((chunk) => hitOf(chunk, stems, allow));
  return { hits, stopped: reading.stopped, unread: reading.unread };
}

function hitOf(chunk: FoundChunk<Source>, stems: ReadonlySet<string>, allow: readonly string[]): Hit {
  const { file, line, endLine, score, from, to, headings } = chunk;
  const { path, content, origin } = file;
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
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
