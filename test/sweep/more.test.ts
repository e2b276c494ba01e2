// The rest of what a sweep promises: the limit of one sweep (N10, N23, N45), near-duplicates (N40), cancelling (N36), agents of one home (N2), two clones that join, and the morning after.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withStore } from '../../src/change/change.ts';
import { parseHomeSettings, settingsFor } from '../../src/config/config.ts';
import { dreamAct } from '../../src/dream/dream.ts';
import { identityOf } from '../../src/memory/memory.ts';
import { rulesOf, sweepAct } from '../../src/sweep/sweep.ts';
import { wake } from '../../src/verbs/verbs.ts';
import { homeIn, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { asked, enough, homeFile, homeToSweep, remembered, sweep } from './lived.ts';

const things = [
  'printer',
  'kettle',
  'garden',
  'archive',
  'ferry',
  'museum',
  'harbour',
  'orchard',
  'library',
  'tunnel',
  'bakery',
];
const facts = things.map(
  (thing, at) => `The ${thing} opens at ${at + 6} and belongs to ${things[(at * 3 + 1) % things.length]}s`,
);
const linesIn = (memory: string): number => memory.split('\n').filter((line) => line.startsWith('- ')).length;

test('of many the best are promoted, and the others by the next sweeps; none, if none may be', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  for (const [at, fact] of facts.entries())
    asked(lived, await remembered(lived, '09:00', fact), [
      ...enough('09:30'),
      ...(at < 2 ? [] : [{ at: '09:31', query: `q${at}` }]),
    ]);
  const limited = (most: number) => ({ settings: { dreaming: { max_promotions_per_sweep: most } } });
  assert.deepEqual((await sweep(lived, '10:00', limited(0))).figures?.promoted, 0);
  assert.equal(homeFile(lived, 'MEMORY.md'), '');
  const one = await sweep(lived, '10:01', limited(1));
  assert.deepEqual([one.figures?.promoted, one.figures?.gated.cap], [1, 10]);
  // Nothing was asked since: what is left comes all the same, the best before those that were recalled less.
  assert.deepEqual((await sweep(lived, '10:02', limited(8))).figures?.promoted, 8);
  const memory = homeFile(lived, 'MEMORY.md');
  assert.deepEqual(
    facts.slice(0, 2).map((fact) => memory.includes(fact)),
    [false, false],
  );
  assert.equal((await sweep(lived, '10:03')).figures?.promoted, 2);
  assert.equal(linesIn(homeFile(lived, 'MEMORY.md')), 11);
  const [first = ''] = homeFile(lived, 'MEMORY.md').split('## Dreamed').slice(2);
  const scores = [...first.matchAll(/score=(\d\.\d\d)/gu)].map(([, score]) => Number(score));
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

describe('two that say almost the same', () => {
  const pair = ['Deploys go out on Friday afternoons at four', 'Deploys always go out on Friday afternoons at four'];
  const promotedWith = async (t: Parameters<typeof sandbox>[0], dedupe: boolean) => {
    const lived = await homeToSweep(sandbox(t));
    for (const [at, fact] of pair.entries())
      asked(lived, await remembered(lived, '09:00', fact), [
        ...enough('09:30'),
        ...(at === 0 ? [] : [{ at: '09:31', query: 'more' }]),
      ]);
    return { lived, receipt: await sweep(lived, '10:00', { settings: { dreaming: { dedupe } } }) };
  };
  test('both are promoted, and the diary names them', async (t) => {
    const { lived, receipt } = await promotedWith(t, false);
    assert.equal(receipt.figures?.promoted, 2);
    const ids = pair.map((text) => identityOf(text).id);
    assert.deepEqual(receipt.figures.likePairs, [[ids[1], ids[0]]]);
    assert.match(homeFile(lived, 'DREAMS.md'), new RegExp(`^- almost the same: ${ids[1]} and ${ids[0]}$`, 'mu'));
  });
  test('with `dedupe` only the better one is, and later none that is like it', async (t) => {
    const { lived, receipt } = await promotedWith(t, true);
    assert.deepEqual([receipt.figures?.promoted, receipt.figures?.gated], [1, { like: 1 }]);
    assert.ok(homeFile(lived, 'MEMORY.md').includes(pair[1] ?? '?'));
    asked(lived, identityOf(pair[0] ?? '').id, enough('10:01'));
    assert.deepEqual((await sweep(lived, '10:02', { settings: { dreaming: { dedupe: true } } })).figures?.gated, {
      like: 1,
    });
  });
});

test('asked to stop before the seal, it writes nothing, and its clock stays as it is', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  asked(lived, await remembered(lived, '09:00', facts[0] ?? ''), enough('09:30'));
  for (const at of ['gathered', 'plan']) {
    const stop = new AbortController();
    const home = lived.at('10:00');
    const world = { ...home.world, probe: (name: string) => name === at && stop.abort() };
    const { receipt } = await sleepOnce({ ...home, world }, { env: {}, acts: [sweepAct], signal: stop.signal });
    // What is planned is sealed: never stopped half way.
    assert.deepEqual(
      [receipt.outcome, receipt.reason],
      at === 'plan' ? ['ran', 'promoted'] : ['failed', 'stopped'],
      at,
    );
    const memo = withStore(world, home.home, (store) => store.memo('sweep:waldo'));
    assert.equal(memo?.includes('"failures":0') ?? true, true);
    assert.equal(homeFile(lived, 'MEMORY.md') !== '', at === 'plan');
  }
});

test('after a completed sweep recalls of more than 90 days are gone, and those of 90 days are not', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  const id = await remembered(lived, '09:00', facts[0] ?? '');
  const at = (days: number, more = 0) =>
    new Date(Date.parse('2026-06-10T10:00:00.000Z') - days * 86_400_000 - more).toISOString();
  asked(lived, id, [{ at: at(90, 1) }, { at: at(90) }, { at: '09:59' }]);
  const kept = () => withStore(lived.at('10:00').world, lived.home, (store) => [...store.recalls()].length);
  assert.equal(kept(), 3);
  await sweep(lived, '10:00');
  assert.equal(kept(), 2);
});

