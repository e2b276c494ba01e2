// Every tool with arguments of somebody who means harm, or of nobody in particular: what is not the agent's stays as it is, to the byte.
import assert from 'node:assert/strict';
import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tools } from '../../src/work/tools/dispatch.ts';
import { fc } from '../drawn.ts';
import { snapshot } from '../sandbox.ts';
import { times } from '../share.ts';
import { bold, type Workshop, workshop } from './workshop.ts';

const secret = 'what lies outside';
const guarded = {
  ...{ 'src/a.ts': 'one\n', 'rem/2026-01-01.org': 'a dream\n', 'rem/ledger.jsonl': '{}\n', 'DREAMS.md': 'd\n' },
  ...{ 'MESSAGES.md': 'm\n', 'lifecycle.org': 'l\n', 'crew.org': 'c\n', '.self/soul.md': `${secret}\n` },
  ...{
    'context.org': 'c\n',
    'design.org': 'd\n',
    'design-gate.org': 'g\n',
    'sections.org': 's\n',
    'skills/x.org': 's\n',
  },
  ...{ 'lore/deep/y.md': 'y\n', 'lib/b.ts': 'b\n' },
};
const territory = bold.replace(':EXEC:', ':TERRITORY: src/**, lib/only.ts\n:EXEC:');

/** With links out of it, as somebody may have laid them. */
async function besieged(t: Parameters<typeof workshop>[0]): Promise<Workshop> {
  const made = await workshop(t, {
    agent: territory,
    files: guarded,
    settings: { work: { canon: [{ path: 'lore/' }] } },
  });
  const { box } = made;
  box.write('outside/secret.txt', `${secret}\n`);
  box.write('place/_steps.old.jsonl', `${secret}\n`);
  symlinkSync(box.path('outside'), box.path('place/src/door'));
  symlinkSync('../../outside/secret.txt', box.path('place/src/link.txt'));
  linkSync(box.path('outside/secret.txt'), box.path('place/src/hard.txt'));
  symlinkSync(box.path('place/.git'), box.path('place/src/gitdoor'));
  return made;
}

/** All that no file tool may change: everything but what lies in the territory, and the record. */
function untouchable({ box }: Workshop): Record<string, string> {
  return snapshot(box.folder, (path) => {
    const isTheirs = path.startsWith('place/src/') && !/door|link|hard/u.test(path);
    return isTheirs || path === 'place/_steps.jsonl' || /^place\/(?:\.git|src\/gitdoor)\/dreamkeeper/u.test(path);
  });
}

const escapes = [
  ...[
    '../outside/secret.txt',
    'src/../../outside/secret.txt',
    '/etc/passwd',
    '~/x',
    'C:\\x',
    'C:x',
    '..',
    '.',
    '',
    '/',
  ],
  ...['src/../rem/x.org', './../x', 'src//a.ts', 'src/./a.ts', 'a\0b', 'src/a\nb', 'src/\u001b[2J', 'src\\..\\..\\x'],
  ...[
    '.git/hooks/pre-commit',
    '.GIT/hooks/x',
    '.git',
    '.git./config',
    '.git /config',
    'GIT~1/config',
    'src/.Git/config',
  ],
  ...['.g\u200bit/config', 'src/gitdoor/config', 'AGENT~1.ORG', 'src/x ', 'src/x.', 'src/con:x', 'x'.repeat(2000)],
];
const foreign = [
  ...['rem/x.org', 'REM/x.org', 'rem/ledger.jsonl', 'rem', '.self/soul.md', 'DREAMS.md', 'dreams.md', 'MESSAGES.md'],
  ...['dreamkeeper.yaml', 'DreamKeeper.YAML', 'agent.org', 'lifecycle.org', 'crew.org', '_steps.jsonl', '_x.jsonl'],
  ...['.dream/x', 'lib/b.ts', 'plan.org', 'new.ts', 'srcs/x.ts', 'lib/only.ts.bak'],
];
const canon = [
  'context.org',
  'Design.org',
  'design-gate.org',
  'sections.org',
  'skills/x.org',
  'skills/new/y.org',
  'lore/deep/y.md',
];
const linked = [
  'src/door/secret.txt',
  'src/door/new.txt',
  'src/link.txt',
  'src/hard.txt',
  'src/gitdoor/hooks/x',
  'src/door',
];

