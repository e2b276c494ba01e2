// The power goes at every place a process can be at: what was acknowledged is there, nothing is empty, and the next one goes on.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openStore } from '../../src/store/store.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import type { Command } from './actor.ts';
import { type Fault, faultsIn, ledgerOf, paidIn, slowFaultsIn } from './checks.ts';
import { hire, type Told } from './hand.ts';
import { clock } from './life.ts';
import { paidFile } from './paid.ts';
import { answerOf, makeTemplates, type Shape } from './person.ts';
import { type Disks, disksFor } from './power-disk.ts';
import { newRecord, readLedgerInto } from './record.ts';

test('what was not synced is gone after a cut', async (t) => {
  const disks = disksFor(t);
  if (disks === undefined) return;
  const image = disks.make('self');
  const at = disks.mount(image);
  const world = await realWorld({});
  for (const name of ['plain', 'ours']) writeFileSync(join(at, name), 'before\n');
  disks.umount(at);
  const again = disks.mount(image);
  writeFileSync(join(again, 'new'), 'after\n');
  renameSync(join(again, 'new'), join(again, 'plain'));
  world.files.write(again, 'ours', Buffer.from('after\n'));
  const cut = disks.mount(disks.cut(image));
  assert.equal(readFileSync(join(cut, 'plain'), 'utf8'), '', 'the method shows nothing here');
  assert.equal(readFileSync(join(cut, 'ours'), 'utf8'), 'after\n');
});

/** `DREAMKEEPER_KILLS` is set for a soak. */
const isWhole = isFull || process.env.DREAMKEEPER_KILLS !== undefined;

interface Cut {
  readonly image: string;
  readonly act: 'night' | 'wake';
  readonly at: string;
  /** Nights and wakes that were acknowledged before the cut. */
  readonly acknowledged: readonly string[];
}

const answer = answerOf(1, ['pick up: Draw the map']);
const commands: Readonly<Record<'night' | 'wake', Omit<Command, 'time'>>> = {
  night: { act: 'night', answer },
  wake: { act: 'wake' },
};

/** Does the act on this disk; the power goes at the first and the last time it comes by each place, and once after it said that it is done. */
async function cutsOf(
  t: TestContext,
  disks: Disks,
  box: Sandbox,
  image: string,
  act: 'night' | 'wake',
  before: string[],
): Promise<Cut[]> {
  const at = disks.mount(image);
  const hand = hire(box, join(at, 'project'), t);
  const cuts = new Map<string, Cut>();
  const seen = new Set<string>();
  let told: Told = await hand.tell({
    ...commands[act],
    time: clock(1, act === 'night' ? 0 : 30),
    end: { probe: '*', hit: 0, how: 'stop' },
  });
  while (told.kind === 'stopped') {
    const key = seen.has(told.at) ? `${told.at}, last` : `${told.at}, first`;
    seen.add(told.at);
    const name = `${act} ${key}`;
    cuts.set(key, { image: disks.cut(image), act, at: name, acknowledged: [...before] });
    told = await told.go();
  }
  assert.ok(told.kind === 'ack');
  const home = homeAt(await realWorld(box.env), join(at, 'project'));
  const now = ledgerOf(home).lines.map(({ id }) => id);
  cuts.set('ack', { image: disks.cut(image), act, at: `${act} acknowledged`, acknowledged: now });
  before.push(...now.filter((id) => !before.includes(id)));
  await hand.dismiss();
  disks.umount(at);
  // In the everyday run, of two times at one place the later one has to do: more has been written by then.
  for (const place of isWhole ? [] : seen) if (cuts.has(`${place}, last`)) cuts.delete(`${place}, first`);
  return [...cuts.values()];
}

function homeAt(world: World, folder: string): FoundHome {
  const home = world.places.find({ cwd: folder, env: {} });
  if (home === undefined) throw new Error(`there is no home in ${folder}`);
  return home;
}

