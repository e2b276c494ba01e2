// `dk doctor` as people call it: one line if all is well, exits by level, JSON by its shape, and a page that has every name.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findingIds } from '../../src/doctor/doctor.ts';
import { harnessFindingIds } from '../../src/install/install.ts';
import { homeIn, project, root, sandbox } from '../sandbox.ts';
import { damages } from './damages.ts';
import { healthyHome } from './healthy-home.ts';

test('every name stands on the page, and no other', () => {
  const page = readFileSync(join(root, 'docs/doctor.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([a-z-]+)` \|/gmu)].map(([, id = '']) => id);
  const ids = new Set([...findingIds, ...harnessFindingIds(['claude'])]);
  assert.deepEqual(named.toSorted(), [...ids].toSorted());
});

test('every name that is not about one machine alone has a damage', () => {
  const said = new Set(damages.flatMap(({ says }) => says));
  const elsewhere = [
    'git-version',
    'lease-held',
    'clock-behind',
    'secret-in-file',
    'secret-in-history',
    'not-examined',
    // cli/models.test.ts and cli/models-program.test.ts have these: they are about the operator's own file.
    'operator-unreadable',
    'model-not-ready',
    'model-unbound',
    // curate/turn.test.ts.
    'tools-unused',
    // repo/partial-clone.test.ts, and cli/owners.test.ts: only root can give files away.
    'project-partial',
    'not-owner',
    'owner-mixed',
    // config/inert.test.ts, and seeds.test.ts.
    'settings-inert',
    'toolkit-unknown',
    // sweep/hopeless.test.ts.
    'sweep-no-heartbeat',
    'sweep-hopeless',
    // indexes/indexes.test.ts.
    'corpus-damaged',
    // install/mcp.test.ts: it is about a file of this machine.
    'mcp-token-open',
  ];
  // What is said of a harness has its own test (install/doctor).
  const ours = findingIds.filter((id) => id !== 'hooks-dropped');
  assert.deepEqual(ours.filter((id) => !said.has(id)).toSorted(), elsewhere.toSorted());
});

test('one line if all is well, also before the first night', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const ran = box.dk('home', ['doctor', '--strict']);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  assert.match(ran.stdout, /^All is well: \d+ checks\.\n$/u);
});

test('exits and JSON', async (t) => {
  const { box, path } = await healthyHome(t, 'nested');
  appendFileSync(path('_steps.jsonl'), 'torn\n');
  assert.equal(box.dk('project', ['doctor']).code, 0);
  assert.equal(box.dk('project', ['doctor', '--strict']).code, 14);
  rmSync(path('plan.org'));
  const ran = box.dk('project', ['doctor', '--json']);
  assert.equal(ran.code, 14);
  const told = JSON.parse(ran.stdout);
  assert.deepEqual(Object.keys(told).toSorted(), ['checks', 'failed', 'findings', 'fixed', 'healthy', 'schema']);
  assert.deepEqual([told.schema, told.healthy, told.fixed], [1, false, []]);
  assert.deepEqual(
    told.findings.map(({ id, level }: { id: string; level: string }) => `${level} ${id}`),
    ['error board-missing', 'warning steps-torn'],
  );
  const plain = box.dk('project', ['doctor']).stdout;
  assert.match(plain, /^error board-missing plan\.org is gone\.\n {2}`git restore/u);
  assert.match(plain, /\n1 error, 1 warning\.\n$/u);
});

test('a fix says each step, is one commit, and is content the next time', async (t) => {
  const { box, path, git } = await healthyHome(t, 'one');
  rmSync(path('rem/manifest.json'));
  rmSync(path('rem/.gitattributes'));
  git('rm', '-q', '--cached', 'rem/.gitattributes');
  git('commit', '-qm', 'away', 'rem/.gitattributes');
  const ran = box.dk('project', ['doctor', '--fix', '--strict']);
  assert.equal(ran.code, 0, ran.stdout);
  assert.match(
    ran.stdout,
    /^fixed put right \.gitattributes, manifest\.json \(c-[a-z2-7]{10}, [0-9a-f]{10}\)\nAll is well/u,
  );
  assert.match(git('log', '-1', '--format=%an|%s'), /^waldo\|doctor: made anew/u);
  assert.match(box.dk('project', ['doctor', '--fix', '--strict']).stdout, /^All is well: \d+ checks\.\n$/u);
});

test('a project whose note leads nowhere', (t) => {
  const box = sandbox(t);
  project(box);
  mkdirSync(box.path('project/.git/dreamkeeper'));
  writeFileSync(box.path('project/.git/dreamkeeper/home'), '/nowhere/at/all\n');
  const ran = box.dk('project', ['doctor']);
  assert.equal(ran.code, 14);
  assert.match(ran.stdout, /^error link-broken The project's home should be at \/nowhere\/at\/all/u);
});

test('no home at all', (t) => {
  const box = sandbox(t);
  project(box);
  assert.equal(box.dk('project', ['doctor']).code, 10);
});

test('a git that is too old', async (t) => {
  const { box } = await healthyHome(t, 'one');
  box.write('old/git', '#!/bin/sh\necho git version 2.20.1\n');
  const { chmodSync } = await import('node:fs');
  chmodSync(box.path('old/git'), 0o755);
  const ran = box.dk('project', ['doctor'], { env: { PATH: `${box.path('old')}:/usr/bin:/bin` } });
  assert.equal(ran.code, 14);
  assert.match(ran.stdout, /^error git-version this is git version 2\.20\.1\./u);
});
