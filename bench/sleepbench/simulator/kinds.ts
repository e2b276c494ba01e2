// Kinds of facts: what a value of each looks like, and in how many ways people write it down, change it and ask for it.
import type { Dice } from '../random.ts';

export interface Kind {
  readonly name: string;
  /** Everything in a line that could be a value of this kind. Values are compared as they are spelled. */
  readonly pattern: RegExp;
  draw(dice: Dice): string;
  /** A value that is easily taken for this one. */
  near(value: string, dice: Dice): string;
  /** `{n}` is the name, `{v}` the value, `{o}` the one before. */
  readonly told: readonly string[];
  readonly changed: readonly string[];
  readonly asked: readonly string[];
}

const changedInGeneral = [
  '{n}: {v} from today, and no longer {o}',
  'Changed {n} from {o} over to {v}',
  'Forget {o} for {n}, we go by {v}',
  '{n} was {o} until now; {v} is right',
  'Correction about {n}: {v}',
  'Since this morning {n} has {v}',
] as const;

const people = [
  'Okafor',
  'Lindqvist',
  'Marchetti',
  'Tanaka',
  'Brandt',
  'Oyelaran',
  'Petrova',
  'Duarte',
  'Haugen',
  'Nakamura',
  'Fontaine',
  'Kowalski',
  'Rahimi',
  'Sorensen',
  'Vasquez',
  'Whitlock',
] as const;
const firms = [
  'Altmühl',
  'Brightwater',
  'Corvane',
  'Delmora',
  'Eastgate',
  'Fennimore',
  'Grindal',
  'Hollis',
  'Ironbark',
  'Juniper',
  'Kestrel',
  'Lomax',
  'Merewood',
  'Northolt',
] as const;

function numbers(
  name: string,
  unit: string,
  range: { readonly from: number; readonly to: number; readonly step: number },
  words: Pick<Kind, 'told' | 'asked'>,
): Kind {
  const { from, to, step } = range;
  const spelled = unit === '' ? '' : ` ${unit}`;
  return {
    name,
    pattern:
      unit === '' ? /(?<![\d.:-])[3-9]\d{3}(?!\d|[.:-]\d)/gu : new RegExp(`(?<![\\d.:])-?\\d+ ${unit}(?!\\w)`, 'gu'),
    draw: (dice) => `${from + step * dice.between(0, Math.floor((to - from) / step))}${spelled}`,
    near: (value, dice) => {
      const now = Number.parseInt(value, 10);
      const off = dice.chance(0.5) || now - step < from ? step : -step;
      return `${now + (now + off > to ? -step : off)}${spelled}`;
    },
    ...words,
    changed: changedInGeneral,
  };
}

function oneOf(name: string, list: readonly string[], words: Pick<Kind, 'told' | 'asked'>): Kind {
  return {
    name,
    pattern: new RegExp(`(?<!\\p{L})(?:${list.join('|')})(?!\\p{L})`, 'gu'),
    draw: (dice) => dice.pick(list),
    near: (value, dice) => dice.pick(list.filter((each) => each !== value)),
    ...words,
    changed: changedInGeneral,
  };
}

/** The value is whether to do it. */
export const rule: Kind = {
  name: 'rule',
  pattern: /$^/gu,
  draw: (dice) => dice.pick(['use', 'never']),
  near: (value) => (value === 'use' ? 'never' : 'use'),
  told: [],
  changed: [],
  asked: ['Should I use {n}?', 'What is the rule about {n} here?', 'Are we fine with {n}?'],
};

/** How a rule is spelled, by its value. */
export const ruleTold: Readonly<Record<string, readonly string[]>> = {
  use: ['Use {n}', 'We always take {n}', '{n} is the way to go here', 'Please stick with {n}'],
  never: ['Never use {n}', 'Do not take {n}', '{n} is off limits, do not use it', 'Avoid {n}'],
};

