// What owners do with a task after a verdict about it, and what is said of that verdict then.

/** A verdict about a task of its own, what its owner did with the task after so many nights, and what is said of it in the end. */
export interface Case {
  readonly what: string;
  readonly state: string;
  /** `@` stands for the task. */
  readonly says: readonly string[];
  /** In which night. */
  readonly night: number;
  /** What the owner makes of it before anybody wakes, and after the wake that came so many nights later. */
  readonly before?: string;
  readonly later?: Readonly<Record<number, string>>;
  readonly properties?: string;
  readonly fates: readonly (string | undefined)[];
}

/** What an owner may do beside giving it another state. */
export const isGone = 'gone';
export const isTwice = 'twice';

export const cases: readonly Case[] = [
  {
    ...{ what: 'started, then finished', state: 'TODO', says: ['pick up: @'], night: 0 },
    ...{ later: { 0: 'DOING', 2: 'DONE' }, fates: ['done, right'] },
  },
  {
    ...{ what: 'not the one', state: 'TODO', says: ['pick up: @'], night: 0 },
    ...{ later: { 2: 'TODO', 3: 'DOING' }, fates: ['overruled, wrong'] },
  },
  {
    ...{ what: 'not wanted at all', state: 'TODO', says: ['pick up: @'], night: 0 },
    ...{ later: { 1: 'CANCELLED' }, fates: ['overruled, wrong'] },
  },
  { what: 'left lying', state: 'TODO', says: ['pick up: @'], night: 0, fates: ['no sign, neutral'] },
  { what: 'rightly left', state: 'DOING', says: ['put down: @'], night: 0, fates: ['stayed, right'] },
  {
    ...{ what: 'still at it', state: 'DOING', says: ['put down: @'], night: 1 },
    ...{ later: { 1: 'DOING', 2: 'TODO' }, fates: ['overruled, wrong'] },
  },
  {
    ...{ what: 'taken up much later', state: 'NEXT', says: ['put down: @'], night: 1 },
    ...{ later: { 5: 'DOING' }, fates: ['stayed, right'] },
  },
  {
    ...{ what: 'rightly dropped', state: 'TODO', says: ['cancel: @ — the same as left lying'], night: 1 },
    fates: ['stayed, right'],
  },
  {
    ...{ what: 'wrongly dropped', state: 'DOING', says: ['cancel: @ — the same as left lying'], night: 1 },
    ...{ later: { 1: 'DOING' }, fates: ['overruled, wrong'] },
  },
  {
    ...{ what: 'thrown away', state: 'NEXT', says: ['put down: @'], night: 1 },
    ...{ later: { 1: isGone }, fates: ['no sign, neutral'] },
  },
  { what: 'finished before', state: 'DONE', says: ['pick up: @'], night: 2, fates: ['refused, wrong'] },
  {
    ...{ what: 'a matter of its owner', state: 'TODO', says: ['pick up: @'], night: 2 },
    ...{ properties: ':PROPERTIES:\n:PIN: t\n:END:\n', fates: ['refused, wrong'] },
  },
  { what: 'dropped for no reason', state: 'TODO', says: ['cancel: @ — just so'], night: 2, fates: ['refused, wrong'] },
  {
    ...{ what: 'torn both ways', state: 'NEXT', says: ['pick up: @', 'put down: @'], night: 2 },
    fates: ['refused, wrong', 'refused, wrong'],
  },
  { what: 'chosen already', state: 'NEXT', says: ['pick up: @'], night: 2, fates: ['no move, neutral'] },
  {
    ...{ what: 'somewhere else', state: 'TODO', says: ['pick up: what nobody ever wrote down'], night: 2 },
    fates: ['named nothing, wrong'],
  },
  { what: 'as it is', state: 'TODO', says: ['keep course'], night: 2, fates: ['no move, neutral'] },
  {
    ...{ what: 'finished meanwhile', state: 'TODO', says: ['pick up: @'], night: 3, before: 'DONE' },
    fates: ['no sign, neutral'],
  },
  {
    ...{ what: 'removed meanwhile', state: 'TODO', says: ['pick up: @'], night: 3, before: isGone },
    fates: ['no sign, neutral'],
  },
  {
    ...{ what: 'taken up on the third day', state: 'NEXT', says: ['put down: @'], night: 3 },
    ...{ later: { 2: 'DOING' }, fates: ['overruled, wrong'] },
  },
  {
    ...{ what: 'taken up on the fourth day', state: 'NEXT', says: ['put down: @'], night: 3 },
    ...{ later: { 3: 'DOING' }, fates: ['stayed, right'] },
  },
  { what: 'six nights of silence', state: 'TODO', says: ['pick up: @'], night: 3, fates: ['no sign, neutral'] },
  {
    ...{ what: 'five nights since it began', state: 'TODO', says: ['pick up: @'], night: 3 },
    ...{ later: { 0: 'DOING' }, fates: ['waiting, open'] },
  },
  {
    ...{ what: 'one of two by now', state: 'TODO', says: ['pick up: @'], night: 3 },
    ...{ later: { 1: isTwice }, fates: ['no sign, neutral'] },
  },
  { what: 'unheard', state: 'TODO', says: ['pick up: @'], night: 4, fates: ['no sign, neutral'] },
  { what: 'undone', state: 'TODO', says: ['pick up: @'], night: 5, fates: ['overruled, wrong'] },
  {
    what: 'said twice',
    state: 'TODO',
    says: ['pick up: @'],
    night: 6,
    fates: ['waiting, open', 'only repeated, wrong'],
  },
  {
    ...{ what: 'begun just now', state: 'TODO', says: ['pick up: @'], night: 8 },
    ...{ later: { 0: 'DOING' }, fates: ['waiting, open'] },
  },
  { what: 'put away just now', state: 'NEXT', says: ['put down: @'], night: 8, fates: ['waiting, open'] },
  { what: 'for tomorrow', state: 'TODO', says: ['pick up: @'], night: 9, fates: ['waiting, open'] },
];
