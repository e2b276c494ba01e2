// The pack as a brief: what it is, in the order a colleague would say it, in the reader's own time, and nothing that its reader has heard already.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readHead } from '../../src/home/home.ts';
import { identityOf, notesIn } from '../../src/memory/memory.ts';
import type { News } from '../../src/wake/news.ts';
import { notesFor } from '../../src/wake/remembered.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type Lived, liveDay } from '../day.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

/** A day on which there is something of everything. */
async function fullDay(box: Sandbox): Promise<Lived> {
  const lived = await liveDay(box, 'project', {
    shape: 'nested',
    board: '* board\n** DOING parser for dates\nIt has to read what people type.\n- [ ] weekdays\n** NEXT honest faq\n',
    before: { 'src/parser.ts': 'a\n', 'README.md': 'a\n' },
    day: [
      { at: '09:00', prompt: 'Please make the parser for dates read weekdays as well' },
      { at: '09:05', run: 'npm run lint', exit: 0 },
    ],
  });
  assert.equal((await sleepOnce(lived.at('09:10'), { env: {} })).receipt.outcome, 'ran');
  lived.happen({ at: '09:20', edit: 'src/parser.ts', content: 'b\nc\n' });
  lived.happen({ at: '09:21', run: 'npm test', exit: 1 });
  lived.happen({ at: '09:30', write: 'README.md', content: 'by hand\n' });
  mkdirSync(join(lived.home.home, 'notes'));
  const notes = [
    'the parser keeps dates as text',
    ...Array.from({ length: 12 }, (_, index) => `of no matter ${index}`),
  ];
  writeFileSync(join(lived.home.home, 'notes/2026-06-09.md'), notes.map((note) => `- ${note}\n`).join(''));
  return lived;
}

