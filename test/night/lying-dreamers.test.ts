// A hundred nights with each kind of liar: nothing moves but what a verdict named, their record shows them up, and then nobody does what they say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBoard, tasksOf } from '../../src/board/board.ts';
import { followHome, isDemoted, recordOf } from '../../src/record/record.ts';
import type { World } from '../../src/world/world.ts';
import { numbers } from '../history/undo-life.ts';
import { gitOfLife } from '../memory-git/share.ts';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { memoryStore } from '../store/memory-store.ts';
import { dreamOf, freshTale, type ToldDreams, toldDreams } from './told-dreams.ts';

const most = Number(process.env.DREAMKEEPER_LIES ?? (isFull ? 30 : 25));
const parts = Array.from({ length: 54 }, (_, index) => `engine part ${index + 1}`);
/** Nobody can tell which of the two is meant, so neither may ever move. */
const twins = '** TODO tidy up the workshop\n** TODO tidy up the workshop\n';
const board = `* board\n${parts.map((title) => `** TODO ${title}\n`).join('')}${twins}* log\n`;
/** A short manifest is quickly made. */
const unmeasured = { rem: { keep: 3 } };
const measured = { ...unmeasured, dreamer: { min_record: 0.5 } };

/** What a dreamer can know: the board it is shown, and which night it is. */
interface Shown {
  readonly count: number;
  inState(state: string): readonly string[];
}

type Liar = (shown: Shown) => { readonly tale?: string; readonly verdicts: readonly string[] };

function shownIn(facts: string, count: number): Shown {
  const tasks = [...facts.matchAll(/\b(TODO|NEXT|DOING|DONE) (engine part \d+)$/gmu)];
  return {
    count,
    inState: (state) => [...new Set(tasks.filter(([, word]) => word === state).map(([, , title = '']) => title))],
  };
}

const below = numbers(11);
const anyOf = (titles: readonly string[]): string => titles[below(titles.length)] ?? 'engine part 1';

function random(): readonly string[] {
  return Array.from({ length: 1 + below(3) }, () => {
    const task = anyOf([...parts, 'engine part 99', 'tidy up the workshop', 'a boat']);
    const verb = ['pick up', 'put down', 'cancel'][below(3)];
    return `${verb}: ${task}${verb === 'cancel' ? ` — it is in ${anyOf(parts)}` : ''}`;
  });
}

const dreamers: Readonly<Record<string, Liar>> = {
  random: () => ({ verdicts: random() }),
  /** Stops what is being worked on, and wants what comes last. */
  adversarial: ({ count, inState }) => {
    const [doing = 'engine part 1'] = inState('DOING');
    const last = inState('TODO').at(-1) ?? 'engine part 54';
    return {
      verdicts: [
        count % 2 === 0 ? `cancel: ${doing} — ${last} will do` : `put down: ${doing} — nobody needs it`,
        `pick up: ${last}`,
      ],
    };
  },
  /** Speaks of what was, or never was. */
  stale: ({ count, inState }) => ({
    verdicts: [
      `pick up: ${inState('DONE')[0] ?? 'engine part 0'}`,
      `cancel: the old part ${count} — see engine part 1`,
    ],
  }),
  /** Always the same, in other words each time: no echo by its likeness. */
  repeating: () => ({ verdicts: ['pick up: engine part 2', 'put down: engine part 1'] }),
  /** Always the same to the letter. */
  echoing: () => ({ tale: 'the same day again', verdicts: ['pick up: engine part 2'] }),
  /** The next in line, while nothing is chosen. */
  honest: ({ inState }) => ({
    verdicts: inState('NEXT').length > 0 ? ['keep course'] : [`pick up: ${inState('TODO')[0] ?? ''}`],
  }),
};

