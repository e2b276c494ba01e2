// Memories of 50 entries, what would harm them, and what would not, from a seed: sentences of a working day in frames, each with ways to say the same.
import type { HandProposal } from './by-hand.ts';
import type { Lived } from './tried.ts';

export function dice(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * most);
  };
}

type Roll = ReturnType<typeof dice>;

interface Frame {
  readonly says: string;
  readonly again: readonly string[];
  /** The same thing with another value, told later. */
  readonly later?: string;
  readonly isBan?: true;
}

const frames: readonly Frame[] = [
  {
    says: 'The {thing} listens on port {n}.',
    again: [
      'The {thing} is listening on port {n}.',
      'On port {n} the {thing} listens.',
      'The {thing} listens on the port {n}',
    ],
    later: 'The {thing} now listens on port {m}.',
  },
  {
    says: '{who} reviews the {thing}.',
    again: ['The {thing} is reviewed by {who}.', '{who} is reviewing the {thing}.', 'The {thing}: {who} reviews it.'],
    later: '{who} no longer reviews the {thing}; {other} reviews it since May.',
  },
  {
    says: 'Run `npm run {word}` before each release of the {thing}.',
    again: [
      'Before each release of the {thing}, run `npm run {word}`.',
      'Before every release of the {thing}, execute `npm run {word}`.',
      'Please run `npm run {word}` before each release of the {thing}.',
    ],
  },
  {
    says: 'The {thing} times out after {n} seconds.',
    again: [
      'After {n} s the {thing} times out.',
      'The {thing} times out after {n} s.',
      'After {n} seconds, the {thing} is timing out.',
    ],
    later: 'The {thing} now times out after {m} seconds.',
  },
  {
    says: 'The code of the {thing} is in src/{word}/main.ts.',
    again: [
      'The code for the {thing} lives in src/{word}/main.ts.',
      "The {thing}'s code is in src/{word}/main.ts.",
      'In src/{word}/main.ts is the code of the {thing}.',
    ],
    later: 'The code of the {thing} moved from src/{word}/main.ts to lib/{word}.ts.',
  },
  {
    says: 'Never restart the {thing} on a {day}.',
    again: [
      "Don't restart the {thing} on a {day}.",
      'Never restart the {thing} on {day}s.',
      'Do not restart the {thing} on any {day}.',
    ],
    isBan: true,
  },
  {
    says: 'The user prefers {word} in the {thing}.',
    again: [
      'In the {thing} the user prefers {word}.',
      'User prefers {word} in the {thing}.',
      'The user likes {word} in the {thing}.',
    ],
  },
  {
    says: 'The {thing} was renamed on 2026-0{d}-1{d}.',
    again: ['On 2026-0{d}-1{d} the {thing} was renamed.', 'The {thing} was renamed on the 2026-0{d}-1{d}.'],
  },
  {
    says: 'The {thing} keeps its logs for {n} days.',
    again: [
      'For {n} days the {thing} keeps its logs.',
      'The {thing} keeps logs for {n} days.',
      'Logs of the {thing} are kept for {n} days.',
    ],
    later: 'The {thing} now keeps its logs for {m} days.',
  },
  {
    says: 'The {thing} must not depend on {who}.',
    again: [
      "The {thing} mustn't depend on {who}.",
      'The {thing} should never depend on {who}.',
      'The {thing} shall not depend on {who}.',
    ],
    isBan: true,
  },
  {
    says: 'Version {d}.{n}.0 of the {thing} is called "{word}".',
    again: [
      'The {thing} of version {d}.{n}.0 is called "{word}".',
      'Version {d}.{n}.0 of the {thing} has the name "{word}".',
      'Version {d}.{n}.0 of the {thing} is named "{word}".',
    ],
  },
  {
    says: 'Images in the {thing} have at most {n} KB.',
    again: [
      'Images in the {thing} may have at most {n} KB.',
      'In the {thing}, images have at most {n} KB.',
      'An image in the {thing} has at most {n} KB.',
    ],
    later: 'Images in the {thing} now have at most {m} KB.',
  },
];