test('a full day', async (t) => {
  const lived = await fullDay(sandbox(t));
  await t.test('it says what it is, and then what a colleague would, in that order', async () => {
    const { pack } = await wakeUp(lived.at('09:40'), { isDry: true });
    const order = [
      'Good morning, waldo. Background from earlier sessions, as of Wed 2026-06-10 09:40 UTC; what you are asked in this session outranks it.',
      `The person's last request, quoted below under "Asked last", has no commit yet: go on with it unless you are asked for something else.`,
      'DOING: "parser for dates"',
      'In flight, not committed: `src/parser.ts` +2 −1',
      'Changed, and no edit on record says by whom: `README.md` +1 −1',
      'Broken:\n- `npm test` failed with exit 1, Wed 2026-06-10 09:21',
      'Next action: make `npm test` pass',
      'You are on branch `main` at ',
      'Asked last:\n- Please make the parser',
      'The board says of "parser for dates":\n- It has to read what people type.\n- [ ] weekdays',
      'On the board:\n- NEXT honest faq',
      'Newest commits:\n- ',
      'Remembered:\n- the parser keeps dates as text\n- of no matter 0\n',
    ];
    const found = order.map((part) => pack.indexOf(part));
    for (const [at, where] of found.entries()) assert.ok(where > (found[at - 1] ?? -1), `${order[at]}\n${pack}`);
    assert.ok(pack.length <= 4000);
  });
  await t.test('what a harness sends is left out for it, one by one', async () => {
    const at = lived.at('09:40');
    const told = async (...sent: readonly ('branch' | 'status' | 'commits')[]): Promise<string> =>
      (await wakeUp(at, { isDry: true, sent })).pack;
    const marks = {
      branch: /You are on branch/u,
      status: /Changed, and no edit on record/u,
      commits: /Newest commits/u,
    };
    const whole = await told();
    for (const mark of Object.values(marks)) assert.match(whole, mark);
    for (const [sent, mark] of Object.entries(marks)) {
      const pack = await told(sent as keyof typeof marks);
      assert.doesNotMatch(pack, mark);
      for (const other of Object.values(marks)) if (other !== mark) assert.match(pack, other);
      // That it is the agent's own work no status says.
      assert.match(pack, /In flight, not committed: `src\/parser\.ts`/u);
    }
  });
  await t.test('times are of the zone where people are, with their day', async () => {
    const at = lived.at('23:40');
    const there = { ...at, world: { ...at.world, zone: 'Asia/Tokyo' } };
    const { pack, brief } = await wakeUp(there, { isDry: true });
    assert.match(pack, /as of Thu 2026-06-11 08:40 Asia\/Tokyo; /u);
    assert.match(pack, /`npm test` failed with exit 1, Wed 2026-06-10 18:21\n/u);
    assert.deepEqual([brief?.zone, brief?.broken[0]?.time], ['Asia/Tokyo', '2026-06-10T09:21:00.000Z']);
    const set = await wakeUp({ ...there, settings: { ...at.settings, timezone: 'America/New_York' } }, { isDry: true });
    assert.match(set.pack, /as of Wed 2026-06-10 19:40 America\/New_York;/u, 'a setting wins');
  });
  await t.test('the same facts as data', async () => {
    const { brief } = await wakeUp(lived.at('09:40'), { isDry: true });
    assert.ok(brief !== null);
    assert.match(brief.asked ?? '', /^Please make the parser/u);
    assert.deepEqual(
      brief.inFlight.map(({ path, isOwn }) => [path, isOwn]),
      [
        ['README.md', false],
        ['src/parser.ts', true],
      ],
    );
    assert.deepEqual(
      brief.broken.map(({ command, result, exit }) => [command, result, exit]),
      [['npm test', 'failed', 1]],
    );
    assert.deepEqual([brief.since.branch, brief.since.branchThen, brief.since.commits], ['main', 'main', 0]);
    assert.deepEqual(brief.board, ['NEXT honest faq']);
    assert.equal(brief.remembered[0], 'the parser keeps dates as text');
  });
  await t.test('what the agent said last is told, unless it is still at work', async () => {
    const said = { v: 1, time: '2026-06-10T09:35:00.000Z', run: 's7', text: 'Half of it is done.' };
    mkdirSync(lived.home.privateDir, { recursive: true });
    writeFileSync(join(lived.home.privateDir, 'last-words.json'), JSON.stringify(said));
    const at = lived.at('09:40');
    const { pack, brief } = await wakeUp(at, { isDry: true });
    assert.match(
      pack,
      /own last words, in another session than the one with the last request, Wed 2026-06-10 09:35; nobody has verified them:\n> Half of it is done\.\n/u,
    );
    assert.deepEqual(brief?.said, { text: said.text, time: said.time });
    assert.equal((await wakeUp({ ...at, atWork: ['s7'] }, { isDry: true })).brief?.said, null);
  });
});

test('what a person may have changed is told, and nobody is sent to it', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n** TODO honest faq\n', before: { 'a.ts': 'a\n', 'b.ts': 'b\n' } },
    day: [{ at: '09:00', write: 'a.ts', content: 'by hand\n' }],
  });
  const person = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.equal(person.carry.next, 'start "honest faq" (TODO on the board)');
  assert.match(person.pack, /\nChanged, and no edit on record says by whom: `a\.ts` \+1 −1\n/u);
  assert.doesNotMatch(person.pack, /commit `a\.ts`|In flight/u);
  assert.deepEqual(person.brief?.inFlight, [{ path: 'a.ts', added: 1, removed: 1, isOwn: false }]);
  // What the agent changed by a command is on record as well.
  lived.happen({ at: '09:20', write: 'b.ts', content: 'by sed\n' });
  lived.happen({ at: '09:20', run: "sed -i 's/b/by sed/' b.ts", exit: 0 });
  const agent = await wakeUp(lived.at('09:30'), { isDry: true });
  assert.equal(agent.carry.next, 'finish and commit `b.ts` +1 −1');
});

