// The private record of the day cannot be brought by a commit, nor written by somebody else on this machine: such a piece is not read, and is named.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { gatherFacts } from '../../src/facts/facts.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';

interface Place {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
  /** A path in the home. */
  path(name: string): string;
  git(...args: readonly string[]): string;
}

const agent = 'waldo';
const settings = {};
const piece = '_steps.20260609T120000000Z-abcd.jsonl';
const step = (target: string, time = '2026-06-10T10:00:00.000Z'): string =>
  `${JSON.stringify({ v: 1, time, run: 'r1', seq: 1, phase: 'end', tool: 'bash', target, exit: 1 })}\n`;

async function place(t: TestContext, isNested = false): Promise<Place> {
  const box = sandbox(t);
  const at = isNested ? 'project/.dream' : 'home';
  if (isNested) project(box);
  homeIn(box, at);
  const real = await realWorld(box.env);
  const world: World = { ...real, now: () => new Date('2026-06-10T12:00:00Z'), pause: async () => undefined };
  const home = world.places.find({ cwd: box.path(isNested ? 'project' : at), env: {} });
  assert.ok(home !== undefined);
  const context = { run: 'r1', agent: null, seq: 1, head: null, branch: null, worktree: null, time: world.now() };
  world.lines.step(home, { tool: 'bash', target: 'make own', exit: 1 }, context);
  return { box, world, home, path: (name) => join(home.home, name), git: (...args) => box.git(at, ...args) };
}

const told = async ({ world, home }: Place): Promise<string[]> =>
  (await gatherFacts({ world, home, settings, agent, purpose: 'dream' })).steps.records.map(({ target }) => target);
const findings = async ({ world, home }: Place, isFixing = false) => diagnose(world, home, { isFixing });

const brought: readonly (readonly [what: string, does: (one: Place) => void, own: boolean])[] = [
  [
    'committed',
    (one) => {
      writeFileSync(one.path(piece), step('make forged'), { mode: 0o600 });
      one.git('add', '-f', piece);
      one.git('commit', '-qm', 'a pull request');
    },
    true,
  ],
  [
    'only staged',
    (one) => {
      writeFileSync(one.path(piece), step('make forged'), { mode: 0o600 });
      one.git('add', '-f', piece);
    },
    true,
  ],
  [
    'out of the index, and still in the last commit',
    (one) => {
      writeFileSync(one.path(piece), step('make forged'), { mode: 0o600 });
      one.git('add', '-f', piece);
      one.git('commit', '-qm', 'a pull request');
      one.git('rm', '-q', '--cached', piece);
    },
    true,
  ],
  [
    'the record itself',
    (one) => {
      writeFileSync(one.path('_steps.jsonl'), step('make forged'), { flag: 'a' });
      one.git('add', '-f', '_steps.jsonl');
      one.git('commit', '-qm', 'a pull request');
    },
    false,
  ],
];

for (const [what, does, isOwnRead] of brought)
  test(`a piece that git tracks (${what}) is not read, and all say so`, async (t) => {
    const one = await place(t);
    assert.deepEqual(await told(one), ['make own']);
    does(one);
    assert.deepEqual(await told(one), isOwnRead ? ['make own'] : []);
    const { pack } = await wakeUp({ world: one.world, home: one.home, settings, agent });
    assert.match(pack, /Not read: _steps\S*\.jsonl \(git tracks it\)/u);
    assert.doesNotMatch(pack, /forged/u);
    const found = await findings(one);
    assert.deepEqual(
      found.findings.map(({ id }) => id),
      [what === 'only staged' ? 'private-staged' : 'private-committed'],
    );
    assert.match(found.findings[0]?.message ?? '', /_steps\S*\.jsonl/u);
  });

test('`dk steps` and `dk status` go by the same', async (t) => {
  const one = await place(t);
  brought[0]?.[1](one);
  const steps = JSON.parse(one.box.dk('home', ['steps', '--json']).stdout);
  assert.deepEqual([steps.records, steps.notRead], [1, [{ name: piece, why: 'git tracks it' }]]);
  const status = JSON.parse(one.box.dk('home', ['status', '--json']).stdout);
  assert.deepEqual(
    status.problems.map(({ code }: { code: string }) => code),
    ['record-foreign'],
  );
});

test('what the project around a home tracks is not read', async (t) => {
  const one = await place(t, true);
  writeFileSync(one.path(piece), step('make forged'));
  // As a clone brings it to somebody who has no home there yet.
  const { box } = one;
  const blob = box.git('project', 'hash-object', '-w', `.dream/${piece}`).trim();
  box.git('project', 'update-index', '--add', '--cacheinfo', `100644,${blob},.dream/${piece}`);
  assert.deepEqual(await told(one), ['make own']);
});

const strange: readonly (readonly [what: string, does: (one: Place) => void, why: RegExp])[] = [
  ['others may write it', ({ path }) => chmodSync(path(piece), 0o666), /others may write it/u],
  ['it has a second name', ({ path, box }) => linkSync(path(piece), box.path('elsewhere')), /(?:second|other) name/u],
  [
    'it is a link',
    ({ path, box }) => {
      writeFileSync(box.path('elsewhere'), step('make forged'));
      symlinkSync(box.path('elsewhere'), path(`_steps.20260609T130000000Z-abcd.jsonl`));
      chmodSync(path(piece), 0o000);
      chmodSync(path(piece), 0o622);
    },
    /is a link|not a plain file/u,
  ],
  ...(process.getuid?.() === 0
    ? ([
        ['it belongs to somebody else', ({ path }: Place) => chownSync(path(piece), 4321, 4321), /another user/u],
      ] as const)
    : []),
];

for (const [what, does, why] of strange)
  test(`a piece is not read if ${what}, and the doctor moves it aside`, async (t) => {
    const one = await place(t);
    writeFileSync(one.path(piece), step('make forged'), { mode: 0o600 });
    does(one);
    assert.deepEqual(await told(one), ['make own']);
    const found = await findings(one);
    const named = found.findings.filter(({ level }) => level === 'error').map(({ id }) => id);
    assert.ok(named.includes('record-foreign') || named.includes('place-taken'), `${named}`);
    assert.match(found.findings.map(({ message, hint }) => `${message} ${hint}`).join('\n'), why);
    const fixed = await findings(one, true);
    assert.deepEqual(fixed.findings, []);
    assert.deepEqual(await told(one), ['make own']);
    assert.deepEqual(
      readdirSync(one.home.home).filter((name) => name.startsWith('_')),
      ['_steps.jsonl'],
    );
    assert.ok(readdirSync(join(one.home.privateDir, 'lost-and-found')).some((name) => name.startsWith(piece)));
  });

test('a record restored from a backup, which others may read and not write, is read', async (t) => {
  const one = await place(t);
  writeFileSync(one.path(piece), step('make earlier'), { mode: 0o644 });
  chmodSync(one.path('_steps.jsonl'), 0o644);
  assert.deepEqual(await told(one), ['make earlier', 'make own']);
});

test('where the disk keeps no rights, they say nothing', async (t) => {
  const one = await place(t);
  mkdirSync(one.home.privateDir, { recursive: true });
  for (const path of [one.home.privateDir, one.path('_steps.jsonl')]) chmodSync(path, 0o777);
  assert.deepEqual(await told(one), ['make own']);
});
