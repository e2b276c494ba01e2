// A task that a commit finished: told until somebody closes it, closed once where its owner wants that, and never DOING or what comes next.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { HomeSettings } from '../../src/config/config.ts';
import { undoChange } from '../../src/history/history.ts';
import { followHome } from '../../src/record/record.ts';
import { type Woken, wakeUp } from '../../src/wake/wake.ts';
import { type Lived, liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { dreamOf, freshTale } from '../night/told-dreams.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const title = 'invoice totals #12';
const board = `* board
** DOING ${title}
** NEXT objective: a page
*** DONE words for it
** TODO honest faq
* log
`;

interface Life {
  readonly lived: Lived;
  readonly plan: () => string;
  edit(change: (plan: string) => string): void;
  sleep(at: string): Promise<readonly string[]>;
  wake(at: string): Promise<Woken>;
}

/** A day on which a commit closes the task, and the night that only says it may be done: the one after it makes sure. */
async function closed(box: Sandbox, settings: HomeSettings = {}, plan = board): Promise<Life> {
  const life = await worked(box, settings, plan);
  assert.doesNotMatch((await life.sleep('09:20')).join('\n'), /^done/mu);
  return life;
}

async function worked(box: Sandbox, settings: HomeSettings, plan: string): Promise<Life> {
  const lived = await liveDay(box, 'project', {
    ...{ shape: 'nested', board: plan, before: { 'src/a.ts': 'a\n' } },
    day: [
      { at: '09:00', edit: 'src/a.ts', content: 'a2\n' },
      { at: '09:10', commit: 'fix: sums are right again, closes #12' },
    ],
  });
  const path = join(lived.home.home, 'plan.org');
  const read = (): string => readFileSync(path, 'utf8');
  const at = (time: string) => ({ ...lived.at(time), settings: { ...lived.at(time).settings, ...settings } });
  return {
    lived,
    plan: read,
    edit: (change) => writeFileSync(path, change(read())),
    sleep: async (time) => (await sleepOnce(at(time), { env: {}, isForced: true })).receipt.verdicts,
    wake: (time) => wakeUp(at(time)),
  };
}

const headOf = (box: Sandbox): string => box.git('project', 'rev-parse', '--short=7', 'HEAD').trim();
const task = (woken: Woken): readonly string[] => woken.looksDone.map((each) => each.task);
const logged = /^- 2026-06-10 \(waldo\): done: invoice totals #12 — [0-9a-f]{7}$/mu;

test('it is told, not moved, and nothing else speaks of it as open, as long as it stands as it stood', async (t) => {
  const box = sandbox(t);
  const { lived, sleep, wake, plan, edit } = await closed(box);
  const id = headOf(box);
  const before = plan();
  assert.deepEqual(await sleep('09:30'), [`done: ${title} — ${id} fix: sums are right again, closes #12`]);
  const entry = box.read('project/.dream/rem/2026-06-10-0930.org');
  assert.doesNotMatch(entry, /^- (?:finish|start|later:|DOING:) .*(?:totals|a page)/mu);
  assert.match(entry, /^- next action: start "honest faq"/mu);

  const woken = await wake('09:40');
  assert.deepEqual(
    woken.verdicts.map(({ move, result, why }) => [move, result, why]),
    Array(1).fill(['done', 'refused', 'verdicts are advice in this home (verdicts: {done: advise})']),
  );
  assert.equal(plan(), before);
  assert.deepEqual([woken.carry.doing, woken.carry.next], [null, 'start "honest faq" (TODO on the board)']);
  assert.deepEqual(
    woken.looksDone.map(({ state, commit, why }) => [state, commit?.slice(0, 7) ?? null, why]),
    [
      ['DOING', id, 'it closes #12'],
      ['NEXT', null, 'all below it is done'],
    ],
  );
  assert.match(woken.pack, new RegExp(`^- DOING "${title}" \\(${id}: fix: sums are right again, closes #12\\)$`, 'mu'));
  assert.ok(woken.pack.indexOf('Looks done;') > woken.pack.indexOf('<others-'), 'it is others’ text');
  assert.doesNotMatch(woken.pack, /moved nothing/u);
  assert.match(woken.pack, /^DOING: only what may be done already$/mu);
  assert.match(box.dk('project', ['status']).stdout, /^Board: 3 open, 1 DOING /mu, 'as the board itself has it');
  assert.match(box.dk('project', ['board']).stdout, /DOING.*invoice totals #12 \(looks done\)[\s\S]*Next: honest faq/u);
  assert.equal(JSON.parse(box.dk('project', ['board', 'next', '--json']).stdout).task.title, 'honest faq');
  assert.equal(JSON.parse(box.dk('project', ['board', 'next', '--json']).stdout).mayBeDone.length, 2);

  // Another night does not say it again, and knows it still; a ticked box changes nothing.
  edit((text) => text.replace('** TODO honest faq\n', '** TODO honest faq\n- [ ] one\n'));
  assert.deepEqual(await sleep('10:30'), ['keep course — the order of the board stands']);
  assert.equal((await wake('10:40')).looksDone.length, 2);

  // Whoever writes below it what is left has said that it is not done; and so has whoever moves it.
  edit((text) => text.replace(`${title}\n`, `${title}\n- [ ] the last column\n`));
  const again = await wake('10:50');
  assert.deepEqual(task(again), ['objective: a page']);
  assert.deepEqual([again.carry.doing, again.carry.next.includes('the last column')], [title, true]);
  edit((text) => text.replace('- [ ] the last column\n', '').replace(`DOING ${title}`, `NEXT ${title}`));
  assert.deepEqual(task(await wake('10:55')), ['objective: a page']);
  edit((text) => text.replace(`NEXT ${title}`, `DOING ${title}`));
  assert.equal((await wake('10:56')).looksDone.length, 2);

  // What it advised came true, and the record says so.
  const ran = box.dk('project', ['board', 'done', 'invoice totals', id]);
  assert.equal(ran.code, 0, ran.stderr);
  const { world, home } = lived.at('11:00');
  const followed = await followHome(world, home);
  assert.deepEqual(
    followed
      .filter(({ move }) => move === 'done')
      .map(({ fate }) => fate)
      .toSorted(),
    ['came true'],
  );
});

test('where its owner wants that it is closed once, in one commit with its dash; undone, it stays open', async (t) => {
  const box = sandbox(t);
  const { lived, sleep, wake, plan } = await closed(box, { verdicts: { done: 'apply' } });
  const before = plan();
  await sleep('09:30');
  const woken = await wake('09:40');
  assert.deepEqual(
    woken.verdicts.map(({ result, from, to }) => [result, from, to]),
    [['applied', 'DOING', 'DONE']],
  );
  assert.match(plan(), /^\*\* DONE invoice totals #12$/mu);
  assert.match(plan(), logged);
  // What lies above may get more below it: that is its owner's to close.
  assert.deepEqual(task(woken), ['objective: a page']);
  const files = box
    .git('project/.dream', 'show', '--format=', '--name-only', woken.commit ?? '')
    .trim()
    .split('\n');
  assert.deepEqual(files, ['plan.org', 'rem/ledger.jsonl']);
  assert.deepEqual((await wake('09:41')).verdicts, []);

  const wanted = box.git('project/.dream', 'log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim();
  const { world, home } = lived.at('09:45');
  await undoChange(world, home, { wanted, agent: 'waldo', keep: 50 });
  assert.equal(plan(), before, 'to the byte');
  const after = await wake('09:50');
  assert.deepEqual(after.verdicts, []);
  assert.deepEqual([task(after), after.carry.doing], [['objective: a page'], title]);
  await sleep('10:30');
  await wake('10:40');
  assert.equal(plan(), before);
});

describe('held back', () => {
  const rows: readonly (readonly [what: string, change: (plan: string) => string, why: RegExp])[] = [
    ['moved since', (text) => text.replace('** DOING', '** NEXT'), /^it was DOING when this was dreamt/u],
    ['written on since', (text) => text.replace('#12\n', '#12\nnot yet\n'), /^what stands below it was changed/u],
    ['more below it', (text) => text.replace('#12\n', '#12\n*** TODO more\n'), /^something below it is still/u],
    [
      'pinned since',
      (text) => text.replace('#12\n', '#12\n:PROPERTIES:\n:PIN: t\n:END:\n'),
      /^it belongs to a person/u,
    ],
  ];
  for (const [what, change, why] of rows)
    test(what, async (t) => {
      const { sleep, wake, plan, edit } = await closed(sandbox(t), { verdicts: { done: 'apply' } });
      await sleep('09:30');
      edit(change);
      const outcome = (await wake('09:40')).verdicts.find((each) => each.task === title);
      assert.deepEqual([outcome?.result, outcome?.to], ['refused', null]);
      assert.match(outcome?.why ?? '', why);
      assert.doesNotMatch(plan(), logged);
    });
  for (const [what, properties, state] of [
    ['a person’s', ':PROPERTIES:\n:OWNER: ada\n:END:\n', 'DOING'],
    ['waiting', '', 'WAITING'],
  ] as const)
    test(`${what}: nothing is said`, async (t) => {
      const plan = `#+TODO: WAITING | GONE\n* board\n** ${state} ${title}\n${properties}** TODO honest faq\n`;
      const { sleep, wake } = await closed(sandbox(t), { verdicts: { done: 'apply' } }, plan);
      assert.match((await sleep('09:30')).join('\n'), /^keep course/u);
      const woken = await wake('09:40');
      assert.deepEqual([woken.carry.doing, task(woken)], [null, state === 'WAITING' ? [title] : []]);
    });
});

test('what is only likely is advice, also where done tasks are closed', async (t) => {
  const box = sandbox(t);
  const plan = board.replace(title, 'Reset links in mails expire too early for people abroad');
  const { lived, sleep, wake, plan: now } = await worked(box, { verdicts: { done: 'apply' } }, plan);
  lived.happen({ at: '09:12', edit: 'src/a.ts', content: 'a3\n' });
  lived.happen({ at: '09:13', commit: 'Reset links live longer: mails abroad' });
  await sleep('09:20');
  assert.match((await sleep('09:30')).join('\n'), /^done: Reset links/mu);
  const before = now();
  const [verdict] = (await wake('09:40')).verdicts;
  assert.deepEqual([verdict?.result, verdict?.why.slice(0, 35)], ['refused', 'verdicts are advice in this home (w']);
  assert.equal(now(), before);
});

for (const [how, take] of [
  ['reverted', (box: Sandbox): void => void box.git('project', 'revert', '--no-edit', 'HEAD')],
  ['thrown away', (box: Sandbox): void => void box.git('project', 'reset', '-q', '--hard', 'HEAD~1')],
] as const)
  test(`what was ${how} after the dream is not closed by the next wake`, async (t) => {
    const box = sandbox(t);
    const { sleep, wake, plan } = await closed(box, { verdicts: { done: 'apply' } });
    assert.match((await sleep('09:30')).join('\n'), /^done: invoice/mu);
    take(box);
    const before = plan();
    assert.deepEqual(
      (await wake('09:40')).verdicts.map(({ result }) => result),
      ['refused'],
    );
    assert.equal(plan(), before);
  });

for (const subject of ['Reset links: fix a typo in a comment', 'We should mend reset links that expire too early'])
  test(`"${subject}" does not close "Reset links expire too early" by itself`, async (t) => {
    const box = sandbox(t);
    const tasks = board.replace(title, 'Reset links expire too early');
    const { lived, sleep, wake, plan } = await worked(box, { verdicts: { done: 'apply' } }, tasks);
    lived.happen({ at: '09:12', edit: 'src/a.ts', content: 'a3\n' });
    lived.happen({ at: '09:13', commit: subject });
    await sleep('09:20');
    await sleep('09:30');
    const before = plan();
    await wake('09:40');
    assert.equal(plan(), before);
  });

test('`verdicts: off` covers it: nothing is told or moved, and it is still not what comes next', async (t) => {
  const { sleep, wake } = await closed(sandbox(t), { verdicts: 'off' });
  await sleep('09:30');
  const woken = await wake('09:40');
  assert.deepEqual([woken.verdicts, woken.looksDone, woken.carry.doing], [[], [], null]);
  assert.match(woken.pack, /^- DOING invoice totals #12 \(may be done\)$/mu);
});

test('a model may say it, with a commit that was gathered', async (t) => {
  const box = sandbox(t);
  const { lived, wake, plan } = await worked(
    box,
    { verdicts: { done: 'apply' } },
    '* board\n** TODO sums\n** TODO faq\n',
  );
  const says = [`done: sums — ${headOf(box)} did it`, 'done: faq — it is there', 'done: faq — 1234567 did it'];
  const at = lived.at('09:30');
  const world = answering(at.world, () => dreamOf(freshTale(1), says));
  const { receipt } = await sleepOnce(
    { ...at, world },
    { env: {}, isForced: true, dreamer: dreamerNamed('some/model') },
  );
  assert.deepEqual(receipt.verdicts, says.slice(0, 1));
  assert.equal((await wake('09:40')).verdicts[0]?.result, 'applied');
  assert.match(plan(), /^\*\* DONE sums$/mu);
});

test('a dream from elsewhere, where those are carried out, has to name a commit that speaks of the task', async (t) => {
  const box = sandbox(t);
  const { wake, plan } = await worked(
    box,
    { verdicts: { done: 'apply' }, rem: { foreign: 'apply' } },
    '* board\n** TODO sums\n** TODO faq\n* log\n',
  );
  const says = [`done: sums — ${headOf(box)} did it`, `done: faq — ${headOf(box)} did it`];
  box.write('project/.dream/rem/2026-06-10-0920.org', dreamOf(freshTale(1), says));
  box.git('project/.dream', 'add', '-A');
  box.git('project/.dream', 'commit', '-qm', 'a dream');
  const { verdicts } = await wake('09:40');
  assert.deepEqual(
    verdicts.map(({ result, why }) => [result, result === 'refused' ? why : '']),
    [
      ['applied', ''],
      ['refused', 'the commit it names does not speak of it'],
    ],
  );
  assert.match(plan(), /^\*\* DONE sums$/mu);
});

describe('a commit that is not here has finished nothing here', () => {
  test('thrown away: it is open again', async (t) => {
    const box = sandbox(t);
    const { sleep, wake } = await closed(box);
    box.git('project', 'reset', '-q', '--hard', 'HEAD~1');
    assert.deepEqual(task(await wake('09:25')), ['objective: a page']);
    assert.doesNotMatch((await sleep('09:30')).join('\n'), /^done/mu);
  });
  test('reverted: the board does not say that it looks done, without a sleep in between', async (t) => {
    const box = sandbox(t);
    const { sleep } = await closed(box);
    await sleep('09:30');
    const shown = (): string => box.dk('project', ['board']).stdout;
    assert.match(shown(), /invoice totals #12 \(looks done\)/u);
    box.git('project', 'revert', '--no-edit', 'HEAD');
    assert.doesNotMatch(shown(), /invoice totals #12 \(/u);
    assert.match(shown(), /a page \(may be done\)/u);
    // Done again, it is for the next dream to say; thrown away, it is as if it had never been.
    box.git('project', 'reset', '-q', '--hard', 'HEAD~1');
    assert.match(shown(), /invoice totals #12 \(looks done\)/u);
    box.git('project', 'reset', '-q', '--hard', 'HEAD~1');
    assert.doesNotMatch(shown(), /invoice totals #12 \(/u);
  });
  test('on another branch: it may be done, and no second look makes sure', async (t) => {
    const box = sandbox(t);
    const { sleep, wake } = await closed(box);
    box.git('project', 'checkout', '-q', '-b', 'other', 'HEAD~1');
    for (const time of ['09:30', '09:40']) assert.doesNotMatch((await sleep(time)).join('\n'), /^done/mu);
    const woken = await wake('09:50');
    assert.deepEqual(task(woken), [title, 'objective: a page']);
    assert.equal(woken.carry.doing, null);
  });
});
