// One real stretch lived in the suite, as a guard of what `npm run real-days` says of all; and that the judge would notice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { judge } from './judge.ts';
import { liveStretch } from './live.ts';
import { readStretch, stretchNames } from './stretch.ts';

test('eleven days of a public history', async (t) => {
  const stretch = readStretch('gum');
  const told = await liveStretch(sandbox(t), stretch);
  const score = judge(stretch, told);
  assert.deepEqual([score.falselyDone, score.wrongMoves, score.junkFirst], [0, 0, 0], score.faults.join('\n'));
  assert.equal(score.nextRight, score.daysInFlight);
  assert.ok(score.recognised >= 4, `${score.recognised} of ${score.finished}`);

  // Told of a task that nobody touched, of junk, and of something else than came next, it is not content.
  const [first, ...others] = told;
  assert.ok(first !== undefined);
  const carry = { ...first.woken.carry, next: 'finish and commit debug.log' };
  const line = 'done: confirm: accept the answer from a pipe — 1a2b3c4';
  const task = 'confirm: accept the answer from a pipe';
  const closed = {
    line,
    move: 'done',
    target: task,
    task,
    from: 'TODO',
    to: 'DONE',
    result: 'applied',
    why: '',
  } as const;
  const worse = judge(stretch, [
    {
      ...first,
      entry: { ...first.entry, verdicts: [line] },
      woken: { ...first.woken, carry, verdicts: [closed] },
      junk: ['debug.log'],
      open: ['spin/spin.go'],
    },
    ...others,
  ]);
  assert.deepEqual([worse.falselyDone, worse.wrongMoves, worse.junkFirst], [1, 1, 1]);
  assert.ok(worse.nextRight < worse.daysInFlight);
});

test('every stretch has its board and what was asked, and what is for tuning and what for reporting are apart', () => {
  const stretches = stretchNames().map(readStretch);
  const days = (half: string): number =>
    stretches.filter((each) => each.half === half).reduce((all, each) => all + each.days.length, 0);
  assert.ok(stretches.length >= 8 && days('reporting') >= 60, `${stretches.length}, ${days('reporting')}`);
  for (const { name, tasks, days: lived, prompts } of stretches) {
    const ids = new Set(lived.flatMap(({ commits }) => commits.map(({ id }) => id)));
    for (const { title, truth } of tasks)
      for (const id of [...truth.commits, ...(truth.finishedBy === null ? [] : [truth.finishedBy])])
        assert.ok(ids.has(id), `${name}: ${title} ${id}`);
    for (const id of Object.keys(prompts)) assert.ok(ids.has(id), `${name}: ${id}`);
  }
});
