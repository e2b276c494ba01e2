// A sealed change that nobody may carry out, found where the store was lost: nothing is written outside, and the home goes on.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { describe, test } from 'node:test';
import { makeChange } from '../../src/change/change.ts';
import { diagnose } from '../../src/doctor/doctor.ts';
import { put } from '../doctor/damage.ts';
import { type Healthy, healthyHome } from '../doctor/healthy-home.ts';
import { snapshot } from '../sandbox.ts';

const id = 'c-aaaaaaaaaa';
const evil = Buffer.from('evil\n');

/** As a killed process would have left it, but for what is changed in the plan. */
function plant({ world, hidden, git }: Healthy, path: string, more: object = {}): void {
  const after = world.files.hash(evil);
  const file = { path, rule: 'merge', isHosts: false, before: 'absent', after, left: null };
  const plan = {
    ...{ v: 1, id, message: `board: x\n\nDream-Id: ${id}`, time: '2026-06-10T11:00:00.000Z', place: '' },
    author: { name: 'waldo', email: 'waldo@dreamkeeper.local' },
    base: { ref: 'refs/heads/main', commit: git('rev-parse', 'HEAD').trim() },
    files: [{ ...file, committed: { before: 'absent', after } }],
    ...more,
  };
  const images = { [after]: evil.toString('base64') };
  rmSync(hidden('state.db'));
  put(
    hidden('state.db-sealed.json'),
    `${JSON.stringify({ id, time: plan.time, body: JSON.stringify(plan), outbox: [], images })}\n`,
  );
}

const cases: readonly (readonly [what: string, path: (h: Healthy) => string, more?: object])[] = [
  ['a path above the home', () => '../outside/x'],
  ['a full path', ({ box }) => box.path('outside/x')],
  ['git’s own configuration', () => '.git/config'],
  [
    'a path through a link',
    (h) => {
      symlinkSync(h.box.path('outside'), h.path('way'));
      return 'way/x';
    },
  ],
  ['a branch that is none', () => 'x.md', { base: { ref: 'refs/heads/../../x', commit: null } }],
  ['a plan that nobody can read', () => 'x.md', { v: 7 }],
];

describe('a sealed copy with', { concurrency: 3 }, () => {
  for (const [at, [what, path, more]] of cases.entries())
    test(what, async (t) => {
      const healthy = await healthyHome(t, at % 2 === 0 ? 'nested' : 'one');
      const { world, home, box, hidden, git } = healthy;
      put(box.path('outside/precious'), 'precious\n');
      mkdirSync(box.path('outside/deep'));
      plant(healthy, path(healthy), more);
      const outside = snapshot(box.path('outside'));
      const config = readFileSync(`${home.repository.gitDir}/config`, 'utf8');
      // The next change is made, as if nothing had been.
      const add = (bytes: Uint8Array | undefined) => Buffer.concat([bytes ?? evil, Buffer.from('** TODO more\n')]);
      const changed = await makeChange(world, home, {
        ...{ files: [{ path: 'plan.org', edit: add }], subject: 'board: more', agent: 'waldo' },
      });
      assert.ok(changed.kind === 'changed' && changed.commit !== undefined, JSON.stringify(changed));
      assert.deepEqual(snapshot(box.path('outside')), outside);
      assert.equal(readFileSync(`${home.repository.gitDir}/config`, 'utf8'), config);
      assert.doesNotMatch(git('log', '-3', '-p', '--format=%B'), /evil|c-aaaaaaaaaa/u);
      // It is named, whole, and off the list when a person says so.
      const copy = JSON.parse(readFileSync(hidden(`lost-and-found/sealed-${id}.json`), 'utf8'));
      assert.equal(Buffer.from(Object.values<string>(copy.images)[0] ?? '', 'base64').toString(), 'evil\n');
      const found = await diagnose(world, home);
      assert.deepEqual([found.findings.map((each) => each.id), found.healthy], [['intent-aside'], true]);
      const mended = await diagnose(world, home, { isFixing: true });
      assert.deepEqual([mended.findings, mended.fixed.length], [[], 1]);
      assert.ok(existsSync(hidden(`lost-and-found/sealed-${id}.json`)));
    });
});

test('a change that landed and was not finished is finished, whatever lies in its place by now', async (t) => {
  const { world, home, path, box, git } = await healthyHome(t, 'nested');
  const dying = {
    ...world,
    probe: (name: string) => {
      if (name === 'committed') throw new Error('killed');
    },
  };
  const change = { files: [{ path: 'notes/a.md', edit: () => evil }], subject: 'note: a', agent: 'waldo' };
  await assert.rejects(makeChange(dying, home, change), /killed/u);
  rmSync(path('notes'), { recursive: true });
  mkdirSync(box.path('outside'));
  symlinkSync(box.path('outside'), path('notes'));
  const changed = await makeChange(world, home, { ...change, files: [{ path: 'b.md', edit: () => evil }] });
  assert.equal(changed.kind, 'changed');
  assert.deepEqual(snapshot(box.path('outside')), {});
  assert.equal(git('log', '-2', '--format=%s'), 'note: a\nnote: a\n');
  const { findings } = await diagnose(world, home);
  assert.ok(!findings.some(({ id: name }) => name.startsWith('intent-')), JSON.stringify(findings));
});
