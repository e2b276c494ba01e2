// What is kept of a question: one line for each memory that it found, in private; for whom, and for whom not; and that no answer ever depends on it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { changeId, ledgerAttributes, ledgerLine, makeChange, withStore } from '../../src/change/change.ts';
import { identityOf } from '../../src/memory/memory.ts';
import { openStore, type RecallEvent } from '../../src/store/store.ts';
import { openOwnHome } from '../../src/wire/wire.ts';
import { homeIn, project, type Ran, type Sandbox, sandbox } from '../sandbox.ts';
import { workshop } from '../work/workshop.ts';

const state = 'home/.git/dreamkeeper/state.db';
const ask = (box: Sandbox, question: string, env: Record<string, string> = {}): Ran =>
  box.dk('home', ['recall', question, '--json'], { env });
const json = (ran: Ran) => {
  assert.equal(ran.code, 0, ran.stderr);
  return JSON.parse(ran.stdout);
};
const keep = (box: Sandbox, text: string): string => json(box.dk('home', ['remember', text, '--json'])).id;

function events(box: Sandbox, path = state): RecallEvent[] {
  if (!existsSync(box.path(path))) return [];
  const store = openStore(box.path(path));
  const all = [...store.recalls()];
  store.close();
  return all;
}
const found = (box: Sandbox): string[] => events(box).map(({ memory }) => memory);

test('each memory that a question found is one event: which, asked how, at what rank, when, by whom and where', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const note = keep(box, 'the zeppelin is refuelled on Sunday');
  box.write(
    'home/MEMORY.md',
    '# Airships\n\nA zeppelin carries helium.\n\nBoats carry fish.\n\n## Fuel\n\n- the zeppelin hangar has fuel\n  - zeppelin fuel is cold\n',
  );
  box.write('home/zeppelin.ts', 'export const zeppelin = "zeppelin fuel";\n');
  const before = Date.now();
  const { hits } = json(box.dk('home', ['recall', '  Where IS the zeppelin’s fuel? ', '-k', '9', '--json']));
  const told = hits.map((hit: { memory: { id: string } | null }) => hit.memory?.id ?? null);
  const [carries, hangar] = ['A zeppelin carries helium.', 'the zeppelin hangar has fuel'].map(
    (words) => identityOf(words).id,
  );
  assert.deepEqual(new Set(told), new Set([note, carries, hangar, null]), 'code is no memory');
  const kept = events(box);
  assert.deepEqual(
    kept.map(({ memory }) => memory),
    [...new Set(told)].filter((id) => id !== null),
    'once each, though one has two pieces',
  );
  for (const { memory, score, asked, query, time, agent, session } of kept) {
    assert.equal(score, 1 / (told.indexOf(memory) + 1), 'by its place among the hits');
    assert.deepEqual(
      [asked, query, agent, session],
      ['  Where IS the zeppelin’s fuel? ', 'fuel zeppelin', 'agent', ''],
    );
    assert.ok(Date.parse(time) >= before - 1000 && Date.parse(time) <= Date.now() + 1000);
  }
  box.dk('home', ['recall', 'fuel, zeppelins', '-k', '9']);
  assert.equal(new Set(events(box).map(({ query }) => query)).size, 1, 'the same telling words are the same question');
  ask(box, 'when is the zeppelin refuelled by a quokka');
  const shown = json(box.dk('home', ['memory', 'show', note, '--json']));
  assert.deepEqual(
    { ...shown.recalled, first: typeof shown.recalled.first },
    { times: 3, questions: 2, days: 1, first: 'string', last: events(box).at(-1)?.time },
  );
  assert.match(
    box.dk('home', ['memory', 'show', note]).stdout,
    /Recalled 3 times by 2 questions on 1 day, last \d{4}-\d\d-\d\d \d\d:\d\d UTC\./u,
  );
  const other = keep(box, 'nobody ever asks about this walrus');
  assert.match(box.dk('home', ['memory', 'show', other]).stdout, /No question has found it yet\./u);
  assert.doesNotMatch(box.git('home', 'log', '-p', '--all'), /quokka/u, 'a question is in no commit');
  assert.equal(box.dk('home', ['doctor', '--strict']).code, 0);
  const { code } = box.dk('home', ['memory', 'forget', note]);
  assert.deepEqual([code, found(box).includes(note)], [0, false], 'what is forgotten was never asked for');
});

test('of several entries in one piece it is the one that was asked for, and nobody guesses', (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/MEMORY.md', '# Ops\n\nThe walrus sleeps.\n\nThe zeppelin lands in Bremen.\n');
  ask(box, 'where does the zeppelin land');
  assert.deepEqual(found(box), [identityOf('The zeppelin lands in Bremen.').id]);
  ask(box, 'ops');
  assert.equal(found(box).length, 1, 'the title says nothing of either');
});

