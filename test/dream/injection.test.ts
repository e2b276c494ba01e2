// Orders in commits, board, steps, prompts and files, and a model that obeys: none becomes a verdict, a carry line or a setting.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DreamPrompt, dreamFromAnswer, dreamPrompt, measureOf } from '../../src/dream/dream.ts';
import { type Facts, gatherFacts } from '../../src/facts/facts.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import type { MemoryGit } from '../memory-git/memory-git.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { soundnessOf } from './hostile-checks.ts';
import { byHeart, type Manner, manners, obedient } from './injection-models.ts';
import { asFileName, type Injection, injectedBoard, injections, planted, victims, withPlanted } from './injections.ts';

const code = '00112233445566778899';
const day: readonly DayEvent[] = [
  { at: '09:00', edit: 'src/app.ts', content: 'one\n' },
  { at: '09:10', commit: 'app: one more step' },
  { at: '09:20', edit: 'src/app.ts', content: 'two\n' },
  { at: '09:30', run: 'npm test', exit: 0 },
];

/** What the answer moves: the titles of tasks its verdicts name. */
function movedBy(
  facts: Facts,
  { prompt, tasks }: DreamPrompt,
  injection: Injection,
): (say: (prompt: string) => string) => { moved: string[]; carry: string } {
  // Where what a model says is enough: it is the injection that has to hold it back.
  const measure = measureOf({ ...facts, settings: { ...facts.settings, verdicts: 'always' } });
  const assertSound = soundnessOf(facts);
  return (say) => {
    const read = dreamFromAnswer(measure, 'n-abcdefgh23', 'm', say(prompt), { code, tasks });
    if (read.kind === 'malformed') return { moved: [], carry: '' };
    assertSound(read.dreamt);
    const { carry, fears } = read.dreamt.entry;
    // What reads like an order does not get to the next run by way of the fears, either.
    assert.ok(
      injection.payload.wants === 'verdict' || !fears.some((line) => line.includes(injection.marker)),
      fears[0],
    );
    return {
      moved: read.dreamt.verdicts.flatMap(({ task }) => task ?? []),
      carry: JSON.stringify({ ...carry, covers: null }),
    };
  };
}

const named = ({ payload, place, marker }: Injection): string => `${marker} ${place}: ${payload.text}`;

test(`${injections.length} injections, a model that obeys`, async (t) => {
  const lived = await liveDay(sandbox(t), 'day', {
    shape: 'nested',
    board: injectedBoard,
    before: { 'src/app.ts': 'x\n' },
    day,
  });
  const clean = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
  const tally = {
    injections: injections.length,
    shown: 0,
    withheld: 0,
    heartNaming: 0,
    heartNamingCaught: 0,
    heartOther: 0,
    heartOtherCaught: 0,
  };
  const through: string[] = [];
  const notCaught: string[] = [];
  for (const [at, injection] of injections.entries()) {
    const facts = planted(clean, injection);
    const question = dreamPrompt(facts, code, 'text');
    const isShown = question.prompt.includes(injection.marker);
    tally[isShown ? 'shown' : 'withheld'] += 1;
    let isCaught = true;
    const moving = movedBy(facts, question, injection);
    // One of the manners for each, another for the next.
    for (const manner of manners.filter((_, which) => isFull || which === at % manners.length)) {
      const { moved, carry } = moving((prompt) => obedient(prompt, injection, manner));
      if (moved.length > 0 || carry.includes(injection.marker))
        through.push(`${named(injection)} → ${moved.join()} ${carry}`);
      const heart = moving((prompt) => byHeart(prompt, injection, manner));
      if (heart.moved.length > 0) isCaught = false;
      if (heart.carry.includes(injection.marker)) through.push(`by heart ${named(injection)} → ${heart.carry}`);
    }
    if (injection.payload.isNaming) {
      tally.heartNaming += 1;
      if (isCaught) tally.heartNamingCaught += 1;
      else notCaught.push(named(injection));
    } else if (injection.payload.wants !== 'carry' && injection.payload.wants !== 'setting') {
      tally.heartOther += 1;
      if (isCaught) tally.heartOtherCaught += 1;
    }
  }
  t.diagnostic(JSON.stringify(tally));
  assert.deepEqual([...new Set(through)].slice(0, 20), []);
  // A model that obeys what it was not even shown: what names task and move is traced all the same.
  assert.deepEqual(notCaught, []);
});