test("an agent's own block steers its sweeps, as the seed writes it", () => {
  const yaml =
    'agents:\n  - id: kate\n    heartbeat: {enabled: true, interval: 30s}\n    dreaming: {enabled: true, min_recall_count: 5, weights: {frequency: 1}}\n  - id: bob\n';
  const settings = parseHomeSettings(Buffer.from(yaml), 'x', 'y');
  const [kate, bob] = ['kate', 'bob'].map((agent) => rulesOf(settingsFor(settings, agent)));
  assert.deepEqual([kate?.minRecalls, kate?.weights.frequency, kate?.weights.relevance], [5, 1, 0.3]);
  assert.deepEqual([bob?.minRecalls, bob?.weights.frequency], [3, 0.24]);
});

test('two clones that both slept are joined: diary, notes and ledger without a conflict', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box, 'one', 'one');
  asked(lived, await remembered(lived, '09:00', facts[0] ?? ''), enough('09:30'));
  await sweep(lived, '10:00');
  box.git('.', 'clone', '-q', 'one', 'two');
  const home = lived.at('10:00').world.places.find({ cwd: box.path('two'), env: {} });
  assert.ok(home);
  const cloned = { ...lived, home, project: box.path('two'), at: (time: string) => ({ ...lived.at(time), home }) };
  for (const [clone, at] of [
    [lived, 1],
    [cloned, 2],
  ] as const) {
    await remembered(clone, '10:30', facts[at] ?? '');
    // Asked, and not often enough to be promoted: only the diaries differ.
    asked(clone, identityOf(facts[at] ?? '').id, [{ at: '10:40' }]);
    assert.equal((await sweep(clone, `11:0${at}`)).reason, 'nothing-passed');
  }
  box.git('one', 'pull', '-q', '--no-rebase', '--no-edit', box.path('two'), 'main');
  for (const heading of ['11:01 UTC', '11:02 UTC']) assert.ok(homeFile(lived, 'DREAMS.md').includes(heading), heading);
  for (const fact of facts.slice(0, 3)) assert.ok(homeFile(lived, 'notes/2026-06-10.md').includes(fact), fact);
  assert.equal((await sweep(lived, '11:10')).outcome, 'noop', 'and both are known');
});

