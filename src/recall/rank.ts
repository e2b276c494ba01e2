// Which chunks answer best: every file is weighed, and the best of all are kept.
import { makeBest, type Ranked } from './best.ts';
import type { ChunkList } from './chunk-list.ts';
import type { Asked } from './question.ts';
import { rarityOf } from './rarity.ts';
import type { Scanner } from './scan.ts';
import { scoreFile } from './score-file.ts';
import { spansOf } from './spans.ts';
import { weigh } from './weights.ts';

export interface Ranking {
  readonly asked: Asked;
  readonly list: ChunkList;
  readonly scanner: Scanner;
  /** By number: the forms in its path, and its day as a number, if its name has one. */
  readonly files: readonly { readonly forms: readonly number[]; readonly day: number | undefined }[];
}

/** The best first, each with its score as a share of what the words of the question are worth; nothing below the floor. */
export function rank({ asked, list, scanner, files }: Ranking, most: number): Ranked[] {
  const found = {
    chunks: list.chunks.all(),
    headings: list.headings.all(),
    hits: scanner.hits.all(),
    headingHits: scanner.headingHits.all(),
  };
  if (found.chunks.length === 0 || asked.weights.length === 0) return [];
  const rarity = rarityOf(asked.meanings.length, found.chunks, found.hits);
  const ideal = asked.weights.reduce((sum, weight, term) => sum + weight * (rarity.worth[term] as number), 0);
  const newest = files.reduce((latest, { day = 0 }) => Math.max(latest, day), 0);
  const best = makeBest(most);
  const tell = (chunk: number, worth: number): void => {
    if (worth >= weigh.floor * ideal) best.offer(chunk, worth / ideal);
  };
  for (const span of spansOf(found)) {
    const { forms = [], day } = files[span.file] ?? {};
    const isFound = span.hits[0] < span.hits[1] || forms.length > 0;
    const prior = day === undefined ? 0 : weigh.recent * 0.5 ** ((newest - day) / weigh.recentDays);
    if (isFound) scoreFile({ asked, rarity, found }, span, { forms, prior }, tell);
  }
  return best.all();
}
