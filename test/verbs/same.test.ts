// Every verb, by the command with --json and by the library: the same result or the same error, and the same files afterwards.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as Library from '../../src/index.ts';
import { identityOf } from '../../src/memory/memory.ts';
import * as verbs from '../../src/verbs/verbs.ts';
import { bin, homeIn, project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';

const priority = os.getPriority();
/** As it is published. */
const library = (await import(pathToFileURL(join(dirname(bin), 'index.js')).href)) as typeof Library;

interface Row {
  /** The verbs of `src/verbs/verbs.ts` that it tries. */
  readonly of: keyof typeof verbs;
  readonly args: readonly string[];
  call(home: Library.Home): Promise<unknown>;
}

/** The note that is there before: by its words, in every home. */
const known = identityOf('ports begin at 8000').id;

const rows: readonly Row[] = [
  { of: 'sleep', args: ['sleep'], call: (home) => home.sleep() },
  { of: 'sleep', args: ['sleep', '--force', '--dry-run'], call: (home) => home.sleep({ force: true, dryRun: true }) },
  { of: 'sleep', args: ['sleep', '--only', 'sweat'], call: (home) => home.sleep({ only: ['sweat'] }) },
  { of: 'sleep', args: ['sleep', '--model', 'a/b'], call: (home) => home.sleep({ model: 'a/b' }) },
  { of: 'sleep', args: ['sleep', '--only', 'sweep'], call: (home) => home.sleep({ only: ['sweep'] }) },
  {
    ...{ of: 'sleepExplain', args: ['sleep', '--only', 'sweep', '--explain', known] },
    call: (home) => home.sleepExplain({ memory: known }),
  },
  { of: 'sleepInput', args: ['sleep', '--show-input'], call: (home) => home.sleepInput() },
  { of: 'sleepPrompt', args: ['sleep', '--show-prompt'], call: (home) => home.sleepPrompt() },
  { of: 'wake', args: ['wake'], call: (home) => home.wake() },
  { of: 'wake', args: ['wake', '--budget', '20'], call: (home) => home.wake({ budget: 20 }) },
  { of: 'wake', args: ['wake', '--last'], call: (home) => home.wake({ last: true }) },
  { of: 'wakeList', args: ['wake', '--list'], call: (home) => home.wake.list() },
  { of: 'wakeShow', args: ['wake', '--last', '1'], call: (home) => home.wake.show({ which: '1' }) },
  { of: 'status', args: ['status'], call: (home) => home.status() },
  { of: 'report', args: ['report'], call: (home) => home.report() },
  { of: 'reportWeek', args: ['report', '--week'], call: (home) => home.report.week() },
  { of: 'report', args: ['report', 'last'], call: (home) => home.report({ night: 'last' }) },
  { of: 'doctor', args: ['doctor'], call: (home) => home.doctor() },
  { of: 'doctor', args: ['doctor', '--fix'], call: (home) => home.doctor({ fix: true }) },
  { of: 'undo', args: ['undo', 'last'], call: (home) => home.undo({ change: 'last' }) },
  { of: 'undo', args: ['undo', 'n-nothing'], call: (home) => home.undo({ change: 'n-nothing' }) },
  { of: 'why', args: ['why', 'plan.org:3'], call: (home) => home.why({ place: 'plan.org:3' }) },
  { of: 'board', args: ['board', '--open'], call: (home) => home.board.list({ open: true }) },
  { of: 'board', args: ['board', '--state', 'SOON'], call: (home) => home.board.list({ states: ['SOON'] }) },
  { of: 'boardNext', args: ['board', 'next'], call: (home) => home.board.next() },
  { of: 'boardLint', args: ['board', 'lint'], call: (home) => home.board.lint() },
  {
    of: 'boardMove',
    args: ['board', 'move', 'honest faq', 'DOING'],
    call: (home) => home.board.move({ task: 'honest faq', state: 'DOING' }),
  },
  {
    of: 'boardDone',
    args: ['board', 'done', 'honest faq', 'by hand'],
    call: (home) => home.board.done({ task: 'honest faq', why: 'by hand' }),
  },
  { of: 'boardDone', args: ['board', 'done', 'nobody'], call: (home) => home.board.done({ task: 'nobody' }) },
  { of: 'boardAdd', args: ['board', 'add', 'a second'], call: (home) => home.board.add({ title: 'a second' }) },
  { of: 'boardAdd', args: ['board', 'add', 'honest faq'], call: (home) => home.board.add({ title: 'honest faq' }) },
  { of: 'boardLog', args: ['board', 'log', 'looked'], call: (home) => home.board.log({ text: 'looked' }) },
  {
    of: 'remember',
    args: ['remember', 'the port is 8080'],
    call: (home) => home.remember({ text: 'the port is 8080' }),
  },
  {
    of: 'remember',
    args: ['remember', '--pin', 'ports begin at 8000'],
    call: (home) => home.remember({ text: 'ports begin at 8000', pin: true }),
  },
  { of: 'recall', args: ['recall', 'which port'], call: (home) => home.recall({ question: 'which port' }) },
  {
    ...{ of: 'recall', args: ['recall', '--history', '--docs', '-k', '2', 'which port'] },
    call: (home) => home.recall({ question: 'which port', history: true, docs: true, most: 2 }),
  },
  {
    of: 'recall',
    args: ['recall', '--indexed', 'papers', 'ports'],
    call: (home) => home.recall({ question: 'ports', indexed: 'papers' }),
  },
  {
    of: 'indexAdd',
    args: ['index', 'add', 'papers', 'notes'],
    call: (home) => home.index.add({ name: 'papers', folder: 'notes' }),
  },
  { of: 'indexUpdate', args: ['index', 'update', 'papers'], call: (home) => home.index.update({ name: 'papers' }) },
  { of: 'indexList', args: ['index', 'list'], call: (home) => home.index.list() },
  { of: 'indexRemove', args: ['index', 'remove', 'papers'], call: (home) => home.index.remove({ name: 'papers' }) },
  { of: 'recall', args: ['recall', ' '], call: (home) => home.recall({ question: ' ' }) },
  { of: 'memory', args: ['memory'], call: (home) => home.memory() },
  { of: 'memoryList', args: ['memory', 'list'], call: (home) => home.memory.list() },
  { of: 'memoryShow', args: ['memory', 'show', known], call: (home) => home.memory.show({ id: known }) },
  { of: 'memoryPin', args: ['memory', 'pin', known], call: (home) => home.memory.pin({ id: known }) },
  { of: 'memoryUnpin', args: ['memory', 'unpin', known], call: (home) => home.memory.unpin({ id: known }) },
  { of: 'memoryForget', args: ['memory', 'forget', known], call: (home) => home.memory.forget({ id: known }) },
  {
    of: 'memoryRestore',
    args: ['memory', 'restore', 'o-aaaaaaaa'],
    call: (home) => home.memory.restore({ id: 'o-aaaaaaaa' }),
  },
  {
    of: 'memoryWhose',
    args: ['memory', 'whose', 'agent', known],
    call: (home) => home.memory.whose({ whose: 'agent', ids: [known] }),
  },
  { of: 'memoryWhose', args: ['memory', 'whose', 'mine'], call: (home) => home.memory.whose({ whose: 'mine' }) },
  { of: 'adoptPlaces', args: ['adopt'], call: (home) => home.adopt.places() },
  { of: 'adopt', args: ['adopt', '..', '--yes'], call: (home) => home.adopt({ path: '..' }) },
  { of: 'adopt', args: ['adopt', '.', '--yes'], call: (home) => home.adopt({ path: '.' }) },
  { of: 'adopt', args: ['adopt', 'notes', '--yes'], call: (home) => home.adopt({ path: 'notes' }) },
  { of: 'pending', args: ['pending'], call: (home) => home.pending.list() },
  {
    of: 'pendingApprove',
    args: ['pending', 'approve', 'q-aaaaaaaa'],
    call: (home) => home.pending.approve({ id: 'q-aaaaaaaa' }),
  },
  {
    of: 'pendingReject',
    args: ['pending', 'reject', 'q-aaaaaaaa'],
    call: (home) => home.pending.reject({ id: 'q-aaaaaaaa' }),
  },
  { of: 'activity', args: ['activity'], call: (home) => home.activity() },
  { of: 'message', args: ['message', 'the port', 'moved'], call: (home) => home.message({ text: 'the port moved' }) },
  { of: 'message', args: ['message'], call: (home) => home.message({ text: '' }) },
  { of: 'messages', args: ['message', '--take'], call: (home) => home.messages() },
  { of: 'nap', args: ['nap', '5s'], call: (home) => home.nap({ for: '5s' }) },
  { of: 'nap', args: ['nap', 'soon'], call: (home) => home.nap({ for: 'soon' }) },
  { of: 'nap', args: ['nap', '--wake', 'the', 'build'], call: (home) => home.nap({ wake: true, reason: 'the build' }) },
  { of: 'memoryForget', args: ['memory', 'forget', 'm-x'], call: (home) => home.memory.forget({ id: 'm-x' }) },
  { of: 'steps', args: ['steps'], call: (home) => home.steps() },
  {
    of: 'stepsDismiss',
    args: ['steps', 'dismiss', 'npm test'],
    call: (home) => home.steps.dismiss({ command: 'npm test' }),
  },
  {
    of: 'stepsDismiss',
    args: ['steps', 'dismiss', 'npm tset'],
    call: (home) => home.steps.dismiss({ command: 'npm tset' }),
  },
  { of: 'journal', args: ['journal'], call: (home) => home.journal.read() },
  { of: 'journalList', args: ['journal', '--list'], call: (home) => home.journal.list() },
  { of: 'daydreams', args: ['journal', '--daydreams'], call: (home) => home.journal.daydreams() },
  { of: 'nights', args: ['nights', 'list'], call: (home) => home.nights.list() },
  { of: 'sessions', args: ['sessions', 'list'], call: (home) => home.nights.sessions() },
  { of: 'night', args: ['nights', 'show', 'last'], call: (home) => home.nights.show({ night: 'last' }) },
  { of: 'verify', args: ['nights', 'verify'], call: (home) => home.nights.verify() },
  { of: 'prove', args: ['nights', 'prove', 'last'], call: (home) => home.nights.prove({ night: 'last' }) },
  { of: 'prove', args: ['nights', 'prove', '--all'], call: (home) => home.nights.prove({ all: true }) },
  { of: 'metrics', args: ['metrics'], call: (home) => home.metrics() },
  { of: 'models', args: ['models'], call: (home) => home.models.list() },
  { of: 'testModel', args: ['models', 'test'], call: (home) => home.models.test() },
  {
    of: 'useModel',
    args: ['models', 'use', 'ollama/llama3.2', '--dry-run'],
    call: (home) => home.models.use({ name: 'ollama/llama3.2', dryRun: true }),
  },
  { of: 'lifecycleInit', args: ['lifecycle', 'init'], call: (home) => home.lifecycle.init() },
  { of: 'lifecycleLint', args: ['lifecycle', 'lint'], call: (home) => home.lifecycle.lint() },
  { of: 'lifecycleShow', args: ['lifecycle', 'show'], call: (home) => home.lifecycle.show() },
  { of: 'off', args: ['off', '--until', '2h'], call: (home) => home.off({ until: '2h' }) },
  { of: 'on', args: ['on'], call: (home) => home.on() },
  { of: 'run', args: ['run', '--', 'true'], call: (home) => home.run({ command: ['true'], output: 'stderr' }) },
  { of: 'tick', args: ['tick'], call: (home) => home.tick() },
];

/** Tried below, each in its own way; `rehearse` by the demo, `recallText` in `test/recall`, `reportPage` in `test/report`; what only the door of MCP asks in `test/mcp`. */
const apart: readonly (keyof typeof verbs)[] = [
  ...(['init', 'record', 'rehearse', 'keep', 'keepService', 'recallText', 'reportPage'] as const),
  // Memory for programs: tried in `test/memory/provider.test.ts`.
  ...(['memoryPrefetch', 'memoryRead', 'memorySearch', 'memorySync'] as const),
  // A process that goes on, not an answer: tried in `test/sleeper`.
  'openSleeper',
  // Its answer is only ever offered: tried in `test/install/nameless.test.ts`.
  'findHarnesses',
  ...(['planInstall', 'install', 'planUninstall', 'uninstall'] as const),
  // What the door of MCP asks besides; it has no command of its own, and is tried in `test/mcp`.
  ...(['forAgents', 'homeMarks', 'mcpAllows', 'mcpConfig', 'mcpToken', 'myStats', 'toolWords', 'useTool'] as const),
];

const homes: Readonly<Record<string, (box: Sandbox) => void>> = {
  healthy: () => undefined,
  damaged: (box) => {
    box.write('home/rem/ledger.jsonl', `${box.read('home/rem/ledger.jsonl')}{"v":1,"kind":"night"}\nnonsense\n`);
    box.write('home/plan.org', '#+TODO: TODO | DONE\n* TODO \n* TODO honest faq\n* TODO honest faq\n');
    box.write('home/.git/dreamkeeper/state.db', 'not a database');
  },
  'with settings nobody can read': (box) => {
    box.write('home/dreamkeeper.yaml', 'rem: [\n');
  },
};

/** What differs from call to call, and says nothing about the verb. */
function plain(box: Sandbox, value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(box.path('command'), '<home>')
    .replaceAll(box.path('library'), '<home>')
    .replaceAll(/"[^"]*\/(?:node-compile-cache|dreamkeeper-compiled)\/[^"]*"/gu, '<cache>')
    .replaceAll(/\b[a-z]{1,4}-[a-z2-7]{10}\b/gu, '<id>')
    // Two dreams of one minute are told apart by a number; whether both are of one minute depends on the clock.
    .replaceAll(/(\d{4}-\d\d-\d\d-\d{4})-\d+(?=\.org)/gu, '$1')
    .replaceAll(/\d{4}-\d\d-\d\d[T -]\d\d:?\d\d(?::\d\d(?:\.\d+)?Z?)?/gu, '<time>')
    .replaceAll(/\b\d{8}T\d{9}Z-[0-9a-f]{6}\b/gu, '<time>')
    .replaceAll(/\bt-[a-z0-9]{5}\b/gu, '<task>')
    .replaceAll(/\b[0-9a-f]{7,64}\b/gu, '<hash>')
    .replaceAll(/"(?:durationMs|milliseconds)":\d+/gu, '<while>')
    .replaceAll(/\b(\d+) (?:seconds?|minutes?|s|min)\b/gu, '<while>')
    .replaceAll(/\b(?:others|facts)-[a-z0-9]+/gu, '<frame>')
    .replaceAll(/"frame":"[^"]+"/gu, '<frame>')
    .replaceAll(/<<<[a-z0-9]+|[a-z0-9]+>>>/gu, '<code>');
  return text;
}

/** What a call gave, as the command would print it. */
async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify(await call())) as unknown;
  } catch (thrown) {
    if (!(thrown instanceof library.DreamkeeperError)) throw thrown;
    const { code, message, hint, exit } = thrown;
    return { error: { code, message, hint, exit } };
  }
}

