// Lives in which processes die: each act is killed somewhere, recovered (and killed at that, too), and done again.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command, Reply } from './actor.ts';
import { type Fault, idsInHistory, ledgerOf, paidIn, slowFaultsIn } from './checks.ts';
import {
  acknowledge,
  beginLife,
  clock,
  commandFor,
  count,
  Ended,
  endFor,
  inHome,
  judge,
  type Lab,
  type Life,
  learn,
  nightsIn,
  note,
  report,
  type Variant,
  work,
} from './life.ts';
import { gitIn } from './person.ts';
import { hashOnDisk, ourFiles, type Remains, remainsIn, tornBy } from './remains.ts';

/** The acts of a life. A wake follows a night whose dreamer had a verdict for it. */
const script: readonly Variant[] = [
  ...(['dreamt', 'wake', 'by rules', 'add', 'dreamt', 'wake'] as const),
  ...(['undo', 'redo', 'dreamt', 'move', 'by rules', 'dreamt'] as const),
];

/** Lives one life. With a focus it is short, and everybody dies at that place. */
export async function live(lab: Lab, number: number, focus?: string): Promise<void> {
  await within(beginLife(lab, number, focus), async (life) => {
    if (focus === 'file.remove' || number % 3 === 2) await beOvertaken(life);
    for (const [index, variant] of script.entries())
      if (focus === undefined || index < 4) await act(life, index + 1, variant);
  });
  lab.tally.lives += 1;
}

/** A life in which nobody dies, but for one death at the seal, so that recovery has something to do. */
export async function liveQuietly(lab: Lab, number: number): Promise<void> {
  await within(beginLife(lab, number), async (life) => {
    for (const [index, variant] of script.entries()) {
      await work(life, index + 1);
      const command = commandFor(life, index + 1, variant);
      const reply = await tellAlive(life, { ...command, time: clock(index + 1, 0) });
      learn(life, variant, reply);
      acknowledge(life, command, reply);
      await judge(life, `quiet step ${index + 1}, ${variant}`);
    }
    for (const [step, variant] of (['dreamt', 'wake'] as const).entries()) {
      await work(life, 20 + step);
      const command = { ...commandFor(life, 20 + step, variant), time: clock(20 + step, 0) };
      const told = await life.hand.tell({ ...command, end: { probe: 'sealed', hit: 1, how: 'kill' } });
      if (told.kind === 'ack') continue;
      learn(life, 'finish', await tellAlive(life, { act: 'finish', time: clock(20 + step, 10) }));
    }
  });
  await within(beginLife(lab, number), (life) => beOvertaken(life));
}

async function within(life: Life, act: (life: Life) => Promise<void>): Promise<void> {
  const { lab, home, number } = life;
  try {
    await act(life);
    report(life, 'the end', [...(await slowFaultsIn(life)), ...(await lab.ask(life))]);
  } catch (error) {
    if (!(error instanceof Ended)) throw new Error(`seed ${lab.seed}, life ${number}`, { cause: error });
  } finally {
    lab.tally.nights += nightsIn(home);
    await life.hand.dismiss();
    if (process.env.DREAMKEEPER_KEEP !== '1') rmSync(life.project, { recursive: true, force: true });
  }
}

async function tellAlive({ hand }: Life, command: Command): Promise<Reply> {
  const told = await hand.tell(command);
  if (told.kind !== 'ack') throw new Error(`${JSON.stringify(command)}: nobody was to die`);
  return told.reply;
}

