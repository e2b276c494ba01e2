// Each verdict followed to its outcome: what a person did with the task afterwards says whether the dreamer was right.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { HomeSettings } from '../../src/config/config.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { type LedgerLine, parseLedger } from '../../src/journal/journal.ts';
import { printLedgerLine } from '../../src/journal/ledger.ts';
import { type FollowedVerdict, followVerdicts, isDemoted, recordOf, recordsOf } from '../../src/record/record.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { dreamOf, freshTale, type ToldDreams, toldDreams } from '../night/told-dreams.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { type Case, cases, isGone, isTwice } from './verdict-cases.ts';

const lastNight = 9;

function boardOf(all: readonly Case[]): string {
  const tasks = all.map(({ what, state, properties = '' }) => `** ${state} ${what}\n${properties}`);
  return `* board\n${tasks.join('')}* log\n`;
}

function makeOf(life: ToldDreams, task: string, state: string | undefined): void {
  if (state === isGone) life.edit((plan) => plan.replace(new RegExp(`^\\*\\* [A-Z]+ ${task}.*\\n`, 'mu'), ''));
  else if (state === isTwice) life.edit((plan) => plan.replace('* log', `** DONE ${task}\n* log`));
  else if (state !== undefined) life.put(task, state);
}

const said = (each: Case): string[] => each.says.map((line) => line.replaceAll('@', each.what));

/** Ten nights. Nobody wakes from the fifth (in one life the board was no text then) and from the last; the sixth is taken back, the eighth repeats the seventh. */
async function tenNights(box: Sandbox, all: readonly Case[], settings: HomeSettings = {}): Promise<ToldDreams> {
  const life = await toldDreams(box, 'project', { board: boardOf(all), settings, memory: gitOfLife()(1) });
  for (let night = 0; night <= lastNight; night += 1) {
    const given = all.filter((each) => each.night === (night === 7 ? 6 : night));
    const plan = life.plan();
    const isTorn = night === 4 && settings.verdicts === 'advise';
    if (isTorn) life.edit(() => 'a\0b');
    await life.night(() => dreamOf(freshTale(night === 7 ? 6 : night), given.flatMap(said)));
    if (isTorn) life.edit(() => plan);
    for (const { what, before } of given) makeOf(life, what, before);
    if (night !== 4 && night !== lastNight) await life.wake();
    if (night === 5) await life.undo('last');
    for (const { what, night: then, later } of all) makeOf(life, what, later?.[night - then]);
  }
  return life;
}

/** What is said of a case's lines, the oldest first. */
function fatesOf(followed: readonly FollowedVerdict[], each: Case): (string | undefined)[] {
  const lines = new Set(said(each));
  const own = followed.filter(({ line }) => lines.has(line)).toReversed();
  return own.map(({ fate, judgement }) => `${fate}, ${judgement}`);
}

