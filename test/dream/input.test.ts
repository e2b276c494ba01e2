// What the sleeper sees: bounded, dated, whole lines, nothing of our own, and nothing a home does not want shown.
import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { showInput } from '../../src/night/night.ts';
import { type DayEvent, liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const board = '* board\n** TODO first thing\n** TODO second thing\n\n* log\n';
const section = (input: string, label: string): string[] =>
  input
    .split(`${label}\n`)[1]
    ?.split(/\n\n(?=[A-Z, ]+\n)/u)[0]
    ?.trimEnd()
    .split('\n') ?? [];
const commits = (count: number): DayEvent[] =>
  Array.from({ length: count }, (_, index): DayEvent[] => [
    { at: `09:${String(index + 10)}`, write: `f${index}.txt`, content: `${index}\n` },
    { at: `09:${String(index + 10)}`, commit: `work number ${index}` },
  ]).flat();

describe('the input', () => {
  test('at most twelve commits, dated, newest first, without our own', async (t) => {
    const box = sandbox(t);
    const lived = await liveDay(box, 'day', { shape: 'one', board, before: {}, day: commits(14) });
    for (const to of ['NEXT', 'DOING']) assert.equal(box.dk('day', ['board', 'move', 'first thing', to]).code, 0);
    assert.equal(
      box.git('day', 'log', '--format=%B').match(/^Dream-Id: /gmu)?.length,
      3,
      'init and two moves are ours',
    );
    const listed = section(await showInput(lived.at('10:00')), 'COMMITS, NEWEST FIRST');
    assert.equal(listed.length, 12);
    for (const [index, line] of listed.entries())
      assert.match(
        line,
        new RegExp(
          `^[0-9a-f]{7} 2026-06-10T09:${23 - index}Z work number ${13 - index} \\[f${13 - index}\\.txt\\]$`,
          'u',
        ),
      );
  });
  test('at most 25 lines of steps, and the totals of all', async (t) => {
    const day = Array.from(
      { length: 40 },
      (_, index): DayEvent => ({ at: `09:${String(index + 10)}`, run: `echo ${index}`, exit: 0 }),
    );
    const lived = await liveDay(sandbox(t), 'day', { shape: 'nested', board, before: {}, day });
    const lines = section(await showInput(lived.at('10:00')), 'STEPS, OLDEST FIRST');
    assert.equal(lines.length, 26);
    assert.match(lines[0] ?? '', /^bash echo 15 /u);
    assert.match(lines.at(-1) ?? '', /^40 calls \(40 bash\) · 0 failed · 15 more not shown$/u);
  });
  test('of the last dream only so many characters, whole lines; and nothing of one that is not ours', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', { shape: 'nested', board, before: {}, day: [] });
    const { text } = await sleepOnce(lived.at('09:00'), { env: {}, isForced: true });
    const at = lived.at('10:00');
    const settings = { ...at.settings, rem: { ...at.settings.rem, previous_chars: 300 } };
    const [path, ...shown] = section(await showInput({ ...at, settings }), 'THE LAST DREAM');
    assert.equal(path, 'rem/2026-06-10-0900.org');
    const lines = (text ?? '').split('\n');
    assert.ok(shown.join('\n').length <= 300 && shown.length > 4, `${shown.length}`);
    assert.deepEqual(shown, lines.slice(0, shown.length));
    writeFileSync(join(lived.home.home, 'rem/2026-06-10-0930.org'), '#+TITLE: rem\n\n* tale\nlook at me\n');
    const input = await showInput(lived.at('10:00'));
    assert.equal(section(input, 'THE LAST DREAM')[0], 'rem/2026-06-10-0900.org');
    assert.doesNotMatch(input, /look at me/u);
  });
  test('a first dream says so', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', { shape: 'nested', board, before: {}, day: [] });
    const input = await showInput(lived.at('10:00'));
    assert.deepEqual(section(input, 'THE LAST DREAM'), ['(first dream)']);
    assert.match(input, /^now 2026-06-10T10:00:00\.000Z, this is the first dream$/mu);
  });
  test('what the person asked is shown, unless the home says no', async (t) => {
    const day = Array.from(
      { length: 7 },
      (_, index): DayEvent => ({ at: `09:1${index}`, prompt: `please do number ${index}` }),
    );
    const lived = await liveDay(sandbox(t), 'day', { shape: 'nested', board, before: {}, day });
    const shown = await showInput(lived.at('10:00'));
    assert.deepEqual(
      section(shown, 'WHAT THE PERSON ASKED'),
      [2, 3, 4, 5, 6].map((number) => `please do number ${number}`),
    );
    appendFileSync(join(lived.home.home, 'dreamkeeper.yaml'), '\nrecord:\n  prompts: false\n');
    assert.doesNotMatch(await showInput(lived.at('10:00')), /please do|WHAT THE PERSON/u);
  });
});