function printed(box: Sandbox, args: readonly string[]): unknown {
  const { stdout, stderr } = box.dk('command', withJson(args));
  assert.notEqual(stdout, '', stderr);
  const { schema, ...value } = JSON.parse(stdout) as { readonly schema: number };
  assert.equal(schema, 1);
  return value;
}

/** In front of `--`, behind which options are somebody else's. */
function withJson(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return end === -1 ? [...args, '--json'] : [...args.slice(0, end), '--json', ...args.slice(end)];
}

/** All that is committed, and what lies beside. */
function files(box: Sandbox, home: string): unknown {
  return plain(box, [
    box.git(home, 'ls-files', '-s', '--', 'plan.org', 'notes', 'lifecycle.org', 'dreamkeeper.yaml'),
    box.git(home, 'log', '--format=%s'),
    box.git(home, 'status', '--short'),
  ]);
}

/** Every file, without git's own and what nights keep to themselves. */
function snapshotOf(box: Sandbox, folder: string): unknown {
  return snapshot(box.path(folder), (name) => /(?:^|\/)\.git(?:\/(?!info\/exclude)|$)/u.test(name));
}

for (const [kind, spoil] of Object.entries(homes))
  test(`a home that is ${kind}`, async (whole) => {
    const origin = sandbox(whole);
    homeIn(origin);
    origin.dk('home', ['board', 'add', 'honest faq']);
    origin.git('home', 'commit', '-q', '--allow-empty', '-m', 'add: something to sleep on');
    origin.dk('home', ['remember', 'ports begin at 8000']);
    origin.dk('home', ['sleep']);
    origin.dk('home', ['step', '--tool', 'bash', '--target', 'npm test', '--exit', '1']);
    spoil(origin);
    for (const { args, call } of rows)
      await whole.test(`dk ${args.join(' ')}`, async (t) => {
        const box = sandbox(t);
        for (const copy of ['command', 'library'])
          cpSync(origin.path('home'), box.path(copy), { recursive: true, preserveTimestamps: true });
        const shown = printed(box, args);
        await using home = await library.openHome({
          cwd: box.path('library'),
          env: box.env,
          complain: () => undefined,
        });
        assert.deepEqual(plain(box, await outcome(() => call(home))), plain(box, shown));
        assert.deepEqual(files(box, 'library'), files(box, 'command'));
      });
  });