describe('fates', () => {
  test('what its owner did with the task says whether a verdict was right', async (t) => {
    const life = await tenNights(sandbox(t), cases);
    const followed = await life.followed();
    for (const each of cases)
      assert.deepEqual(
        fatesOf(followed, each),
        each.fates.filter((fate) => fate !== undefined),
        each.what,
      );
    const record = recordOf(followed, 'scripted');
    const [right, wrong, open] = ['right', 'wrong', 'open'].map(
      (wanted) => followed.filter(({ judgement }) => judgement === wanted).length,
    );
    assert.deepEqual([record.right, record.wrong, record.open], [right, wrong, open]);
    assert.equal(record.share, (right ?? 0) / ((right ?? 0) + (wrong ?? 0)));

    // Where git says nothing, the ledger and the board of now do: what happened and was undone in between is not seen.
    const failed = new DreamkeeperError('E_GIT_TIMEOUT', 'git did not answer', { hint: 'Wait.' });
    const blind = { ...life.world, git: { ...life.world.git, blobsThen: () => Promise.reject(failed) } };
    const guessed = await life.followed(blind);
    const fateFor = (what: string): unknown => fatesOf(guessed, cases.find((each) => each.what === what) as Case)[0];
    assert.equal(fateFor('started, then finished'), 'done, right');
    assert.equal(fateFor('rightly left'), 'stayed, right');
    assert.equal(guessed.length, followed.length);

    // To put it back again is to let it count again.
    const undone = followed.find(({ line }) => line === 'pick up: undone')?.night ?? '';
    await life.undo(undone, true);
    const again = (await life.followed()).find(({ night }) => night === undone);
    assert.equal(again?.fate, 'waiting');

    // What somebody wrote into the ledger himself is no evidence.
    const path = join(life.home.home, 'rem/ledger.jsonl');
    const { lines } = parseLedger(readFileSync(path, 'utf8'));
    const one = lines.find((line) => line.kind === 'night');
    assert.ok(one?.kind === 'night');
    const { hash: _, prev: __, at: ___, ...line } = one;
    const forged = { ...line, id: 'n-aaaaaaaaaa', left: 30, model: 'scripted' };
    appendFileSync(path, `${printLedgerLine(forged, lines.at(-1)?.hash ?? null)}\n`);
    assert.equal((await life.followed()).filter(({ night }) => night === 'n-aaaaaaaaaa').length, 0);
  });

  const advice: readonly Case[] = [
    {
      what: 'did it anyway',
      state: 'TODO',
      says: ['pick up: @'],
      night: 0,
      later: { 1: 'NEXT' },
      fates: ['came true, right'],
    },
    {
      ...{ what: 'did not want it', state: 'TODO', says: ['pick up: @'], night: 0, later: { 1: 'CANCELLED' } },
      fates: ['overruled, wrong'],
    },
    {
      what: 'let it be',
      state: 'DOING',
      says: ['put down: @'],
      night: 0,
      later: { 1: 'TODO' },
      fates: ['came true, right'],
    },
    {
      ...{ what: 'finished it instead', state: 'DOING', says: ['put down: @'], night: 0, later: { 3: 'DONE' } },
      fates: ['overruled, wrong'],
    },
    {
      ...{ what: 'dropped it', state: 'TODO', says: ['cancel: @ — as did it anyway'], night: 1 },
      ...{ later: { 1: 'CANCELLED' }, fates: ['came true, right'] },
    },
    { what: 'nobody cared', state: 'TODO', says: ['pick up: @'], night: 1, fates: ['no sign, neutral'] },
    {
      ...{ what: 'too late to count', state: 'TODO', says: ['pick up: @'], night: 1, later: { 7: 'DOING' } },
      fates: ['no sign, neutral'],
    },
    {
      what: 'no such thing',
      state: 'TODO',
      says: ['pick up: whatever it was'],
      night: 1,
      fates: ['named nothing, wrong'],
    },
    { what: 'asked today', state: 'TODO', says: ['pick up: @'], night: 8, fates: ['waiting, open'] },
  ];
  test('advice is right if it came true anyway, wrong if the opposite did', async (t) => {
    const life = await tenNights(sandbox(t), advice, { verdicts: 'advise' });
    const followed = await life.followed();
    for (const each of advice) assert.deepEqual(fatesOf(followed, each), each.fates, each.what);
  });

  test('advice that is given every night counts once', async (t) => {
    const life = await toldDreams(sandbox(t), 'project', {
      ...{ board: '* board\n** TODO write the parser\n* log\n', settings: { verdicts: 'advise' } },
    });
    for (let night = 0; night < 4; night += 1) {
      await life.night(() => dreamOf(freshTale(night), ['pick up: write the parser']));
      await life.wake();
    }
    life.put('write the parser', 'DOING');
    const fates = (await life.followed()).map(({ fate }) => fate);
    assert.deepEqual(fates, ['no sign', 'no sign', 'no sign', 'came true']);
  });

  test("in a person's own repository, what they have not committed is known from the ledger and the board", async (t) => {
    const life = await toldDreams(sandbox(t), 'project', {
      ...{ shape: 'one', board: '* board\n** TODO one of them\n** DOING two of them\n* log\n' },
    });
    await life.night(() => dreamOf(freshTale(0), ['pick up: one of them', 'put down: two of them']));
    await life.wake();
    life.put('two of them', 'DOING');
    await life.night(() => dreamOf(freshTale(1), ['keep course']));
    life.put('two of them', 'TODO');
    life.put('one of them', 'DONE');
    const fates = (await life.followed()).map(({ fate }) => fate);
    assert.deepEqual(fates, ['no move', 'done', 'overruled']);
  });
});