/** Files that came back with nothing in them, or with nothing but zeros. */
function emptyIn({ home, privateDir, repository: { gitDir } }: FoundHome): string[] {
  const all = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const ours = [join(home, 'plan.org'), ...(existsSync(join(home, 'rem')) ? all(join(home, 'rem')) : [])];
  const isMeantEmpty = (path: string): boolean =>
    [paidFile, 'state.db-journal', 'lock.db', 'night.db'].some((name) => path === join(privateDir, name)) ||
    path.includes('/branches/');
  return [...ours, ...all(gitDir)].filter(
    (path) => !isMeantEmpty(path) && (statSync(path).size === 0 || readFileSync(path).every((byte) => byte === 0)),
  );
}

function sealedIn({ privateDir }: FoundHome): string[] {
  const path = join(privateDir, 'state.db');
  if (!existsSync(path)) return [];
  const store = openStore(path);
  const ids = store.unfinished().map(({ id }) => id);
  store.close();
  return ids;
}

async function faultsAfter(t: TestContext, disks: Disks, box: Sandbox, world: World, cut: Cut): Promise<Fault[]> {
  const at = disks.mount(cut.image);
  const project = join(at, 'project');
  const home = homeAt(world, project);
  const hand = hire(box, project, t);
  const record = newRecord();
  // What was sealed when the power went is decided: it lands now.
  for (const id of [...cut.acknowledged, ...sealedIn(home)]) record.changes.add(id);
  const faults: Fault[] = [];
  const look = async (): Promise<void> => {
    readLedgerInto(record, home);
    faults.push(...(await faultsIn({ box, world, home }, record)), ...(await slowFaultsIn({ box, world, home })));
    faults.push(...emptyIn(home).map((path): Fault => ({ ill: 'torn', what: `${path} is empty` })));
  };
  const finished = await hand.tell({ act: 'finish', time: clock(1, 40) });
  if (finished.kind !== 'ack' || finished.reply.outcome !== 'finished')
    faults.push({ ill: 'left over', what: JSON.stringify(finished) });
  await look();
  await hand.tell({ ...commands[cut.act], time: clock(1, 100) });
  await look();
  const kinds = ledgerOf(home)
    .lines.map(({ kind }) => kind)
    .join(' ');
  if (kinds !== (cut.act === 'night' ? 'night' : 'night wake'))
    faults.push({ ill: 'lost', what: `the ledger has ${kinds}` });
  if (paidIn(home) !== 1) faults.push({ ill: 'doubled', what: `paid ${paidIn(home)} times` });
  await hand.dismiss();
  disks.umount(at);
  rmSync(cut.image);
  return faults;
}

test('the power goes', async (t) => {
  const disks = disksFor(t);
  if (disks === undefined) return;
  const box = sandbox(t);
  const world = await realWorld(box.env);
  const templates = makeTemplates(box);
  const faults: (Fault & { readonly at: string })[] = [];
  const places = new Set<string>();
  let count = 0;
  const live = async (shape: Shape, judged: readonly Cut['act'][]): Promise<void> => {
    const image = disks.make(`${shape}.img`);
    const at = disks.mount(image);
    mkdirSync(join(at, 'project'));
    cpSync(box.path(templates[shape]), join(at, 'project'), { recursive: true, preserveTimestamps: true });
    const { privateDir } = homeAt(world, join(at, 'project'));
    mkdirSync(privateDir, { recursive: true });
    writeFileSync(join(privateDir, paidFile), '');
    disks.umount(at);
    const acknowledged: string[] = [];
    for (const act of ['night', 'wake'] as const)
      for (const [index, cut] of (await cutsOf(t, disks, box, image, act, acknowledged)).entries()) {
        // A wake comes by the same places; in the everyday run every sixth of them has to do, and of a night every third.
        const isJudged = judged.includes(act) && (isWhole || index % (act === 'night' ? 3 : 6) === 0);
        if (!isJudged) continue;
        places.add(cut.at);
        count += 1;
        const found = await faultsAfter(t, disks, box, world, cut);
        faults.push(...found.map((fault) => ({ ...fault, at: `${shape}, ${cut.at}` })));
      }
  };
  await Promise.all([live('one', ['night']), live('nested', ['wake'])]);
  t.diagnostic(`${count} power cuts: ${[...places].join('; ')}`);
  for (const fault of faults) t.diagnostic(JSON.stringify(fault));
  assert.deepEqual(faults, []);
});
