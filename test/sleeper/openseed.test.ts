// The promises of the OpenSeed design that concern no single number, each by its name, on one home that was lived in.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { demandsIn } from '../../src/consolidate/demands.ts';
import { dreamsIn, observationsIn } from '../../src/observations/observations.ts';
import { type FellAsleep, fallAsleep } from '../../src/sleeper/sleeper.ts';
import { consolidatingFor } from '../../src/wire/consolidating.ts';
import { sandbox } from '../sandbox.ts';
import { during, tired } from './tired.ts';

test('an agent that lived for eleven consolidations', async (t) => {
  const deep: boolean[] = [];
  let tenth: FellAsleep | undefined;
  const home = await tired(t);
  home.clock(10 * 24 * 60 * 60);
  for (let at = 1; at <= 11; at += 1) {
    home.acts(6);
    // Broken at one time, mended at the next.
    home.acts(1, { tool: 'bash', target: 'npm test', exit: at % 2 });
    const asked = { tool: 'prompt', run: 'r-bbbbbbbbbb' };
    if (at === 1) home.acts(1, asked);
    const fell = await fallAsleep(home.agent, { seconds: 40, why: 'nap', consolidate: home.consolidate });
    deep.push(fell.isDeep);
    if (at === 10) tenth = fell;
    home.clock(8 * 60 * 60);
  }

  await t.test('O1: three tiers: what it has in mind, observations, and everything on disk', async () => {
    const woken = (await home.sleeper()).wake() ?? '';
    assert.match(woken, /^You woke up at /u);
    assert.ok(observationsIn(Buffer.from(home.self('observations.md'))).length > 0);
    for (const name of ['dreams.jsonl', 'iterations.jsonl', 'memory.jsonl']) assert.ok(home.self(name) !== '', name);
  });
  await t.test(
    'O5, O45: what RED is for is in the contract: commitments, bans, deadlines, key wins, and of a credential its place only',
    async () => {
      assert.deepEqual(demandsIn('Never push to main. The deadline is Friday. I think so.'), [
        'Never push to main.',
        'The deadline is Friday.',
      ]);
      const { readFile } = await import('node:fs/promises');
      const contract = await readFile(new URL('../../src/consolidate/prompt.ts', import.meta.url), 'utf8');
      assert.match(contract, /RED is critical: commitments, bans, deadlines, key wins/u);
      assert.match(contract, /Name the place where a credential is kept, never the credential/u);
    },
  );
  await t.test('O11, O42: plain files: grep finds a level, and every line of a log is JSON', () => {
    const found = spawnSync('grep', ['-c', '^GRN ', home.box.path('place/.self/observations.md')], {
      encoding: 'utf8',
    });
    assert.ok(Number(found.stdout) > 0);
    for (const name of ['dreams.jsonl', 'iterations.jsonl', 'memory.jsonl'])
      for (const line of home.self(name).trimEnd().split('\n')) assert.equal(typeof JSON.parse(line), 'object', line);
  });
  await t.test('O26, O27: the tenth is deep and no other; what is older than 48 hours went into the archive', () => {
    assert.deepEqual(
      deep.flatMap((isDeep, at) => (isDeep ? [at + 1] : [])),
      [10],
    );
    assert.match(home.box.read('place/memory/archive.md'), /older than 48 hours/u);
  });
  await t.test('O28: priorities.md has three to five lines', () => {
    const lines = home.self('priorities.md').trimEnd().split('\n');
    assert.ok(lines.length >= 3 && lines.length <= 5, lines.join('\n'));
  });
  await t.test('O29: diary.md has a page with the time', () => {
    assert.match(home.self('diary.md'), /^# Diary\n\n## 2026-06-\d\d \d\d:\d\d\n\n/u);
  });
  await t.test('O30: after a deep sleep it sleeps for 300 seconds, though it wanted 40', () => {
    assert.equal(tenth?.seconds, 300);
  });
  await t.test('O32: MESSAGES.md is named, and its new lines are told', async () => {
    home.box.write('place/MESSAGES.md', 'Look at the docs.\n');
    const woken = (await home.sleeper()).wake() ?? '';
    assert.match(woken, /New in MESSAGES\.md:\n> Look at the docs\./u);
    assert.match(woken, /Check MESSAGES\.md for any new instructions from your creator\.\n$/u);
  });
  await t.test('O46: every entry of dreams.jsonl has time, actions, reflection, priority, observations, deep', () => {
    for (const entry of home
      .self('dreams.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)))
      for (const name of ['t', 'actions', 'reflection', 'priority', 'observations', 'deep'])
        assert.ok(name in entry, name);
  });
  await t.test('the files of the design lie where it says, and what is private is in no commit', () => {
    const names = readdirSync(home.box.path('place/.self')).toSorted();
    for (const name of [
      'observations.md',
      'dreams.jsonl',
      'priorities.md',
      'diary.md',
      'iterations.jsonl',
      'memory.jsonl',
    ])
      assert.ok(names.includes(name), name);
    const tracked = home.box.git('place', 'ls-files', '.self').trim().split('\n').toSorted();
    assert.deepEqual(tracked, [
      '.self/.gitattributes',
      '.self/diary.md',
      '.self/dreams.jsonl',
      '.self/observations.md',
      '.self/priorities.md',
    ]);
  });
  await t.test('two clones that both slept are joined line by line', () => {
    const { box } = home;
    const at = (folder: string, ...args: readonly string[]): string => box.git(folder, ...args);
    at('.', 'clone', '-q', 'place', 'other');
    const add = (folder: string, line: string, entry: string): void => {
      box.write(`${folder}/.self/observations.md`, `${box.read(`${folder}/.self/observations.md`)}${line}\n`);
      box.write(`${folder}/.self/dreams.jsonl`, `${box.read(`${folder}/.self/dreams.jsonl`)}${entry}\n`);
      at(folder, 'commit', '-qam', 'slept');
    };
    add('place', 'GRN 23:58 here', '{"here":1}');
    add('other', 'GRN 23:59 there', '{"there":1}');
    at('place', 'pull', '-q', '--no-rebase', '--no-edit', box.path('other'), 'HEAD');
    for (const text of ['GRN 23:58 here', 'GRN 23:59 there'])
      assert.match(home.self('observations.md'), new RegExp(`^${text}$`, 'mu'));
    for (const text of ['{"here":1}', '{"there":1}']) assert.ok(home.self('dreams.jsonl').includes(text));
    assert.equal(dreamsIn(Buffer.from(home.self('dreams.jsonl'))).length, 11, 'what is no entry is passed over');
  });
});

test('a command that failed and passed since is told as broken to nobody, though its line stays', async (t) => {
  const home = await tired(t);
  const { box, agent } = home;
  box.write('place/dreamkeeper.yaml', 'format: 1\nagent: worker\n');
  const check = (exit: number): void => {
    const input = JSON.stringify({ tool: 'bash', target: 'npm test', exit, run: 'r-bbbbbbbbbb', agent: 'worker' });
    box.dk('place', ['step'], { input });
  };
  // By the clock of the machine: what is broken is known from the record.
  const real = { ...agent, world: { ...agent.world, now: () => new Date() } };
  check(1);
  for (let at = 0; at < 5; at += 1)
    box.dk('place', ['step', '--tool', 'read', '--target', 'x', '--exit', '0', '--run', 'r-bbbbbbbbbb']);
  const fell = await fallAsleep(real, {
    seconds: 40,
    why: 'nap',
    consolidate: consolidatingFor(real, { cwd: box.path('place'), env: box.env }),
  });
  assert.equal(fell.receipt?.outcome, 'ran', fell.receipt?.message);
  assert.match(home.self('observations.md'), /^RED \d\d:\d\d `npm test` fails and has not passed since/mu);
  const pack = (): string => box.dk('place', ['wake', '--dry-run']).stdout;
  assert.match(pack(), /Critical, kept from earlier days:\n- RED \d\d:\d\d `npm test` fails/u);
  check(0);
  assert.doesNotMatch(pack(), /RED/u);
  assert.match(home.self('observations.md'), /`npm test` fails/u);
});

test('the private history is searched with --history, and only then; a log that git tracks is nobody’s', async (t) => {
  const home = await tired(t);
  home.acts(6);
  const sleeper = await home.sleeper();
  await sleeper.sleep({ seconds: 40, why: 'nap' }, during);
  const said = (content: string) =>
    JSON.stringify({ t: '2026-06-10T10:00:00.000Z', role: 'assistant', content, run: 'r-bbbbbbbbbb' });
  home.box.write('place/.self/conversation.jsonl', `${said('The zeppelin lands on Tuesday')}\n{"torn`);
  const ask = (...more: readonly string[]): string =>
    home.box.dk('place', ['recall', 'when does the zeppelin land', ...more]).stdout;
  assert.doesNotMatch(ask(), /Tuesday/u);
  assert.match(ask('--history'), /conversation\.jsonl[\s\S]*The zeppelin lands on Tuesday/u);
  home.box.git('place', 'add', '-f', '.self/conversation.jsonl');
  home.box.git('place', 'commit', '-qm', 'planted');
  assert.doesNotMatch(ask('--history'), /Tuesday/u);
});

test('.self is never written through a link', async (t) => {
  const home = await tired(t);
  const elsewhere = sandbox(t);
  const { symlinkSync } = await import('node:fs');
  symlinkSync(elsewhere.path('.'), home.box.path('place/.self'));
  home.acts(60);
  const sleeper = await home.sleeper();
  assert.notEqual(sleeper.beforeStep(), undefined);
  assert.ok(!existsSync(join(elsewhere.path('.'), 'memory.jsonl')));
});

/** What is known to be wrong in the program that the design comes from, and the test that shows that ours does not have it. */
const defects: Readonly<Record<string, readonly [file: string, test: string]>> = {
  'the warning is lost after a tool call': ['sleeper/run.test.ts', 'nothing at 48, the warning at 64'],
  'the pause comes with the 9th and not with the 10th': [
    'sleeper/openseed.test.ts',
    'O30: after a deep sleep it sleeps for 300 seconds',
  ],
  'what happened before a nap is never consolidated': [
    'sleeper/sleeper.test.ts',
    '29 seconds are a nap, 30 a sleep that consolidates',
  ],
  'a failure clears the counters and leaves a RED line for ever': [
    'sleeper/sleeper.test.ts',
    'a consolidation that fails keeps count and material',
  ],
  'a model can drop RED lines': ['consolidate/hostile-prune.test.ts', 'no RED that holds and no line of a person goes'],
  'the full log is cut at 10,000 characters, and not ordered': [
    'sleeper/run.test.ts',
    'the log is private: not in git, without credentials, whole',
  ],
  'the diary is written nowhere': ['sleeper/openseed.test.ts', 'O29: diary.md has a page'],
  'a light dream is the deep one, and deep is told though it failed': [
    'consolidate/deep.test.ts',
    'if it fails, nothing of the deep sleep is done or marked',
  ],
  'a day is found inside a fact, and local times are mixed with UTC': ['observations/file.test.ts', ''],
  'a checkpoint tells of 0 actions': [
    'sleeper/sleeper.test.ts',
    'each sleep leaves a line with what was done before it',
  ],
  'a long consolidation shortens the sleep': ['sleeper/sleeper.test.ts', 'the timer begins after the consolidation'],
  'a torn last line of dreams.jsonl breaks the waking': ['sleeper/openseed.test.ts', 'what is no entry is passed over'],
  'a value on the line of its label, or a bold label, is lost': ['consolidate/answer.test.ts', ''],
  'the list of what was trimmed away claims that the observations have it': [
    'trim/trim.test.ts',
    'tells what there was, word for word as it began, and sums nothing up',
  ],
  'calls stand in that list without their arguments': [
    'trim/trim.test.ts',
    'the list names every failure that was left out',
  ],
  'trimming cannot help where few messages are huge, and comes again with every turn': [
    'trim/trim.test.ts',
    'few messages that are huge are shortened, the newest least',
  ],
  'a result is taken away and its call stays': [
    'trim/trim.test.ts',
    'every call keeps its result, and every result its call',
  ],
  'a notice comes between a call and its result': [
    'adapters/adapters.test.ts',
    'it is warned, sleeps, wakes and is trimmed',
  ],
  'a count is lost with its process': [
    'sleeper/sleeper.test.ts',
    'the count is that of all runs, outlives every process',
  ],
};

for (const [defect, [file, named]] of Object.entries(defects))
  test(`not ours: ${defect}`, async () => {
    const { readFile } = await import('node:fs/promises');
    assert.ok((await readFile(new URL(`../${file}`, import.meta.url), 'utf8')).includes(named), `${file}: ${named}`);
  });
