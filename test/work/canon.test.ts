// Canon: each kind of run gets what was written for it, whole as far as it fits, and it is nobody's to write.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { othersWords } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { canonFor } from '../../src/work/canon.ts';
import type { AgentHome } from '../../src/world/world.ts';
import { sandbox } from '../sandbox.ts';

const canonOf = (worker: AgentHome, kind: string): string => canonFor(worker, kind, othersWords([])).join('\n');

async function worker(t: Parameters<typeof sandbox>[0], settings: AgentHome['settings'] = {}) {
  const box = sandbox(t);
  mkdirSync(box.path('h'));
  assert.equal(box.dk('h', ['init']).code, 0);
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('h'), env: {} });
  if (home === undefined) throw new Error('no home');
  return { box, worker: { world, home, settings, agent: 'agent' } };
}

test('by the kind of run: context for all, design and sections for what adds, a skill for its own kind', async (t) => {
  const { box, worker: own } = await worker(t);
  for (const name of ['context.org', 'design.org', 'sections.org', 'skills/audit.org', 'skills/add.org'])
    box.write(`h/${name}`, `* what ${name} says\n`);
  const said = (kind: string): string[] =>
    [...canonOf(own, kind).matchAll(/what (\S+) says/gu)].map(([, name = '']) => name);
  assert.deepEqual(said('add'), ['context.org', 'design.org', 'sections.org', 'skills/add.org']);
  assert.deepEqual(said('audit'), ['context.org', 'skills/audit.org']);
  assert.deepEqual(said('plan'), ['context.org']);
  assert.deepEqual(said('../../etc'), ['context.org']);
});

test('none, one of its own choice, cut where it does not fit, and a link is told and not followed', async (t) => {
  const { box, worker: own } = await worker(t, {
    work: { canon: [{ path: 'truth.org' }, { path: 'long.org', when: ['plan'] }], canon_chars: 100 },
  });
  assert.equal(canonOf(own, 'add'), '');
  box.write('h/truth.org', 'the product is a clock\n');
  box.write('h/long.org', 'x'.repeat(500));
  assert.match(canonOf(own, 'add'), /^Canon, .*\n--- truth\.org\nthe product is a clock$/u);
  const planned = canonOf(own, 'plan');
  assert.match(planned, /--- long\.org \(the first \d+ of 500 characters; read the rest there\)/u);
  assert.ok(planned.length < 300);
  box.write('outside', 'secret of another folder');
  symlinkSync(box.path('outside'), box.path('h/skills-link'));
  mkdirSync(box.path('h/skills'));
  symlinkSync(box.path('outside'), box.path('h/skills/add.org'));
  assert.doesNotMatch(canonOf(own, 'add'), /secret of another/u);
  assert.match(canonOf(own, 'add'), /cannot be read/u);
});
