// What a model's dream may still not do once it has landed: mean a task that came later, or tell what a person said in private.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wakeUp } from '../../src/wake/wake.ts';
import { liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { dreamOf } from '../night/told-dreams.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const day = { shape: 'nested', board: '* board\n** TODO honest faq\n* log\n', before: { 'src/a.ts': 'a\n' } } as const;
const dreamer = dreamerNamed('scripted');

test('a verdict that named no task does not move one of that title that was added before the wake', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...day,
    day: [{ at: '09:00', edit: 'src/a.ts', content: 'b\n' }],
  });
  const sleeper = lived.at('10:00');
  const verdicts = ['pick up: later task — it is ready', 'cancel: other later task — see "honest faq"'];
  const world = answering(sleeper.world, () => dreamOf('Work on src/a.ts went on', verdicts));
  const { receipt } = await sleepOnce({ ...sleeper, world }, { env: {}, dreamer });
  assert.equal(receipt.outcome, 'ran');
  const plan = join(lived.home.home, 'plan.org');
  appendFileSync(plan, '** TODO later task\n** TODO other later task\n');
  const woken = await wakeUp(lived.at('10:30'));
  assert.deepEqual(
    woken.verdicts.map(({ result }) => result),
    ['refused', 'refused'],
  );
  assert.match(woken.verdicts[0]?.why ?? '', /no task could be meant/u);
  assert.doesNotMatch(readFileSync(plan, 'utf8'), /^\*\* (?:NEXT|CANCELLED)/mu);
});

test('what a person asked does not get into the journal, whatever part of the dream repeats it', async (t) => {
  const box = sandbox(t);
  const secret = 'my brother Tom is ill, be quick with the faq please';
  const lived = await liveDay(box, 'project', {
    ...day,
    day: [
      { at: '09:00', prompt: secret },
      { at: '09:01', edit: 'src/a.ts', content: 'b\n' },
    ],
  });
  const sleeper = lived.at('10:00');
  let wasTold = false;
  const world = answering(sleeper.world, ({ prompt }) => {
    wasTold = prompt.includes('brother Tom is ill');
    const said = 'Tom is ill, be quick with the faq';
    const lines = `* tale\nWork went on in src/a.ts. The person wrote that ${said}.\n* goals\n- remember: ${said}\n- go on\n* blue sky\n- ${said}\n* fears\n- ${said}\n`;
    return `${lines}* verdicts\n- pick up: honest faq — because ${said}\n* carry\n- next action: ${said}\n`;
  });
  const { receipt, text } = await sleepOnce({ ...sleeper, world }, { env: {}, dreamer });
  assert.equal(receipt.outcome, 'ran');
  assert.equal(wasTold, true, 'intent is a fact for the dreamer');
  assert.match(text ?? '', /Work went on in src\/a\.ts/u);
  const history = box.git('project/.dream', 'log', '-p', '--all');
  assert.doesNotMatch(`${text}${history}`, /brother|Tom is ill|be quick with/u);
  assert.equal(receipt.leftOut.length, 6);
});
