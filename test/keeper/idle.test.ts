// When memory is put in order by itself (E2, E8 to E12, E16, E26, E32, E35, E37): after an absence, if something is new, at most so often a day; whatever clocks, restarts and losses do.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type HomeSettings, idleChoice, settingsFor } from '../../src/config/config.ts';
import { keepActivity } from '../../src/keeper/absence.ts';
import { idleBeat, idleLook } from '../../src/keeper/idle.ts';
import { rememberIdle } from '../../src/keeper/idle-memory.ts';
import { keepHomes } from '../../src/keeper/keep.ts';
import { keepMessage, takeMessages } from '../../src/wake/wake.ts';
import type { AgentHome } from '../../src/world/world.ts';
import { memoryStore } from '../store/memory-store.ts';
import { away } from './away.ts';
import { imaginedTime } from './imagined.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const idle = 120 * minute;
/** Without sweeps, which have a clock of their own. */
const dreaming = { enable: true, sweep: false } as const;
const on: HomeSettings = { dreaming };

describe('what switches it on', () => {
  test('nothing does by itself (E10)', () => {
    for (const settings of [{}, { dreaming: {} }, { dreaming: { idleMinutes: 5 } }, { heartbeat: { enabled: true } }])
      assert.equal(idleChoice(settings), undefined);
  });
  test('two hours and three a day are the defaults (E11, E12), in both spellings', () => {
    for (const spelled of [{ enable: true }, { enabled: true }])
      assert.deepEqual(idleChoice({ dreaming: spelled }), { after: idle, perDay: 3, interrupts: false });
  });
  test('it can be left out, and every number is a setting', () => {
    assert.equal(idleChoice({ dreaming: { enable: true, idle: false } }), undefined);
    assert.deepEqual(idleChoice({ dreaming: { enable: true, idleMinutes: 5, maxPerDay: 1, interrupt: true } }), {
      after: 5 * minute,
      perDay: 1,
      interrupts: true,
    });
  });
  test('without it nobody looks', () => assert.equal(idleBeat({ settings: {} }), undefined));
});

const why = async (there: ReturnType<typeof away>): Promise<string> => {
  const look = await there.look();
  return look.kind === 'wait' ? look.why : look.kind;
};

test('two hours of absence, to the millisecond (E1)', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  there.here();
  time.pass(idle - 1);
  assert.equal(await why(there), 'somebody-there');
  time.pass(1);
  assert.equal(await why(there), 'due');
  time.pass(1);
  assert.equal(await why(there), 'due');
});

test('every sign counts, and it does not matter whose it is (E32): a prompt, a session, a word of a program, a message', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  const signs = [
    () => there.here('prompt', 's1'),
    () => there.here('start', 's2'),
    () => there.here('end', 's3'),
    () => keepActivity(there.at()),
  ];
  for (const sign of signs) {
    sign();
    time.pass(idle - 1);
    assert.equal(await why(there), 'somebody-there');
    sign();
    time.pass(idle - 1);
    assert.equal(await why(there), 'somebody-there');
    time.pass(1);
    assert.equal(await why(there), 'due');
  }
});

test('what the keeper does by itself is no sign of a person: an agent that works by a cadence has its idle time too', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  there.here();
  for (let half = 0; half < 4; half += 1) {
    assert.equal(await why(there), 'somebody-there');
    time.pass(idle / 4);
    there.here('start', 'r-aaaaaaaaaa', true);
    there.here('end', 'r-aaaaaaaaaa', true);
  }
  assert.equal(await why(there), 'due');
  there.here('prompt', 'r-aaaaaaaaaa');
  assert.equal(await why(there), 'somebody-there', 'a person who goes on with that session is there');
});

test('a message that waits comes first (E2); one that nobody took for a day blocks no more', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  there.here();
  time.pass(idle);
  keepMessage(there.at(), 'look at the tests');
  assert.equal(await why(there), 'messages-wait');
  takeMessages(there.at());
  assert.equal(await why(there), 'due');
  there.home.files.set('MESSAGES.md', '# To the agent\n\nplease rest\n');
  assert.equal(await why(there), 'messages-wait');
  time.pass(day);
  assert.equal(await why(there), 'due');
});