test('the morning after: the pack and the journal say what was promoted, a line each', async (t) => {
  const lived = await homeToSweep(sandbox(t));
  asked(lived, await remembered(lived, '09:00', facts[0] ?? ''), enough('09:30'));
  lived.happen({ at: '09:40', edit: 'a.ts', content: 'a2\n' });
  const home = lived.at('10:00');
  const { receipt } = await sleepOnce(home, { env: {}, acts: [sweepAct, dreamAct] });
  assert.deepEqual(
    receipt.acts.map(({ name, outcome }) => `${name} ${outcome}`),
    ['sweep ran', 'dream ran'],
    receipt.message,
  );
  const at = {
    cwd: lived.project,
    env: { HOME: '/nowhere' },
    changed: () => lived.at('18:00').world,
    complain: () => undefined,
  };
  const { pack } = await wake(at);
  assert.match(pack, new RegExp(`New in MEMORY\\.md:\\n- ${facts[0]}\\n`, 'u'));
  assert.equal(
    pack.split(facts[0] ?? '?').length - 1 <= 2,
    true,
    'in the notes, and here; not from the head of memory again',
  );
  const { journal } = await import('../../src/verbs/verbs.ts');
  const { promoted } = await journal(at);
  assert.deepEqual(
    promoted.map(({ text, score }) => [text, score.toFixed(2)]),
    [[facts[0], '0.70']],
  );
});

test('at the desk the journal tells it below the dream', (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.dk('home', ['remember', facts[0] ?? '']);
  for (const question of ['when does the printer open', 'printer opens', 'who owns the printer'])
    box.dk('home', ['recall', question]);
  box.write('home/a.txt', 'a\n');
  box.dk('home', ['sleep', '--only', 'sweep,dream']);
  assert.match(
    box.dk('home', ['journal']).stdout,
    new RegExp(`Promoted into MEMORY\\.md\\n {2}0\\.\\d\\d {2}${facts[0]}\\n$`, 'u'),
  );
});

test('recall and the list give a promoted memory once, and recall the diary never', (t) => {
  const box = sandbox(t);
  homeIn(box);
  for (const fact of facts.slice(0, 3)) box.dk('home', ['remember', fact]);
  const ask = (question: string) => JSON.parse(box.dk('home', ['recall', question, '--json']).stdout).hits;
  for (const question of ['when does the printer open', 'printer opens', 'who owns the printer']) ask(question);
  const before = ask('printer opens').map(({ memory }: { memory: { id: string } | null }) => memory?.id);
  box.dk('home', ['sweep']);
  const after = ask('printer opens');
  assert.match(box.read('home/DREAMS.md'), /printer/u);
  assert.ok(!JSON.stringify(after).includes('DREAMS.md'));
  const ids = after.map(({ memory }: { memory: { id: string } | null }) => memory?.id);
  const first = identityOf(facts[0] ?? '').id;
  // The other place comes behind all that answers, and only where there is room.
  assert.equal(ids[0], first);
  assert.deepEqual(ids.slice(0, before.length), before);
  // An old note that was promoted is listed among what lasts, with both places.
  const day = new Date().toISOString().slice(0, 10);
  const lines = box.dk('home', ['memory', 'list', '--most', '1']).stdout.split('\n');
  assert.deepEqual(
    lines.filter((line) => line.includes(facts[0] ?? '?')),
    [`${first}  ${day} and MEMORY.md  ${facts[0]}`],
  );
});