async function act(life: Life, step: number, variant: Variant): Promise<void> {
  const { home, hand, record } = life;
  await work(life, step);
  const command = commandFor(life, step, variant);
  const before = { files: JSON.stringify(ourFiles(home)), ids: await idsInHistory(life), nights: nightsIn(home) };
  const end = endFor(life, variant);
  const where = `step ${step}, ${variant}, killed at ${end?.probe} ${end?.hit}`;
  const told = await hand.tell({ ...command, time: clock(step, 0), end });
  if (told.kind !== 'killed') {
    if (told.kind !== 'ack') throw new Error('nobody was to be stopped');
    acknowledge(life, command, told.reply);
    const { ack, outcome, message } = told.reply;
    const isRefused = outcome?.startsWith('E_') === true;
    return judge(life, `${where} (lived)`, isRefused ? [{ ill: 'lost', what: `${ack} is refused: ${message}` }] : []);
  }
  count(life, end?.probe ?? '', false);
  const remains = remainsIn(home);
  const torn = tornBy(home, remains);
  const landed = (await idsInHistory(life)).filter((id) => !before.ids.includes(id));
  if (remains.length === 0 && landed.length === 0 && before.files !== JSON.stringify(ourFiles(home)))
    torn.push('nothing was sealed, and yet something is changed');
  for (const id of [...remains.map((each) => each.id), ...landed]) record.changes.add(id);
  if (command.task !== undefined && remains.length + landed.length > 0)
    record.tasks.set(command.task, command.state ?? 'TODO');
  const meddling = remains.length === 0 ? untouched : await meddle(life, step);
  await recover(life, step, where, meddling.path);
  torn.push(...unlike(life, remains, meddling.path));
  await judge(life, `${where}, recovered`, [
    ...torn.map((what): Fault => ({ ill: 'torn', what })),
    ...(await meddling.ask()),
  ]);
  const due = nightsIn(home) === before.nights || meddling.isNews ? 'ran' : 'noop';
  const reply = await tellAlive(life, { ...command, time: clock(step, 80) });
  acknowledge(life, command, reply);
  await judge(life, `${where}, again`, againFaults(life, reply, due));
}

/** Recovery, which may die as well, up to three times; then one that lives. */
async function recover(life: Life, step: number, where: string, theirs: string | undefined): Promise<void> {
  const { hand, random, focus, home } = life;
  for (let round = 0; round < 3 && (random() < 0.5 || focus !== undefined); round += 1) {
    const end = endFor(life, 'finish');
    const told = await hand.tell({ act: 'finish', time: clock(step, 10 + round), end });
    if (told.kind !== 'killed') break;
    count(life, end?.probe ?? '', true);
    report(
      life,
      `${where}, recovery killed at ${end?.probe} ${end?.hit}`,
      tornBy(home, remainsIn(home), theirs).map((what) => ({ ill: 'torn', what })),
    );
  }
  const { outcome } = await tellAlive(life, { act: 'finish', time: clock(step, 20) });
  if (outcome !== 'finished') report(life, `${where}, recovery`, [{ ill: 'left over', what: `${outcome}` }]);
}

/** After recovery each file of the change is as it should be, if nobody else wrote it. */
function unlike({ home }: Life, remains: readonly Remains[], theirs: string | undefined): string[] {
  return remains.flatMap(({ id, files }) =>
    files
      .filter(({ path, after }) => path !== theirs && hashOnDisk(home, path) !== after)
      .map(({ path }) => `${path} is not as after ${id}`),
  );
}

/** The act once more: what had landed is not done again, what had not is done now, and nobody is paid twice. */
function againFaults({ home }: Life, reply: Reply, due: 'ran' | 'noop'): Fault[] {
  const { lines } = ledgerOf(home);
  const faults: Fault[] = [];
  if (reply.outcome?.startsWith('E_') === true)
    faults.push({ ill: 'lost', what: `${reply.ack} is refused: ${reply.message}` });
  if (reply.ack === 'night' && reply.outcome !== due)
    faults.push({
      ill: due === 'noop' && reply.outcome === 'ran' ? 'doubled' : 'lost',
      what: `the night that was to be ${due} is ${reply.outcome} (${reply.message})`,
    });
  if (['undo', 'redo'].includes(reply.ack) && !['undone', 'redone', 'nothing to do'].includes(reply.outcome ?? ''))
    faults.push({ ill: 'lost', what: `${reply.ack} says ${reply.outcome}` });
  if (reply.ack === 'wake' && !lines.some((line) => line.kind === 'wake' && line.dream === reply.id))
    faults.push({ ill: 'lost', what: `no wake for ${reply.id}` });
  const dreams = lines.filter((line) => line.kind === 'night' && line.model === 'a dreamer').length;
  if (reply.ack === 'night' && paidIn(home) !== dreams)
    faults.push({ ill: 'doubled', what: `paid ${paidIn(home)} times for ${dreams} dreams` });
  return faults;
}

