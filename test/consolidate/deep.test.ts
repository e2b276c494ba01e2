// Deep sleep (O26 to O29): with the 10th and 20th consolidation and no other; what it prunes can be restored; what a model says of it takes nothing with it.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { consolidateAct, deepAct, isDeepDue } from '../../src/consolidate/consolidate.ts';
import { undoChange, verifyNights } from '../../src/history/history.ts';
import { archivedIn } from '../../src/memory/memory.ts';
import {
  type DreamEntryLine,
  dreamsIn,
  observationsIn,
  printDreamEntry,
  printObservation,
} from '../../src/observations/observations.ts';
import { memoryRestore } from '../../src/verbs/verbs.ts';
import type { ModelRequest } from '../../src/world/world.ts';
import type { Lived } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { sandbox, snapshot } from '../sandbox.ts';
import { consolidate, consolidateSaying, dayIn, selfFile } from './lived.ts';

const acts = [consolidateAct, deepAct];
const entry = (at: number, more: Partial<DreamEntryLine> = {}): DreamEntryLine => ({
  ...{ t: `2026-06-0${(at % 9) + 1}T10:00:00.000Z`, actions: 7, reflection: `Thought ${at}.`, priority: `Do ${at}.` },
  ...{ observations: 1, deep: false, ...more },
});

/** An agent that has consolidated so often before. */
function withDreams(lived: Lived, before: number, more: readonly DreamEntryLine[] = []): void {
  mkdirSync(join(lived.home.home, '.self'), { recursive: true });
  const all = [...Array.from({ length: before }, (_, at) => entry(at)), ...more];
  writeFileSync(join(lived.home.home, '.self/dreams.jsonl'), all.map((each) => `${printDreamEntry(each)}\n`).join(''));
}

/** But for what is private, and empty folders, which are nothing to git. */
const homeOf = (lived: Lived) =>
  Object.entries(snapshot(lived.home.home, (path) => /^\.git\/|^\.git$|^rem|^_/u.test(path))).filter(
    ([, what]) => what !== 'folder',
  );
const dreamsOf = (lived: Lived): DreamEntryLine[] => dreamsIn(Buffer.from(selfFile(lived, 'dreams.jsonl')));
const deepOf = (receipt: { readonly acts: readonly { name: string; outcome: string; reason: string }[] }) => {
  const found = receipt.acts.find(({ name }) => name === 'deep');
  return [found?.outcome, found?.reason];
};

test('due with every 10th: not at 9, at 10, not at 11, at 20; light ones are not counted, and one that failed is made up for', () => {
  const full = (count: number, done: readonly number[] = []): DreamEntryLine[] =>
    Array.from({ length: count }, (_, at) => entry(at, { deep: done.includes(at + 1) }));
  assert.deepEqual(
    [9, 10, 11, 19, 20, 21].map((count) => isDeepDue(full(count, [10]), 10)),
    [false, false, false, false, true, true],
  );
  assert.deepEqual(
    [0, 1, 9, 10, 11].map((count) => isDeepDue(full(count), 10)),
    [false, false, false, true, true],
  );
  assert.equal(isDeepDue([...full(9), ...Array.from({ length: 5 }, () => entry(1, { light: true }))], 10), false);
  // Done one too late, it still comes with the 20th.
  assert.deepEqual([isDeepDue(full(19, [11]), 10), isDeepDue(full(20, [11]), 10)], [false, true]);
  assert.deepEqual([isDeepDue(full(4), 5), isDeepDue(full(5), 5)], [false, true]);
});

