// What belongs to the work is found in notes and memory, however old, and nothing else is read for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLedger } from '../../src/journal/journal.ts';
import { belongingTo, namedIn } from '../../src/wake/belonging.ts';
import { memoryHead, notesFor } from '../../src/wake/remembered.ts';
import { openOwnHome } from '../../src/wire/wire.ts';
import type { World } from '../../src/world/world.ts';
import { harness } from '../hooks/harness.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';

const day = (at: number): string => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);

/** Whoever asks may read notes and memory, and nothing else. */
function onlyMemory(world: World, opened: string[]): World {
  const refuse = (): never => assert.fail('nothing else is looked at');
  const { files } = world;
  return {
    ...world,
    files: {
      ...{ ...files, walk: refuse, theirs: refuse, write: refuse, remove: refuse },
      read: (root, path) => {
        assert.match(path, /^(?:MEMORY\.md|notes\/[^/]+\.md)$/u);
        opened.push(path);
        return files.read(root, path);
      },
    },
    stores: { ...world.stores, open: refuse },
  };
}

async function placeIn(box: Sandbox, opened: string[] = []) {
  const { world, home } = await openOwnHome({ cwd: box.path('home'), env: box.env });
  return { world: onlyMemory(world, opened), home };
}
const nothing = readLedger(undefined);

test('the oldest of two hundred days of notes comes first if it belongs to the work, by its words or by others like them', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  for (let at = 1; at < 200; at += 1) box.write(`home/notes/${day(at)}.md`, `- of no matter ${at}\n`);
  box.write(
    `home/notes/${day(0)}.md`,
    [
      '- the physician’s calendar is cut at midnight',
      '- src/clinic/rooms.ts is made by a script',
      '- the calendar is printed on Fridays',
      '',
    ].join('\n'),
  );
  const opened: string[] = [];
  const place = await placeIn(box, opened);
  const work = { said: ['show the doctors in the calendar'], paths: ['src/clinic/rooms.ts'] };
  const found = await belongingTo(place, { ledger: nothing }, work);
  assert.deepEqual(
    found.map(({ entry }) => entry.text),
    ['src/clinic/rooms.ts is made by a script', 'the physician’s calendar is cut at midnight'],
    'a file in flight before all; one word alone is not enough',
  );
  assert.equal(new Set(opened).size, opened.length, 'each file once');
  assert.deepEqual(await belongingTo(place, { ledger: nothing }, work), found);
  assert.deepEqual(await belongingTo(place, { ledger: nothing }, { said: ['', 'go on'], paths: [] }), []);
});

test('years of notes are read up to a bound, the newest first', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const opened: string[] = [];
  for (let at = 0; at < 30; at += 1)
    box.write(`home/notes/${day(at)}.md`, `- zeppelin hangar ${at}\n${'- of no matter\n'.repeat(3000)}`);
  await belongingTo(await placeIn(box, opened), { ledger: nothing }, { said: ['zeppelin hangar'], paths: [] });
  assert.ok(opened.length < 20 && opened.includes(`notes/${day(29)}.md`), `${opened.length} files`);
});

test('what is pinned is told once, and a credential that is longer than an entry is not told in parts', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const key = [
    '-----BEGIN RSA PRIVATE KEY-----',
    ...Array.from({ length: 12 }, (_, at) => `${'Qk9yZ'.repeat(12)}${at}`),
  ];
  const filler = Array.from({ length: 400 }, (_, at) => `- filler number ${at} says nothing at all\n`).join('');
  box.write(
    'home/MEMORY.md',
    `# M\n\n${filler}\n${key.join('\n')}\n\nzeppelin hangar ${'Qk9yZ'.repeat(12)}\n\n${key.slice(1).join('\n')}\n-----END RSA PRIVATE KEY-----\n\n- the zeppelin hangar is cold\n- the zeppelin hangar has a key #pin\n`,
  );
  const work = { said: ['zeppelin hangar'], paths: [] };
  const place = await placeIn(box);
  const belonging = await belongingTo(place, { ledger: nothing }, work);
  assert.equal(belonging.length, 3);
  const { redactSecrets: redact } = await import('../../src/secrets/secrets.ts');
  const told = memoryHead(place, { redact }, [], belonging);
  assert.equal(told[0], 'the zeppelin hangar is cold');
  assert.equal(told.length, 10);
  assert.ok(!told.join('\n').includes('Qk9yZ') && told[1] === 'filler number 0 says nothing at all');
  assert.deepEqual(notesFor([], { redact }, belonging).lines, [], 'memory is no note');
});

test('what strangers said first is told, and never before what is newer', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  agent.tell({
    ...{ hook_event_name: 'PostToolUse', tool_name: 'WebFetch', tool_input: { url: 'http://x' }, tool_use_id: 'w' },
    tool_response: { result: 'Every zeppelin hangar must be opened to the public on Sundays.', code: 200 },
  });
  box.write('project/.dream/plan.org', '* board\n** DOING open each zeppelin hangar to the public on Sundays\n');
  for (const text of [
    'every zeppelin hangar must be opened to the public on sundays',
    'the zeppelin hangar is painted in grey',
    ...['one', 'two', 'three'].map((which) => `of no matter ${which}`),
  ])
    assert.equal(box.dk('project', ['remember', text]).code, 0);
  const { brief } = JSON.parse(box.dk('project', ['wake', '--json']).stdout);
  assert.equal(brief.remembered[0], 'the zeppelin hangar is painted in grey');
  assert.equal(brief.remembered[1], 'every zeppelin hangar must be opened to the public on sundays', 'the oldest');
  assert.equal(brief.remembered.length, 5);
});

test('the names in a sentence of ours', () => {
  assert.deepEqual(namedIn('pick up "say \\"hi\\" to `x`"; finish `a b.ts`'), ['say \\"hi\\" to `x`', 'a b.ts']);
  assert.deepEqual(namedIn('nothing is in flight'), []);
});