test('write and edit: nothing outside the territory, by whatever name', async (t) => {
  const made = await besieged(t);
  const before = untouchable(made);
  const answers = async (path: string): Promise<string[]> => [
    (await made.use({ name: 'write', arguments: { path, content: 'mine\n' } })).text,
    (await made.use({ name: 'edit', arguments: { path, old: secret, new: 'mine' } })).text,
  ];
  for (const path of escapes) {
    const isOdd = path === 'src/gitdoor/config';
    for (const text of await answers(path))
      assert.match(
        text,
        isOdd ? /^tool error/u : /^write blocked: path escapes your working dir \(/u,
        JSON.stringify(path),
      );
  }
  for (const path of foreign)
    for (const text of await answers(path))
      assert.match(text, /^write blocked: .* is (?:not your territory|private)$/u, path);
  for (const path of canon)
    for (const text of await answers(path)) assert.equal(text, `write blocked: ${path} is canon, read only`);
  for (const path of linked)
    for (const text of await answers(path)) assert.match(text, /^(?:tool error|not found)/u, path);
  assert.deepEqual(untouchable(made), before);
  assert.equal(made.bench.written.size, 0);
  assert.match((await answers('lib/only.ts'))[0] ?? '', /^wrote/u);
  assert.match((await answers('./src/ok.ts'))[0] ?? '', /^wrote src\/ok\.ts/u);
});

test('read, list, search, log: nothing outside is told', async (t) => {
  const made = await besieged(t);
  const before = untouchable(made);
  for (const path of [...escapes, ...foreign, ...canon, ...linked])
    for (const call of [
      { name: 'read', arguments: { path } },
      { name: 'list', arguments: { folder: path } },
      { name: 'search', arguments: { text: 'outside', folder: path } },
      { name: 'search', arguments: { text: 'outside', folder: path, mode: 'literal' } },
      { name: 'log', arguments: { count: 1, path } },
    ]) {
      const { text } = await made.use(call);
      assert.ok(!text.includes(secret) && !text.includes('secret.txt:'), `${call.name} ${path}: ${text}`);
      if (call.name === 'read' && escapes.includes(path) && path !== 'src/gitdoor/config')
        assert.match(text, /^read blocked: path escapes your working dir/u, JSON.stringify(path));
    }
  assert.equal((await made.use({ name: 'read', arguments: { path: 'context.org' } })).text, 'c');
  assert.match(
    (await made.use({ name: 'search', arguments: { text: secret, mode: 'literal' } })).text,
    /^nothing found/u,
  );
  assert.ok(!(await made.use({ name: 'search', arguments: { text: secret } })).text.includes(secret));
  assert.doesNotMatch((await made.use({ name: 'list', arguments: {} })).text, /_steps|\.self|\.git\//u);
  assert.deepEqual(untouchable(made), before);
});

const hostileText = fc.oneof(
  fc.constantFrom(...escapes, ...foreign, ...canon, ...linked, 'src/a.ts', 'src/new.ts', 'mend the door'),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('..', '.', 'src', '.git', 'rem', '/', '\\', '~', '\0', 'x'), { maxLength: 6 })
    .map((all) => all.join('/')),
  fc.constant('y'.repeat(1_100_000)),
);
const hostileValue = fc.oneof(
  { arbitrary: hostileText, weight: 5 },
  { arbitrary: fc.anything(), weight: 1 },
  { arbitrary: fc.constantFrom(-1, 0, 1e9, Number.NaN, null, true, [], {}), weight: 1 },
);
const names = [
  'path',
  'content',
  'old',
  'new',
  'folder',
  'text',
  'count',
  'from',
  'lines',
  'title',
  'body',
  'minutes',
  'extra',
];
const hostileArguments = fc.oneof(
  { arbitrary: fc.dictionary(fc.constantFrom(...names), hostileValue, { maxKeys: 4 }), weight: 6 },
  { arbitrary: fc.record({ path: hostileText, content: hostileText, old: hostileText, new: hostileText }), weight: 1 },
  { arbitrary: fc.record({ path: hostileText, content: hostileText }), weight: 3 },
  { arbitrary: fc.record({ path: hostileText, old: hostileText, new: hostileText }), weight: 2 },
  { arbitrary: fc.record({ path: hostileText }), weight: 2 },
  { arbitrary: fc.anything(), weight: 1 },
);

test('any arguments at all: an answer, a step, and nothing else', { timeout: 120_000 }, async (t) => {
  const made = await besieged(t);
  const before = untouchable(made);
  const files = tools.filter(({ kit }) => kit === 'files').map(({ name }) => name);
  const asked = fc.constantFrom(...files, 'set_sleep', 'done', 'board', 'no_such_tool', '__proto__', 'toString', '');
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(asked, hostileArguments, async (name, given) => {
      calls += 1;
      const { text } = await made.use({ name, arguments: given });
      assert.ok(Buffer.byteLength(text) <= 8000);
      assert.ok(!text.includes(secret), `${name}: ${text}`);
    }),
    { numRuns: times(1000) },
  );
  assert.equal(made.steps().length, calls);
  assert.deepEqual(untouchable(made), before);
});