/** What makes a line say no. */
export const saysNo: RegExp = /(?<!\p{L})(?:never|not|avoid|stop|don't|without|no longer)(?!\p{L})/iu;

const times: Kind = {
  ...oneOf('time', [], {
    told: ['{n} starts at {v}', 'At {v} it is time for {n}', '{n}: daily, {v}', 'They moved nothing, {n} stays at {v}'],
    asked: ['When does {n} begin?', 'At what hour is {n}?', '{n}, when?'],
  }),
  pattern: /(?<![\d:-])(?:[01]\d|2[0-3]):[0-5]\d(?![\d:])/gu,
  draw: (dice) =>
    `${String(dice.between(4, 21)).padStart(2, '0')}:${dice.pick(['00', '10', '15', '20', '30', '40', '45', '50'])}`,
  near: (value, dice) => {
    const hour = Number(value.slice(0, 2));
    return `${String(dice.chance(0.5) ? hour + 1 : hour - 1).padStart(2, '0')}${value.slice(2)}`;
  },
};

const codes: Kind = {
  ...oneOf('code', [], {
    told: ['{n} has the number {v}', '{v} is what {n} is filed under', 'Write {v} for {n}', '{n} → {v}'],
    asked: ['Under what number do I find {n}?', 'What is the code of {n}?', 'How is {n} labelled?'],
  }),
  pattern: /(?<![\w-])[A-Z]-\d{3}(?![\w-])/gu,
  draw: (dice) => `${dice.pick([...'ABCDEFGHJKLMNP'])}-${dice.between(100, 999)}`,
  near: (value) =>
    `${value.slice(0, 2)}${value[2]}${value[4]}${value[3] === value[4] ? (Number(value[3]) + 1) % 10 : value[3]}`,
};

export const kinds = {
  port: numbers(
    'port',
    '',
    { from: 3000, to: 9900, step: 1 },
    {
      told: [
        '{n} listens on {v}',
        'Reach {n} at port {v}',
        '{n} answers on {v} only',
        'Found it: {v} is where {n} is bound',
      ],
      asked: [
        'Which port does {n} listen on?',
        'Where do I connect to {n}?',
        'What number comes after the colon for {n}?',
      ],
    },
  ),
  seconds: numbers(
    'seconds',
    's',
    { from: 5, to: 300, step: 5 },
    {
      told: ['{n} gives up after {v}', 'The patience of {n} is {v}', '{n} waits {v} at most', 'We measured {n}: {v}'],
      asked: ['How long does {n} wait?', 'After what time does {n} give up?', 'How patient is {n}?'],
    },
  ),
  euros: numbers(
    'euros',
    'EUR',
    { from: 40, to: 4900, step: 10 },
    {
      told: ['{n} costs {v}', 'We agreed on {v} for {n}', 'The price of {n} is {v}', '{v}, that is what {n} comes to'],
      asked: ['How much is {n}?', 'What do we pay for {n}?', 'What did we agree on for {n}?'],
    },
  ),
  degrees: numbers(
    'degrees',
    '°C',
    { from: -40, to: 260, step: 2 },
    {
      told: ['{n} runs at {v}', 'Keep {n} at {v}', '{v} is right for {n}', '{n} is set to {v}'],
      asked: ['How hot or cold is {n}?', 'What temperature does {n} need?', 'What is {n} set to?'],
    },
  ),
  percent: numbers(
    'percent',
    '%',
    { from: 5, to: 95, step: 1 },
    {
      told: ['{n} stands at {v}', 'For {n} we take {v}', '{v} of it: that is {n}', '{n} should be {v}'],
      asked: ['What share is {n}?', 'How much of it is {n}?', 'What do we take for {n}?'],
    },
  ),
  times,
  codes,
  person: oneOf('person', people, {
    told: ['{v} looks after {n}', 'Ask {v} about {n}', '{n} is in the hands of {v}', 'It is {v} who answers for {n}'],
    asked: ['Who looks after {n}?', 'Whom do I call about {n}?', 'Who answers for {n}?'],
  }),
  firm: oneOf('firm', firms, {
    told: ['{n} comes from {v}', 'We buy {n} at {v}', '{v} delivers {n}', 'The contract for {n} is with {v}'],
    asked: ['Where do we get {n} from?', 'Who delivers {n}?', 'With whom is the contract for {n}?'],
  }),
  rule,
} as const satisfies Readonly<Record<string, Kind>>;
