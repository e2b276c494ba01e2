// A home that is lived in, and what is asked of it after each thing that happens.
import { join } from 'node:path';
import type { FoundHome, World } from '../../src/world/world.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Command, Reply } from './actor.ts';
import { type Fault, faultsIn, ledgerOf, type Subject } from './checks.ts';
import { type Hand, hire } from './hand.ts';
import { answerOf, copyTemplate, gitIn, type Person, personIn, randomFrom, type Shape } from './person.ts';
import { type LifeRecord, newRecord, readLedgerInto } from './record.ts';
import type { Tally } from './tally.ts';

export type Variant = 'dreamt' | 'by rules' | 'wake' | 'add' | 'move' | 'undo' | 'redo';

/** Which places an act comes by, and how often, by shape and variant; `finish` is recovery. */
export type Places = Map<string, Map<string, number>>;

export interface Lab {
  readonly box: Sandbox;
  readonly templates: Readonly<Record<Shape, string>>;
  readonly world: World;
  readonly places: Places;
  readonly tally: Tally;
  readonly seed: number;
  /** What else is asked at the end of each life. */
  ask(life: Life): Promise<Fault[]>;
}

export interface Life extends Subject {
  readonly lab: Lab;
  readonly number: number;
  readonly shape: Shape;
  readonly project: string;
  readonly hand: Hand;
  readonly person: Person;
  readonly record: LifeRecord;
  readonly random: () => number;
  /** The place to die at wherever it is come by; else all in turn. */
  readonly focus: string | undefined;
  /** How often each variant was played. */
  readonly played: Map<string, number>;
}

/** Faults end a life; what came after them would only be their echo. */
export class Ended extends Error {}

export function beginLife(lab: Lab, number: number, focus?: string): Life {
  const shape: Shape = number % 2 === 0 ? 'one' : 'nested';
  const name = `life-${number}`;
  copyTemplate(lab.box, lab.templates, shape, name);
  const project = lab.box.path(name);
  const home = lab.world.places.find({ cwd: project, env: {} });
  if (home === undefined) throw new Error(`${name} has no home`);
  return {
    ...{ lab, number, shape, project, home, focus, box: lab.box, world: lab.world, record: newRecord() },
    ...{ hand: hire(lab.box, project), person: personIn(lab.box, project, home.home) },
    ...{ random: randomFrom(lab.seed * 1_000_003 + number), played: new Map() },
  };
}

// In the past: a night of tomorrow is what a doctor would warn of.
const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 20 * 86_400_000;
export const clock = (step: number, minutes: number): string =>
  new Date(start + step * 6 * 3_600_000 + minutes * 60_000).toISOString();

/** Writes the faults down, and ends the life if there are any. */
export function report({ lab, number }: Life, where: string, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  lab.tally.faults.push(...faults.map((fault) => ({ ...fault, where: `seed ${lab.seed}, life ${number}, ${where}` })));
  throw new Ended();
}

/** Asks everything; nobody is at work. */
export async function judge(life: Life, where: string, more: readonly Fault[] = []): Promise<void> {
  readLedgerInto(life.record, life.home);
  report(life, where, [...more, ...(await faultsIn(life, life.record))]);
}

/** Something happens, so that there is news. */
export async function work(life: Life, step: number): Promise<void> {
  const { person, record, random, shape, home, box } = life;
  person.step(clock(step, -40));
  if (random() < 0.4) {
    await person.commit(clock(step, -30));
    if (shape === 'one') record.open.delete('plan.org');
  }
  if (shape === 'one' && random() < 0.6 && record.open.delete('plan.org'))
    await gitIn(box, home.home, ['commit', '-q', '-m', 'my notes', '--', 'plan.org'], clock(step, -25));
  if (random() < 0.3) note(life);
}

/** A line of the person's on the board, not committed. */
export function note({ person, record }: Life): void {
  record.notes.push(person.note());
  record.open.add('plan.org');
}

export function commandFor({ home, record: { tasks } }: Life, step: number, variant: Variant): Omit<Command, 'time'> {
  const first = (wanted: string): string | undefined =>
    [...tasks].find(([title, state]) => state === wanted && title !== 'Write the parser')?.[0];
  if (variant === 'wake') return { act: 'wake' };
  if (variant === 'undo' || variant === 'redo')
    return { act: variant, of: ledgerOf(home).lines.findLast(({ kind }) => kind === 'night')?.id ?? '' };
  if (variant === 'add') return { act: 'add', task: `Task of step ${step}` };
  if (variant === 'move') return { act: 'move', task: 'Write the parser', state: 'DOING' };
  if (variant === 'by rules') return { act: 'night' };
  const open = first('TODO');
  return {
    act: 'night',
    answer: answerOf(step, [open === undefined ? `put down: ${first('NEXT')}` : `pick up: ${open}`]),
  };
}

/** Takes over what was acknowledged. */
export function acknowledge({ record, home }: Life, command: Omit<Command, 'time'>, reply: Reply): void {
  if (reply.ack === 'night' && reply.outcome === 'ran' && reply.id != null) record.changes.add(reply.id);
  if (reply.outcome?.startsWith('E_') === true) return;
  if (['add', 'move', 'undo', 'redo'].includes(reply.ack) && reply.id != null) record.changes.add(reply.id);
  if (command.task === undefined) return readLedgerInto(record, home);
  record.tasks.set(command.task, command.state ?? 'TODO');
}

/** Writes down which places an act came by. */
export function learn({ lab, shape }: Life, what: string, { hits }: Reply): void {
  const key = `${shape} ${what}`;
  const places = lab.places.get(key) ?? new Map<string, number>();
  for (const [probe, count] of Object.entries(hits)) places.set(probe, Math.max(count, places.get(probe) ?? 0));
  lab.places.set(key, places);
}

/** The next place in turn at which this is to die. */
export function endFor(life: Life, what: string): NonNullable<Command['end']> | undefined {
  const { lab, shape, played, random, focus, number } = life;
  // Where nobody has lived quietly in this shape, the other says which places there are: they are much the same.
  const other = shape === 'one' ? 'nested' : 'one';
  const known = lab.places.get(`${shape} ${what}`) ?? lab.places.get(`${other} ${what}`) ?? [];
  const places = [...known].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const count = played.get(what) ?? 0;
  played.set(what, count + 1);
  const inTurn = places[(lab.seed + number * 5 + count) % Math.max(1, places.length)];
  const [probe, hits] = places.find(([name]) => name === focus) ?? inTurn ?? [];
  if (probe === undefined || hits === undefined) return undefined;
  return { probe, hit: 1 + Math.floor(random() * hits), how: 'kill' };
}

export function count({ lab: { tally } }: Life, probe: string, isRecovery: boolean): void {
  tally.kills.set(probe, (tally.kills.get(probe) ?? 0) + 1);
  if (isRecovery) tally.inRecovery += 1;
}

export const nightsIn = (home: FoundHome): number => ledgerOf(home).lines.filter(({ kind }) => kind === 'night').length;

export const inHome = ({ home }: FoundHome, path: string): string => join(home, path);