test('no verb is forgotten', () => {
  const known = new Set<string>([...rows.map(({ of }) => of), ...apart]);
  const functions = Object.entries(verbs).flatMap(([name, verb]) => (typeof verb === 'function' ? [name] : []));
  assert.deepEqual(
    functions.filter((name) => !known.has(name)),
    [],
  );
});

test('a home is made by both in the same way, and where there is none both say so', async (t) => {
  const box = sandbox(t);
  for (const folder of ['command', 'library']) mkdirSync(box.path(folder));
  await assert.rejects(library.openHome({ cwd: box.path('library'), env: box.env }), { code: 'E_NO_HOME' });
  for (const dryRun of [true, false]) {
    const shown = printed(box, dryRun ? ['init', '--dry-run'] : ['init']);
    const made = await library.init({ cwd: box.path('library'), env: box.env, dryRun });
    assert.deepEqual(plain(box, made), plain(box, shown));
  }
});

test('a harness is set up and left by both in the same way', async (t) => {
  const box = sandbox(t);
  for (const folder of ['command', 'library']) project(box, folder);
  const at = { cwd: box.path('library'), env: box.env };
  const harness = 'claude';
  const same = async (args: readonly string[], call: () => Promise<unknown>): Promise<void> => {
    const shown = printed(box, args);
    assert.deepEqual(plain(box, await outcome(call)), plain(box, shown), args.join(' '));
    assert.deepEqual(plain(box, snapshotOf(box, 'library')), plain(box, snapshotOf(box, 'command')), args.join(' '));
  };
  const { planInstall, install, planUninstall, uninstall } = library;
  await same(['install', harness, '--dry-run'], () => planInstall({ ...at, harness }));
  await same(['install', harness, '--yes'], () => install({ ...at, harness }));
  await same(['install', harness, '--yes'], () => install({ ...at, harness }));
  await same(['install', harness, '--shared', '--dry-run'], () => planInstall({ ...at, harness, scope: 'shared' }));
  await same(['uninstall', harness, '--dry-run'], () => planUninstall({ ...at, harness }));
  await same(['uninstall', harness, '--yes', '--data'], () => uninstall({ ...at, harness, data: true }));
  await same(['uninstall', harness, '--yes'], () => uninstall({ ...at, harness }));
  await assert.rejects(install({ ...at, harness: 'nobody' }), { code: 'E_USAGE', hint: /Known names: claude/u });
});

