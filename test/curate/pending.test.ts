// What waits for a person: shown, approved once and only as it was read, rejected for good, and restored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyNights } from '../../src/history/history.ts';
import { type Lived, liveDay } from '../day.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { curate, grown, type Line, memoryIn } from './homes.ts';

const day = { shape: 'nested', board: '* board\n', before: { 'src/a.ts': 'a\n' }, day: [] } as const;
const now = new Date().toISOString();
const old = '2026-05-02T10:00:00Z';
const lines: readonly Line[] = [
  ...Array.from({ length: 12 }, (_, at) => ({ at: old, text: `Fact ${at} is about topic${at} and colour${at}.` })),
  { at: old, text: 'The staging server listens on port 8080.', heading: 'Servers' },
  { at: '2026-05-20T10:00:00Z', text: 'The staging server now listens on port 8081.' },
];
const stale = '- The staging server listens on port 8080.';

async function asked(
  t: Parameters<typeof sandbox>[0],
  review = 'risky',
): Promise<{ box: Sandbox; lived: Lived; id: string }> {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', day);
  box.write('project/.dream/dreamkeeper.yaml', `format: 1\nagent: waldo\nreview: ${review}\n`);
  await grown(lived.at, lines);
  const { receipt } = await curate(lived.at(now));
  assert.equal(receipt.message, '1 proposal waits for you (`dk pending`)');
  const [item, ...more] = json(box, 'pending').pending;
  assert.deepEqual(more, []);
  return { box, lived, id: item.id };
}