test('a request and the board: each task is called what it is, and a check that ran is not called passed', async (t) => {
  const board =
    '* board\n** DOING parser for dates\n- [ ] weekdays\n** TODO invoice totals are rounded\n** TODO honest faq\n';
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board, before: { 'src/sum.ts': 'a\n' } },
    day: [
      { at: '09:00', prompt: 'the totals of an invoice are off by a cent, they have to be rounded' },
      { at: '09:05', edit: 'src/sum.ts', content: 'b\n' },
      { at: '09:06', run: 'npm test 2>&1 | tail -3', exit: 0 },
    ],
  });
  const { pack, brief } = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.match(pack, /\nIt may be about "invoice totals are rounded" \(TODO on the board\)\.\n/u);
  assert.match(
    pack,
    /\nDOING: "parser for dates" \(so the board says; the last request seems to be about another task\)\n/u,
  );
  assert.doesNotMatch(pack, /The board says of "parser/u);
  assert.match(
    pack,
    /\nRun, and it is not certain what it says of this tree:\n- `npm test`, Wed 2026-06-10 09:06 \(neither its exit code nor its output says whether it passed\)\n/u,
  );
  assert.match(pack, /\nNext action: go on with what you were asked; finish and commit `[^`]+`\n/u);
  assert.deepEqual(
    [brief?.askedFor, brief?.unclear.map(({ command }) => command)],
    ['invoice totals are rounded', ['npm test']],
  );
  // Asked for what is DOING, nothing is said beside it; run again with an end, the check is known.
  lived.happen({ at: '09:20', prompt: 'first the weekdays in the parser for dates' });
  lived.happen({ at: '09:21', run: 'npm test', exit: 0 });
  const after = (await wakeUp(lived.at('09:30'), { isDry: true })).pack;
  assert.match(
    after,
    /\nDOING: "parser for dates"\n[\s\S]*\nThe board says of "parser for dates":\n- \[ \] weekdays\n/u,
  );
  assert.doesNotMatch(after, /It may be about|not on record/u);
});

test('a request with a word of what is DOING and more words of another task is about the other', async (t) => {
  const board =
    '* board\n** DOING env as files on the hosts\n- [ ] secrets\n** TODO 404s for the assets of the other version during a deploy\n';
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board, before: { 'lib/app.rb': 'a\n' } },
    day: [
      { at: '09:00', prompt: 'now the assets: both versions have to be on the hosts during the whole deploy, no 404s' },
      { at: '09:05', edit: 'lib/app.rb', content: 'b\n' },
      { at: '09:06', run: 'git switch -qc other && npm test && git switch -q main', exit: 0 },
    ],
  });
  const { pack } = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.match(pack, /\nIt may be about "404s for the assets[^"]*" \(TODO on the board\)\.\n/u);
  assert.match(
    pack,
    /\nDOING: "env as files on the hosts" \(so the board says; the last request seems to be about another task\)\n/u,
  );
  assert.match(pack, /\n- `npm test`, Wed 2026-06-10 09:06 \(another commit was checked out meanwhile\)\n/u);
  assert.doesNotMatch(pack, /secrets/u, 'no box of a task that nobody asked for');
});

test('several tasks are under way and the open files are of none by name: that is said, and no boxes of one are told', async (t) => {
  const board =
    '* board\n** DOING hints for null\n- [ ] parser\n** DOING wrapper for docker\n** TODO one\n** TODO two\n** TODO three\n** TODO four\n** TODO five\n** TODO all of it\n*** TODO six\n';
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board, before: { 'codecov.yml': 'a\n' } },
    day: [{ at: '09:05', edit: 'codecov.yml', content: 'b\n' }],
  });
  const { pack } = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.match(
    pack,
    /\nDOING: "hints for null" \(one of several on the board; the open files do not say which they are for\)\n/u,
  );
  assert.doesNotMatch(pack, /The board says of/u);
  // Eight open tasks lie below the two: five are shown, and what lies above others is counted as well.
  assert.match(pack, /\n- TODO five\n- \(and 2 more: `dk board`\)\n/u);
});

test('a request that is only the number of an issue is for the task of that issue, and open files are not said to be for another', async (t) => {
  const board =
    '* board\n** DOING hints for null\n- [x] helper\n- [x] internal\n- [ ] parser\n** TODO hosts with umlauts (#1300)\n** TODO links (#130)\n';
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board, before: { 'src/helper/connect.ts': 'a\n', 'src/internal/text.ts': 'a\n' } },
    day: [
      { at: '09:00', prompt: '#1300' },
      { at: '09:05', edit: 'src/helper/connect.ts', content: 'b\n' },
      { at: '09:06', edit: 'src/internal/text.ts', content: 'b\n' },
    ],
  });
  const { pack, carry } = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.match(pack, /\nIt may be about "hosts with umlauts \(#1300\)" \(TODO on the board\)\.\n/u);
  assert.match(
    pack,
    /\nDOING: "hints for null" \(so the board says; the last request seems to be about another task\)\n/u,
  );
  assert.doesNotMatch(carry.next, /for "hints/u);

  // Without a request the ticked boxes say nothing, either: what they name is done.
  const alone = await liveDay(sandbox(t), 'alone', {
    ...{ shape: 'nested', board, before: { 'src/helper/connect.ts': 'a\n', 'src/internal/text.ts': 'a\n' } },
    day: [
      { at: '09:05', edit: 'src/helper/connect.ts', content: 'b\n' },
      { at: '09:06', edit: 'src/internal/text.ts', content: 'b\n' },
    ],
  });
  assert.doesNotMatch((await wakeUp(alone.at('09:10'), { isDry: true })).carry.next, /for "hints/u);
});

test('what passed before the last edit is to be run again, also when no dream lay between', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n' } },
    day: [
      { at: '09:00', run: 'npm test', exit: 0 },
      { at: '09:05', edit: 'a.ts', content: 'b\n' },
    ],
  });
  const said =
    /\nCheck again before relying on it:\n- ~~`npm test` ended with 0, Wed 2026-06-10 09:00~~ `a\.ts` changed since\n/u;
  assert.match((await wakeUp(lived.at('09:10'), { isDry: true })).pack, said);
  assert.equal((await sleepOnce(lived.at('09:20'), { env: {} })).receipt.outcome, 'ran');
  assert.match((await wakeUp(lived.at('09:30'), { isDry: true })).pack, said);
  lived.happen({ at: '09:40', run: 'npm test', exit: 0 });
  assert.doesNotMatch((await wakeUp(lived.at('09:50'), { isDry: true })).pack, /Check again/u);
});

test('with nothing else to do, it is looked at', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n' } },
    day: [{ at: '09:00', write: 'a.ts', content: 'by hand\n' }],
  });
  assert.equal(
    (await wakeUp(lived.at('09:10'), { isDry: true })).carry.next,
    'look at `a.ts` +1 −1: changed, not committed, and no edit on record says by whom',
  );
});

test('to a session that goes on only what is new is told, and nothing if that is nothing', async (t) => {
  const lived = await fullDay(sandbox(t));
  const told = async (since: string, more: Partial<News> = {}): Promise<string> =>
    (
      await wakeUp(lived.at('09:50'), {
        isDry: true,
        news: { since: `2026-06-10T${since}:00.000Z`, branch: 'main', head: null, reports: [], ...more },
      })
    ).pack;
  assert.equal(await told('09:45'), '');
  const broken = await told('09:15');
  assert.match(
    broken,
    /^Welcome back, waldo\. Only what is new since Wed 2026-06-10 09:15 UTC; what you are asked now comes first\.\nBroken:\n- `npm test` failed .*\nNext action: make `npm test` pass/u,
  );
  assert.doesNotMatch(broken, /On the board|Remembered|DOING|Good morning/u);
  assert.match(await told('09:45', { branch: 'feature/x' }), /\nThe branch was `feature\/x`, and is `main` now\.\n/u);
  const [, inside = ''] = (await told('09:45', { reports: ['This session was cut off.'] })).split(/<others-\w+>\n/u);
  assert.match(
    inside,
    /^Notes:\n- This session was cut off\.\n/u,
    'what others may have had a hand in is in the frame',
  );
  lived.happen({ at: '09:47', commit: 'add: pulled', files: ['README.md'] });
  assert.match(await told('09:45'), /\n1 commit came since\.\n[\s\S]*\nNew commits:\n- [0-9a-f]{7} add: pulled\n/u);
  // Pulled just now, and made long before: by its commit it is known as new.
  const then = readHead(lived.home.project).head;
  assert.equal(await told('09:48', { head: then }), '');
  lived.happen({ at: '08:00', write: 'README.md', content: 'theirs\n' });
  lived.happen({ at: '08:00', commit: 'add: of yesterday', files: ['README.md'] });
  assert.equal(await told('09:48'), '', 'its time says nothing');
  assert.match(await told('09:48', { head: then }), /\n1 commit came since\.\n[\s\S]* add: of yesterday\n/u);
});

test('notes: what is pinned, what belongs to the work, and the newest', () => {
  const note = (text: string, pinned: 'verb' | null = null) => ({
    ...{ id: text, sha256: identityOf(text).sha256, text, details: [], day: '2026-06-10', places: [], pinned },
    ...{ kind: 'item' as const, section: [], origin: null, time: null, concepts: [], isEcho: false },
  });
  const many = Array.from({ length: 9 }, (_, index) => note(`of no matter ${index}`));
  const notes = [
    ...many,
    note('the parser keeps dates as text'),
    note('src/cache.ts is slow'),
    note('be kind', 'verb'),
  ];
  const belonging = notesIn(Buffer.from('- the parser keeps dates as text\n- src/cache.ts is slow\n- be kind\n'));
  assert.deepEqual(
    notesFor(
      notes,
      { redact: (text) => text },
      belonging.map((entry) => ({ path: 'notes/2026-06-10.md', entry })),
    ),
    {
      lines: [
        ...['be kind', 'the parser keeps dates as text', 'src/cache.ts is slow'],
        ...[8, 7, 6, 5, 4, 3, 2, 1, 0].map((index) => `of no matter ${index}`),
      ],
      leading: 3,
    },
  );
});

test('only what once passed fails "since it last passed"', async (t) => {
  const lived = await fullDay(sandbox(t));
  for (const [at, run, exit] of [
    ['09:31', 'npm test', 1],
    ['09:32', 'npm run build', 0],
    ['09:33', 'npm run build', 1],
    ['09:34', 'npm run build', 1],
  ] as const)
    lived.happen({ at, run, exit });
  const { pack } = await wakeUp(lived.at('09:40'), { isDry: true });
  assert.match(pack, /^- `npm run build` failed with exit 1, Wed 2026-06-10 09:34, 2 times since it last passed$/mu);
  assert.match(pack, /^- `npm test` failed with exit 1, Wed 2026-06-10 09:31, 2 times$/mu);
});

test('what broke before a commit is told as that; what a dry run would move is not called moved', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{
      shape: 'nested',
      board: '* board\n** TODO prices in docs/guide.md\n',
      before: { 'src/parser.ts': 'a\n', 'docs/guide.md': 'a\n' },
    },
    day: [
      { at: '09:00', run: 'npm test', exit: 1 },
      { at: '09:05', write: 'src/parser.ts', content: 'mended by hand\n' },
      { at: '09:06', commit: 'Mend it' },
      { at: '09:07', edit: 'docs/guide.md', content: 'prices\n' },
    ],
  });
  const { pack } = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.match(pack, /\nBroken:\n- `npm test` failed with exit 1, Wed 2026-06-10 09:00, before commit [0-9a-f]{7}\n/u);
  lived.happen({ at: '09:20', run: 'npm test', exit: 1 });
  const { text } = await sleepOnce(lived.at('09:30'), { env: {}, isForced: true });
  assert.match(text ?? '', /^- pick up: prices in docs/mu);
  const dry = await wakeUp(lived.at('09:40'), { isDry: true });
  assert.match(
    dry.pack,
    /\nThe last dream suggests these moves on the board; they are made when a session starts:\n- "prices/u,
  );
  assert.doesNotMatch(dry.pack, / before commit |moved these tasks/u);
  assert.match((await wakeUp(lived.at('09:50'))).pack, /\nThe last dream moved these tasks on the board:\n- "prices/u);
});