test('the session is what the harness tells, the run we started, or the one that is at work there', (t) => {
  const box = sandbox(t);
  homeIn(box);
  keep(box, 'the zeppelin is refuelled on Sunday');
  const sessionOf = (env: Record<string, string> = {}): string | undefined => {
    ask(box, 'zeppelin', env);
    return events(box).at(-1)?.session;
  };
  const line = (run: string, event: string, more: object = {}): string =>
    `${JSON.stringify({ v: 1, time: new Date().toISOString(), run, event, from: 'x', why: '', worktree: null, branch: null, transcript: null, pid: process.pid, ...more })}\n`;
  const runs = 'home/.git/dreamkeeper/runs.jsonl';
  assert.equal(sessionOf(), '');
  assert.equal(sessionOf({ DREAMKEEPER_RUN: 'r-1' }), 'r-1');
  assert.equal(sessionOf({ DREAMKEEPER_RUN: 'r-1', CLAUDE_CODE_SESSION_ID: 'c-1' }), 'c-1');
  box.write(runs, line('s-1', 'start'));
  assert.equal(sessionOf(), 's-1');
  box.write(runs, line('s-1', 'start') + line('s-2', 'start', { worktree: '/elsewhere', pid: 1 }));
  assert.equal(sessionOf(), 's-1', 'another is at work elsewhere');
  box.write(runs, line('s-1', 'start', { pid: process.ppid }) + line('s-2', 'start'));
  assert.equal(sessionOf(), '', 'either could be the one');
  box.write(runs, line('s-1', 'start') + line('s-1', 'end'));
  assert.equal(sessionOf(), '', 'it is over');
});

test('nothing is kept of what nobody asked, of what a sleep wrote, and of what a pack or memory said first', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const [asleep, own] = [keep(box, 'the zeppelin flies at night'), keep(box, 'the zeppelin is refuelled on Sunday')];
  const at = { cwd: box.path('home'), env: box.env };
  const { world, home, agent } = await openOwnHome(at);
  const id = changeId(world, 'k');
  const { sha256 } = identityOf('the zeppelin flies at night');
  const by = { id, agent, time: world.now().toISOString(), memory: asleep, sha256 };
  const line = { kind: 'note', ...by, origin: 'sleep' } as const;
  await makeChange(world, home, {
    ...{ files: [ledgerLine(world, home, line), ledgerAttributes], subject: 'note: by a sleep', agent, id },
    secrets: undefined,
  });
  assert.match(box.dk('home', ['wake']).stdout, /the zeppelin is refuelled on Sunday/u);
  assert.deepEqual(found(box), [], 'a pack looks for what belongs to the work, and asks nothing');
  // An agent writes down what its pack just told it, in part; and something that is only like it.
  const echo = keep(box, 'Zeppelin is refuelled on Sunday!');
  const news = keep(box, 'the zeppelin is refuelled on Monday');
  const again = keep(box, 'the zeppelin is refuelled on Sunday');
  assert.equal(again, own);
  // A person had written this one by hand; that an agent keeps it, too, makes it no echo.
  box.write('home/notes/by-hand.md', '- zeppelins are painted in grey\n');
  const byHand = keep(box, 'zeppelins are painted in grey');
  // And what a longer entry of its memory says, which no pack has told it yet.
  box.write('home/MEMORY.md', '- a zeppelin needs nine people to land _(score=0.42, hits=5, days=3)_\n');
  const part = keep(box, 'A zeppelin needs nine people to land.');
  const { hits } = json(box.dk('home', ['recall', 'zeppelin', '-k', '9', '--json']));
  const entry = identityOf('a zeppelin needs nine people to land').id;
  assert.deepEqual(
    new Set(hits.map((hit: { memory: { id: string } }) => hit.memory.id)),
    new Set([asleep, own, echo, news, byHand, part, entry]),
  );
  assert.deepEqual(new Set(found(box)), new Set([own, news, byHand, entry]));
  const count = events(box).length;
  ask(box, 'zeppelin', { DREAMKEEPER_INSIDE: '1' });
  assert.equal(events(box).length, count, 'a hook, a schedule or a model that dreams');
  box.dk('home', ['off']);
  ask(box, 'zeppelin');
  box.dk('home', ['on']);
  assert.equal(events(box).length, count, 'switched off');
});