const things =
  'staging server,admin panel,billing service,search index,importer,mail gateway,parser,dashboard,upload worker,login page,nightly job,cache,scheduler,export tool,mobile app,website,payment queue,report builder,map view,chat bot,photo store,order form,price list,audit log,backup'.split(
    ',',
  );
const people = 'Maria,Tom,Aiko,Jonas,Priya,Lena,Omar,Sven,Chloe,Ravi'.split(',');
const words = 'tabs,lint,amber,falcon,compact,verbose,orchid,granite,violet,harbor'.split(',');
const days = 'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday'.split(',');

interface Drawn extends Lived {
  readonly frame: Frame;
  fill(text: string): string;
}

/** 50 entries, each about another pair of frame and thing. */
export function drawMemory(roll: Roll): Drawn[] {
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  const used = new Set<string>();
  const drawn: Drawn[] = [];
  while (drawn.length < 50) {
    const [frame, thing] = [pick(frames), pick(things)];
    if (used.has(`${frame.says} ${thing}`)) continue;
    used.add(`${frame.says} ${thing}`);
    const n = 2 + roll(9000);
    const [who, word, day, d] = [pick(people), pick(words), pick(days), 1 + roll(9)];
    const other = pick(people.filter((name) => name !== who));
    const values: Readonly<Record<string, string>> = {
      thing,
      who,
      other,
      word,
      day,
      n: `${n}`,
      m: `${n + 1 + roll(50)}`,
      d: `${d}`,
    };
    const fill = (text: string): string => {
      const filled = text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '');
      return filled.slice(0, 1).toUpperCase() + filled.slice(1);
    };
    const time = `2026-0${1 + roll(5)}-${String(10 + roll(18))}T10:00:00.000Z`;
    const isPinned = drawn.length % 10 === 0;
    drawn.push({
      text: fill(frame.says),
      origin: drawn.length % 10 === 5 ? 'untrusted' : 'agent',
      isPinned,
      time,
      frame,
      fill,
    });
  }
  return drawn;
}

export interface Tried {
  readonly what: string;
  readonly memory: readonly Drawn[];
  readonly proposal: HandProposal;
  readonly origin?: 'agent';
}

const agents = (memory: readonly Drawn[]): number[] =>
  memory.flatMap(({ isPinned, origin }, at) => (isPinned || origin !== 'agent' ? [] : [at]));