test('no news, no night; and what a night itself did is no news', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  there.here();
  time.pass(idle);
  there.home.files.set('MEMORY.md', '- one\n- two\n');
  assert.deepEqual(await there.night('idle'), ['curate']);
  for (let hours = 0; hours < 60; hours += 1) {
    time.pass(hour);
    assert.equal(await why(there), 'nothing-new');
  }
  there.home.files.set('MEMORY.md', '- one\n- two\n- three\n');
  assert.equal(await why(there), 'due');
  assert.deepEqual(await there.night('idle'), ['curate']);
  there.here();
  assert.equal(await why(there), 'somebody-there');
  time.pass(idle);
  assert.equal(await why(there), 'due');
});

test('that a person gave the memory to the agent is news: what was out of reach may be put in order now', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  there.here();
  time.pass(idle);
  there.ends = 'noop';
  await there.night('idle');
  assert.equal(await why(there), 'nothing-new');
  time.pass(minute);
  there.give();
  assert.equal(await why(there), 'due');
});

test('where nothing was ever done and nothing is remembered, nothing is due', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  there.home.files.delete('MEMORY.md');
  time.pass(9 * day);
  await there.look();
  time.pass(9 * day);
  assert.equal(await why(there), 'nothing-new');
});

test('the cap holds for a calendar day of the zone (E12, E16), and the day after is another', async () => {
  const time = imaginedTime(Date.parse('2026-06-10T14:00:00Z'));
  const there = away(time.now, { ...on, timezone: 'Asia/Tokyo' });
  const comeAndGo = async (): Promise<string[]> => {
    there.here();
    time.pass(idle);
    return there.night('idle');
  };
  // Tokyo is nine hours ahead: midnight there is at 15:00 UTC, so the first of these is of the 11th.
  for (let many = 0; many < 3; many += 1) assert.deepEqual(await comeAndGo(), ['curate']);
  there.here();
  time.pass(idle);
  const look = await there.look();
  assert.ok(look.kind === 'wait' && look.why === 'day-cap' && look.isUntold === true);
  assert.deepEqual(await there.night('idle'), ['not curated: day-cap']);
  const again = await there.look();
  assert.ok(again.kind === 'wait' && again.isUntold === false, 'it is said once a day');
  // 2026-06-11T15:00:00Z is midnight there.
  time.clock = Date.parse('2026-06-11T14:59:59.999Z');
  assert.equal(await why(there), 'day-cap');
  time.clock += 1;
  assert.equal(await why(there), 'due');
});

for (const [change, zone, first, hours] of [
  ['the day that has 23 hours', 'Europe/Berlin', '2026-03-28T23:00:00Z', 23],
  ['the day that has 25 hours', 'Europe/Berlin', '2026-10-24T22:00:00Z', 25],
  ['the day that has 23 hours, in the south', 'America/Santiago', '2026-09-06T04:00:00Z', 23],
] as const)
  test(`${change}: the cap holds from its first to its last millisecond`, async () => {
    const begin = Date.parse(first);
    const time = imaginedTime(begin - idle);
    const there = away(time.now, { dreaming: { ...dreaming, maxPerDay: 1 }, timezone: zone });
    there.here();
    time.clock = begin;
    assert.deepEqual(await there.night('idle'), ['curate']);
    there.here();
    time.clock = begin + hours * hour - 1;
    assert.equal(await why(there), 'day-cap');
    time.clock += 1;
    assert.equal(await why(there), 'due');
  });

