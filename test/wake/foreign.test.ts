// Another program's dreams: the seeds' own samples advise once they are committed, are carried out by the operator's choice, and are marked everywhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { verifyNights } from '../../src/history/history.ts';
import { statusOf } from '../../src/report/report.ts';
import { type Woken, wakeUp } from '../../src/wake/wake.ts';
import type { Lived } from '../day.ts';
import { at, contextRepo, dreaming, headOf, live, planOf, put } from '../journal/samples.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';

function commitAt(box: Sandbox, { home }: Lived, time: string, subject: string): void {
  const env = { ...box.env, GIT_COMMITTER_DATE: time, GIT_AUTHOR_DATE: time };
  for (const args of [
    ['add', '-A'],
    ['commit', '-q', '-m', subject],
  ])
    assert.equal(spawnSync('git', args, { cwd: home.home, env }).status, 0);
}

/** The operator said `rem.foreign: apply`. */
const trusting = (there: ReturnType<typeof at>): ReturnType<typeof at> => ({
  ...there,
  settings: { ...there.settings, rem: { ...there.settings.rem, foreign: 'apply' } },
});

interface Sample {
  readonly name: string;
  readonly shape: 'one' | 'nested';
  readonly text: string;
  readonly now: string;
  readonly moves: readonly (readonly [string | null, string | null, string | null, string])[];
  readonly next: string;
  readonly fact: string;
}
const samples: readonly Sample[] = [
  {
    ...{ name: '2026-06-10-1430.org', shape: 'one', text: dreaming, now: '2026-06-10T14:45:00Z' },
    moves: [
      ['comparison table for the landscape section', 'TODO', 'NEXT', 'applied'],
      ['tweet copy for launch', 'NEXT', 'TODO', 'applied'],
      [null, null, null, 'noop'],
    ],
    next: 'start "comparison table for the landscape section" (NEXT on the board)',
    fact: 'wb content check clean; do not re-run it before editing',
  },
  {
    ...{ name: '2026-06-11-0915.org', shape: 'nested', text: contextRepo, now: '2026-06-11T09:20:00Z' },
    moves: [
      ['99-faq.svelte — honest faq', 'TODO', 'NEXT', 'applied'],
      [null, null, null, 'noop'],
    ],
    next: 'start "tweet copy for launch" (NEXT on the board)',
    fact: 'content/sections.json rows all serve 200 — do not re-check',
  },
];

describe('the samples of the seeds', () => {
  for (const { name, shape, text, now, moves, next, fact } of samples)
    test(`${name}: carried out where the operator says so, once, and shown as not ours (${shape})`, async (t) => {
      const box = sandbox(t);
      const lived = await live(box, shape);
      const path = put(lived, name, text);
      commitAt(box, lived, now, 'rem: the audit');
      const woken = await wakeUp(trusting(at(lived, now)));
      // What comes next is not theirs to say.
      assert.equal(woken.source, 'facts');
      assert.equal(woken.dream, path);
      assert.deepEqual(
        woken.verdicts.map(({ task, from, to, result }) => [task, from, to, result]),
        moves,
      );
      assert.equal(woken.carry.next, next);
      assert.equal(woken.carry.doing, null);
      // Its writer gave nothing to check, so it is told and not trusted.
      assert.deepEqual(
        woken.carry.verified.map((each) => [each.text, each.fresh]),
        [[fact, false]],
      );
      assert.ok(woken.pack.includes(`\nNext action: ${next}\n`), woken.pack);
      assert.match(woken.pack, new RegExp(`^The newest dream \\(\`${path}\`, .*\\) was not written here`, 'mu'));
      for (const [task, , to] of moves)
        if (task !== null)
          assert.ok(
            planOf(lived)
              .split('\n')
              .some((line) => line.endsWith(`* ${to} ${task}`)),
            planOf(lived),
          );
      assert.ok(planOf(lived).includes('** TODO 99-faq.svelte\n'), 'the task with half of the title stays');
      const after = headOf(lived);
      const again = await wakeUp(trusting(at(lived, now)));
      assert.deepEqual([again.verdicts, again.carry.next, headOf(lived)], [[], next, after]);
      const { problems } = await statusOf(at(lived, now), {});
      assert.deepEqual(
        problems.map(({ code, message }) => [code, message]),
        [['dream-foreign', `Dreamkeeper did not write ${path} on this machine`]],
      );
      const verified = await verifyNights(at(lived, now).world, lived.home);
      assert.deepEqual([verified.broken, verified.foreign], [null, [path]]);
    });
  test('the same as real processes, where nobody said so', async (t) => {
    const box = sandbox(t);
    const lived = await live(box, 'one');
    const path = put(lived, '2026-06-10-1430.org', dreaming);
    const problems = (): string[] =>
      JSON.parse(box.dk('day', ['status', '--json']).stdout).problems.map(({ code }: { code: string }) => code);
    assert.deepEqual(problems(), ['dream-gap'], 'nobody has committed it');
    const { world } = at(lived, '2026-06-10T14:31:00Z');
    const store = world.stores.open(lived.home.privateDir);
    store.takeLease('night', { id: 'n-aaaaaaaaaa', who: 'process 7', since: '2026-06-10T14:30:00.000Z' }, 0);
    store.close();
    const lock = world.locks.take(lived.home.privateDir, 'night.db');
    assert.deepEqual(problems(), [], 'it may be that of the night that is under way');
    lock?.release();
    assert.deepEqual(problems(), ['dream-gap'], 'that was killed');
    commitAt(box, lived, '2026-06-10T14:31:05Z', 'rem: the audit');
    assert.deepEqual(problems(), ['dream-foreign']);
    const before = planOf(lived);
    const ran = box.dk('day', ['wake', '--json']);
    const woken = JSON.parse(ran.stdout) as Woken;
    assert.deepEqual([ran.code, woken.source, woken.dream], [0, 'facts', path]);
    assert.deepEqual(
      woken.verdicts.map(({ result }) => result),
      ['refused', 'refused', 'noop'],
    );
    assert.deepEqual([planOf(lived), woken.carry.next], [before, 'start "tweet copy for launch" (NEXT on the board)']);
    assert.match(
      box.dk('day', ['journal']).stdout,
      /^# rem\/2026-06-10-1430\.org {2}\(not written on this machine\)\n#\+TITLE: rem — 2026-06-10 14:30 UTC\n/u,
    );
    assert.match(
      box.dk('day', ['journal', '--list']).stdout,
      /^rem\/2026-06-10-1430\.org {2}The audit run found .*\(not written on this machine\)\n$/u,
    );
    const verify = box.dk('day', ['nights', 'verify']);
    assert.equal(verify.code, 0);
    assert.match(verify.stdout, /^rem\/2026-06-10-1430\.org was not written by a sleep of ours\.$/mu);
  });
  test('what somebody moved after the entry was committed stays moved', async (t) => {
    const box = sandbox(t);
    const lived = await live(box, 'one');
    put(lived, '2026-06-10-1430.org', dreaming);
    commitAt(box, lived, '2026-06-10T14:30:10Z', 'rem: the audit');
    lived.happen({ at: '14:35', move: 'tweet copy for launch', to: 'DOING' });
    const { verdicts } = await wakeUp(trusting(at(lived, '2026-06-10T14:45:00Z')));
    assert.deepEqual(verdicts.map(({ result, why }) => [result, why.split(',')[0]]).slice(1, 2), [
      ['refused', 'it was NEXT when this was dreamt'],
    ]);
    assert.ok(planOf(lived).includes('*** DOING tweet copy for launch\n'));
  });
});
