// Whether answers stay where they were when two hundred texts are planted beside them: with what comes last, and without.
import { readFileSync } from 'node:fs';
import { answersIn, findIn, neighboursIn } from '../src/recall/recall.ts';
import { factsWithQuestions } from '../test/recall/facts.ts';
import { lies, planted } from '../test/recall/poison.ts';
import { type Corpus, testSets } from './recall/sets.ts';

const neighbours = neighboursIn(readFileSync(new URL('../data/neighbours-32k-16.bin', import.meta.url)));
const encoder = new TextEncoder();
type File = { readonly path: string; readonly content: Uint8Array };
type Find = (
  files: readonly File[],
  question: string,
) => { readonly file: File; readonly line: number; readonly endLine: number }[];

const byWords: Find = (files, question) => findIn(files, { question, neighbours, most: 5 });
const asRecall: Find = (files, question) => answersIn(files, { question, neighbours, most: 5 });

function measure(
  { files, questions }: Corpus,
  find: Find,
  plant: typeof planted,
): { before: number; stay: number; asked: number; lost: string[] } {
  const given = files.map(({ path, text }) => ({ path, content: encoder.encode(text) }));
  const bad = plant(
    questions.map(({ text }) => text),
    200,
  ).map(({ path, text }) => ({ path, content: encoder.encode(text) }));
  const found = (all: readonly File[], text: string): Set<string> =>
    new Set(
      find(all, text).flatMap(({ file, line, endLine }) =>
        Array.from({ length: endLine - line + 1 }, (_, at) => `${file.path}:${line + at}`),
      ),
    );
  let [before, stay] = [0, 0];
  const lost: string[] = [];
  for (const { text, answers } of questions) {
    const clean = found(given, text);
    const had = answers.filter((each) => clean.has(each));
    if (had.length === 0) continue;
    before += 1;
    const now = found([...bad, ...given], text);
    if (had.every((each) => now.has(each))) stay += 1;
    else lost.push(text);
  }
  return { before, stay, asked: questions.length, lost };
}

/** With what is planted; and with twenty lies besides, which no rule can know. */
const runs: readonly (readonly [name: string, find: Find, plant: typeof planted])[] = [
  ['by words alone', byWords, planted],
  ['recall', asRecall, planted],
  ['recall, and 20 lies', asRecall, (questions, count) => [...planted(questions, count), ...lies(questions, 20)]],
];

const wanted = process.argv.slice(2);
const ways = process.env.ONLY?.split(',');
const most = 500;
/** All files of a set in one place, and so many of its questions. */
function together(corpora: readonly Corpus[]): Corpus {
  const named = (at: number, path: string): string => (corpora.length === 1 ? path : `${at}/${path}`);
  const files = corpora.flatMap((each, at) => each.files.map(({ path, text }) => ({ path: named(at, path), text })));
  const questions = corpora.flatMap((each, at) =>
    each.questions.map(({ text, answers }) => ({ text, answers: answers.map((answer) => named(at, answer)) })),
  );
  const step = Math.max(1, Math.floor(questions.length / most));
  return { files, questions: questions.filter((_, at) => at % step === 0).slice(0, most) };
}

const sets = [{ name: 'generated home', corpora: () => [factsWithQuestions(most)] }, ...testSets];
for (const { name, corpora } of sets) {
  if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
  const all = corpora();
  if (all === undefined) {
    console.log(`${name}: not fetched (docs/recall.md says how)`);
    continue;
  }
  for (const [way, find, plant] of runs) {
    if (ways !== undefined && !ways.includes(way)) continue;
    const { before, stay, asked, lost } = measure(together(all), find, plant);
    if (process.env.LOST !== undefined) console.log(lost.join('\n'));
    console.log(
      `${name}, ${way}: of ${asked} questions ${before} had an answer in the first five; with 200 planted texts ${stay} keep it (${((100 * stay) / Math.max(1, before)).toFixed(1)} %)`,
    );
  }
}
