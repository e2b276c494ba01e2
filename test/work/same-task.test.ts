// Two tasks of one title under different headings are two tasks, for everybody who moves one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBoard, sameTask, tasksOf } from '../../src/board/board.ts';
import { taskFor } from '../../src/work/claim.ts';
import { type Workshop, workshop } from './workshop.ts';

const keywords = '#+TODO: TODO NEXT DOING | DONE CANCELLED\n';
const underHouse = `${keywords}* house\n** NEXT mend the door\n* log\n`;
const underShed = `${keywords}* shed\n** NEXT mend the door\n* log\n`;
const both = `${keywords}* shed\n** NEXT mend the door\n* house\n** NEXT mend the door\n* log\n`;

const nothingDone = { looksDone: [], doing: null };
const movers: readonly (readonly [who: string, move: (at: Workshop) => Promise<unknown>])[] = [
  ['a person', async ({ box }) => box.dk('place', ['board', 'move', 'mend the door', 'DOING'])],
  [
    'a run',
    ({ worker }) => taskFor(worker, 'r-aaaaaaaaaa', { claims: true, cadence: null }, nothingDone).catch(String),
  ],
  ['the tool claim', ({ use }) => use({ name: 'claim', arguments: { task: 'mend the door' } })],
  ['the tool finish', ({ use }) => use({ name: 'finish', arguments: { task: 'mend the door' } })],
];

describe('the commit has the task under another heading than the file', () => {
  for (const [who, move] of movers) {
    test(`${who}: the other one is left alone`, async (t) => {
      const place = await workshop(t, { plan: underShed });
      place.box.write('place/plan.org', underHouse);
      await move(place);
      assert.equal(place.box.git('place', 'show', 'HEAD:plan.org'), underShed);
      assert.match(place.box.read('place/plan.org'), /^\* house\n\*\* (?:DOING|DONE) mend the door$/mu);
    });
  }
});

describe('the commit has both, and the file only one of them', () => {
  for (const [who, move] of movers) {
    test(`${who}: the one that is meant is moved`, async (t) => {
      const place = await workshop(t, { plan: both });
      place.box.write('place/plan.org', underHouse);
      await move(place);
      const states = (text: string): string[] => tasksOf(parseBoard(Buffer.from(text))).map(({ state }) => state);
      const [shed, house] = states(place.box.git('place', 'show', 'HEAD:plan.org'));
      assert.equal(shed, 'NEXT');
      assert.match(house ?? '', /^(?:DOING|DONE)$/u);
      assert.deepEqual(states(place.box.read('place/plan.org')), [house]);
    });
  }
});

test('the line decides between twins, and only between twins', () => {
  const twins = parseBoard(Buffer.from(`${keywords}* house\n** TODO a\n** TODO a\n* shed\n** TODO a\n`));
  const tasks = tasksOf(twins);
  for (const task of tasks) assert.equal(sameTask(twins, twins, task), task);
  const [first, , last] = tasks;
  assert.ok(first !== undefined && last !== undefined);
  const without = parseBoard(Buffer.from(`${keywords}* house\n** TODO b\n** DONE a\n* shed\n** TODO a\n`));
  assert.equal(sameTask(without, twins, first), undefined);
  assert.equal(sameTask(without, twins, last)?.line, last.line);
});

test('a run goes on with nothing, and claims nothing, that looks done; what only may be done comes last', async (t) => {
  const plan = `${keywords}* board\n** DOING one\n** NEXT two\n** TODO three\n* log\n`;
  const about = { from: 'DOING', commit: null, why: '' };
  for (const [sure, perhaps, expected] of [
    [['one', 'two'], [], 'three'],
    [['two'], ['one'], 'three'],
    [['two', 'three'], ['one'], 'one'],
    [['one', 'three'], ['two'], 'two'],
    [['one', 'two', 'three'], [], undefined],
  ] as const) {
    const { worker } = await workshop(t, { plan });
    const looksDone = [
      ...sure.map((task) => ({ task, ...about, isSure: true })),
      ...perhaps.map((task) => ({ task, ...about, isSure: false })),
    ];
    const task = await taskFor(worker, 'r-aaaaaaaaaa', { claims: true, cadence: null }, { looksDone, doing: null });
    assert.equal(task?.title, expected);
  }
});