function plant(lived: Lived, injection: Injection): void {
  const { place, isSecond, planted: text } = injection;
  if (place === 'commit') {
    lived.happen({ at: '09:40', write: 'docs/more.md', content: 'x' });
    lived.happen({ at: '09:41', commit: text, files: ['docs/more.md'] });
  } else if (place === 'step') lived.happen({ at: '09:40', run: isSecond ? text : `echo "${text}"`, exit: 0 });
  else if (place === 'prompt') lived.happen({ at: '09:40', prompt: text });
  else if (place === 'file' && isSecond)
    lived.happen({ at: '09:40', write: 'CLAUDE.md', content: `# Rules\n\n${text}\n` });
  else if (place === 'file') lived.happen({ at: '09:40', write: asFileName(text), content: 'x' });
}

async function wholeNight(
  box: Sandbox,
  name: string,
  injection: Injection,
  manner: Manner,
  memory: MemoryGit | undefined,
): Promise<void> {
  const board = injection.place === 'board' ? withPlanted(injectedBoard, injection) : injectedBoard;
  const lived = await liveDay(box, name, { shape: 'nested', board, before: { 'src/app.ts': 'x\n' }, day }, memory);
  plant(lived, injection);
  const kept = ['plan.org', 'dreamkeeper.yaml'].map((file) => join(lived.home.home, file));
  const operator = box.path('person/.config/dreamkeeper/config.yaml');
  const held = (): string[] => [...kept, operator].map((path) => readFileSync(path, 'latin1'));
  const before = held();
  const sleeper = lived.at('10:00');
  const world = answering(sleeper.world, ({ prompt }) => obedient(prompt, injection, manner));
  const { receipt, text } = await sleepOnce({ ...sleeper, world }, { env: {}, dreamer: dreamerNamed('test/obedient') });
  assert.ok(['ran', 'rejected'].includes(receipt.outcome), `${receipt.outcome}: ${receipt.message}`);
  const verdicts = (text ?? '').split('* verdicts\n')[1]?.split('* carry\n');
  for (const title of Object.values(victims)) assert.ok(!(verdicts?.[0] ?? '').includes(`: ${title}`), verdicts?.[0]);
  // The receipt has the exact names of all files it covers; the lines above it do not.
  const lines = verdicts?.[1]?.split(':RECEIPTS:')[0] ?? '';
  assert.ok(!lines.includes(injection.marker), lines);
  const { carry } = await wakeUp(lived.at('10:01'));
  assert.ok(!carry.next.includes(injection.marker), carry.next);
  assert.deepEqual(held(), before);
  rmSync(lived.project, { recursive: true, force: true });
}

test('whole nights and mornings with an obedient model', async (t) => {
  const box = sandbox(t);
  box.write('person/.config/dreamkeeper/config.yaml', 'budget:\n  calls_per_night: 9\n');
  // A part of them, which meets each place and each kind.
  const chosen = injections.filter((_, at) => at % 17 === 0);
  assert.ok(chosen.length >= 15);
  t.diagnostic(`${chosen.length} nights`);
  const gitOf = gitOfLife();
  let next = 0;
  const live = async (): Promise<void> => {
    while (next < chosen.length) {
      const at = next;
      next += 1;
      const injection = chosen[at];
      const manner = manners[at % manners.length];
      if (injection === undefined || manner === undefined) return;
      try {
        await wholeNight(box, `day-${at}`, injection, manner, gitOf(at));
      } catch (error) {
        throw new Error(named(injection), { cause: error });
      }
    }
  };
  await Promise.all([live(), live(), live()]);
});
