// A curation by rules: what it puts in order, what it leaves, one commit, one undo, and nothing twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberedNow } from '../../src/facts/facts.ts';
import { undoChange, verifyNights } from '../../src/history/history.ts';
import { archivedIn } from '../../src/memory/memory.ts';
import { liveDay } from '../day.ts';
import { sandbox, snapshot } from '../sandbox.ts';
import { curate, curateDay as day, filler, homeWith, memoryIn } from './homes.ts';

test('a home without MEMORY.md has nothing to put in order', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', day);
  const { receipt } = await curate(lived.at('10:00'));
  assert.deepEqual([receipt.outcome, receipt.reason], ['noop', 'no-memory']);
});

test('twins merge, what a newer one replaces, what expired and what is done goes to the archive, "yesterday" becomes a date', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 30),
    { at: '2026-05-02T10:00:00Z', text: 'Run `npm test` before each commit.' },
    { at: '2026-05-03T10:00:00Z', text: 'Before every commit, run `npm test`.' },
    { at: '2026-05-04T10:00:00Z', text: 'The staging server listens on port 8080.' },
    { at: '2026-05-20T10:00:00Z', text: 'The staging server now listens on port 8081.' },
    { at: '2026-05-05T10:00:00Z', text: 'The office is closed (until 2026-05-09)' },
    { at: '2026-06-02T10:00:00Z', text: 'The parser was released yesterday.' },
    ...filler(30, 10),
  ]);
  const before = memoryIn(lived.at('10:00'));
  const { receipt } = await curate(lived.at('10:00'));
  assert.deepEqual([receipt.outcome, receipt.reason], ['ran', 'curated'], JSON.stringify(receipt, null, 1));
  assert.equal(receipt.message, '1 merged, 1 demoted, 1 superseded, 1 reworded');
  const after = memoryIn(lived.at('10:00'));
  const goes = [
    'Before every commit, run `npm test`.',
    'The staging server listens on port 8080.',
    'The office is closed (until 2026-05-09)',
  ];
  const expected = before
    .split('\n')
    .filter((line) => !goes.some((text) => line === `- ${text}`))
    .join('\n')
    .replace('The parser was released yesterday.', 'The parser was released on 2026-06-01.');
  assert.equal(after, expected);
  const archive = archivedIn(Buffer.from(box.read('project/.dream/memory/archive.md')));
  assert.deepEqual(
    archive.map(({ text }) => text).toSorted(),
    [...goes, 'The parser was released yesterday.'].map((text) => `- ${text}`).toSorted(),
  );
  assert.match(
    box.git('project/.dream', 'log', '-1', '--format=%an|%s'),
    /^waldo \(asleep\)\|curate: 1 merged, 1 demoted, 1 superseded, 1 reworded\n$/u,
  );
  const again = (await curate(lived.at('11:00'))).receipt;
  assert.deepEqual([again.outcome, again.reason], ['noop', 'in-order'], again.message);
});

test('an entry that was worded anew stays the one it was, and stays the agent’s; what a person edits then is theirs', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 12),
    { at: '2026-06-02T10:00:00Z', text: 'The parser was released yesterday.' },
  ]);
  const idOf = async (text: string) =>
    (await rememberedNow(lived.at('10:00'))).notes.find((note) => note.text === text);
  const was = await idOf('The parser was released yesterday.');
  await curate(lived.at('10:00'));
  const is = await idOf('The parser was released on 2026-06-01.');
  assert.deepEqual([is?.id, is?.origin, is?.time], [was?.id, 'agent', was?.time]);
  const { upkeep } = await rememberedNow(lived.at('10:00'));
  assert.deepEqual(upkeep, { edited: [], gone: [] });
  box.write(
    'project/.dream/MEMORY.md',
    memoryIn(lived.at('10:00')).replace('The parser was released on', 'Their parser was released on'),
  );
  assert.equal((await idOf('Their parser was released on 2026-06-01.'))?.origin, 'person');
});