test('two agents of one home have a switch, an absence and a cap of their own (E35)', async () => {
  const time = imaginedTime();
  const all: HomeSettings = {
    dreaming: { enable: true, sweep: false, maxPerDay: 1 },
    agents: [
      { id: 'zoe' },
      { id: 'waldo', dreaming: { idleMinutes: 30 } },
      { id: 'otto', dreaming: { enable: false } },
    ],
  };
  const there = away(time.now, all);
  const of = (agent: string): AgentHome => ({ ...there.at(), agent, settings: settingsFor(all, agent) });
  const now = async (): Promise<string[]> => {
    const looks = await Promise.all(['zoe', 'waldo', 'otto'].map((agent) => idleLook(of(agent))));
    return looks.map((look) => (look.kind === 'wait' ? look.why : look.kind));
  };
  keepActivity(of('zoe'));
  keepActivity(of('waldo'));
  time.pass(30 * minute);
  assert.deepEqual(await now(), ['somebody-there', 'due', 'off']);
  keepActivity(of('waldo'));
  time.pass(idle - 30 * minute);
  assert.deepEqual(await now(), ['due', 'due', 'off'], 'somebody who works with one keeps the other from nothing');
  rememberIdle(of('waldo'), 'x', { outcome: 'ran', reason: 'x', calls: 0 });
  there.home.files.set('MEMORY.md', '- two\n');
  assert.deepEqual(await now(), ['due', 'day-cap', 'off']);
});

test('maxPerDay 0 is never, and a setting that changes while nobody is there counts at once', async () => {
  const time = imaginedTime();
  const there = away(time.now, { dreaming: { ...dreaming, maxPerDay: 0 } });
  there.here();
  time.pass(idle);
  assert.equal(await why(there), 'off');
  there.home.settings = on;
  assert.equal(await why(there), 'due');
  there.home.settings = { dreaming: { enable: false } };
  assert.equal(await why(there), 'off');
});

test('one that failed backs off and does not use up the cap (E26); one that was paid for does, also if it changed nothing', async () => {
  const time = imaginedTime();
  const there = away(time.now, { dreaming: { ...dreaming, maxPerDay: 1 } });
  there.here();
  time.pass(idle);
  for (const [ends, waits] of [
    ['failed', 1],
    ['rejected', 2],
    ['failed', 4],
    ['failed', 8],
  ] as const) {
    there.ends = ends;
    assert.deepEqual(await there.night('idle'), ['curate']);
    time.pass(waits * minute - 1);
    assert.equal(await why(there), 'failed-before');
    time.pass(1);
    assert.equal(await why(there), 'due');
  }
  [there.ends, there.calls] = ['noop', 0];
  assert.deepEqual(await there.night('idle'), ['curate']);
  there.here();
  time.pass(idle);
  assert.equal(await why(there), 'due', 'a look that cost nothing is not counted');
  there.calls = 1;
  assert.deepEqual(await there.night('idle'), ['curate']);
  there.here();
  time.pass(idle);
  assert.equal(await why(there), 'day-cap');
});

test('one that was interrupted is no failure: it comes back when nobody is there again', async () => {
  const time = imaginedTime();
  const there = away(time.now);
  there.here();
  time.pass(idle);
  there.ends = 'stopped';
  await there.night('idle');
  assert.equal(await why(there), 'due');
  there.here();
  assert.equal(await why(there), 'somebody-there');
  time.pass(idle);
  there.ends = 'ran';
  assert.deepEqual(await there.night('idle'), ['curate']);
});

