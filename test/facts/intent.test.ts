// What counts as asked for: tables, and a day in which it leads the pack and stays out of everything that is committed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBoard } from '../../src/board/board.ts';
import { gatherFacts, nextAction } from '../../src/facts/facts.ts';
import {
  askedIn,
  doneOn,
  lastWish,
  leftAsked,
  notDone,
  saysSomething,
  wantedOf as wantedIn,
} from '../../src/facts/intent.ts';
import type { StepRecord } from '../../src/steps/steps.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import { memoryGit } from '../memory-git/memory-git.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const wantedOf = (...given: Parameters<typeof wantedIn>): string | undefined => wantedIn(...given)?.text;

test('which prompts ask for something', () => {
  const nods = [
    ...[
      'ok',
      'OK.',
      'yes',
      'Yes, please continue!',
      'continue',
      'go on',
      'do it',
      'thanks 👍',
      '1',
      'y',
      '👍',
      '',
      'no, stop',
    ],
    ...[
      '/clear',
      '/compact keep the plan',
      '/model opus',
      '!ls',
      'src/a.ts',
      './docs/s3.md',
      '@src/a.ts',
      'https://x.dev',
    ],
    ...[
      'weiter',
      'ja, bitte',
      'go on with that',
      'oui, vas-y',
      'sigue',
      'да, продолжай',
      'はい',
      '继续',
      '好的，继续',
      '네',
    ],
    ...[
      '[Request interrupted by user]',
      '<command-name>/clear</command-name>',
      'Caveat: The messages below were generated',
    ],
  ];
  const wishes = [
    ...[
      'fix the login',
      'why does it fail?',
      'yes, but rename it to Storage first',
      'go on with the S3 docs',
      'no, use zod',
    ],
    ...[
      'mach die Tabelle fertig',
      'corrige le test',
      '请修复登录问题',
      'ログインを直して',
      'look at src/a.ts',
      '#12',
      '585',
    ],
  ];
  for (const text of nods) assert.ok(!saysSomething(text), text);
  for (const text of wishes) assert.ok(saysSomething(text), text);
});

test('what is answered by words is not waited for, and does not hide what was asked for before it', () => {
  const at = (text: string, minute: number) => ({ text, time: `2026-06-10T09:0${minute}:00.000Z` });
  const before = at('write the basket', 1);
  for (const text of [
    'where were we?',
    'why does it fail?',
    'just look at the README please',
    'please explain the parser',
    'show me the board',
    'do not start the docs yet',
    'Why does mean give NaN for an empty list? Do not change anything yet.',
    'explain how the parser works without changing anything',
    'And format?',
    'what about the parser?',
  ]) {
    assert.equal(wantedOf([before, at(text, 2)], []), 'write the basket', text);
    assert.equal(wantedOf([at(text, 2)], []), undefined, text);
    assert.deepEqual(leftAsked([before, at(text, 2), at('fix the login', 3)], [{ time: '2026-06-09' }]), [
      'write the basket',
    ]);
  }
  for (const text of [
    'can you fix the login?',
    'and could you format it?',
    'and the docs, please?',
    'look into the flaky test',
    'why does it fail? fix it',
    'read quoted fields',
  ])
    assert.equal(wantedOf([before, at(text, 2)], []), text);
  assert.equal(wantedOf([before, at('where were we?', 2)], [{ time: '2026-06-10T09:01:30Z' }]), undefined);
});

test('who asks for one thing and for nothing else asks for something', () => {
  const time = '2026-06-10T09:00:00.000Z';
  for (const text of [
    'fix the parser, and do not change anything else',
    'Do not change the API, just fix the parser',
    'Rename it to Storage. Do not edit the tests.',
    'fix the login without changing anything in src/api',
  ])
    assert.equal(wantedOf([{ text, time }], []), text);
});

test('what is done on the board is not left', () => {
  const board = parseBoard(Buffer.from('* board\n** DONE Format numbers with a separator\n** TODO honest faq\n'));
  const asked = ['Format numbers with a separator, as the board says', 'honest faq, please'];
  assert.deepEqual(notDone(asked, doneOn(board)), asked.slice(1));
});