interface Meddling {
  /** The file of ours they wrote. */
  readonly path?: string;
  readonly isNews: boolean;
  ask(): Promise<Fault[]>;
}
const untouched: Meddling = { isNews: false, ask: async () => [] };

/** What a person does between a death and the recovery. */
async function meddle(life: Life, step: number): Promise<Meddling> {
  const { random, person, shape, home, record, box } = life;
  const kind = Math.floor(random() * 6);
  const isLocked = existsSync(join(home.repository.gitDir, 'index.lock'));
  if (kind === 0) {
    note(life);
    return { path: 'plan.org', isNews: true, ask: async () => [] };
  }
  if (kind === 1 && !(isLocked && shape === 'one') && !record.open.has('plan.org')) {
    // In a home that is the project, whatever lies about of ours must not get into the person's commit: they name their file.
    await person.commitOnly(clock(step, 5));
    return { isNews: true, ask: async () => [] };
  }
  if (kind === 2 && !isLocked) {
    const name = await person.stage();
    return {
      isNews: shape === 'one',
      ask: async () => {
        const status = await gitIn(box, home.home, ['status', '--porcelain', '--', name]);
        if (!status.startsWith('A ')) return [{ ill: 'lost', what: `${name} was staged, and is "${status.trim()}"` }];
        await gitIn(box, home.home, ['commit', '-q', '-m', `my ${name}`, '--', name], clock(step, 30));
        return [];
      },
    };
  }
  return untouched;
}

/** The first night dies when the ledger is written; somebody overwrites its entry; so all of it is taken back, and theirs stays. */
async function beOvertaken(life: Life): Promise<void> {
  const { home, hand } = life;
  await work(life, 0);
  const command = commandFor(life, 0, 'dreamt');
  const before = ourFiles(home);
  const end = { probe: 'applied', hit: 2 + Math.floor(life.random() * 3), how: 'kill' } as const;
  const where = `overtaken, killed at applied ${end.hit}`;
  const told = await hand.tell({ ...command, time: clock(0, 0), end });
  if (told.kind !== 'killed') throw new Error(`${where}: it lived`);
  count(life, 'applied', false);
  // Its entry, not whatever file comes first: a log that is only appended to goes on behind theirs.
  const entry = remainsIn(home)[0]?.files.find(({ path }) => /^rem\/[^/]+\.org$/u.test(path))?.path ?? '';
  // Dead before it was written, its folder may not be there yet.
  mkdirSync(dirname(inHome(home, entry)), { recursive: true });
  writeFileSync(inHome(home, entry), 'mine\n');
  for (let round = Math.floor(life.random() * 3); round > 0; round -= 1) {
    const killed = await hand.tell({
      act: 'finish',
      time: clock(0, 10),
      end: { probe: 'file.remove', hit: 1, how: 'kill' },
    });
    if (killed.kind === 'killed') count(life, 'file.remove', true);
  }
  learn(life, 'overtaken', await tellAlive(life, { act: 'finish', time: clock(0, 20) }));
  const now = ourFiles(home);
  const left = Object.keys(now).filter((path) => path !== entry && now[path] !== before[path]);
  const isTheirs = readFileSync(inHome(home, entry), 'utf8') === 'mine\n';
  rmSync(inHome(home, entry));
  await judge(life, `${where}, recovered`, [
    ...left.map((path): Fault => ({ ill: 'torn', what: `${path} was not taken back` })),
    ...(isTheirs ? [] : [{ ill: 'lost', what: `${entry} was theirs` } as const]),
  ]);
  const reply = await tellAlive(life, { ...command, time: clock(0, 80) });
  acknowledge(life, command, reply);
  await judge(life, `${where}, again`, againFaults(life, reply, 'ran'));
}