/** A day's work: from the top of the board, a part in two days; what a dream put elsewhere is put back. */
function work(life: ToldDreams, day: number): void {
  const states = statesOn(life);
  const open = parts.filter((title) => states.get(title)?.[0] !== 'DONE');
  if (day % 2 === 1 && open[0] !== undefined) life.put(open.shift() ?? '', 'DONE');
  const [current = '', ...coming] = open;
  if (states.get(current)?.[0] !== 'DOING') life.put(current, 'DOING');
  for (const title of coming) {
    const [state] = states.get(title) ?? [];
    const isComing = state === 'NEXT' && coming.indexOf(title) < 2;
    if (state !== 'TODO' && !isComing) life.put(title, 'TODO');
  }
}

/** The states of all tasks of a title. A cancelled one has its reason behind it. */
function statesOn(life: ToldDreams): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { title, state } of tasksOf(parseBoard(Buffer.from(life.plan())))) {
    const [name = ''] = title.split(' — ');
    found.set(name, [...(found.get(name) ?? []), state]);
  }
  return found;
}

/** Locks and leases in memory, where nobody else is. */
function quickWorld(): Partial<World> {
  const store = memoryStore();
  return {
    stores: {
      exists: () => true,
      folder: (privateDir) => privateDir,
      open: () => ({ ...store, close: () => undefined }),
    },
    locks: { take: () => ({ release: () => undefined }) },
  };
}

const gitOf = gitOfLife();

for (const [name, liar] of Object.entries(dreamers)) {
  // It says so little that it is soon known.
  const nights = name === 'repeating' ? most * 0.4 : most;
  /** In the first half of the nights nobody measures; then their owner begins to. */
  const half = nights / 2;
  test(`${nights} nights of a dreamer, ${name}`, async (t) => {
    let night = 0;
    const settings = () => (night < half ? unmeasured : measured);
    const life = await toldDreams(sandbox(t), 'project', {
      ...{ board, settings, instead: quickWorld() },
      memory: gitOf(1),
    });
    const record = async () => recordOf(await followHome(life.world, life.home, 'waldo'), name);
    const moved = { unmeasured: 0, measured: 0 };
    let held = 0;
    for (; night < nights; night += 1) {
      if (night === half && name !== 'honest')
        assert.ok(isDemoted(measured, await record()), JSON.stringify(await record()));
      work(life, night);
      await life.night((facts) => {
        const { tale = freshTale(night), verdicts } = liar(shownIn(facts, night));
        return dreamOf(tale, verdicts);
      }, name);
      const before = statesOn(life);
      const { verdicts } = await life.wake();
      const after = statesOn(life);

      const applied = verdicts.filter(({ result }) => result === 'applied');
      const changed = [...after].filter(([title, states]) => states.join() !== before.get(title)?.join());
      assert.deepEqual(
        changed.map(([title]) => title).toSorted(),
        applied.map(({ task }) => task).toSorted(),
        `night ${night}`,
      );
      for (const { task, line } of applied) {
        assert.equal(before.get(task ?? '')?.length, 1, `${task} is one task`);
        assert.equal(/^[a-z ]+: (.*?)(?: — .*)?$/u.exec(line)?.[1], task, 'and named by its title');
      }
      assert.equal([...after.values()].flat().length, [...before.values()].flat().length, 'none is lost');
      moved[night < half ? 'unmeasured' : 'measured'] += applied.length;
      held += verdicts.filter(({ why }) => why.startsWith(`verdicts of ${name} are advice here: `)).length;
    }
    const last = await record();
    t.diagnostic(JSON.stringify({ ...last, moved, held }));
    if (name === 'honest') {
      assert.ok(!isDemoted(measured, last) && (last.share ?? 0) > 0.9, JSON.stringify(last));
      assert.ok(held === 0 && moved.measured > nights / 8, `${moved.measured} moves`);
    } else {
      assert.equal(moved.measured, 0, 'nobody does any more what it says');
      assert.ok(isDemoted(measured, last), JSON.stringify(last));
      // What is repeated to the letter is not even done again while nobody measures.
      if (name === 'echoing') assert.ok(moved.unmeasured <= 1, `${moved.unmeasured} moves`);
    }
  });
}