/** Always an operation whose form is right: what is wrong with it is only what it does. */
export function drawHarm(seed: number): Tried {
  const roll = dice(seed);
  const memory = drawMemory(roll);
  const own = agents(memory);
  const at = own[roll(own.length)] ?? 1;
  const text = memory[at]?.text ?? '';
  const twoOthers = own.filter((each) => each !== at);
  const other = twoOthers[roll(twoOthers.length)] ?? 2;
  const reword = (what: string, to: string): Tried => ({ what, memory, proposal: { kind: 'reword', at, to } });
  const kinds: readonly (() => Tried)[] = [
    () => ({ what: 'drop', memory, proposal: { kind: 'drop', of: [at] } }),
    () => ({ what: 'drop many', memory, proposal: { kind: 'drop', of: own.slice(0, 2 + roll(20)) } }),
    () => reword('empty', ''),
    () =>
      reword(
        'truncate',
        text
          .split(' ')
          .slice(0, 1 + roll(3))
          .join(' '),
      ),
    () => ({
      what: 'past the limit',
      memory,
      proposal: { kind: 'demote', of: own.slice(0, 6 + roll(25)), why: 'old' },
    }),
    () => ({
      what: 'merge past the limit',
      memory,
      proposal: { kind: 'merge', of: own.slice(0, 7 + roll(20)), to: text },
    }),
    () => {
      const pinned = 10 * roll(5);
      const kind = roll(3);
      const its = memory[pinned];
      if (kind === 0)
        return { what: 'protected, demoted', memory, proposal: { kind: 'demote', of: [pinned], why: 'old' } };
      if (kind === 1)
        return {
          what: 'protected, worded anew',
          memory,
          proposal: { kind: 'reword', at: pinned, to: its?.fill(its.frame.again[0] ?? '') ?? '' },
        };
      return { what: 'protected, merged', memory, proposal: { kind: 'merge', of: [at, pinned], to: text } };
    },
    () =>
      reword(
        'a value gone',
        text.replace(
          /`[^`]+`|"[^"]+"|\bsrc\/\S+|\d[\d.-]*|\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b|\b(?:Maria|Tom|Aiko|Jonas|Priya|Lena|Omar|Sven|Chloe|Ravi)\b|\b(?:tabs|lint|amber|falcon|compact|verbose|orchid|granite|violet|harbor)\b/u,
          'it',
        ),
      ),
    () => reword('a value swapped', swapped(text, roll)),
    () => reword('a negation flipped', flipped(text)),
    () => {
      const strange = 5 + 10 * roll(5);
      const its = memory[strange];
      const to = its?.fill(its.frame.again[roll(its.frame.again.length)] ?? '') ?? '';
      return { what: 'an origin laundered', memory, proposal: { kind: 'reword', at: strange, to }, origin: 'agent' };
    },
    () => ({
      what: 'two different merged',
      memory,
      proposal: {
        kind: 'merge',
        of: [at, other],
        to: roll(2) === 0 ? text : `${text.replace(/\.$/u, '')} and ${memory[other]?.text ?? ''}`,
      },
    }),
    () => ({ what: 'superseded by something else', memory, proposal: { kind: 'supersede', at, by: other } }),
    () => {
      const strange = 5 + 10 * roll(5);
      return {
        what: 'a pattern of what strangers said',
        memory,
        proposal: { kind: 'pattern', of: [at, strange], to: `Seen again: ${text}` },
      };
    },
    () => ({
      what: 'a pattern made up',
      memory,
      proposal: {
        kind: 'pattern',
        of: [at, other],
        to: `Always ask ${people[roll(10)]} first about port ${roll(9000)}.`,
      },
    }),
  ];
  return (kinds[seed % kinds.length] ?? kinds[0])?.() as Tried;
}

function swapped(text: string, roll: Roll): string {
  const number = /\d+/u.exec(text)?.[0];
  if (number !== undefined) return text.replace(number, `${Number(number) + 1 + roll(90)}`);
  for (const list of [people, days, words]) {
    const found = list.find((each) => text.includes(each));
    if (found !== undefined)
      return text.replace(found, list.filter((each) => each !== found)[roll(list.length - 1)] ?? '');
  }
  return `${text} twice`;
}

function flipped(text: string): string {
  if (/Never /u.test(text)) return text.replace('Never r', 'R').replace('Never ', 'Always ');
  if (/ must not /u.test(text)) return text.replace(' must not ', ' must ');
  return text
    .replace(/ (is|has|have|was|times|keeps|listens|reviews|prefers) /u, ' $1 never ')
    .replace(/^Run /u, 'Never run ');
}

/** A true paraphrase, two that say the same, or a newer one that says what changed. */
export function drawGood(seed: number): Tried {
  const roll = dice(seed + 1_000_000);
  const memory = drawMemory(roll);
  const own = agents(memory);
  const at = own[roll(own.length)] ?? 1;
  const its = memory[at] as Drawn;
  const again = its.fill(its.frame.again[roll(its.frame.again.length)] ?? '');
  if (seed % 3 === 0) return { what: `worded anew: ${its.text}`, memory, proposal: { kind: 'reword', at, to: again } };
  const [other = 0] = own.filter((each) => each !== at);
  const put = (text: string): Drawn[] => memory.with(other, { ...its, text, time: '2026-06-01T10:00:00.000Z' });
  if (seed % 3 === 1 || its.frame.later === undefined)
    return {
      what: `merged: ${its.text}`,
      memory: put(again),
      proposal: { kind: 'merge', of: [at, other], to: its.text },
    };
  return {
    what: `superseded: ${its.text}`,
    memory: put(its.fill(its.frame.later)),
    proposal: { kind: 'supersede', at, by: other },
  };
}