test('undo is exact to the byte, and what was taken back is not done again', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 20),
    { at: '2026-05-02T10:00:00Z', text: 'Run `npm test` before each commit.' },
    { at: '2026-05-03T10:00:00Z', text: 'Before every commit, run `npm test`.' },
  ]);
  const files = () =>
    Object.entries(snapshot(lived.home.home, (path) => /^\.git\/|^\.git$|^rem|_/u.test(path))).filter(
      ([path]) => path !== 'memory',
    );
  const before = files();
  const { receipt } = await curate(lived.at('10:00'));
  assert.equal(receipt.outcome, 'ran', receipt.message);
  const { world, home } = lived.at('10:01');
  assert.equal((await verifyNights(world, home)).broken, null);
  assert.equal((await undoChange(world, home, { wanted: receipt.id, agent: 'waldo', keep: 50 })).result, 'undone');
  assert.deepEqual(files(), before);
  const again = (await curate(lived.at('10:30'))).receipt;
  assert.deepEqual([again.outcome, again.reason], ['noop', 'in-order'], again.message);
});

test('what a person wrote, or pinned, is out of reach, and the receipt says how much and what changes it', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', day);
  box.write(
    'project/.dream/MEMORY.md',
    '# MEMORY.md\n\n- Run `npm test` before each commit.\n- Before every commit, run `npm test`.\n',
  );
  const { receipt } = await curate(lived.at('10:00'));
  assert.deepEqual([receipt.outcome, receipt.reason], ['noop', 'out-of-reach']);
  assert.match(receipt.message, /^nothing was changed: all 2 entries count as yours .*`dk memory whose agent`/u);
});

test('a night takes out only so much, and the next ones go on', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 10),
    ...Array.from({ length: 8 }, (_, at) => ({
      at: '2026-05-02T10:00:00Z',
      text: `Task ${at} of list${at} waits (until 2026-05-0${at + 1})`,
    })),
  ]);
  const messages: string[] = [];
  for (let at = 0; at < 12; at += 1) {
    const { receipt } = await curate(lived.at(`2026-06-${10 + at}T10:00:00Z`));
    messages.push(`${receipt.outcome}: ${receipt.message}`);
  }
  assert.equal(messages[0], 'ran: 1 demoted; 7 more for later nights');
  const landed = messages.map((message) => Number(/(\d) demoted/u.exec(message)?.[1] ?? 0));
  for (let at = 0; at + 7 <= landed.length; at += 1)
    assert.ok(landed.slice(at, at + 7).reduce((sum, each) => sum + each, 0) <= 4);
  assert.ok(landed.reduce((sum, each) => sum + each, 0) > 4, messages.join('\n'));
});

test('what contradicts itself waits for a person; nothing is taken away', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 10),
    { at: '2026-05-02T10:00:00Z', text: 'The staging server listens on port 8080.' },
    { at: '2026-05-20T10:00:00Z', text: 'The staging server listens on port 8081.' },
  ]);
  const before = memoryIn(lived.at('10:00'));
  const { receipt } = await curate(lived.at('10:00'));
  assert.deepEqual([receipt.outcome, receipt.message], ['ran', '1 proposal waits for you (`dk pending`)']);
  assert.equal(memoryIn(lived.at('10:00')), before);
  assert.equal((await curate(lived.at('11:00'))).receipt.outcome, 'noop');
});

test('a path that is gone from the project: its entry goes; one that never was, or is there, stays', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 10),
    { at: '2026-05-02T10:00:00Z', text: 'The cache is in src/old.ts.' },
    { at: '2026-05-02T10:00:00Z', text: 'The parser is in src/a.ts.' },
    { at: '2026-05-02T10:00:00Z', text: 'Plans go to src/never.ts.' },
    { at: '2026-05-02T10:00:00Z', text: 'We removed src/old.ts, it leaked tokens.' },
    { at: '2026-05-02T10:00:00Z', text: 'The build makes src/old.ts; it is generated.' },
  ]);
  lived.happen({ at: '09:30', delete: 'src/old.ts', commit: 'refactor: no cache' });
  const { receipt } = await curate(lived.at('10:00'));
  assert.equal(receipt.message, '1 demoted');
  assert.ok(!memoryIn(lived.at('10:00')).includes('The cache is in src/old.ts'));
  assert.equal(memoryIn(lived.at('10:00')).match(/src\/old\.ts/gu)?.length, 2);
  assert.match(box.read('project/.dream/memory/archive.md'), /src\/old\.ts is gone since 2026-06-10/u);
});

