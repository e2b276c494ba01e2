// A night of two acts: one commit, one receipt, one undo; each sees what the one before left; what becomes of one is its own affair.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Act } from '../../src/asking/asking.ts';
import { dreamAct } from '../../src/dream/dream.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { listNights, sessionsOf, undoChange, verifyNights } from '../../src/history/history.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { left, livedActs, memory } from './lived-acts.ts';
import { tidyAct } from './tidy-act.ts';

const commits = (box: Sandbox): string[] => box.git('project/.dream', 'log', '--format=%s').trim().split('\n');
const tidied = memory.replace('- old: the port is 8080', '- new: the port is 8080');

test('two acts are one commit, one receipt and one undo', async (t) => {
  const box = sandbox(t);
  const lived = await livedActs(box);
  const asleep = lived.at('10:00');
  const before = commits(box).length;
  const files = () => Object.entries(snapshot(lived.home.home, (path) => /^\.git|^rem|_/u.test(path)));
  const first = files();
  const { receipt } = await sleepOnce(asleep, { env: {}, trigger: 'idle', acts: [tidyAct(), dreamAct] });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  assert.deepEqual([receipt.trigger, receipt.kind], ['idle', 'rem']);
  assert.deepEqual(
    receipt.acts.map(({ name, outcome, reason }) => [name, outcome, reason]),
    [
      ['tidy', 'ran', 'tidied'],
      ['dream', 'ran', 'dreamt'],
    ],
  );
  assert.match(receipt.message, /tidy: one line put right/u);
  // The night, and before it what the person had written that day.
  const [night = '', day = ''] = commits(box);
  assert.equal(commits(box).length, before + 2);
  assert.match(night, /^rem: /u, 'the last act that changed something names the commit');
  assert.match(day, /^day: /u);
  assert.deepEqual(left(lived), {
    memory: tidied,
    diary: '- was: - old: the port is 8080\n- is: - new: the port is 8080\n',
    nights: 1,
  });
  const line = JSON.parse(readFileSync(join(lived.home.home, 'rem/ledger.jsonl'), 'utf8').trim()) as {
    acts: object[];
    trigger: string;
  };
  assert.deepEqual([line.trigger, line.acts], ['idle', [{ lines: 1, stale: '- old: the port is 8080', name: 'tidy' }]]);
  assert.equal((await verifyNights(asleep.world, asleep.home)).broken, null);

  const nights = await listNights(asleep.world, asleep.home);
  assert.equal(nights.length, 1);
  assert.deepEqual(
    sessionsOf(nights).map(({ kind, outcome, reason, entry }) => [kind, outcome, reason, entry !== null]),
    [
      ['rem', 'ran', 'dreamt', true],
      ['tidy', 'ran', 'tidied', false],
    ],
  );

  const request = { wanted: receipt.id, agent: 'waldo', keep: 50 };
  const after = files();
  assert.equal((await undoChange(asleep.world, asleep.home, request)).result, 'undone');
  assert.deepEqual(files(), first, 'byte for byte');
  assert.equal((await undoChange(asleep.world, asleep.home, { ...request, isRedo: true })).result, 'redone');
  assert.deepEqual(files(), after);
});

test('a night without a dream has no entry, and is one all the same', async (t) => {
  const box = sandbox(t);
  const lived = await livedActs(box);
  const { receipt } = await sleepOnce(lived.at('10:00'), { env: {}, trigger: 'idle', acts: [tidyAct()] });
  assert.deepEqual([receipt.outcome, receipt.kind, receipt.entry], ['ran', 'night', null]);
  assert.equal(commits(box)[0], 'tidy: - new: the port is 8080');
  const { world, home } = lived.at('10:10');
  assert.equal((await verifyNights(world, home)).broken, null);
  // It is no dream: what happened that day is still news, and no gate is shut by it.
  const next = await sleepOnce(lived.at('10:10'), { env: {} });
  assert.equal(next.receipt.outcome, 'ran', next.receipt.message);
  assert.equal((await undoChange(world, home, { wanted: receipt.id, agent: 'waldo', keep: 50 })).result, 'undone');
  assert.equal(left(lived).memory, memory);
});