const json = (box: Sandbox, ...args: string[]) => {
  const ran = box.dk('project', [...args, '--json']);
  assert.equal(ran.code, 0, `${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return JSON.parse(ran.stdout);
};

test('it is shown with what goes and what it rests on, and approved it is done once, as one commit that can be undone', async (t) => {
  const { box, lived, id } = await asked(t);
  const shown = box.dk('project', ['pending']).stdout;
  assert.match(shown, /supersede {2}m-[a-z2-7]{8} is newer, of 2026-05-20; until /u);
  assert.ok(
    shown.includes(`  - ${stale}`) && shown.includes('  = - The staging server now listens on port 8081.'),
    shown,
  );
  assert.match(shown, /below "MEMORY\.md \/ Servers"/u);
  const morning = (): string => box.dk('project', ['wake']).stdout;
  assert.match(morning(), /\n1 change of MEMORY\.md waits for the person you work for: `dk pending`\.\n/u);
  const waiting = (): number => JSON.parse(box.dk('project', ['status', '--json']).stdout).pending;
  assert.equal(waiting(), 1);
  assert.match(box.dk('project', ['status']).stdout, /1 proposal about memory waits for you/u);
  const before = memoryIn(lived.at(now));
  const done = json(box, 'pending', 'approve', id.slice(0, 6));
  assert.equal(waiting(), 0);
  assert.doesNotMatch(morning(), /dk pending/u, 'what was answered waits no longer');
  assert.deepEqual([done.decision, done.result], ['approved', 'applied']);
  assert.equal(memoryIn(lived.at(now)), before.replace(`${stale}\n`, ''));
  assert.match(box.read('project/.dream/memory/archive.md'), /port 8080/u);
  const again = json(box, 'pending', 'approve', id);
  assert.deepEqual([again.result, again.change], ['noop', null]);
  assert.equal(box.git('project/.dream', 'log', '--format=%s', '-1'), 'curate: 1 superseded, as approved\n');
  const { world, home } = lived.at(now);
  assert.equal((await verifyNights(world, home)).broken, null);
  json(box, 'undo', done.change);
  assert.equal(memoryIn(lived.at(now)), before);
  assert.equal((await curate(lived.at(now))).receipt.reason, 'in-order');
});

test('rejected it stays, and is not proposed again, also not in other words', async (t) => {
  const { box, lived, id } = await asked(t);
  const before = memoryIn(lived.at(now));
  assert.equal(json(box, 'pending', 'reject', id).result, 'applied');
  assert.equal(json(box, 'pending', 'reject', id).result, 'noop');
  assert.deepEqual(json(box, 'pending').pending, []);
  assert.equal(box.dk('project', ['pending', 'approve', id]).code, 12);
  assert.equal((await curate(lived.at(now))).receipt.reason, 'in-order');
  assert.equal(memoryIn(lived.at(now)), before);
});

for (const [what, change] of [
  ['the entry that would go was edited', (text: string) => text.replace('port 8080', 'port 8090')],
  ['the entry that would go is gone', (text: string) => text.replace(`${stale}\n`, '')],
  ['the entry it rests on was edited', (text: string) => text.replace('now listens', 'really listens')],
] as const)
  test(`not approved if ${what}: exit 12, E_STALE, and nothing is done`, async (t) => {
    const { box, lived, id } = await asked(t);
    const changed = change(memoryIn(lived.at(now)));
    box.write('project/.dream/MEMORY.md', changed);
    const ran = box.dk('project', ['pending', 'approve', id, '--json']);
    assert.equal(ran.code, 12);
    assert.equal(JSON.parse(ran.stdout).error.code, 'E_STALE');
    assert.equal(memoryIn(lived.at(now)), changed);
  });

test('an edit elsewhere does not make it stale', async (t) => {
  const { box, lived, id } = await asked(t);
  box.write('project/.dream/MEMORY.md', `${memoryIn(lived.at(now))}- a line of mine\n`);
  assert.equal(json(box, 'pending', 'approve', id).result, 'applied');
  assert.match(memoryIn(lived.at(now)), /- a line of mine\n$/u);
});

test('pinned meanwhile, it may not be done', async (t) => {
  const { box, id } = await asked(t);
  const memory = json(box, 'memory', 'list').memories.find(({ text }: { text: string }) => `- ${text}` === stale);
  json(box, 'memory', 'pin', memory.id);
  assert.equal(box.dk('project', ['pending', 'approve', id]).code, 12);
});

test('what a curation took out is restored where it was, is a person’s then, and no sleep takes it out again', async (t) => {
  const { box, lived, id } = await asked(t);
  const before = memoryIn(lived.at(now));
  json(box, 'pending', 'approve', id);
  const [archived] = /m-[a-z2-7]{8}/u.exec(box.read('project/.dream/memory/archive.md')) ?? [''];
  const restored = json(box, 'memory', 'restore', archived);
  assert.deepEqual([restored.result, restored.path], ['applied', 'MEMORY.md']);
  assert.deepEqual(memoryIn(lived.at(now)).split('\n').toSorted(), before.split('\n').toSorted());
  assert.match(
    memoryIn(lived.at(now)),
    /## Servers\n\n- The staging server now listens on port 8081\.\n- The staging server listens on port 8080\.\n/u,
  );
  assert.ok(!box.read('project/.dream/memory/archive.md').includes('port 8080'));
  assert.equal((await curate(lived.at(now))).receipt.reason, 'in-order');
  const taken = memoryIn(lived.at(now));
  json(box, 'undo', restored.change);
  assert.ok(!memoryIn(lived.at(now)).includes('port 8080.'));
  assert.match(box.read('project/.dream/memory/archive.md'), /port 8080/u);
  json(box, 'undo', restored.change, '--redo');
  assert.equal(memoryIn(lived.at(now)), taken);
});

test('whose the memory is can be said, and said the other way; no byte of the file changes', async (t) => {
  const { box, lived } = await asked(t);
  const before = memoryIn(lived.at(now));
  const origins = (): (string | null)[] =>
    json(box, 'memory', 'list').memories.map((each: { origin: string | null }) => each.origin);
  const theirs = origins();
  assert.ok(theirs.every((origin) => origin !== null));
  const mine = json(box, 'memory', 'whose', 'mine');
  assert.equal(mine.result, 'applied');
  assert.ok(origins().every((origin) => origin === null));
  json(box, 'undo', mine.change);
  assert.deepEqual(origins(), theirs);
  json(box, 'undo', mine.change, '--redo');
  assert.ok(origins().every((origin) => origin === null));
  // The opposite command does it, too.
  const agents = json(box, 'memory', 'whose', 'agent');
  assert.equal(agents.result, 'applied');
  assert.ok(origins().every((origin) => origin !== null));
  json(box, 'undo', agents.change);
  assert.ok(origins().every((origin) => origin === null));
  assert.equal(memoryIn(lived.at(now)), before);
});

test('`review: all` lets everything wait, `off` only contradictions', async (t) => {
  const { lived } = await asked(t, 'all');
  assert.match(memoryIn(lived.at(now)), /port 8080/u);
  const box = sandbox(t);
  const other = await liveDay(box, 'project', day);
  box.write('project/.dream/dreamkeeper.yaml', 'format: 1\nagent: waldo\nreview: off\n');
  await grown(other.at, lines);
  assert.equal((await curate(other.at(now))).receipt.message, '1 superseded');
});

test('whose a MEMORY.md is that was there before is asked once; the file stays as it is, whatever the answer', async (t) => {
  for (const [answer, origin] of [
    ['agent', 'import'],
    ['mine', null],
  ] as const) {
    const box = sandbox(t);
    await liveDay(box, 'project', day);
    const file = '# MEMORY.md\n\n- Run `npm test` before each commit.\n- Before every commit, run `npm test`.\n';
    box.write('project/.dream/MEMORY.md', file);
    assert.equal(json(box, 'pending').whose, 2);
    assert.match(box.dk('project', ['pending']).stdout, /Whose are the 2 entries of MEMORY\.md\?/u);
    const given = json(box, 'memory', 'whose', answer);
    assert.equal(given.result, 'applied');
    assert.equal(json(box, 'pending').whose, null);
    json(box, 'undo', given.change);
    assert.equal(json(box, 'pending').whose, 2);
    assert.equal(json(box, 'memory', 'whose', answer).result, 'applied');
    assert.equal(json(box, 'pending').whose, null);
    assert.equal(box.read('project/.dream/MEMORY.md'), file);
    const { memories } = json(box, 'memory', 'list');
    assert.deepEqual(
      memories.map((each: { origin: string | null }) => each.origin),
      [origin, origin],
    );
  }
});
