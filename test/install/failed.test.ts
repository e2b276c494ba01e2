// An install that fails half-way says what it did, and how to take it back; both are true at each of its steps.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { carryOutInstall, carryOutUninstall, planInstall, planUninstall } from '../../src/install/install.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { faultyWorld } from '../crash/nth-world.ts';
import { homeIn, project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { siteIn } from './installing.ts';

/** Calls that change something; the others fail before anything is done, or are told by whoever asked. */
const changes = new Set(['files.write', 'files.remove', 'files.makeFolder', 'git.create', 'git.commit']);

const tree = (box: Sandbox, name: string): Record<string, string> =>
  snapshot(box.path(name), (path) => path === '.git/index');

/** What is otherwise than before, by what a person would call it. */
function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const lines = (text: string | undefined): string[] => (text ?? '').split('\n').filter((line) => line.startsWith('/'));
  const told = names.flatMap((name) => {
    if (name === '.git/info/exclude') return lines(after[name]).filter((line) => !lines(before[name]).includes(line));
    if (name.startsWith('.dream')) return ['/.dream'];
    if (name.startsWith('.git/objects/') || /^\.git\/(?:refs|logs|COMMIT)/u.test(name)) return [];
    // Our own private folder, by its name.
    return [name.startsWith('.git/dreamkeeper') ? '.git/dreamkeeper' : name];
  });
  return [...new Set(told)];
}

async function failing(box: Sandbox, name: string, n: number | undefined) {
  const site = await siteIn(box, name, await realWorld(box.env));
  const plan = await planInstall(site, 'local');
  const faulty = faultyWorld(site.world, n === undefined ? undefined : { n, errno: 'ENOSPC' });
  const ended = await carryOutInstall({ ...site, world: faulty.world }, plan).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { calls: faulty.calls, ended };
}

async function takenBack(box: Sandbox, name: string): Promise<void> {
  const site = await siteIn(box, name, await realWorld(box.env));
  carryOutUninstall(site, await planUninstall(site, undefined, true));
}

for (const [what, set] of [
  ['beside somebody’s work', (box: Sandbox) => project(box, 'pattern')],
  ['in a home that is the repository itself', (box: Sandbox) => homeIn(box, 'pattern')],
] as const)
  test(`each step of an install fails once, ${what}`, async (t) => {
    const box = sandbox(t);
    set(box);
    const fresh = (name: string): Record<string, string> => {
      cpSync(box.path('pattern'), box.path(name), { recursive: true });
      return tree(box, name);
    };
    fresh('whole');
    const { calls, ended } = await failing(box, 'whole', undefined);
    assert.equal(ended, undefined);
    const faults = calls.flatMap((name, n) => (changes.has(name) ? [n] : []));
    assert.ok(faults.length >= 3, calls.join(' '));
    for (const n of faults) {
      const before = fresh(`p${n}`);
      const failed = await failing(box, `p${n}`, n);
      const at = `${n}, ${calls[n]}`;
      assert.ok(failed.ended instanceof DreamkeeperError, at);
      const text = `${failed.ended.message}\n${failed.ended.hint}`;
      const done = differences(before, tree(box, `p${n}`));
      for (const name of done) assert.ok(text.includes(name), `${at}: ${name} is not told:\n${text}`);
      if (done.length > 0) assert.doesNotMatch(text, /othing was changed/u, at);
      if (done.length > 0) assert.match(text, /dk uninstall claude/u, at);
      else assert.doesNotMatch(text, /Done before/u, at);
      if (what !== 'beside somebody’s work') continue;
      await takenBack(box, `p${n}`);
      assert.deepEqual(tree(box, `p${n}`), before, `${at}: taken back`);
      if (n % 2 === 0) assert.equal((await failing(box, `p${n}`, undefined)).ended, undefined, `${at}: and once more`);
    }
  });

test('each step of an uninstall fails once: it says what it did, and the next one ends it', async (t) => {
  const box = sandbox(t);
  project(box, 'pattern');
  const world = await realWorld(box.env);
  const leaving = async (name: string, n: number | undefined) => {
    cpSync(box.path('pattern'), box.path(name), { recursive: true });
    const before = tree(box, name);
    await failing(box, name, undefined);
    const installed = tree(box, name);
    const faulty = faultyWorld(world, n === undefined ? undefined : { n, errno: 'ENOSPC' });
    const site = await siteIn(box, name, world);
    const plan = await planUninstall(site, undefined, true);
    let ended: unknown;
    try {
      carryOutUninstall({ ...site, world: faulty.world }, plan);
    } catch (error) {
      ended = error;
    }
    return { before, installed, after: tree(box, name), calls: faulty.calls, ended };
  };
  const { calls } = await leaving('whole', undefined);
  const faults = calls.flatMap((name, n) => (changes.has(name) ? [n] : []));
  assert.ok(faults.length >= 3, calls.join(' '));
  for (const n of faults) {
    const { before, installed, after, ended } = await leaving(`q${n}`, n);
    const told = ended instanceof DreamkeeperError ? ended.hint : '';
    const hasChanged = Object.keys(installed).some((name) => installed[name] !== after[name]);
    assert.equal(/Done before that:/u.test(told), hasChanged, `${n}, ${calls[n]}: ${told}`);
    if (hasChanged) assert.doesNotMatch(told, /othing was changed/u);
    if (!Object.hasOwn(after, '.claude/settings.local.json') && hasChanged)
      assert.match(told, /settings\.local\.json/u);
    if (!Object.hasOwn(after, '.dream')) assert.match(told, /removed .*\.dream/u);
    await takenBack(box, `q${n}`);
    assert.deepEqual(tree(box, `q${n}`), before, `${n}, ${calls[n]}`);
  }
});

test('a first night that fails is told as one: what is installed stays, and is named', (t) => {
  const box = sandbox(t);
  project(box);
  assert.equal(box.dk('project', ['init']).code, 0);
  box.write('project/.dream/dreamkeeper.yaml', 'a: [');
  const ran = box.dk('project', ['install', 'claude', '--yes']);
  assert.equal(ran.code, 2);
  assert.match(
    ran.stderr,
    /E_CONFIG[\s\S]*Done before that:\n {2}- .*settings\.local\.json[\s\S]*`dk uninstall claude`/u,
  );
  assert.match(box.read('project/.claude/settings.local.json'), /hook session-start/u);
});
