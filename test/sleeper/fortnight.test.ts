// A fortnight of an agent that tires: thousands of actions, naps, sleeps it is made to, restarts and suspends. Its files are what a few lines of arithmetic say, byte for byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actsFor } from '../../src/keeper/keeper.ts';
import { archivedIn } from '../../src/memory/memory.ts';
import { dreamsIn, observationsIn } from '../../src/observations/observations.ts';
import { logSaid, type Sleeper } from '../../src/sleeper/sleeper.ts';
import { saidIn } from '../../src/steps/steps.ts';
import { wakeBudget } from '../../src/wake/woke-up.ts';
import { openActs } from '../../src/wire/wire.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { isFull } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { during, run, type Tired, tired } from './tired.ts';

interface Line {
  readonly day: string;
  readonly clock: string;
  readonly text: string;
  readonly level: 'RED' | 'YLW' | 'GRN';
}

interface Fortnight {
  readonly home: Tired;
  readonly actions: number;
  readonly consolidated: number;
  readonly expected: readonly Line[];
  readonly pruned: number;
  readonly longest: number;
}

/** How often a day it has to sleep. */
const halves = isFull ? 2 : 1;

const stamp = (time: Date): Pick<Line, 'day' | 'clock'> => ({
  day: time.toISOString().slice(0, 10),
  clock: time.toISOString().slice(11, 16),
});

const dayLength = 24 * 60 * 60 * 1000;
const weekAfter = (day: string): string => new Date(Date.parse(day) + 7 * dayLength).toISOString().slice(0, 10);

/** Sleeps that it is made to on each day; naps between, a process that ends at any time, and nights in which the machine is suspended. */
async function live(home: Tired, days: number, isByModel: boolean): Promise<Fortnight> {
  const { agent } = home;
  let sleeper: Sleeper = await home.sleeper();
  let [actions, consolidated, pruned, longest] = [0, 0, 0, 0];
  let expected: Line[] = [];
  let warned = 0;
  const consolidate: typeof home.consolidate = async (trigger, signal) => {
    if (!isByModel) return home.consolidate(trigger, signal);
    const at = stamp(home.clock()).clock;
    const say = `OBSERVATIONS:\nYLW ${at} The reading goes on\nGRN ${at} Much was read\n\nREFLECTION:\nIt was fine.\n\nPRIORITY:\nRead on.\n`;
    const world = answering(agent.world, () => say);
    const dreamers = { consolidate: dreamerNamed('sonnet') };
    const acts = actsFor(trigger, await openActs());
    return (await sleepOnce({ ...agent, world }, { trigger, acts, dreamers, env: {}, signal })).receipt;
  };
  const restart = async (): Promise<void> => {
    sleeper = await home.sleeper(consolidate);
    longest = Math.max(longest, (sleeper.wake() ?? '').length);
  };
  // What was committed before is long ago.
  home.clock(10 * 24 * 60 * 60);
  await restart();
  for (let day = 0; day < days; day += 1) {
    for (let half = 0; half < halves; half += 1) {
      // What is broken before one sleep is mended before the next; both is worth a line, and what it read is not.
      const isBroken = consolidated % 2 === 0;
      const tried = stamp(home.clock());
      home.acts(1, { tool: 'bash', target: 'npm test', exit: isBroken ? 1 : 0 });
      logSaid(agent, { t: home.clock().toISOString(), run, role: 'tool', content: `call ${actions}` });
      sleeper.afterStep({ tool: 'bash', isRefused: false });
      actions += 1;
      for (;;) {
        const due = sleeper.shouldSleep();
        if (due !== undefined) {
          assert.deepEqual([due.why, warned], ['fatigue', 1], 'told once before it had to sleep');
          const at = stamp(home.clock());
          const { fell, kind } = await sleeper.sleep(due, during);
          assert.deepEqual([kind, fell.receipt?.outcome, fell.seconds], ['woke', 'ran', 300], fell.receipt?.message);
          consolidated += 1;
          // What stands there is not said twice; what was forgotten may be.
          const said = [
            { ...at, level: 'YLW', text: 'The reading goes on' },
            { ...at, level: 'GRN', text: 'Much was read' },
          ] as const;
          if (isByModel) expected.push(...said.filter(({ text }) => !expected.some((each) => each.text === text)));
          const broken = `\`npm test\` fails and has not passed since (until ${weekAfter(tried.day)})`;
          if (!isByModel && isBroken) expected.push({ ...tried, level: 'RED', text: broken });
          if (!isByModel && !isBroken) expected.push({ ...tried, level: 'GRN', text: '`npm test` passed' });
          assert.equal(fell.isDeep, consolidated % 10 === 0, `consolidation ${consolidated}`);
          if (fell.isDeep) {
            const now = Date.parse(`${at.day}T${at.clock}:00Z`);
            const kept = expected.filter(({ level, day: of, clock }) =>
              level === 'RED'
                ? Date.parse(weekAfter(of)) + dayLength > now
                : level === 'YLW' || Date.parse(`${of}T${clock}:00Z`) >= now - 2 * dayLength,
            );
            pruned += expected.length - kept.length;
            expected = kept;
          }
          warned = 0;
          longest = Math.max(longest, (sleeper.wake() ?? '').length);
          break;
        }
        if (sleeper.beforeStep() !== undefined) warned += 1;
        // A turn of some calls: a limit may be passed by a few.
        const calls = 1 + ((actions * 7 + day) % 6);
        for (let call = 0; call < calls; call += 1) {
          home.acts(1);
          logSaid(agent, { t: home.clock().toISOString(), run, role: 'tool', content: `call ${actions + call}` });
          sleeper.afterStep({ tool: 'read', isRefused: false });
        }
        actions += calls;
        home.clock(60);
        // A nap in between: nothing is consolidated, and what came before it is not forgotten.
        if (actions % 37 === 0)
          assert.equal((await sleeper.sleep({ seconds: 20, why: 'nap' }, during)).fell.receipt, null);
        if (actions % 23 === 0) await restart();
      }
      // A machine that is suspended: the clock goes on, and nobody is there.
      home.clock(5 * 60 * 60);
      await restart();
    }
    home.clock(12 * 60 * 60);
  }
  return { home, actions, consolidated, expected, pruned, longest };
}

