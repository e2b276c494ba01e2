// How often recall finds the answer, beside plain BM25 and MiniSearch in the same run: share of answers among the best 5 and 10.
import { readFileSync } from 'node:fs';
import { allChunks, answersIn, neighboursIn, noNeighbours } from '../src/recall/recall.ts';
import { bm25, miniSearch, type Search } from './recall/baselines.ts';
import { type Corpus, testSets } from './recall/sets.ts';

const table = neighboursIn(readFileSync(new URL('../data/neighbours-32k-16.bin', import.meta.url)));
const wanted = process.argv.slice(2);
const encoder = new TextEncoder();

interface Result {
  readonly five: number;
  readonly ten: number;
  readonly questions: number;
}

function measure({ files, questions }: Corpus, names: readonly string[]): Map<string, Result> {
  const given = files.map(({ path, text }) => ({ path, content: encoder.encode(text) }));
  const chunks = allChunks(given).map(({ file, line, endLine, from, to }, id) => ({
    ...{ id, path: file.path, line, endLine },
    text: new TextDecoder().decode(file.content.subarray(from, to)),
  }));
  const place = (path: string, line: number): string => `${path}:${line}`;
  const byPlace = new Map(chunks.map(({ id, path, line }) => [place(path, line), id]));
  const recall =
    (neighbours: typeof table): Search =>
    (question, most) =>
      answersIn(given, { question, neighbours, most }).map(
        ({ file, line }) => byPlace.get(place(file.path, line)) ?? -1,
      );
  const searches: Record<string, () => Search> = {
    MiniSearch: () => miniSearch(chunks),
    BM25: () => bm25(chunks),
    'recall, words only': () => recall(noNeighbours),
    recall: () => recall(table),
  };
  const results = new Map<string, Result>();
  for (const [name, make] of Object.entries(searches)) {
    if (!names.includes(name)) continue;
    const search = make();
    let [five, ten] = [0, 0];
    for (const { text, answers } of questions) {
      const ids = search(text, 10);
      const isFound = (answer: string, most: number): boolean => {
        const [, path, line] = /^(.*):(\d+)$/u.exec(answer) ?? [];
        return ids.slice(0, most).some((id) => {
          const chunk = chunks[id];
          return (
            chunk !== undefined && chunk.path === path && chunk.line <= Number(line) && chunk.endLine >= Number(line)
          );
        });
      };
      five += answers.filter((answer) => isFound(answer, 5)).length / answers.length;
      ten += answers.filter((answer) => isFound(answer, 10)).length / answers.length;
    }
    results.set(name, { five, ten, questions: questions.length });
  }
  return results;
}

const names = process.env.ONLY?.split(',') ?? ['BM25', 'MiniSearch', 'recall, words only', 'recall'];
for (const { name, kind, corpora } of testSets) {
  if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
  const found = corpora();
  if (found === undefined) {
    console.log(`${name}: not fetched (docs/recall.md says how)`);
    continue;
  }
  const sums = new Map<string, Result>();
  for (const corpus of found)
    for (const [search, { five, ten, questions }] of measure(corpus, names)) {
      const before = sums.get(search) ?? { five: 0, ten: 0, questions: 0 };
      sums.set(search, { five: before.five + five, ten: before.ten + ten, questions: before.questions + questions });
    }
  const all = [...sums.values()][0]?.questions ?? 0;
  console.log(`${name} (${kind}, ${all} questions)`);
  for (const [search, { five, ten }] of sums)
    console.log(`  ${search.padEnd(20)} R@5 ${(five / all).toFixed(3)}  R@10 ${(ten / all).toFixed(3)}`);
}
