// `npm run real-days`: lives all stretches and prints what was told right, for the half that the rules were made on and for the other.
import type { TestContext } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { judge, type Score } from './judge.ts';
import { liveStretch } from './live.ts';
import { readStretch, stretchNames } from './stretch.ts';

const rate = (part: number, of: number): string => `${part} of ${of} (${of === 0 ? '–' : (part / of).toFixed(2)})`;

const rows: readonly (readonly [string, (score: Score) => string])[] = [
  ['days, with something in flight', ({ days, daysInFlight }) => `${days}, ${daysInFlight}`],
  ['finished tasks called done', ({ recognised, finished }) => rate(recognised, finished)],
  ['of those called done, really done', ({ saidDone, falselyDone }) => rate(saidDone - falselyDone, saidDone)],
  ['finished tasks called done or perhaps done', ({ suspected, finished }) => rate(suspected, finished)],
  [
    'of those called one or the other, really done',
    ({ saidPerhaps, falselyPerhaps }) => rate(saidPerhaps - falselyPerhaps, saidPerhaps),
  ],
  ['of the moves made on the board, wrong', ({ wrongMoves, made }) => rate(wrongMoves, made)],
  ['true moves foreseen', ({ foreseen, trueMoves }) => rate(foreseen, trueMoves)],
  ['finished tasks named as DOING, next or goal', ({ namedFinished }) => `${namedFinished}`],
  ['the same, beside "see what is left of it"', ({ namedInDoubt }) => `${namedInDoubt}`],
  ['junk first', ({ junkFirst }) => `${junkFirst}`],
  ['next action is what came next', ({ nextRight, daysInFlight }) => rate(nextRight, daysInFlight)],
];

const ends: (() => void)[] = [];
const context = { after: (end: () => void) => ends.push(end) } as unknown as TestContext;
const only = process.env.DREAMKEEPER_STRETCHES?.split(',');
const halves = { tuning: [] as Score[], reporting: [] as Score[], checking: [] as Score[] };
try {
  for (const name of stretchNames().filter((each) => only?.includes(each) ?? true)) {
    const stretch = readStretch(name);
    const score = judge(stretch, await liveStretch(sandbox(context), stretch));
    halves[stretch.half].push(score);
    console.log(`${name} (${stretch.half}): ${rows.map(([what, say]) => `${what} ${say(score)}`).join('; ')}`);
    // What the other half got wrong is not looked at while rules are made.
    if (stretch.half === 'tuning' || process.env.DREAMKEEPER_FAULTS === 'all')
      for (const fault of score.faults) console.log(`  ${fault}`);
  }
} finally {
  for (const end of ends) end();
}
const kinds = ['tuning', 'reporting', 'checking'] as const;
console.log(`| | ${kinds.join(' | ')} |\n|---|---|---|---|`);
for (const [what, say] of rows) console.log(`| ${what} | ${kinds.map((kind) => say(sum(halves[kind]))).join(' | ')} |`);

function sum(scores: readonly Score[]): Score {
  const add = (part: keyof Omit<Score, 'faults'>): number => scores.reduce((all, score) => all + score[part], 0);
  return {
    days: add('days'),
    daysInFlight: add('daysInFlight'),
    finished: add('finished'),
    recognised: add('recognised'),
    suspected: add('suspected'),
    saidPerhaps: add('saidPerhaps'),
    falselyPerhaps: add('falselyPerhaps'),
    saidDone: add('saidDone'),
    falselyDone: add('falselyDone'),
    moves: add('moves'),
    made: add('made'),
    wrongMoves: add('wrongMoves'),
    trueMoves: add('trueMoves'),
    foreseen: add('foreseen'),
    namedFinished: add('namedFinished'),
    namedInDoubt: add('namedInDoubt'),
    junkFirst: add('junkFirst'),
    nextRight: add('nextRight'),
    faults: [],
  };
}