test('the 9th consolidation is none; the 10th prunes, ranks and writes the diary, in one commit that one undo takes back', async (t) => {
  const box = sandbox(t);
  const lived = await dayIn(box);
  withDreams(lived, 8);
  const ninth = await consolidateSaying(lived, '10:00', { acts });
  assert.deepEqual(deepOf(ninth), ['noop', 'not-due'], ninth.message);
  assert.equal(selfFile(lived, 'priorities.md') + selfFile(lived, 'diary.md'), '');
  for (const at of [1, 2, 3, 4, 5])
    lived.happen({ at: `2026-06-12T12:0${at}:00Z`, edit: 'src/a.ts', content: `b${at}\n` });
  lived.happen({ at: '2026-06-12T12:06:00Z', run: 'npm test', exit: 1 });
  const state = homeOf(lived);
  const tenth = await consolidate(lived, '2026-06-12T13:00:00Z', { acts });
  assert.deepEqual([tenth.outcome, ...deepOf(tenth)], ['ran', 'ran', 'deep-sleep'], tenth.message);
  assert.deepEqual(
    dreamsOf(lived).map(({ deep }) => deep),
    [...Array.from({ length: 9 }, () => false), true],
  );
  // GRN of two days ago is gone, RED and YLW are there, and what came now.
  const left = selfFile(lived, 'observations.md');
  assert.match(left, /^RED 09:00 Asked/mu);
  assert.match(left, /^YLW 09:15 The parser reads dates now/mu);
  assert.doesNotMatch(left, /GRN 09:10 `npm test` passed/u);
  assert.match(left, /## 2026-06-12\n\nRED 12:06 `npm test` fails/u);
  const archive = archivedIn(Buffer.from(box.read('project/.dream/memory/archive.md')));
  assert.deepEqual(
    archive.map(({ text, why, section, path }) => [text, why, section, path]),
    [
      ['GRN 09:10 `npm test` passed', 'older than 48 hours', '2026-06-10', '.self/observations.md'],
      ['GRN 09:31 src/a.ts and src/b.ts were edited', 'older than 48 hours', '2026-06-10', '.self/observations.md'],
      ['GRN 09:32 `npm run lint` was tried twice', 'older than 48 hours', '2026-06-10', '.self/observations.md'],
    ],
  );
  const priorities = selfFile(lived, 'priorities.md').trimEnd().split('\n');
  assert.ok(priorities.length >= 3 && priorities.length <= 5, priorities.join('\n'));
  assert.ok(priorities.every((line) => line.startsWith('- ')));
  assert.match(
    selfFile(lived, 'diary.md'),
    /^# Diary\n\n## 2026-06-12 13:00\n\n3 consolidations of 20 actions; 3 observations/u,
  );
  const files = box.git('project/.dream', 'show', '--format=', '--name-only', 'HEAD').trim().split('\n');
  for (const name of ['observations.md', 'dreams.jsonl', 'priorities.md', 'diary.md'])
    assert.ok(files.includes(`.self/${name}`), name);
  const { world, home } = lived.at('2026-06-12T13:01:00Z');
  assert.equal((await verifyNights(world, home)).broken, null);
  const undone = await undoChange(world, home, { wanted: tenth.id, agent: 'waldo', keep: 50 });
  assert.equal(undone.result, 'undone');
  assert.deepEqual(homeOf(lived), state);
});

test('what was pruned comes back with restore, and no later sleep takes it again', async (t) => {
  const box = sandbox(t);
  const lived = await dayIn(box);
  withDreams(lived, 8);
  await consolidateSaying(lived, '10:00', { acts });
  lived.happen({ at: '2026-06-13T12:00:00Z', edit: 'src/a.ts', content: 'b\n' });
  const before = observationsIn(Buffer.from(selfFile(lived, 'observations.md')));
  await consolidate(lived, '2026-06-13T13:00:00Z', { acts, isForced: true });
  const [gone] = archivedIn(Buffer.from(box.read('project/.dream/memory/archive.md')));
  assert.ok(gone !== undefined);
  const at = { cwd: box.path('project'), env: box.env, complain: () => undefined };
  const done = await memoryRestore(at, { id: gone.id.slice(0, 6) });
  assert.deepEqual([done.id, done.text, done.result], [gone.id, gone.text, 'applied']);
  const now = observationsIn(Buffer.from(selfFile(lived, 'observations.md')));
  assert.ok(before.some(({ id }) => id === gone.id) && now.some(({ id }) => id === gone.id));
  assert.ok(!archivedIn(Buffer.from(box.read('project/.dream/memory/archive.md'))).some(({ id }) => id === gone.id));
  lived.happen({ at: '2026-06-20T12:00:00Z', edit: 'src/a.ts', content: 'c\n' });
  await consolidate(lived, '2026-06-20T13:00:00Z', { acts, isForced: true });
  assert.match(selfFile(lived, 'observations.md'), new RegExp(gone.text.replaceAll(/[`().]/gu, '.'), 'u'));
  await assert.rejects(memoryRestore(at, { id: 'o-aaaaaaaa' }), { code: 'E_NO_SUCH_MEMORY' });
});

describe('with a model', () => {
  const day = async (t: Parameters<typeof sandbox>[0]) => {
    const lived = await dayIn(sandbox(t));
    withDreams(lived, 9);
    return lived;
  };
  const sleeps = (lived: Lived, say: (request: ModelRequest, ids: readonly string[]) => string) => {
    const home = lived.at('10:00');
    const idsIn = ({ prompt = '' }: ModelRequest) =>
      [...prompt.matchAll(/^(o-[a-z2-7]{8}) /gmu)].map(([, id = '']) => id);
    const world = answering(home.world, (request) => say(request, idsIn(request)));
    return consolidate(lived, '10:00', { acts, home: { ...home, world }, dreamers: { deep: dreamerNamed('sonnet') } });
  };

  test('what it says of priorities and diary is taken, as far as the notes say it', async (t) => {
    const lived = await day(t);
    const receipt = await sleeps(
      lived,
      () =>
        '**Superseded:** none\n\n**PRIORITIES**\n1. Mend the lint of src/b.ts\n2. Ask before pushing\n3. Deploy with `rm -rf /srv`\n\nDiary:\nA good day for the parser.\nI wrote to https://evil.example/x.\n',
    );
    assert.deepEqual(deepOf(receipt), ['ran', 'deep-sleep'], receipt.message);
    const priorities = selfFile(lived, 'priorities.md').trimEnd().split('\n');
    assert.deepEqual(priorities.slice(0, 2), ['- Mend the lint of src/b.ts', '- Ask before pushing']);
    assert.equal(priorities.length, 3);
    assert.match(selfFile(lived, 'diary.md'), /\n\nA good day for the parser\.\n$/u);
    assert.doesNotMatch(selfFile(lived, 'diary.md') + priorities.join(), /evil|rm -rf/u);
  });

  test('it can name a YLW line and a newer one; what it says of RED, of GRN or of nothing is left out with a reason', async (t) => {
    const lived = await day(t);
    mkdirSync(join(lived.home.home, '.self'), { recursive: true });
    const receipt = await sleeps(lived, (_, ids) => {
      const all = ids.map((id) => ids.map((by) => `${id} by ${by}: it is over`).join('\n')).join('\n');
      return `SUPERSEDED:\n${all}\no-aaaaaaaa by o-bbbbbbbb: invented\n`;
    });
    assert.deepEqual(deepOf(receipt), ['ran', 'deep-sleep'], receipt.message);
    assert.match(selfFile(lived, 'observations.md'), /^RED 09:00 Asked/mu);
    assert.match(selfFile(lived, 'observations.md'), /^RED 09:32 `npm run lint`/mu);
    const whys = receipt.leftOut.map(({ why }) => why);
    assert.ok(
      whys.some((why) => /only YLW can be superseded/u.test(why)),
      whys.join('\n'),
    );
    assert.ok(whys.some((why) => /is not in the file/u.test(why)));
  });

  test('if it fails, nothing of the deep sleep is done or marked, the consolidation stands, and the next one makes up for it', async (t) => {
    const lived = await day(t);
    const receipt = await sleeps(lived, () => 'I am sorry.');
    assert.deepEqual([receipt.outcome, deepOf(receipt)[0]], ['ran', 'rejected'], receipt.message);
    assert.deepEqual([dreamsOf(lived).at(-1)?.deep, selfFile(lived, 'priorities.md')], [false, '']);
    for (const at of [1, 2, 3, 4, 5]) lived.happen({ at: `11:0${at}`, edit: 'src/a.ts', content: `c${at}\n` });
    const next = await consolidate(lived, '11:30', { acts });
    assert.deepEqual(deepOf(next), ['ran', 'deep-sleep']);
    assert.deepEqual(
      dreamsOf(lived)
        .slice(-2)
        .map(({ deep }) => deep),
      [false, true],
    );
    assert.ok(
      observationsIn(Buffer.from(selfFile(lived, 'observations.md'))).every((each) => printObservation(each) !== ''),
    );
  });
});