describe('records', () => {
  const verdict = (judgement: FollowedVerdict['judgement'], model = 'some/model'): FollowedVerdict => ({
    ...{ night: 'n-aaaaaaaaaa', line: 'pick up: x', task: 'x', move: 'pick up', fate: 'done', judgement, model },
  });
  const many = (count: number, judgement: FollowedVerdict['judgement'], model?: string): FollowedVerdict[] =>
    Array.from({ length: count }, () => verdict(judgement, model));

  test('the newest thirty that can be judged count', () => {
    const followed = [...many(5, 'open'), ...many(20, 'wrong'), ...many(9, 'neutral'), ...many(40, 'right')];
    assert.deepEqual(recordOf(followed, 'some/model'), { right: 10, wrong: 20, open: 5, share: 10 / 30 });
    assert.deepEqual(recordOf(followed, 'other'), { right: 0, wrong: 0, open: 0, share: null });
  });

  test('the rules are one dreamer, in whose place ever they dream', () => {
    const followed = [...many(2, 'right', 'builtin'), ...many(1, 'wrong', 'builtin (after 3 failures of some/model)')];
    assert.deepEqual(recordOf(followed, 'builtin'), { right: 2, wrong: 1, open: 0, share: 2 / 3 });
    assert.deepEqual(
      recordsOf(followed, {}).map(({ model }) => model),
      ['builtin'],
    );
  });

  for (const [settings, right, wrong, expected] of [
    [{}, 0, 30, false],
    [{ dreamer: { after: 1 } }, 0, 30, false],
    [{ dreamer: { min_record: 0.5 } }, 0, 7, false],
    [{ dreamer: { min_record: 0.5 } }, 0, 8, true],
    [{ dreamer: { min_record: 0.5 } }, 4, 4, false],
    [{ dreamer: { min_record: 0.5, after: 2 } }, 0, 2, true],
    [{ dreamer: { min_record: 0 } }, 0, 30, false],
  ] as const)
    test(`${right} of ${right + wrong} with ${JSON.stringify(settings)}`, () => {
      const record = recordOf([...many(right, 'right'), ...many(wrong, 'wrong')], 'some/model');
      assert.equal(isDemoted(settings, record), expected);
    });

  test('what a host left out because it named nothing real counts against the dreamer', async (t) => {
    const life = await toldDreams(sandbox(t), 'project', { board: '* board\n** TODO a thing to do\n* log\n' });
    await life.night(() => dreamOf(freshTale(0), ['keep course']));
    const { lines } = parseLedger(readFileSync(join(life.home.home, 'rem/ledger.jsonl'), 'utf8'));
    const told = lines.map((line) => (line.kind === 'night' ? { ...line, left: 2 } : line));
    const read = parseLedger(printLedgerLine(told[0] as LedgerLine, null));
    assert.equal(read.lines[0]?.kind === 'night' ? read.lines[0].left : undefined, 2);
    const followed = await followVerdicts({ ...life, lines: told, board: undefined });
    assert.deepEqual(
      followed.map(({ fate }) => fate),
      ['no move', 'named nothing', 'named nothing'],
    );
    assert.equal(recordOf(followed, 'scripted').wrong, 2);
  });
});