test('what names a task that looks done is not told as left', () => {
  const texts = ['prices have two decimals: make the test pass', 'write the basket', 'prices have two decimals!'];
  assert.deepEqual(notDone(texts, [{ task: 'Prices have two decimals' }]), ['write the basket']);
  assert.deepEqual(notDone(texts, [{ task: 'basket' }, { task: 'have two deci' }]), texts);
});

test('each thing once, by its last time, and only until something is committed', () => {
  const prompt = (target: string, minute: number, call: string | null = null) =>
    ({ tool: 'prompt', target, call, time: `2026-06-10T09:0${minute}:00.500Z` }) as StepRecord;
  const asked = askedIn([
    ...[prompt('fix the login', 1, 'p1'), prompt('fix the login', 1, 'p1'), prompt('write the docs', 2)],
    ...[prompt('Fix the login!', 3), prompt('ok', 4), { ...prompt('a todo', 5), tool: 'todo' }],
  ]);
  assert.deepEqual(
    asked.map(({ text }) => text),
    ['write the docs', 'Fix the login!'],
  );
  const commit = (time: string) => [{ time: `2026-06-10T09:${time}.000Z` }];
  assert.equal(wantedOf(asked, []), 'Fix the login!');
  assert.equal(wantedOf(asked, commit('02:59')), 'Fix the login!');
  assert.equal(wantedOf(asked, commit('03:00')), 'Fix the login!', 'in the same second nobody knows');
  assert.equal(wantedOf(asked, commit('03:01')), undefined);
  assert.equal(wantedOf([], []), undefined);
  assert.deepEqual(leftAsked(asked, []), ['write the docs']);
  assert.deepEqual(leftAsked(asked, [...commit('03:30'), ...commit('01:00')]), ['write the docs']);
  assert.deepEqual(leftAsked(asked, [...commit('02:30'), ...commit('01:00')]), [], 'it was answered');
  assert.deepEqual(leftAsked(asked, commit('03:30')), [], 'what was committed so long ago is not looked at');
  const amended = { ...commit('03:30')[0], time: '2026-06-10T09:03:30.000Z', authored: '2026-06-10T09:02:30.000Z' };
  assert.deepEqual(leftAsked(asked, [amended, ...commit('01:00')]), [], 'it was committed then, and amended since');
});

test('what a later commit says in its words is not left, as where two sessions ask at once', () => {
  const asked = [
    { text: 'Write the product of a list with a test, and commit it', time: '2026-06-10T09:01:00.000Z' },
    { text: 'Begin the variance', time: '2026-06-10T09:01:03.000Z' },
  ];
  const commits = (subject: string) => [
    { time: '2026-06-10T09:05:00.000Z', subject },
    { time: '2026-06-10T09:00:00.000Z', subject: 'Product of a list' },
  ];
  assert.deepEqual(leftAsked(asked, commits('Product of a list')), []);
  assert.deepEqual(leftAsked(asked, commits('Test')), [asked[0]?.text], 'one word is not what was asked');
  assert.deepEqual(leftAsked(asked, commits('Sum of a list')), [asked[0]?.text]);
});

test('what was asked last is the last wish: a question after it was answered, and commits say nothing of it', async (t) => {
  assert.equal(lastWish(['fix the login', 'what is going on?', 'show me the log']), 'fix the login');
  assert.equal(lastWish(['what is going on?']), undefined);
  assert.equal(lastWish(['Nothing to do today?', 'Anything left to do here?']), undefined);
  assert.equal(lastWish(['Anything left? Then fix the login.']), 'Anything left? Then fix the login.');
  const only = await live(t, '* board\n', [{ at: '09:00', prompt: 'what is going on in there?' }]);
  assert.doesNotMatch((await wakeUp(only.at('09:10'), { isDry: true })).pack, /Asked last|going on in there/u);
  const both = await live(t, '* board\n', [
    ...[{ at: '09:00', prompt: wish } as const, { at: '09:01', prompt: 'what is going on in there?' } as const],
    ...[{ at: '09:05', edit: 'a.ts', content: 'A\n' } as const, { at: '09:06', commit: 'done' } as const],
  ]);
  const { pack } = await wakeUp(both.at('09:10'), { isDry: true });
  assert.match(pack, /\nAsked earlier, and commits came after it, so it may be done:\n- Rework the zebra/u);
  assert.doesNotMatch(pack, /going on in there/u);
});

