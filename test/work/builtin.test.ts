// Whole runs on our own tool loop, against a provider of the test that asks for our tools.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withStore } from '../../src/change/change.ts';
import { type HttpSource, limitsFrom, runLimitsFrom } from '../../src/config/config.ts';
import { builtinRunner, type RunEnd, type RunRequest } from '../../src/work/work.ts';
import { sourceAt } from '../models/asking.ts';
import { type Behaviour, good, type ModelServer, startModelServer, status } from '../models/server.ts';
import { type Wire, wires } from '../models/shapes.ts';
import { asks, type WantedCall } from '../models/talking.ts';
import { type Making, type Workshop, workshop } from './workshop.ts';

const usual: RunRequest = {
  ...{ run: 'r-bbbbbbbbbb', state: 'wake_add', kind: 'add', prose: 'Add one thing.', task: 'mend the door' },
  ...{ pack: 'Good morning. You are DOING: mend the door.', limit: 60_000, given: () => undefined },
};

interface Ran extends Workshop {
  readonly end: RunEnd;
  readonly server: ModelServer;
}

async function run(
  t: Parameters<typeof workshop>[0],
  script: readonly Behaviour[],
  more: Partial<RunRequest> = {},
  { wire = 'chat', isStreamed = false, ...making }: Making & { wire?: Wire; isStreamed?: boolean } = {},
): Promise<Ran> {
  const shop = await workshop(t, making);
  const server = await startModelServer(t, script, 'All done.');
  const source = sourceAt(server.url, wire, isStreamed);
  const runner = builtinRunner({ name: 'acme/dreamer-1', source, limits: runLimitsFrom({}) });
  return { ...shop, server, end: await runner.run(shop.worker, { ...usual, ...more }) };
}

const one = (name: string, given: unknown = {}): Behaviour => asks([{ name, arguments: given }]);
const theDay: readonly Behaviour[] = [
  asks([{ name: 'board' }, { name: 'read', arguments: { path: 'src/a.ts' } }], 'I look first.'),
  one('claim', { task: 'mend the door' }),
  one('edit', { path: 'src/a.ts', old: 'two', new: 'TWO' }),
  one('finish', { task: 'mend the door', note: 'The door closes' }),
  one('done', { summary: 'The door closes.' }),
];

for (const wire of wires)
  for (const isStreamed of [false, true])
    test(`${wire}${isStreamed ? ', streamed' : ''}: a whole run ends in one commit with DONE, the log and the work`, async (t) => {
      const { end, server, steps, log, box, worker } = await run(t, theDay, {}, { wire, isStreamed });
      assert.deepEqual(end, { outcome: 'done', message: 'The door closes.', said: 'I look first.\nThe door closes.' });
      assert.deepEqual(log(), ['The door closes', 'claim: mend the door', 'first']);
      const files = box.git('place', 'show', '--format=', '--name-only', 'HEAD').trim().split('\n');
      assert.deepEqual(files, ['plan.org', 'src/a.ts']);
      assert.match(
        box.git('place', 'show', 'HEAD:plan.org'),
        /\*\* DONE mend the door\n[\s\S]*\(worker\): The door closes\n/u,
      );
      assert.equal(box.git('place', 'status', '--porcelain').trim(), '');
      assert.deepEqual(
        steps().map(({ tool, target, exit, run: of }) => [tool, target, exit, of]),
        [
          ...[
            ['board', 'plan.org'],
            ['read', 'src/a.ts'],
            ['claim', 'mend the door'],
            ['edit', 'src/a.ts'],
          ],
          ...[
            ['finish', 'mend the door'],
            ['done', ''],
          ],
        ].map(([tool, target]) => [tool, target, 0, usual.run]),
      );
      const last = JSON.stringify(server.asked.at(-1)?.body);
      for (const part of [
        'Good morning',
        'Add one thing',
        'NEXT mend the door',
        'one\\\\ntwo',
        'claimed: mend the door',
      ])
        assert.ok(last.includes(part) || last.includes(part.replaceAll('\\\\', '\\')), part);
      assert.match(last, /pack-[0-9a-f]{16}/u);
      const calls = withStore(worker.world, worker.home, (store) => store.newestCalls(10));
      assert.deepEqual(
        calls.map(({ act, night, outcome }) => [act, night, outcome]),
        Array.from({ length: 5 }, () => ['work', usual.run, 'answer']),
      );
    });

test('how a run ends: words alone, NO-WORK, and done with NO-WORK', async (t) => {
  const says =
    (text: string): Behaviour =>
    (turn) =>
      good()({ ...turn, text });
  assert.deepEqual((await run(t, [says('It is fine.')])).end, {
    ...{ outcome: 'done', message: 'It is fine.', said: 'It is fine.' },
  });
  assert.equal((await run(t, [says(' \n no-work: all is done')])).end.outcome, 'no_work');
  assert.equal((await run(t, [one('done', { summary: 'NO-WORK' })])).end.outcome, 'no_work');
  assert.equal((await run(t, [says('There is NO-WORK')])).end.outcome, 'done');
});

test('odd calls are answered and recorded, and the run goes on', async (t) => {
  const odd: WantedCall[] = [
    { name: 'rm_rf', arguments: { path: '/' } },
    { name: 'read', raw: '{"path": oops' },
    { name: 'write', arguments: { path: '../x', content: 'x' } },
    ...Array.from({ length: 20 }, () => ({ name: 'board' })),
  ];
  const { end, steps, server } = await run(t, [asks(odd), good()]);
  assert.equal(end.outcome, 'done');
  assert.equal(steps().length, odd.length);
  assert.deepEqual(
    steps().map(({ exit }) => exit),
    [1, 1, 1, ...Array.from({ length: 17 }, () => 0), 1, 1, 1],
  );
  const told = JSON.stringify(server.asked[1]?.body);
  for (const part of ['there is no such tool', 'are not JSON', 'path escapes your working dir', 'too many calls'])
    assert.ok(told.includes(part), part);
});

