// The report of a lived week, word for word: on the terminal and as data. `DREAMKEEPER_WRITE_REPORTS=1` writes what came out; read it before you commit it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tellMorning } from '../../src/cli/tell-report.ts';
import { tellWeek } from '../../src/cli/tell-week.ts';
import * as verbs from '../../src/verbs/verbs.ts';
import type { World } from '../../src/world/world.ts';
import { root, sandbox } from '../sandbox.ts';
import { liveWeek } from './lived-week.ts';
import { shownOn } from './told.ts';

const morning = '2026-06-11T06:00:00Z';

function same(name: string, text: string): void {
  const path = join(root, 'test/report/golden', name);
  if (process.env.DREAMKEEPER_WRITE_REPORTS === '1') writeFileSync(path, text);
  assert.equal(text, readFileSync(path, 'utf8'), name);
}

test('a morning after a night with every act', async (t) => {
  const box = sandbox(t);
  const { standpoint } = await liveWeek(box);
  // Hashes and ids follow from every word of every page that was written before; as long as they are, and no more, is said here.
  const plain = (text: string): string =>
    text
      .replaceAll(box.folder, '<sandbox>')
      .replaceAll(/\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/gu, (hash) => '0'.repeat(hash.length))
      .replaceAll(/\b([mnqvw])-[a-z2-7]{8,10}\b/gu, (id, letter: string) => `${letter}-${'a'.repeat(id.length - 2)}`);
  const told = await verbs.report(standpoint(morning));
  await t.test('as data', () => same('morning.json', plain(`${JSON.stringify(told, null, 2)}\n`)));
  await t.test('in 80 columns, and in a pipe without colour', () => {
    const text = shownOn((terminal) => tellMorning(told, terminal));
    same('morning.txt', plain(text));
    const commands = new Set(
      [...told.waits, ...told.undo, ...told.looksDone].flatMap((each) =>
        'commands' in each ? each.commands : each.command,
      ),
    );
    for (const line of text.split('\n')) assert.ok(line.length <= 80 || commands.has(line.trim()), line);
  });
  await t.test('in 40 columns no line but a command is longer', () => {
    const text = shownOn((terminal) => tellMorning(told, terminal), { columns: 40 });
    for (const line of text.split('\n')) assert.ok(line.length <= 40 || /^\s*(?:dk |\S+$)/u.test(line), line);
  });
  await t.test('colour is for terminals, and for whoever wants it', () => {
    const on = (env: Record<string, string>): string =>
      shownOn((terminal) => tellMorning(told, terminal), { isTerminal: true, env });
    assert.match(on({}), /\u001b\[35mMemory\u001b\[0m/u);
    assert.doesNotMatch(on({ NO_COLOR: '1' }), /\u001b/u);
    assert.doesNotMatch(on({ TERM: 'dumb' }), /\u001b/u);
  });
  await t.test('the week', async () => {
    const week = await verbs.reportWeek(standpoint(morning));
    same('week.json', plain(`${JSON.stringify(week, null, 2)}\n`));
    const text = shownOn((terminal) => tellWeek(week, terminal));
    same('week.txt', plain(text));
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
    await assert.rejects(verbs.reportPage(standpoint(morning), { week: true, night: 'last' }), { code: 'E_USAGE' });
  });
  await t.test('one night by its name', async () => {
    const one = await verbs.report(standpoint(morning), { night: 'last' });
    assert.deepEqual(one.nights, told.nights);
    assert.deepEqual(one.memory, told.memory);
    await assert.rejects(verbs.report(standpoint(morning), { night: 'n-nothing' }), { code: 'E_NO_SUCH_NIGHT' });
  });
  await t.test('what it counts is what it lists, and the week agrees', async () => {
    const week = await verbs.reportWeek(standpoint(morning));
    const of = (label: string): number => told.memory.filter((each) => each.label === label).length;
    assert.deepEqual([of('promoted'), of('merged'), of('archived')], [1, 1, 1]);
    assert.match(told.did, /a memory was promoted, two entries were merged into one, one entry was archived/u);
    assert.match(week.did, /^In memory: 1 promoted, 1 merged, 1 archived and 1 note written meanwhile\./u);
    // One note came; of those that were merged one went, and one into the archive. All of it on the day of that night.
    const sizes = week.days.map(({ name, memories }) => [name, memories] as const);
    const [tuesday, wednesday, thursday] = sizes.slice(-3).map(([, size]) => size ?? 0);
    assert.equal(wednesday, (tuesday ?? 0) + 1 - 1 - 1, JSON.stringify(sizes));
    assert.deepEqual([thursday, told.nights[0]?.time.slice(0, 10)], [wednesday, week.days.at(-2)?.day]);
    const back = week.nights.filter(({ isUndone }) => isUndone).length;
    assert.deepEqual([week.nights.length, back], [6, 1]);
    assert.equal(
      week.days.reduce((sum, { nights }) => sum + nights, 0),
      6,
    );
    assert.equal(week.headline, 'A week with six nights, one of them taken back.');
  });
  await t.test('nothing is written by looking', () => {
    assert.equal(box.git('project/.dream', 'status', '--porcelain', '--', 'MEMORY.md', 'plan.org', 'rem'), '');
  });
  await t.test('what it says of undo, of answers and of the archive is so', async () => {
    const [night = ''] = told.undo.map((each) => each.night);
    const [question] = (await verbs.pending(standpoint(morning))).pending;
    const { change } = await verbs.pendingApprove(standpoint('2026-06-11T06:01:00Z'), { id: question?.id ?? '' });
    const before = box.read('project/.dream/MEMORY.md');
    await assert.rejects(verbs.undo(standpoint('2026-06-11T06:02:00Z'), { change: night }), {
      code: 'E_CONFLICT',
      hint: `Nothing was changed. Undo ${change} first.`,
    });
    assert.equal(box.read('project/.dream/MEMORY.md'), before);
    await verbs.undo(standpoint('2026-06-11T06:03:00Z'), { change: change ?? '' });
    const [other, closed, ...more] = told.memory.flatMap(({ restore }) => restore);
    assert.deepEqual(more, []);
    // Of a week that was lived by a fixed clock and fixed dice, every moment has the same ids.
    const later = standpoint('2026-06-11T06:10:00Z');
    const apart = { ...later, changed: (real: World) => ({ ...(later.changed?.(real) ?? real), random: real.random }) };
    const restore = async (command = '', dryRun = false): Promise<string> =>
      (await verbs.memoryRestore(apart, { id: command.split(' ').at(-1) ?? '', dryRun })).text;
    assert.equal(await restore(other, true), '- Before every commit, run `npm test`.');
    assert.equal(await restore(closed), '- The tax office is closed (until 2026-06-08)');
    // What is back is not offered again.
    const after = await verbs.report(standpoint('2026-06-11T06:20:00Z'));
    assert.deepEqual(
      after.memory.flatMap((each) => each.restore),
      [other],
    );
  });
});