test('what was shown is done, or nothing is', async (t) => {
  const box = sandbox(t);
  project(box, 'library');
  const request = { cwd: box.path('library'), env: box.env, harness: 'claude' };
  const settings = 'library/.claude/settings.local.json';
  const before = { code: 'E_CHANGED_MEANWHILE', hint: /Nothing was changed/u };
  const plan = await library.planInstall(request);
  box.write(settings, '{"model":"opus"}\n');
  await assert.rejects(library.install({ ...request, shown: plan }), before);
  assert.equal(box.read(settings), '{"model":"opus"}\n');
  const shown = await library.planInstall(request);
  assert.equal((await library.install({ ...request, shown })).changed, true);
  const leaving = await library.planUninstall(request);
  box.write(settings, box.read(settings).replace('opus', 'haiku'));
  await assert.rejects(library.uninstall({ ...request, shown: leaving }), before);
  assert.match(box.read(settings), /haiku[\s\S]*--from claude/u);
  await library.uninstall({ ...request, shown: await library.planUninstall(request) });
  assert.equal(box.read(settings), '{"model":"haiku"}\n');
});

test('a first night after an install is asked about, and given', async (t) => {
  const box = sandbox(t);
  project(box, 'library');
  const request = { cwd: box.path('library'), env: box.env, harness: 'claude', firstNight: true };
  const asked: unknown[] = [];
  const { firstNight } = await library.install({
    ...request,
    mayDream: async (past) => {
      asked.push(past);
      return true;
    },
  });
  assert.deepEqual(asked, [{ sessions: 0, steps: 0 }]);
  assert.equal(firstNight?.outcome, 'ran');
  assert.ok(box.read(`library/.dream/${firstNight.entry}`).length > 0);
});