test('a branch that was merged and is gone: what says where work is goes; what was decided there, what is there, and what nobody merged stays', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 10),
    { at: '2026-05-02T10:00:00Z', text: 'The invoices are built on branch feat/invoices.' },
    { at: '2026-05-02T10:00:00Z', text: 'It was decided on branch feat/invoices to use Postgres.' },
    { at: '2026-05-02T10:00:00Z', text: 'The search is built on the branch `search-2`.' },
    { at: '2026-05-02T10:00:00Z', text: 'The parser is built on branch feat/parser.' },
    { at: '2026-05-02T10:00:00Z', text: 'The code in src/a.ts is on branch feat/invoices.' },
    { at: '2026-05-02T10:00:00Z', text: 'Never push to branch feat/invoices.' },
  ]);
  for (const [name, isDeleted] of [
    ['feat/invoices', true],
    ['search-2', false],
  ] as const) {
    box.git('project', 'checkout', '-q', '-b', name);
    box.git('project', 'commit', '-q', '--allow-empty', '-m', name);
    box.git('project', 'checkout', '-q', '-');
    box.git('project', 'merge', '-q', '--no-ff', '--no-edit', name);
    if (isDeleted) box.git('project', 'branch', '-q', '-d', name);
  }
  const before = memoryIn(lived.at('10:00'));
  const { receipt } = await curate(lived.at('10:00'));
  assert.match(receipt.message, /^1 demoted; 1 proposal waits for you/u);
  assert.equal(memoryIn(lived.at('10:00')), before.replace('- The invoices are built on branch feat/invoices.\n', ''));
  const archive = box.read('project/.dream/memory/archive.md');
  assert.match(archive, /branch feat\/invoices was merged and is gone since \d{4}-\d\d-\d\d/u);
});

test('a MEMORY.md in which a merge left its marks is left as it is, and named', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 10),
    { at: '2026-05-02T10:00:00Z', text: 'Run `npm test` before each commit.' },
    { at: '2026-05-02T10:00:00Z', text: 'Before each commit, run `npm test`.' },
  ]);
  const marked = `${memoryIn(lived.at('10:00'))}<<<<<<< HEAD\n- mine\n=======\n- yours\n>>>>>>> theirs\n`;
  box.write('project/.dream/MEMORY.md', marked);
  const { receipt } = await curate(lived.at('10:00'));
  assert.deepEqual([receipt.outcome, receipt.reason], ['failed', 'memory-conflict']);
  assert.equal(memoryIn(lived.at('10:00')), marked);
});

test('in a dry run nothing is written', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    ...filler(0, 12),
    { at: '2026-06-02T10:00:00Z', text: 'The parser was released yesterday.' },
  ]);
  const before = snapshot(lived.home.home, (path) => path.startsWith('.git/'));
  const { receipt } = await curate(lived.at('10:00'), { isDry: true });
  assert.deepEqual([receipt.outcome, receipt.reason], ['ran', 'dry-run']);
  assert.deepEqual(
    snapshot(lived.home.home, (path) => path.startsWith('.git/')),
    before,
  );
});

test('of two that say the same the one that says more stays where it is, also if it is the later one', async (t) => {
  const box = sandbox(t);
  const lived = await homeWith(box, [
    { at: '2026-05-02T10:00:00Z', text: 'The build needs Node 22.' },
    ...filler(0, 12),
    { at: '2026-05-03T10:00:00Z', text: 'The build needs Node 22 because the tests use it.' },
  ]);
  const before = memoryIn(lived.at('10:00'));
  const { receipt } = await curate(lived.at('10:00'));
  assert.equal(receipt.message, '1 merged');
  assert.equal(memoryIn(lived.at('10:00')), before.replace('- The build needs Node 22.\n', ''));
});