describe('clocks, restarts and losses (E37)', () => {
  test('a restart forgets nothing', async () => {
    const time = imaginedTime();
    const there = away(time.now);
    keepActivity(there.at());
    time.pass(idle - 1);
    // Another process: only the store and the files are there.
    const next = away(time.now);
    next.home.store = there.home.store;
    assert.equal(await why(next), 'somebody-there');
    time.pass(1);
    assert.equal(await why(next), 'due');
  });

  test('a clock that goes back makes nobody absent, and keeps nobody there for longer than he was', async () => {
    const time = imaginedTime();
    const there = away(time.now);
    there.here();
    await there.look();
    time.clock -= 30 * day;
    assert.equal(await why(there), 'somebody-there');
    time.pass(idle - 1);
    assert.equal(await why(there), 'somebody-there');
    time.pass(1);
    assert.equal(await why(there), 'due');
  });

  test('a clock that goes back lifts no cap, and one that was wrong by years binds no other day', async () => {
    const time = imaginedTime();
    const there = away(time.now, { dreaming: { ...dreaming, maxPerDay: 1 } });
    there.here();
    time.pass(idle);
    await there.night('idle');
    time.clock -= day;
    there.here();
    time.pass(idle);
    assert.equal(await why(there), 'day-cap');
    time.clock += 1500 * day;
    there.here();
    time.pass(idle);
    await there.night('idle');
    time.clock -= 1499 * day;
    there.here();
    time.pass(idle);
    assert.equal(await why(there), 'day-cap');
    time.pass(day);
    assert.equal(await why(there), 'due');
  });

  test('a lost store: the ledger knows how many there were today, and what is new', async () => {
    const time = imaginedTime();
    const there = away(time.now, { dreaming: { ...dreaming, maxPerDay: 2 } });
    for (let many = 0; many < 2; many += 1) {
      there.here();
      time.pass(idle);
      await there.night('idle');
      time.pass(1);
    }
    there.home.store = memoryStore();
    assert.equal(await why(there), 'nothing-new');
    there.here();
    time.pass(idle);
    assert.equal(await why(there), 'day-cap');
  });

  test('a process that dies after a night landed: it is not done twice', async () => {
    const time = imaginedTime();
    const there = away(time.now, { dreaming: { ...dreaming, maxPerDay: 1 } });
    there.here();
    time.pass(idle);
    await there.night('idle');
    there.home.settings = { dreaming: { ...dreaming, maxPerDay: 2 } };
    there.here();
    time.pass(idle);
    there.dies = true;
    await there.night('idle');
    there.dies = false;
    time.pass(1);
    assert.equal(await why(there), 'nothing-new');
    there.here();
    time.pass(idle);
    assert.equal(await why(there), 'day-cap');
  });

  test('memories that make no sense are as if there were none', async () => {
    for (const memo of ['', '{', '{"v":1,"day":null}', '{"v":1,"day":"2026-06-10","count":"x"}', '{"v":2}', 'NaN']) {
      const time = imaginedTime();
      const there = away(time.now);
      there.here();
      for (const name of ['idle:agent', 'absence:agent', 'activity:agent', 'messages:agent'])
        there.home.store.setMemo(name, memo);
      time.pass(idle);
      assert.equal(await why(there), 'due', memo);
      assert.deepEqual(await there.night('idle'), ['curate']);
      assert.equal(await why(there), 'nothing-new');
    }
  });
});

describe('under the lease it is asked once more', () => {
  test('of two processes that both saw that it is time, one does it', async () => {
    const time = imaginedTime();
    const there = away(time.now);
    there.here();
    time.pass(idle);
    assert.deepEqual([await why(there), await why(there)], ['due', 'due']);
    assert.deepEqual(await there.night('idle'), ['curate']);
    assert.deepEqual(await there.night('idle'), ['not curated: nothing-new']);
    assert.equal(there.nights.length, 1);
  });
});

describe('one keeper decides', () => {
  test('due together they are one night, in the order of acts', async () => {
    const time = imaginedTime();
    const there = away(time.now, { dreaming: { enable: true } });
    there.here();
    time.pass(idle);
    assert.deepEqual(await there.night('cadence'), ['sweep', 'curate', 'dream']);
    assert.deepEqual(
      await there.night('cadence'),
      ['sweep', 'dream'],
      'the sweep is remembered by its own act, and there is none here',
    );
  });

  test('it starts by absence, and by no schedule (E8): busy days have none (E9), quiet ones have as many as there were absences', async () => {
    const time = imaginedTime();
    const there = away(time.now, { ...on, heartbeat: { enabled: false } });
    const stop = new AbortController();
    const start = time.now().getTime();
    // Twelve hours with somebody every hour; then three absences of five hours.
    let next = 0;
    time.onWait = () => {
      while (time.passed >= next) {
        there.here();
        next += next < 12 * hour ? hour : 5 * hour;
      }
      if (time.passed >= 12 * hour + 15 * hour) stop.abort();
    };
    await keepHomes([there.home], {
      ...{ world: { now: time.now, self: 'process 1 on here', isAlive: () => true }, signal: stop.signal },
      ...{ onEvent: () => undefined, wait: time.wait },
    });
    const hours = there.nights.map(({ at }) => (at - start - 12 * hour) / hour);
    assert.equal(hours.length, 3, JSON.stringify(hours));
    for (const [index, at] of hours.entries()) assert.ok(at >= 5 * index + 2 && at < 5 * index + 2.1, `${at}`);
  });
});
