// A daydream without any model: a few plain thoughts, chosen by the kind of day and the hour. No name of anything gets into it.
import { createHash } from 'node:crypto';

/** What kind of day it is, and nothing about it that anybody could recognise. */
export interface Day {
  readonly mood: 'reading' | 'making' | 'checking' | 'quiet';
  readonly open: number;
  readonly failing: number;
  readonly inFlight: number;
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
}

const beginnings: Readonly<Record<Day['mood'], readonly string[]>> = {
  reading: [
    'i turn the last pages over in my mind',
    'i am still among the lines i read',
    'the words i went through keep humming',
  ],
  making: [
    'something i made is still warm',
    'i look at what my hands put together',
    'the new parts settle into their places',
  ],
  checking: [
    'i listen whether everything holds',
    'i count the lamps that came on green',
    'i knock on the walls and wait for the sound',
  ],
  quiet: ['it is quiet, and i like it', 'nothing stirs, and i watch it not stir', 'the house is still around me'],
};

const middles: readonly (readonly [fits: (day: Day) => boolean, thoughts: readonly string[]])[] = [
  [({ failing }) => failing > 0, ['one of them does not ring true yet', 'somewhere a small crack wants to be found']],
  [({ inFlight }) => inFlight > 0, ['a thing lies open on the table, half done', 'something waits to be put away']],
  [({ open }) => open > 8, ['so much still wants to become something', 'the list is long, and the evening is wide']],
  [({ open }) => open > 0, ['a little is left to do, and it can wait', 'the next thing stands by the door, patient']],
  [() => true, ['there is nothing i have to be', 'all the drawers are closed']],
];

const endings: readonly (readonly [until: number, thoughts: readonly string[]])[] = [
  [6, ['while the night goes on without me', 'and the dark keeps its own counsel']],
  [12, ['as the morning finds the window', 'and the light comes in sideways']],
  [18, ['while the afternoon leans on the sill', 'and the day takes its time']],
  [24, ['as the evening folds its hands', 'and the last light asks for nothing']],
];

/** The same day and the same seed give the same thought. */
export function museByRules(day: Day, seed: string): string {
  const dice = createHash('sha256').update(seed).digest();
  const pick = (thoughts: readonly string[], at: number): string =>
    thoughts[(dice[at] ?? 0) % thoughts.length] ?? thoughts[0] ?? '';
  const middle = middles.find(([fits]) => fits(day))?.[1] ?? [];
  const ending = endings.find(([until]) => day.hour < until)?.[1] ?? [];
  return `${pick(beginnings[day.mood], 0)}; ${pick(middle, 1)}, ${pick(ending, 2)}.`;
}