test('a step is recorded by both in the same words', async (t) => {
  const box = sandbox(t);
  for (const copy of ['command', 'library']) homeIn(box, copy);
  const report = { tool: 'bash', target: 'npm test', exit: 1, durationMs: 40 };
  box.dk('command', ['step', '--run', 'r'], { input: JSON.stringify(report) });
  await using home = await library.openHome({ cwd: box.path('library'), env: box.env });
  const line = (await home.record({ run: 'r' })).step(report);
  const [shown, own] = ['command', 'library'].map(
    (copy) => JSON.parse(box.read(`${copy}/_steps.jsonl`)) as typeof line,
  );
  assert.deepEqual(own, line);
  // A process of its own cannot count, and takes the length of the record.
  assert.equal(plain(box, { ...own, seq: 0, time: '' }), plain(box, { ...shown, seq: 0, time: '' }));
});

test('a keeper keeps until it is told to stop, and its service is the same text', async (t) => {
  const box = sandbox(t);
  for (const copy of ['command', 'library']) homeIn(box, copy);
  await using home = await library.openHome({ cwd: box.path('library'), env: box.env });
  const events: Library.KeeperEvent[] = [];
  const stop = new AbortController();
  await home.keep({
    signal: stop.signal,
    onEvent: (event) => {
      events.push(event);
      stop.abort();
    },
  });
  assert.deepEqual([events[0]?.event, events.at(-1)?.event], ['started', 'stopped']);
  const service = await home.keepService({ dryRun: true });
  const shown = printed(box, ['keep', '--install-service', '--dry-run']) as typeof service;
  assert.equal(service.path, shown.path);
  assert.match(service.text ?? '', /keep/u);
});

