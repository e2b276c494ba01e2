// Which chunks answer best: every file is weighed, and the best of all are kept.
import { makeBest, type Ranked } from './best.ts';
import type { ChunkList } from './chunk-list.ts';
import type { Days } from './days.ts';
import { type Hits, speaks } from './hits.ts';
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
  /** Chunks that are passed by as if they were not there. */
  readonly apart?: ReadonlySet<number>;
}

export interface RankedAll {
  readonly ranked: Iterable<Ranked>;
  /** What the words of the question are worth together, and how many words a chunk has on average. */
  readonly ideal: number;
  readonly mean: number;
}

/** The best first, each with its score as a share of what the words of the question are worth; nothing below the floor. */
export function rank({ asked, list, scanner, files, meant = [], apart = new Set() }: Ranking, most: number): RankedAll {
  const found = {
    chunks: list.chunks.all(),
    headings: list.headings.all(),
    hits: without(scanner.hits.all.all(), apart),
    headingHits: scanner.hits.inHeadings.all(),
  };
  if (found.chunks.length === 0 || asked.weights.length === 0) return { ranked: [], ideal: 0, mean: 1 };
  const rarity = rarityOf(found.chunks, chunksWith(scanner.hits, apart), apart);
  const ideal = asked.weights.reduce((sum, weight, term) => sum + weight * (rarity.worth[term] as number), 0);
  const newest = files.reduce((latest, { day = 0 }) => Math.max(latest, day), 0);
  const best = makeBest();
  const tell = (chunk: number, worth: number): void => {
    if (worth >= weigh.floor * ideal && !apart.has(chunk)) best.offer(chunk, worth / ideal);
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

/** The hits that are not in these chunks. */
function without(hits: Int32Array, apart: ReadonlySet<number>): Int32Array {
  if (apart.size === 0) return hits;
  const left = new Int32Array(hits.length);
  let count = 0;
  for (let at = 0; at < hits.length; at += 2) {
    if (apart.has(hits[at] as number)) continue;
    left[count] = hits[at] as number;
    left[count + 1] = hits[at + 1] as number;
    count += 2;
  }
  return left.subarray(0, count);
}

/** By form, in how many chunks it is, these aside. */
function chunksWith({ all, chunksWith: counts }: Hits, apart: ReadonlySet<number>): Int32Array {
  if (apart.size === 0) return counts;
  const left = counts.slice();
  const hits = all.all();
  let chunk = -1;
  const seen = new Set<number>();
  for (let at = 0; at < hits.length; at += 2) {
    if (!apart.has(hits[at] as number)) continue;
    if (hits[at] !== chunk) seen.clear();
    chunk = hits[at] as number;
    const form = (hits[at + 1] as number) & (speaks - 1);
    if (!seen.has(form)) left[form] = (left[form] as number) - 1;
    seen.add(form);
  }
  return left;
}