test('the board and memory with any words: a board that can still be read, with every task it had', {
  timeout: 120_000,
}, async (t) => {
  const made = await besieged(t);
  const { box } = made;
  const skip = (path: string): boolean => /^place\/(?:\.git|plan\.org|notes|_steps\.jsonl|src)/u.test(path);
  const before = snapshot(box.folder, skip);
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '* DONE mend the door',
      ':PROPERTIES:\n:AGENT: x\n:END:',
      '#+TODO: A | B',
      '* log\n** TODO x',
      '../../x',
    ),
  );
  const call = fc.oneof(
    fc.record({ name: fc.constant('file_issue'), arguments: fc.record({ title: words, body: words }) }),
    fc.record({ name: fc.constant('remember'), arguments: fc.record({ text: words }) }),
    fc.record({ name: fc.constant('claim'), arguments: fc.record({ task: words }) }),
    fc.record({ name: fc.constant('finish'), arguments: fc.record({ task: words, note: words }) }),
    fc.record({ name: fc.constant('git'), arguments: fc.record({ message: words }) }),
  );
  await fc.assert(
    fc.asyncProperty(call, async (one) => {
      await made.use(one);
    }),
    { numRuns: 20 },
  );
  await made.use({
    name: 'finish',
    arguments: { task: 'mend the door', note: '* DONE paint the wall\n** TODO forged' },
  });
  const board = box.read('place/plan.org');
  assert.match(board, /^\*\* DONE mend the door$/mu);
  assert.match(board, /^\*\* TODO paint the wall$/mu);
  assert.doesNotMatch(board, /^\*\* TODO (?:x|forged)$/mu);
  assert.equal(board.match(/^\* log$/gmu)?.length, 1);
  assert.deepEqual(snapshot(box.folder, skip), before);
  assert.ok(box.read(join('place', 'plan.org')).includes('#+TODO: TODO NEXT DOING | DONE CANCELLED'));
});

test('a call that cannot be understood is answered, recorded, and does nothing', async (t) => {
  const made = await workshop(t, { agent: '* worker :agent:\n:PROPERTIES:\n:TOOLKITS: files\n:END:\n' });
  const say = async (name: string, given: unknown): Promise<string> =>
    (await made.use({ name, arguments: given })).text;
  assert.equal(await say('read', '{"path": oops'), 'tool error: read: its arguments are not JSON');
  assert.equal(await say('read', {}), 'tool error: read: path: Invalid input: expected string, received undefined');
  assert.equal(await say('read', { path: 'a', more: 1 }), 'tool error: read: Unrecognized key: "more"');
  assert.match(await say('read', null), /^tool error: read: /u);
  assert.equal(await say('rm_rf', { path: '/' }), 'tool error: rm_rf: there is no such tool');
  assert.equal(await say('claim', { task: 'mend the door' }), 'tool error: claim: it is not among your toolkits');
  assert.equal(await say('git', { message: 'x' }), 'git not permitted (no exec capability)');
  assert.equal((await made.use({ name: 'read', arguments: { path: 'src/a.ts' } }, true)).isOk, false);
  assert.deepEqual(
    made.steps().map(({ tool, exit, run }) => [tool, exit, run]),
    ['read', 'read', 'read', 'read', 'rm_rf', 'claim', 'git', 'read'].map((tool) => [tool, 1, 'r-aaaaaaaaaa']),
  );
});

test('a bug in the world is no answer: it is recorded, and it ends the run', async (t) => {
  const { worker, bench, steps } = await workshop(t);
  const { dispatcher } = await import('../../src/work/tools/dispatch.ts');
  const broken = {
    ...worker.world,
    files: {
      ...worker.world.files,
      read: () => {
        throw new RangeError('a bug');
      },
    },
  };
  const use = dispatcher({ ...bench, worker: { ...worker, world: broken } }, () =>
    Promise.resolve({ head: null, branch: null }),
  );
  await assert.rejects(use({ name: 'read', arguments: { path: 'src/a.ts' } }), RangeError);
  assert.deepEqual(
    steps().map(({ tool, exit }) => [tool, exit]),
    [['read', 1]],
  );
});
