// A life of nights and wakes whose every move is known, with a person who edits between them.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { undoChange } from '../../src/history/history.ts';
import { parseLedger } from '../../src/journal/journal.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import type { MemoryGit } from '../memory-git/memory-git.ts';
import { realPerson } from '../persons-git.ts';
import { homeIn, type Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

/** A small generator of numbers that are always the same for one seed. */
export function numbers(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

export interface Move {
  readonly task: string;
  readonly from: string;
  readonly to: string;
}

export interface LivedNight {
  readonly id: string;
  readonly wake: string;
  readonly entry: string;
  readonly bytes: Buffer;
  readonly moves: readonly Move[];
}

export interface Life {
  readonly world: World;
  readonly home: FoundHome;
  readonly nights: readonly LivedNight[];
  plan(): string;
  undo(wanted: string, isRedo?: boolean): ReturnType<typeof undoChange>;
  night(verdicts: readonly string[]): Promise<{ id: string; entry: string }>;
  wake(): ReturnType<typeof wakeUp>;
  /** A person does something to the board, and maybe commits it. */
  edit(): void;
}

const agent = 'waldo';
const tasks = Array.from({ length: 24 }, (_, index) => `task number ${index} of the plan`);
/** What is said is done: these nights are about taking it back. */
const settings = { verdicts: 'always' } as const;

/** On real git, or on one in memory. */
export async function live(
  box: Sandbox,
  name: string,
  seed: number,
  nights: number,
  memory?: MemoryGit,
): Promise<Life> {
  homeIn(box, name);
  const folder = box.path(name);
  const below = numbers(seed);
  const path = join(folder, 'plan.org');
  const head = '#+TODO: TODO NEXT DOING | DONE CANCELLED\n';
  writeFileSync(path, `${head}${tasks.map((task) => `* TODO ${task}\n  about it\n`).join('')}* log\n`);
  const person = (memory?.person ?? realPerson)(folder, box.env);
  person.add();
  person.commit('the plan');
  const outside = await realWorld(box.env);
  const real = memory?.world(outside) ?? outside;
  let time = Date.parse('2026-06-10T08:00:00Z');
  const world: World = { ...real, now: () => new Date(time), random: seeded(seed) };
  const home = world.places.find({ cwd: folder, env: {} });
  if (home === undefined) throw new Error('there is no home');
  const sleeper = { world, home, settings, agent };
  const plan = (): string => readFileSync(path, 'latin1');
  const night: Life['night'] = async (verdicts) => {
    time += 3_600_000;
    const world = answering(sleeper.world, () => saying(verdicts, words(below)));
    const night = { isForced: true, dreamer: dreamerNamed('scripted'), env: {} };
    const { receipt } = await sleepOnce({ ...sleeper, world }, night);
    if (receipt.entry === null) throw new Error(`no dream: ${receipt.reason} ${receipt.message}`);
    return { id: receipt.id, entry: receipt.entry };
  };
  const wake: Life['wake'] = () => wakeUp(sleeper);
  let edits = 0;
  const edit = (): void => {
    edits += 1;
    const lines = plan().split('\n');
    const what = below(4);
    if (what === 0) lines.push(`- a line of the log, ${edits}`);
    else if (what === 1) lines.splice(2 + below(lines.length - 3), 0, `  a remark in between, ${edits}`);
    else if (what === 2) lines.splice(1, 0, `* TODO a task of mine, ${edits}`);
    else lines.push(`* DONE something else ${edits}\r`);
    writeFileSync(path, lines.join('\n'), 'latin1');
    if (below(3) > 0) person.commit(`an edit ${edits}`, { isAll: true });
  };
  const lived: LivedNight[] = [];
  for (let count = 0; count < nights; count += 1) {
    if (below(2) === 0) edit();
    // Every third night only looks on: it is taken back as well, and goes alone.
    const moves = Array.from({ length: count % 3 === 2 ? 0 : 1 + below(2) }, () => below(tasks.length))
      .filter((each, index, all) => all.indexOf(each) === index)
      .map((index) => moveOf(plan(), tasks[index] ?? ''));
    const said = moves.map(({ task, to }) => `${to === 'NEXT' ? 'pick up' : 'put down'}: ${task}`);
    const { id, entry } = await night(said.length === 0 ? ['keep course'] : said);
    if (moves.length === 0) {
      lived.push({ id, wake: 'none', entry, bytes: readFileSync(join(folder, entry)), moves });
      continue;
    }
    const woken = await wake();
    const applied = woken.verdicts.filter(({ result }) => result === 'applied').map(({ task }) => task);
    if (applied.length !== moves.length) throw new Error(JSON.stringify(woken.verdicts));
    const ledger = parseLedger(readFileSync(join(folder, 'rem/ledger.jsonl'), 'utf8'));
    lived.push({ id, wake: ledger.lines.at(-1)?.id ?? '', entry, bytes: readFileSync(join(folder, entry)), moves });
  }
  const undo: Life['undo'] = (wanted, isRedo = false) => {
    time += 60_000;
    return undoChange(world, home, { wanted, isRedo, agent, keep: 50 });
  };
  return { world, home, nights: lived, plan, undo, night, wake, edit };
}

/** Always the same, and never the same twice: a life of many nights asks for hundreds of ids. */
function seeded(seed: number): (bytes: number) => string {
  let count = 0;
  return (bytes) => {
    count += 1;
    return createHash('sha256')
      .update(`${seed} ${count}`)
      .digest('hex')
      .slice(0, bytes * 2);
  };
}

function moveOf(plan: string, task: string): Move {
  const from = new RegExp(`^\\* ([A-Z]+) ${task}$`, 'mu').exec(plan)?.[1] ?? '';
  return { task, from, to: from === 'TODO' ? 'NEXT' : 'TODO' };
}

/** No two nights are alike, or the later one would be an echo. */
function words(below: (below: number) => number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const word = (): string => Array.from({ length: 7 }, () => letters[below(26)]).join('');
  return Array.from({ length: 14 }, word).join(' ');
}

/** A dreamer that gives these verdicts. */
export function saying(verdicts: readonly string[], tale: string): string {
  return `* tale\n${tale}.\n* goals\n- go on\n* blue sky\n- rest\n* fears\n- none\n* verdicts\n${verdicts
    .map((line) => `- ${line}\n`)
    .join('')}* carry\n- DOING: nothing\n- next action: go on\n`;
}
