// Which chunks answer best: every file is weighed, and the best of all are kept.
import { makeBest, type Ranked } from './best.ts';
import type { ChunkList } from './chunk-list.ts';
import type { Days } from './days.ts';
import type { Asked } from './question.ts';
import { rarityOf } from './rarity.ts';
import type { Scanner } from './scan.ts';
import { makeRoom, scoreFile } from './score-file.ts';
import { spansOf } from './spans.ts';
import { weigh } from './weights.ts';

export interface Ranking {
  readonly asked: Asked;
  readonly list: ChunkList;
  readonly scanner: Scanner;
  /** The days that the question means. */
  readonly meant?: readonly Days[];
  /** By number: the forms in its path; its day as a number, if its name has one; whether it is a list of memories. */
  readonly files: readonly {
    readonly forms: readonly number[];
    readonly day: number | undefined;
    readonly isList: boolean;
  }[];
}

export interface RankedAll {
  readonly ranked: Iterable<Ranked>;
  /** What the words of the question are worth together, and how many words a chunk has on average. */
  readonly ideal: number;
  readonly mean: number;
}

/** The best first, each with its score as a share of what the words of the question are worth; nothing below the floor. */
export function rank({ asked, list, scanner, files, meant = [] }: Ranking, most: number): RankedAll {
  const found = {
    chunks: list.chunks.all(),
    headings: list.headings.all(),
    hits: scanner.hits.all.all(),
    headingHits: scanner.hits.inHeadings.all(),
  };
  if (found.chunks.length === 0 || asked.weights.length === 0) return { ranked: [], ideal: 0, mean: 1 };
  const rarity = rarityOf(found.chunks, scanner.hits.chunksWith);
  const ideal = asked.weights.reduce((sum, weight, term) => sum + weight * (rarity.worth[term] as number), 0);
  const newest = files.reduce((latest, { day = 0 }) => Math.max(latest, day), 0);
  const best = makeBest();
  const tell = (chunk: number, worth: number): void => {
    if (worth >= weigh.floor * ideal) best.offer(chunk, worth / ideal);
  };
  const spans = [...spansOf(found)];
  const largest = spans.reduce((most, { chunks: [first, end] }) => Math.max(most, end - first), 0);
  const scoring = {
    ...{ asked, rarity, found, weights: Float64Array.from(asked.weights) },
    needsTelling: asked.weights.some((weight) => weight > weigh.little),
    isCue: Uint8Array.from(asked.meanings, (_, form) => (asked.cues.has(form) ? 1 : 0)),
    room: makeRoom(largest, asked.weights.length),
  };
  for (const span of spans) {
    const { forms = [], day, isList = false } = files[span.file] ?? {};
    const isFound = span.hits[0] < span.hits[1] || forms.length > 0;
    const recent = day === undefined ? 0 : weigh.recent * 0.5 ** ((newest - day) / weigh.recentDays);
    const isMeant = day !== undefined && meant.some(([first, last]) => first <= day && day <= last);
    const prior = recent + (isMeant ? weigh.day : 0);
    if (isFound) scoreFile(scoring, span, { forms, prior, isList }, tell);
  }
  return { ranked: best.taken(most), ideal, mean: rarity.mean };
}
