// Facts of a day: learned, told again in other words, changed with and without saying so, edited and deleted by a person, or only said.
import type { Keep } from '../arm.ts';
import type { Dice } from '../random.ts';
import type { FactDraft, Story } from './draft.ts';
import { type Kind, kinds, ruleTold } from './kinds.ts';
import { trades } from './trades.ts';

const mostDear = 14;

/** Words that say nothing, near to facts that are. */
const chatter = [
  'Long talk about {n}; nothing was decided.',
  'Somebody asked about {n} again, will look it up later.',
  'Need to write more about {n} some day.',
  '{n} came up in the meeting, no news there.',
  'Looked for {n} in the wrong folder for an hour.',
  'Lunch was late, the terminal froze twice.',
  'Tried another keyboard layout, went back.',
  'The office was loud, worked with headphones.',
  'Restarted the editor, all plugins fine.',
  'Coffee machine is broken again.',
];

/** A sentence with a fact in it, by one of its names. */
export function sentence(fact: FactDraft, templates: readonly string[], dice: Dice, old = ''): string {
  const { value } = fact.values.at(-1) ?? { value: '' };
  const filled = dice
    .pick(templates)
    .replaceAll('{n}', `the ${dice.pick(fact.names)}`)
    .replaceAll('{v}', value)
    .replaceAll('{o}', old);
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

function toldIn(kind: Kind, value: string): readonly string[] {
  return kind.name === 'rule' ? (ruleTold[value] ?? []) : kind.told;
}

export function tellNotes(story: Story, dice: Dice): void {
  const turns = [
    ...Array.from({ length: dice.between(2, 3) }, () => learn),
    ...(dice.chance(0.75) ? [change] : []),
    ...(dice.chance(0.35) ? [change] : []),
    ...(dice.chance(0.4) ? [again] : []),
    ...Array.from({ length: dice.between(1, 2) }, () => chat),
    ...(dice.chance(0.2) ? [editByPerson] : []),
    ...(dice.chance(0.12) ? [forgetByPerson] : []),
  ];
  for (const turn of dice.some(turns, turns.length)) turn(story, dice);
}

/** What the agent says at the end of a session. Every fourth time it says something that stands nowhere else. */
export function tellConclusion(story: Story, dice: Dice): string {
  if (!dice.chance(0.25))
    return dice.pick([
      'Done for today, the rest is for tomorrow.',
      'I stopped here; see the diff.',
      'All of it is explained in the code.',
    ]);
  const fact = newFact(story, dice, 'normal');
  if (fact === undefined) return 'Done for today.';
  const text = sentence(fact, toldIn(fact.kind, fact.values[0]?.value ?? ''), dice);
  story.facts.push({ ...fact, values: [{ value: fact.values[0]?.value ?? '', from: story.moment }] });
  return `Looked into it at last. ${text}.`;
}

function learn(story: Story, dice: Dice): void {
  const dear = story.facts.filter(({ keep }) => keep !== 'normal').length;
  const keep: Keep = dear < mostDear && dice.chance(0.12) ? dice.pick(['pinned', 'red']) : 'normal';
  const fact = newFact(story, dice, keep);
  if (fact === undefined) return chat(story, dice);
  const text = sentence(fact, toldIn(fact.kind, fact.values[0]?.value ?? ''), dice);
  const from = story.tell({ kind: 'note', text, by: keep === 'normal' ? 'agent' : 'person', keep });
  story.facts.push({ ...fact, line: text, values: [{ value: fact.values[0]?.value ?? '', from }] });
}

/** One that nobody has told yet. Beside a twin its value is easily taken for that of the twin. */
function newFact(story: Story, dice: Dice, keep: Keep): FactDraft | undefined {
  for (let tries = 0; tries < 40; tries += 1) {
    const trade = dice.between(0, trades.length - 1);
    const { places = [], things = [] } = trades[trade] ?? {};
    const [thing, place] = [dice.between(0, things.length - 1), dice.between(0, places.length - 1)];
    const isSame = ({ of }: FactDraft): boolean => of.trade === trade && of.thing === thing;
    if (story.facts.some((each) => isSame(each) && each.of.place === place)) continue;
    const [name = '', other = '', kindName = 'codes'] = things[thing] ?? [];
    const [where = '', alias = ''] = places[place] ?? [];
    const kind = kinds[kindName];
    const twins = story.facts.filter((each) => isSame(each) && each.gone === undefined);
    const beside = twins[0]?.values.at(-1)?.value;
    const value = beside !== undefined && dice.chance(0.7) ? kind.near(beside, dice) : kind.draw(dice);
    const id = story.facts.length;
    for (const twin of twins) twin.twins.push(id);
    const names = [`${where} ${name}`, `${alias} ${name}`, `${where} ${other}`, `${alias} ${other}`];
    return {
      ...{ id, kind, keep, of: { trade, thing, place }, values: [{ value, from: story.moment }] },
      names,
      twins: twins.map((each) => each.id),
    };
  }
  return undefined;
}

const living = (story: Story): FactDraft[] => story.facts.filter(({ gone }) => gone === undefined);

/** Four times out of five it says that it changed; else it is just another note. Dear facts change too, in the person's words. */
function change(story: Story, dice: Dice): void {
  const facts = living(story).filter(({ line, values }) => line !== undefined && values.length < 4);
  if (facts.length === 0) return;
  const fact = dice.pick(facts);
  const old = moved(fact, story, dice);
  if (old === undefined) return;
  const now = fact.values.at(-1)?.value ?? '';
  const isRule = fact.kind.name === 'rule';
  const templates = isRule || dice.chance(0.2) ? toldIn(fact.kind, now) : fact.kind.changed;
  const text = sentence(fact, templates, dice, old);
  story.tell({ kind: 'note', text, by: fact.keep === 'normal' ? 'agent' : 'person', keep: fact.keep });
  fact.line = text;
}

/** Gives a fact a value that it never had; undefined if there is none. The event that tells it comes next. */
function moved(fact: FactDraft, story: Story, dice: Dice): string | undefined {
  const had = fact.values.map(({ value }) => value);
  const old = had.at(-1) ?? '';
  for (let tries = 0; tries < 8; tries += 1) {
    const value = dice.chance(0.5) ? fact.kind.near(old, dice) : fact.kind.draw(dice);
    if (had.includes(value)) continue;
    fact.values.push({ value, from: story.moment });
    return old;
  }
  return undefined;
}

function again(story: Story, dice: Dice): void {
  const facts = living(story).filter(({ line }) => line !== undefined);
  if (facts.length === 0) return;
  const fact = dice.pick(facts);
  const text = sentence(fact, toldIn(fact.kind, fact.values.at(-1)?.value ?? ''), dice);
  if (text === fact.line) return;
  story.tell({ kind: 'note', text, by: 'agent', keep: 'normal' });
  fact.isRetold = true;
}

function chat(story: Story, dice: Dice): void {
  // Whoever only names a rule says it, more or less.
  const facts = living(story).filter(({ kind }) => kind.name !== 'rule');
  const about = facts.length === 0 ? chatter.filter((each) => !each.includes('{n}')) : chatter;
  const fact = facts.length === 0 ? undefined : dice.pick(facts);
  const text = dice.pick(about).replace('{n}', `the ${fact === undefined ? '' : dice.pick(fact.names)}`);
  story.tell({ kind: 'note', text: text.charAt(0).toUpperCase() + text.slice(1), by: 'agent', keep: 'normal' });
}

function editByPerson(story: Story, dice: Dice): void {
  const facts = living(story).filter(
    ({ line, values, kind }) => line?.includes(values.at(-1)?.value ?? '') && kind.name !== 'rule',
  );
  if (facts.length === 0) return;
  const fact = dice.pick(facts);
  const was = fact.line ?? '';
  const old = moved(fact, story, dice);
  if (old === undefined) return;
  const text = was.replaceAll(old, fact.values.at(-1)?.value ?? '');
  story.tell({ kind: 'edit', was, text, keep: fact.keep });
  fact.line = text;
}

function forgetByPerson(story: Story, dice: Dice): void {
  // One that was told once: of others earlier lines are left, as in a real file, and nobody could say whether it is deleted.
  const facts = living(story).filter(
    ({ line, values, keep, isRetold }) =>
      line !== undefined && values.length === 1 && keep === 'normal' && isRetold !== true,
  );
  if (facts.length === 0) return;
  const fact = dice.pick(facts);
  fact.gone = story.tell({ kind: 'forget', was: fact.line ?? '' });
}