test('credentials are taken out, and whoever wants none of it kept has none, nor what was there', (t) => {
  const box = sandbox(t);
  homeIn(box);
  keep(box, 'the zeppelin is refuelled on Sunday');
  const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
  ask(box, `does the zeppelin take ${key} as its key`);
  const [kept] = events(box);
  assert.match(kept?.asked ?? '', /^does the zeppelin take \[REDACTED:[a-z-]+\] as its key$/u);
  assert.ok(!JSON.stringify(kept).toLowerCase().includes('a1b2c3d4e5'));
  const settings = box.read('home/dreamkeeper.yaml');
  for (const record of ['{recalls: false}', '{recalls: off}', '{prompts: off}']) {
    box.write('home/dreamkeeper.yaml', settings);
    ask(box, 'zeppelin');
    assert.notEqual(events(box).length, 0);
    box.write('home/dreamkeeper.yaml', `${settings}\nrecord: ${record}\n`);
    const { hits } = json(ask(box, 'zeppelin'));
    assert.deepEqual([hits.length, events(box)], [1, []], record);
    assert.equal(json(box.dk('home', ['memory', 'show', hits[0].memory.id, '--json'])).recalled, null);
  }
  box.write('home/dreamkeeper.yaml', `${settings}\nrecord: {prompts: off, recalls: on}\n`);
  ask(box, 'zeppelin');
  assert.equal(events(box).length, 1);
  box.write('home/dreamkeeper.yaml', 'record: [');
  ask(box, 'zeppelin');
  box.write('home/dreamkeeper.yaml', settings);
  assert.equal(events(box).length, 1, 'nothing is kept for somebody whose wishes cannot be read');
});

test('a store that fails fails no answer', (t) => {
  const box = sandbox(t);
  homeIn(box);
  keep(box, 'the zeppelin is refuelled on Sunday');
  const whole = json(ask(box, 'zeppelin'));
  const broken: Readonly<Record<string, () => void>> = {
    'a store of a later version': () => {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      const database = new DatabaseSync(box.path(state));
      database.exec('PRAGMA user_version = 99000');
      database.close();
    },
    'a store without its table': () => {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      const database = new DatabaseSync(box.path(state));
      database.exec('DROP TABLE recalls');
      database.close();
    },
    garbage: () => box.write(state, 'x'.repeat(9000)),
    'a private folder that is a file': () => {
      rmSync(box.path('home/.git/dreamkeeper'), { recursive: true });
      box.write('home/.git/dreamkeeper', '');
    },
  };
  for (const [what, breakIt] of Object.entries(broken)) {
    rmSync(box.path('home/.git/dreamkeeper'), { recursive: true });
    mkdirSync(box.path('home/.git/dreamkeeper'), { mode: 0o700 });
    ask(box, 'zeppelin');
    breakIt();
    const ran = ask(box, 'zeppelin');
    assert.deepEqual([ran.code, JSON.parse(ran.stdout).hits.length], [0, whole.hits.length], `${what}: ${ran.stderr}`);
  }
});

test('in a project the memories of its home are known by the path that is shown', (t) => {
  const box = sandbox(t);
  project(box);
  box.dk('project', ['init']);
  const { id } = json(box.dk('project', ['remember', 'the zeppelin is in hangar 7', '--json']));
  box.write('project/notes/2026-01-01.md', '- the zeppelin of the project\n');
  const { hits } = json(box.dk('project', ['recall', 'zeppelin', '--json']));
  assert.deepEqual(
    hits.map(({ path, memory }: { path: string; memory: { id: string } | null }) => [
      path.replace(/\d{4}-\d\d-\d\d/u, 'day'),
      memory?.id ?? null,
    ]),
    [
      ['.dream/notes/day.md', id],
      ['notes/day.md', null],
    ],
  );
  assert.deepEqual(
    events(box, 'project/.dream/.git/dreamkeeper/state.db').map(({ memory }) => memory),
    [id],
  );
  assert.match(
    box.dk('project', ['recall', 'zeppelin']).stdout,
    new RegExp(`^\\(notes, ${id}\\) .*hangar 7`, 'mu'),
    'the agent sees by what id it goes',
  );
});

test('the agent that we run asks with its tool, and its run is the session', async (t) => {
  const { use, bench, worker } = await workshop(t, {
    files: { 'notes/2026-06-10.md': '- the zeppelin is in hangar 7\n' },
  });
  const { text } = await use({ name: 'search', arguments: { text: 'zeppelin hangar' } });
  const { id } = identityOf('the zeppelin is in hangar 7');
  assert.match(text, new RegExp(`^\\(notes, ${id}\\) .*hangar 7`, 'mu'));
  await use({ name: 'search', arguments: { text: 'zeppelin', mode: 'literal' } });
  assert.deepEqual(
    withStore(worker.world, worker.home, (store) => [...store.recalls()]).map(({ memory, session }) => [
      memory,
      session,
    ]),
    [[id, bench.run]],
    'a text that is only looked for is no question',
  );
});