function printed(lines: readonly Line[]): string {
  const byDay = Map.groupBy(lines, ({ day }) => day);
  return `# Observations\n${[...byDay].map(([day, of]) => `\n## ${day}\n\n${of.map(({ level, clock, text }) => `${level} ${clock} ${text}\n`).join('')}`).join('')}`;
}

for (const [by, days] of [
  ['rules', 14],
  ['a scripted model', isFull ? 14 : 4],
] as const)
  test(`${days} days by ${by}`, async (t) => {
    const home = await tired(t);
    const { actions, consolidated, expected, pruned, longest } = await live(home, days, by !== 'rules');
    assert.equal(home.self('observations.md'), printed(expected));
    const dreams = dreamsIn(Buffer.from(home.self('dreams.jsonl')));
    assert.equal(dreams.length, consolidated);
    assert.equal(
      dreams.reduce((sum, each) => sum + each.actions, 0),
      actions,
      'every action was told to one consolidation',
    );
    assert.deepEqual(
      dreams.flatMap(({ deep }, at) => (deep ? [at + 1] : [])),
      Array.from({ length: Math.floor(consolidated / 10) }, (_, at) => (at + 1) * 10),
    );
    const archive = home.box.path('place', 'memory/archive.md');
    const archived =
      pruned === 0 ? [] : archivedIn(Buffer.from(home.box.read(archive.slice(home.box.path('').length))));
    assert.equal(archived.length, pruned);
    const pages = home.self('diary.md').split('\n## ').length - 1;
    assert.equal(pages, Math.floor(consolidated / 10));
    const said = saidIn(home.self('conversation.jsonl')).map(({ content }) => content);
    assert.deepEqual(
      said,
      Array.from({ length: actions }, (_, at) => `call ${at}`),
      'nothing is lost from the full log',
    );
    assert.ok(longest < wakeBudget + 1500, `${longest}`);
    assert.equal(home.box.git('place', 'status', '--porcelain', '--', '.self', 'memory').trim(), '');
    assert.ok(observationsIn(Buffer.from(home.self('observations.md'))).length === expected.length);
    t.diagnostic(`${actions} actions, ${consolidated} consolidations, ${pruned} lines archived`);
    assert.ok(actions > days * 80 * halves);
  });