const wish = 'Rework the zebra importer so that it reads quoted fields';

async function live(t: Parameters<typeof sandbox>[0], board: string, day: readonly DayEvent[]): Promise<Lived> {
  return liveDay(sandbox(t), 'project', { shape: 'nested', board, before: { 'a.ts': 'a\n' }, day }, memoryGit());
}

test('it leads the pack inside the frame, outside stands only a sentence of ours, and nothing of it is committed', async (t) => {
  const lived = await live(t, '* board\n** DOING pricing table\n', [
    { at: '08:50', prompt: 'Look at the oldest notes and sort them' },
    { at: '09:00', prompt: wish },
    { at: '09:05', prompt: 'ok, go on' },
    { at: '09:06', read: 'a.ts' },
  ]);
  const { pack, carry } = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.equal(carry.next, 'go on with what you were asked; on the board: go on with "pricing table"');
  const [outside = '', inside = ''] = pack.split(/<others-[0-9a-f]+>\n/u);
  assert.doesNotMatch(outside, /zebra/u);
  assert.ok(inside.startsWith(`Asked last:\n- ${wish}\n`), pack);
  assert.match(
    inside,
    /\nAsked earlier, with no commit before the next request; look whether it is done:\n- Look at the oldest notes/u,
  );
  assert.equal(inside.split('zebra').length, 2, 'once');
  assert.doesNotMatch(pack, /ok, go on/u);
  const { text, receipt } = await sleepOnce(lived.at('09:20'), { env: {} });
  assert.equal(receipt.outcome, 'ran');
  assert.doesNotMatch(text ?? '', /zebra|you were asked/u);
  assert.match(text ?? '', /- next action: go on with "pricing table"/u);

  lived.happen({ at: '09:30', edit: 'a.ts', content: 'A\n' });
  assert.match(
    (await wakeUp(lived.at('09:31'), { isDry: true })).carry.next,
    /^go on with what you were asked; finish and commit `a\.ts`/u,
    'more pressing',
  );
  lived.happen({ at: '09:40', commit: 'done' });
  const after = await wakeUp(lived.at('09:41'), { isDry: true });
  assert.equal(after.carry.next, 'go on with "pricing table"');
  assert.match(
    after.pack,
    />\nAsked earlier, and commits came after it, so it may be done:\n- Rework the zebra importer/u,
  );
  assert.doesNotMatch(after.pack, /Asked last:/u);
});

test('a prompt that names a task is evidence for it', async (t) => {
  const lived = await live(t, '* board\n', [{ at: '09:00', prompt: wish }]);
  const facts = await gatherFacts({ ...lived.at('09:10'), purpose: 'wake' });
  const next = (board: string, wanted = wish): string =>
    nextAction({ ...facts, wanted, board: parseBoard(Buffer.from(`* board\n${board}`)) });
  const tasks = '** DOING pricing table\n** DOING zebra importer: quoted fields\n** TODO honest faq\n';
  assert.match(next(tasks), /asked: "zebra importer: quoted fields" \(DOING/u);
  assert.match(next(tasks, 'please finish the honest FAQ today'), /asked: "honest faq" \(TODO/u);
  // One word, or two tasks that fit as well, name none.
  assert.equal(next('** TODO a zebra\n', 'paint a zebra crossing here').includes(':'), true, 'the whole title');
  assert.equal(next('** TODO paint zebras\n', 'where are they, the zebra ones?'), 'go on with what you were asked');
  assert.equal(next('** TODO zebra importer red\n** TODO zebra importer blue\n'), 'go on with what you were asked');
  // What is put off, or only asked after, is not to be gone on with.
  for (const prompt of [
    'do not touch the zebra importer today, explain the readme to me',
    'leave the zebra importer for later and explain the readme',
    'what is the state of the zebra importer?',
    'before the zebra importer, please explain the readme',
  ])
    assert.equal(next('** TODO zebra importer\n', prompt), 'go on with what you were asked', prompt);
});