test('after 60 turns it is stopped, and that is a failure', async (t) => {
  const { end, server, steps } = await run(t, [one('board')]);
  assert.deepEqual([end.outcome, end.message], ['failed', 'stopped: reached 60 steps']);
  assert.equal(server.asked.length, 60);
  assert.equal(steps().length, 60);
});

test('a model that fails in the middle fails the run, whatever it did before', async (t) => {
  const { end, box } = await run(t, [one('write', { path: 'src/new.ts', content: 'x' }), status(401)]);
  assert.equal(end.outcome, 'failed');
  assert.match(end.message, /^acme\/dreamer-1: it answered 401/u);
  assert.equal(box.read('place/src/new.ts'), 'x');
  const refusing: Behaviour = (turn) => good()({ ...turn, text: "I'm sorry, I can't do that." });
  assert.equal((await run(t, [one('board'), refusing])).end.outcome, 'failed');
});

test('trouble on their side is tried again, and the run goes on', async (t) => {
  const { end, server } = await run(t, [one('board'), status(503), status(429), good()]);
  assert.equal(end.outcome, 'done');
  assert.equal(server.asked.length, 4);
});

test('its time is up: the call is let go, and the run was killed', async (t) => {
  const { end, server, worker } = await run(t, [one('board'), () => undefined], { limit: 1500 });
  assert.equal(end.outcome, 'killed');
  assert.match(end.message, /longer than its limit/u);
  await server.letGo();
  const rest = withStore(worker.world, worker.home, (store) => store.memo('rest:acme'));
  assert.equal(rest, undefined, 'its provider did nothing wrong');
});

test('asked to stop: the call is let go, and nothing more is done', async (t) => {
  const stop = new AbortController();
  const { end, server, steps } = await run(
    t,
    [
      one('board'),
      () => {
        stop.abort();
      },
    ],
    { signal: stop.signal },
  );
  assert.equal(end.outcome, 'stopped');
  await server.letGo();
  assert.equal(steps().length, 1);
});

test('without a model, and with one that cannot use tools', async (t) => {
  const { worker } = await workshop(t);
  const limits = limitsFrom({});
  const none = await builtinRunner({ name: 'builtin', source: { kind: 'builtin' }, limits }).run(worker, usual);
  assert.equal(none.outcome, 'failed');
  assert.match(none.message, /dk models use/u);
  const source = { kind: 'command', provider: 'p', argv: ['no-such-program'] } as const;
  const program = await builtinRunner({ name: 'p', source, limits }).run(worker, usual);
  assert.equal(program.outcome, 'failed');
  assert.match(program.message, /cannot use tools/u);
});

test('limits of a run are its own, and are kept', async (t) => {
  const { worker } = await workshop(t);
  const server = await startModelServer(t, [one('board')], '');
  const source: HttpSource = sourceAt(server.url, 'chat', false);
  const limits = runLimitsFrom({ budget: { calls_per_run: 3, calls_per_day: 0 } });
  const runner = builtinRunner({ name: 'acme/dreamer-1', source, limits });
  const end = await runner.run(worker, usual);
  assert.equal(end.outcome, 'failed');
  assert.match(end.message, /the run's 3 calls for models are spent/u);
  assert.equal(server.asked.length, 3);
  assert.match((await runner.run(worker, { ...usual, run: 'r-cccccccccc' })).message, /the run's 3 calls/u);
  assert.equal(server.asked.length, 6);
});

test('a bug in a tool ends the run as failed', async (t) => {
  const { worker } = await workshop(t);
  const server = await startModelServer(t, [one('list')], '');
  const list = (): never => {
    throw new RangeError('broken');
  };
  const broken = { ...worker, world: { ...worker.world, files: { ...worker.world.files, list } } };
  const source = sourceAt(server.url, 'chat', false);
  const end = await builtinRunner({ name: 'm', source, limits: runLimitsFrom({}) }).run(broken, usual);
  assert.deepEqual([end.outcome, end.message], ['failed', 'a bug in a tool: broken']);
});

test('what an agent is offered is what its definition says', async (t) => {
  const offered = async (agent: string): Promise<string[]> => {
    const { server } = await run(t, [good()], {}, { agent });
    const tools = server.asked[0]?.body.tools as readonly { function: { name: string } }[];
    return tools.map(({ function: { name } }) => name);
  };
  const usualTools = ['read', 'list', 'search', 'write', 'edit', 'log', 'board', 'claim', 'finish', 'file_issue'];
  assert.deepEqual(await offered(''), [...usualTools, 'remember', 'set_sleep', 'done']);
  const small = '* worker :agent:\n:PROPERTIES:\n:TOOLKITS: memory\n:END:\n';
  assert.deepEqual(await offered(small), ['remember', 'set_sleep', 'done']);
  // What there is not is left out, and whoever looks at the run is told.
  const odd = small.replace('memory', 'memory shell');
  const { end, server } = await run(t, [good()], {}, { agent: odd });
  assert.match(end.note ?? '', /asks for `shell`, which Dreamkeeper does not have/u);
  assert.match(JSON.stringify(server.asked[0]?.body), /there is no shell/u);
});