test('an act sees the files as the acts before it leave them, and nothing is written before all have spoken', async (t) => {
  const lived = await livedActs(sandbox(t));
  const seen: string[] = [];
  const looking: Act = {
    ...{ name: 'look', kind: 'look', triggers: [] },
    gather: async ({ world, home }) => {
      seen.push(Buffer.from(world.files.read(home.home, 'LEARNT.md') ?? []).toString());
      const diary = Buffer.from(world.files.read(home.home, 'DREAMS.md') ?? []).toString();
      seen.push(left(lived).memory, diary);
      return { kind: 'not now', outcome: 'noop', reason: 'looked', message: 'looked' };
    },
  };
  const { receipt } = await sleepOnce(lived.at('10:00'), { env: {}, acts: [tidyAct(), looking] });
  assert.deepEqual(seen, [tidied, memory, '- was: - old: the port is 8080\n- is: - new: the port is 8080\n']);
  assert.equal(receipt.outcome, 'ran');
});

test('each act asks its own model, and both are on the bill', async (t) => {
  const lived = await livedActs(sandbox(t));
  const asleep = lived.at('10:00');
  const world = answering(asleep.world, ({ prompt }) =>
    prompt.startsWith('# Memory') ? '- the door squeaks -> - the door is oiled' : 'no dream at all',
  );
  const { receipt } = await sleepOnce(
    { ...asleep, world },
    { env: {}, acts: [tidyAct(), dreamAct], dreamer: dreamerNamed('big'), dreamers: { tidy: dreamerNamed('small') } },
  );
  assert.deepEqual(
    receipt.acts.map(({ name, outcome, model, calls }) => [name, outcome, model, calls]),
    [
      ['tidy', 'ran', 'small', 1],
      ['dream', 'rejected', 'big', 1],
    ],
  );
  assert.deepEqual([receipt.outcome, receipt.calls, receipt.tokens.input], ['ran', 2, 200]);
  assert.match(receipt.message, /dream rejected: /u);
  assert.match(left(lived).memory, /^- the door is oiled$/mu);
});

describe('one that fails leaves the dream standing, and says so', () => {
  const failing: Readonly<Record<string, { readonly act: Act; readonly told: RegExp }>> = {
    'it cannot gather': {
      act: tidyAct({
        instead: () => {
          throw new DreamkeeperError('E_DISK', 'no room', { hint: 'Make some.' });
        },
      }),
      told: /tidy failed: no room/u,
    },
    'what it wants done does not fit': {
      act: {
        ...tidyAct(),
        gather: async (home, tonight) => {
          const ready = await tidyAct().gather(home, tonight);
          if (ready.kind === 'not now') return ready;
          return {
            ...ready,
            byRules: (model) => ready.read({ v: 1, prompt: '', code: '', form: 'text', text: 'not there -> x' }, model),
          };
        },
      },
      told: /tidy failed: "not there" is not in LEARNT\.md/u,
    },
  };
  const proposing = (path: string, content: string): Act => ({
    ...tidyAct(),
    gather: async () => ({
      ...{ kind: 'ready', question: undefined },
      read: () => ({ kind: 'malformed', reason: '' }),
      byRules: (model) => ({
        kind: 'proposal',
        proposal: {
          ...{ edits: [{ path, edit: () => Buffer.from(content) }], part: {}, reason: 'x', message: 'x', subject: 'x' },
          ...{ model, leftOut: [] },
        },
      }),
    }),
  });
  Object.assign(failing, {
    'it wants to write what is private': {
      act: proposing('_steps.jsonl', 'x'),
      told: /tidy failed: .*not for an act/u,
    },
    'it wants to write the ledger': { act: proposing('rem/ledger.jsonl', ''), told: /tidy failed: .*not for an act/u },
    'it brings a credential': {
      act: proposing('LEARNT.md', `token ghp_${'a1B2'.repeat(9)}\n`),
      told: /tidy failed: .*has a credential/u,
    },
    'it has a bug': {
      act: tidyAct({
        instead: () => {
          throw new TypeError('undefined is not a function');
        },
      }),
      told: /tidy failed: this should not have happened/u,
    },
  });
  for (const [what, { act, told }] of Object.entries(failing))
    test(what, async (t) => {
      const lived = await livedActs(sandbox(t));
      const { receipt } = await sleepOnce(lived.at('10:00'), { env: {}, acts: [act, dreamAct] });
      assert.deepEqual([receipt.outcome, receipt.reason], ['ran', 'dreamt']);
      assert.match(receipt.message, told);
      assert.deepEqual(left(lived), { memory, diary: '', nights: 1 });
    });
  test('a check refuses it', async (t) => {
    const lived = await livedActs(sandbox(t));
    const seen: string[] = [];
    const { receipt } = await sleepOnce(lived.at('10:00'), {
      env: {},
      acts: [tidyAct(), dreamAct],
      checks: [
        async (staged) => {
          const file = staged.find(({ path }) => path === 'LEARNT.md');
          if (file !== undefined) seen.push(Buffer.from(file.after ?? []).toString());
          return file === undefined ? [] : [{ by: 'tidy', why: 'a line would be gone' }];
        },
      ],
    });
    assert.deepEqual(seen, [tidied], 'the very bytes');
    assert.deepEqual(
      receipt.acts.map(({ name, outcome, reason }) => [name, outcome, reason]),
      [
        ['tidy', 'rejected', 'proof'],
        ['dream', 'ran', 'dreamt'],
      ],
    );
    assert.deepEqual(left(lived), { memory, diary: '', nights: 1 });
  });
  test('there is no time left for it', async (t) => {
    const lived = await livedActs(sandbox(t));
    const asleep = lived.at('10:00');
    let now = asleep.world.now().getTime();
    const slow: Act = {
      ...dreamAct,
      gather: async (home, tonight) => {
        const ready = await dreamAct.gather(home, tonight);
        now += 6 * 60_000;
        return ready;
      },
    };
    const world = { ...asleep.world, now: () => new Date(now) };
    const { receipt } = await sleepOnce({ ...asleep, world }, { env: {}, acts: [slow, tidyAct()] });
    assert.deepEqual(
      receipt.acts.map(({ name, reason }) => [name, reason]),
      [
        ['dream', 'dreamt'],
        ['tidy', 'night-limit'],
      ],
    );
    const settings = { ...asleep.settings, night: { limit: '1h' } };
    const again = await sleepOnce({ ...lived.at('12:00'), settings }, { env: {}, acts: [tidyAct()] });
    assert.equal(again.receipt.outcome, 'ran', again.receipt.message);
  });
});