test('a night that is stopped leaves its receipt; a closed home does nothing more', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.git('home', 'commit', '-q', '--allow-empty', '-m', 'add: something to sleep on');
  const home = await library.openHome({ cwd: box.path('home'), env: box.env });
  const stop = new AbortController();
  const asleep = home.sleep({ signal: stop.signal });
  stop.abort();
  const { outcome: ended, reason } = await asleep;
  assert.deepEqual([ended, reason], ['failed', 'stopped']);
  const { nights } = await home.nights.list();
  assert.deepEqual(
    nights.map((night) => night.reason),
    ['stopped'],
  );
  await home.close();
  await assert.rejects(home.sleep(), { name: 'AbortError' });
  assert.equal(box.git('home', 'status', '--short'), '');
});

/** A program as a model that answers when everybody has gone. */
const slow = ['sh', '-c', 'cat > /dev/null; sleep 60; echo "{}"'];

for (const [what, call] of [
  ['sleep', (home: Library.Home) => home.sleep()],
  ['run', (home: Library.Home) => home.run({ command: ['true'], output: 'stderr' })],
  ['models.test', (home: Library.Home) => home.models.test()],
  ['tick', (home: Library.Home) => home.tick({ session: true })],
] as const)
  test(`closing a home stops ${what} that waits for a model, and nothing lands`, { timeout: 50_000 }, async (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.git('home', 'commit', '-q', '--allow-empty', '-m', 'add: something to sleep on');
    const operator = { commands: { slow }, model: { dreaming: 'slow' } };
    box.write('person/.config/dreamkeeper/config.yaml', JSON.stringify(operator));
    const asked = Promise.withResolvers<void>();
    const home = await library.openHome({ cwd: box.path('home'), env: box.env });
    const under = call(home);
    const look = setInterval(() => {
      // A call that has begun stands in the record of the day before it is answered.
      void home.models.list().then(({ today }) => today.calls > 0 && asked.resolve());
    }, 200);
    await asked.promise;
    clearInterval(look);
    await home[Symbol.asyncDispose]();
    await under.catch(() => undefined);
    assert.equal(box.git('home', 'log', '--format=%s', '--grep', 'rem:'), '');
    assert.equal(os.getPriority(), priority, 'nor is the program that called us slower from now on');
  });

test('an abort while rules dream is heard before anything lands', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.git('home', 'commit', '-q', '--allow-empty', '-m', 'add: something to sleep on');
  await using home = await library.openHome({ cwd: box.path('home'), env: box.env });
  const stop = new AbortController();
  const asleep = home.sleep({ signal: stop.signal });
  // Its first git has been started by then, and its last has not.
  setTimeout(() => stop.abort(), 20);
  const { outcome: ended, reason, entry } = await asleep;
  assert.deepEqual([ended, reason, entry], ['failed', 'stopped', null]);
  assert.equal(box.git('home', 'status', '--short'), '');
});