test('an act that never ends does not hold the night', async (t) => {
  const lived = await livedActs(sandbox(t));
  const asleep = lived.at('10:00');
  const hanging: Act = { ...tidyAct(), gather: () => new Promise(() => undefined) };
  let now = asleep.world.now().getTime();
  const world = {
    ...asleep.world,
    now: () => new Date(now),
    // The clock goes on while somebody waits.
    pause: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const { receipt } = await sleepOnce({ ...asleep, world }, { env: {}, acts: [hanging, dreamAct] });
  assert.deepEqual(
    receipt.acts.map(({ name, reason }) => [name, reason]),
    [
      ['tidy', 'night-limit'],
      ['dream', 'night-limit'],
    ],
  );
});

test('what cannot be taken back of an act keeps its night from being taken back', async (t) => {
  const lived = await livedActs(sandbox(t));
  const { world, home } = lived.at('10:00');
  const stubborn: Act = {
    ...tidyAct(),
    gather: async (given, tonight) => {
      const ready = await tidyAct().gather(given, tonight);
      if (ready.kind === 'not now') return ready;
      return {
        ...ready,
        byRules: (model) => {
          const read = ready.byRules(model);
          if (read.kind === 'malformed') return read;
          const edits = read.proposal.edits.map((edit) => ({ ...edit, undo: 'never' as const }));
          return { kind: 'proposal', proposal: { ...read.proposal, edits, subject: 'day: not mine to say' } };
        },
      };
    },
  };
  const { receipt } = await sleepOnce(lived.at('10:00'), { env: {}, acts: [stubborn, dreamAct] });
  assert.equal(receipt.outcome, 'ran');
  await assert.rejects(
    undoChange(world, home, { wanted: receipt.id, agent: 'waldo', keep: 50 }),
    (error) => error instanceof DreamkeeperError && error.exit === 12 && error.message.includes('LEARNT.md'),
  );
  assert.equal(left(lived).memory, tidied);
});

test('a check that means nobody in particular stops them all', async (t) => {
  const box = sandbox(t);
  const lived = await livedActs(box);
  const { receipt } = await sleepOnce(lived.at('10:00'), {
    ...{ env: {}, acts: [tidyAct(), dreamAct], checks: [async () => [{ by: 'proof', why: 'something is lost' }]] },
  });
  assert.deepEqual(
    [receipt.outcome, receipt.reason, receipt.message.includes('something is lost')],
    ['rejected', 'proof', true],
  );
  assert.deepEqual(left(lived), { memory, diary: '', nights: 0 });
  assert.match(commits(box)[0] ?? '', /^day: /u);
});
