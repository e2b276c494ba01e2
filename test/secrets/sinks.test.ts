// Sinks × kinds: every place that keeps text, prints it or sends it to a model, and every credential of the table. None comes through.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Command } from 'commander';
import { heldBack, makeChange, netOf } from '../../src/change/change.ts';
import { addBoard } from '../../src/cli/board.ts';
import { addRemember } from '../../src/cli/remember.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { redactorFor } from '../../src/hooks/redactor.ts';
import { daydreamOnce } from '../../src/night/night.ts';
import { findSecrets } from '../../src/secrets/secrets.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { openHookHome } from '../../src/wire/hook-home.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { builtinRunner } from '../../src/work/builtin-runner.ts';
import { workOnce } from '../../src/work/work.ts';
import type { Talk, World } from '../../src/world/world.ts';
import { liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { asking } from '../mcp/asked.ts';
import { dreamOf } from '../night/told-dreams.ts';
import { homeIn, sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { usual, workplace } from '../work/workplace.ts';
import { bold, workshop } from '../work/workshop.ts';
import { type Made, realistic, realisticNames } from './realistic.ts';
import { assertNone, objectsOf, ownFiles, privateOf } from './spilled.ts';

const lines = realistic();
const names = realisticNames();
const all: readonly Made[] = [...lines, ...names];
const oneLine = (text: string): string => text.replaceAll('\n', ' ').trim();
/** As files are called: no slash in it. */
const fileName = ({ line }: Made, index: number): string => `${index}-${line}`;

test('the table is large enough, and no two values are alike', () => {
  assert.ok(lines.length >= 44 && all.length >= 54, `${all.length}`);
  assert.equal(new Set(all.map(({ value }) => value)).size, all.length);
});

test('verbs: `board add`, `board log`, `board move --why`, `remember`', async (t) => {
  const box = sandbox(t);
  const home = box.path(homeIn(box));
  const before = objectsOf({ home });
  let printed = '';
  const out = { write: (text: string) => (printed += text) };
  const program = (): Command => {
    const made = new Command('dk').exitOverride();
    const terminal = openTerminal({ out, err: out, env: box.env, cwd: () => home });
    addBoard(made, terminal);
    addRemember(made, terminal);
    return made;
  };
  const verbs: readonly ((line: string) => string[])[] = [
    (line) => ['board', 'add', line],
    (line) => ['board', 'log', line],
    (line) => ['board', 'move', 'a task', 'CANCELLED', '--why', line],
    (line) => ['remember', line],
  ];
  await program().parseAsync(['board', 'add', 'a task'], { from: 'user' });
  const started = objectsOf({ home });
  assert.notEqual(started, before);
  for (const { name, line } of lines) {
    for (const verb of verbs) {
      const typed = program().parseAsync(['--', ...verb(oneLine(line))].slice(1), { from: 'user' });
      await assert.rejects(typed, (error) => {
        assert.ok(error instanceof DreamkeeperError, String(error));
        assert.equal(error.code, 'E_USAGE');
        assert.match(error.message, /has a credential in it \([a-z0-9-]+\)/u, name);
        assertNone(all, { error: `${error.message} ${error.hint}` });
        return true;
      });
    }
  }
  assert.equal(objectsOf({ home }), started, 'nothing was written');
  assertNone(all, {
    printed,
    objects: objectsOf({ home }),
    private: privateOf({ privateDir: join(home, '.git/dreamkeeper') }),
  });
});

test('tools: claim, finish, file_issue, git, remember, and what they would commit', async (t) => {
  const { use, worker, box, place, log } = await workshop(t);
  const before = log().length;
  const told: string[] = [];
  const say = async (name: string, given: Record<string, unknown>): Promise<string> => {
    const { text } = await use({ name, arguments: given });
    told.push(text);
    return text;
  };
  for (const { line } of lines) {
    const words = oneLine(line);
    for (const [name, given] of [
      ['claim', { task: words }],
      ['finish', { task: 'mend the door', note: words }],
      ['file_issue', { title: words }],
      ['file_issue', { title: 'a door', body: line }],
      ['git', { message: words }],
      ['remember', { text: words }],
    ] as const)
      assert.match(await say(name, given), /there is a credential in it/u, `${name}: ${words}`);
  }
  for (const { line } of lines) {
    await say('write', { path: 'src/a.ts', content: `one\n${line}\n` });
    assert.match(await say('git', { message: 'more' }), /has a credential in it/u, line);
    await say('read', { path: 'src/a.ts' });
  }
  assert.match(await say('finish', { task: 'mend the door' }), /has a credential in it/u);
  await say('write', { path: 'src/a.ts', content: 'one\n' });
  for (const [index, made] of names.entries()) {
    const path = `docs/${fileName(made, index)}`;
    box.write(join(place, path), 'x\n');
    await say('write', { path, content: 'y\n' });
    assert.match(await say('git', { message: 'more' }), /has a credential in its name/u, path);
  }
  assert.equal(log().length, before);
  assertNone(all, {
    told: told.join('\n'),
    objects: objectsOf(worker.home),
    own: ownFiles(worker.home),
    private: privateOf(worker.home),
  });
});

/** A day with credentials everywhere: on the board, in files and their names, in branches, commits, prompts and steps. */
async function leakyDay(t: TestContext) {
  const lived = await liveDay(sandbox(t), 'project', {
    shape: 'nested',
    board: '* board\n** TODO mend a.ts\n* log\n',
    before: { 'a.ts': 'a\n' },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  const { home } = lived.home;
  const { world } = lived.at('09:00');
  // Recorded as hooks record: through the net.
  for (const [index, { line }] of all.entries())
    world.lines.step(
      lived.home,
      { tool: 'Bash', target: line, exit: index % 2, error: line, args: { command: line } },
      { run: 'day', agent: null, seq: index, time: new Date('2026-06-10T09:01:00Z'), head: null, branch: line },
    );
  for (const { line } of lines.slice(0, 12))
    lived.happen({ at: '09:02', write: 'a.ts', content: `${line}\n`, commit: line });
  for (const [index, made] of names.entries())
    lived.happen({ at: '09:03', write: `src/${fileName(made, index)}`, content: `${index}\n` });
  lived.happen({ at: '09:04', branch: `feat/${names[0]?.line ?? ''}` });
  for (const { line } of lines) lived.happen({ at: '09:05', task: oneLine(line) });
  mkdirSync(join(home, 'notes'));
  for (const [index, { line }] of lines.entries())
    writeFileSync(join(home, 'notes', `${index}.md`), `- kept\n- ${line}\n`);
  for (const [index, made] of names.entries()) writeFileSync(join(home, 'notes', fileName(made, index)), '- kept\n');
  writeFileSync(join(home, 'MEMORY.md'), lines.map(({ line }) => `- ${oneLine(line)}\n`).join(''));
  writeFileSync(join(home, 'notes/clean.md'), '- kept\n');
  return lived;
}

test('a night by rules, its day commit, the pack, a wake and its board commit', async (t) => {
  const lived = await leakyDay(t);
  const { receipt, text } = await sleepOnce(lived.at('09:30'), { env: {} });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  assert.match(receipt.message, /not committed: .*has a credential in it \([a-z-]+\)/u);
  const objects = objectsOf(lived.home);
  assert.match(objects, /^day: notes\/clean\.md$/mu, 'the rest of the day is committed');
  const woken = await wakeUp(lived.at('09:40'));
  // Whatever is to be shown to an agent goes here.
  assertNone(all, {
    receipt: JSON.stringify(receipt),
    entry: text ?? '',
    woken: JSON.stringify(woken),
    objects: objectsOf(lived.home),
    journal: ownFiles(lived.home),
    private: privateOf(lived.home),
  });
});

test('a verdict moves a board that has credentials nobody committed: the commit has the move, and nothing of them', async (t) => {
  const lived = await leakyDay(t);
  const at = lived.at('09:30');
  const world = answering(at.world, () => dreamOf('Work on a.ts went on', ['pick up: mend a.ts — it is ready']));
  const night = await sleepOnce({ ...at, world }, { env: {}, dreamer: dreamerNamed('scripted') });
  assert.equal(night.receipt.outcome, 'ran', night.receipt.message);
  const path = join(lived.home.home, 'plan.org');
  const before = readFileSync(path, 'utf8');
  const woken = await wakeUp(lived.at('09:40'));
  assert.equal(woken.verdicts[0]?.result, 'applied');
  assert.ok(woken.commit !== null);
  assert.equal(readFileSync(path, 'utf8'), before.replace('** TODO mend a.ts', '** NEXT mend a.ts'), 'to the byte');
  assert.match(objectsOf(lived.home), /^\*\* NEXT mend a\.ts$/mu);
  assertNone(all, {
    ...{ woken: JSON.stringify(woken), objects: objectsOf(lived.home), journal: ownFiles(lived.home) },
    private: privateOf(lived.home),
  });
});

test('a model that repeats all it is told, for a dream and for a daydream', async (t) => {
  const lived = await leakyDay(t);
  const asked: string[] = [];
  const at = lived.at('09:30');
  const echo = (world: World): World =>
    answering(world, (request) => {
      asked.push(JSON.stringify(request));
      return `${request.prompt}\n${lines.map(({ line }) => line).join('\n')}`;
    });
  const dreamer = dreamerNamed('echo');
  const done = await sleepOnce({ ...at, world: echo(at.world) }, { env: {}, dreamer, isForced: true });
  assert.equal(done.receipt.outcome, 'rejected', done.receipt.message);
  const later = lived.at('09:50');
  await daydreamOnce({ ...later, world: echo(later.world) }, dreamer);
  assert.equal(asked.length, 2);
  assertNone(all, {
    asked: asked.join('\n'),
    receipt: JSON.stringify(done),
    objects: objectsOf(lived.home),
    private: privateOf(lived.home),
  });
});

test('a run: what its agent is handed, its claim, what it says, and what it left unsaved', async (t) => {
  const tasks = `** NEXT ${oneLine(lines[0]?.line ?? '')}\n${lines.map(({ line }) => `- ${oneLine(line)}`).join('\n')}\n`;
  const { box, worker, run, pack } = await workplace(t, '** TODO later\n');
  box.write('project/.dream/plan.org', `#+TODO: TODO NEXT DOING | DONE CANCELLED\n\n* board\n${tasks}* log\n`);
  box.write('project/.dream/context.org', lines.map(({ line }) => line).join('\n'));
  for (const [index, { line }] of lines.entries()) box.write(`left/${index}.txt`, `${line}\n`);
  for (const [index, made] of names.entries()) box.write(`left/${fileName(made, index)}`, 'x\n');
  box.write('said', lines.map(({ line }) => line).join('\n'));
  const prose = lines.map(({ line }) => line).join('\n');
  const done = await run('cp -r ../left .; echo fine > fine.txt; cat ../said; tail -n 1 ../said >&2; exit 3', {
    prose,
  });
  assert.equal(done.outcome, 'failed');
  assert.ok(done.unsaved !== null && pack().includes('[REDACTED:'));
  const objects = objectsOf(worker.home);
  assert.match(objects, /wip: \d+ files/u);
  assert.match(objects, /fine\.txt/u);
  const next = await run('true');
  assertNone(all, {
    ...{ done: JSON.stringify([done, next]), pack: pack(), objects: objectsOf(worker.home) },
    ...{ journal: ownFiles(worker.home), private: privateOf(worker.home) },
  });
});

test('our own tool loop: the definition of its agent, the pack and the last word', async (t) => {
  const agent = `${bold}${lines.map(({ line }) => line).join('\n')}\n`;
  const { worker } = await workshop(t, { agent });
  const asked: Talk[] = [];
  const spent = { input: 1, output: 1, isEstimated: false, bytes: 1, milliseconds: 1, usd: 0 };
  const said = lines.map(({ line }) => line).join('\n');
  const converse: World['models']['converse'] = (_, talk) => {
    asked.push(talk);
    return Promise.resolve({ kind: 'turn', text: said, calls: [], stop: 'end', spent });
  };
  const world = { ...worker.world, models: { ...worker.world.models, converse } };
  const { name, source, limits } = dreamerNamed('loop');
  const request = { ...usual(builtinRunner({ name, source, limits })), prose: said };
  const done = await workOnce({ ...worker, world }, request);
  assert.equal(done.outcome, 'done', done.message);
  assert.equal(asked.length, 1);
  assertNone(all, {
    ...{ asked: JSON.stringify(asked), done: JSON.stringify(done), objects: objectsOf(worker.home).replace(agent, '') },
    ...{ journal: ownFiles(worker.home), private: privateOf(worker.home) },
  });
});

test('hooks: names of branches in the record of steps and runs, and what the agent said last', async (t) => {
  const box = sandbox(t);
  const home = box.path(homeIn(box));
  for (const { line } of names) {
    box.git('home', 'symbolic-ref', 'HEAD', `refs/heads/feat/${line}`);
    const found = await openHookHome({ cwd: home, env: box.env });
    assert.ok(found !== undefined);
    const teller = { from: 'claude', session: 's', transcript: null, pid: null };
    found.live('start', 'startup', teller, await redactorFor([], found.names));
    found.record({ tool: 'Read', target: 'a.ts' }, teller, await redactorFor({ tool: 'Read' }, found.names));
  }
  for (const { line, value } of all) {
    const found = await openHookHome({ cwd: home, env: box.env });
    const text = `It is done, and this is how:\n${line}\nThat is all.`;
    const teller = { from: 'claude', session: 's', transcript: null, pid: null };
    found?.said(text, teller, await redactorFor([text], found.names));
    const kept = privateOf({ privateDir: join(home, '.git/dreamkeeper') });
    assert.ok(kept.includes('That is all.') && !kept.includes(value), line);
  }
  const recorded = ownFiles({ home });
  assert.match(recorded, /"branch":"feat\/rotate-\[REDACTED:github-token\]"/u);
  assertNone(all, { recorded, private: privateOf({ privateDir: join(home, '.git/dreamkeeper') }) });
});

test('a board that no commit has yet, and that has a credential: the change is made on disk, and a note says why', async (t) => {
  const box = sandbox(t);
  const folder = box.path(homeIn(box));
  box.git('home', 'rm', '-q', '--cached', 'plan.org');
  box.git('home', 'commit', '-q', '-m', 'without a board');
  box.write('home/plan.org', `* board\n** TODO one\n${lines[0]?.line ?? ''}\n`);
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: folder, env: {} });
  assert.ok(home !== undefined);
  const edit = (bytes: Uint8Array | undefined): Uint8Array =>
    Buffer.from(
      Buffer.from(bytes ?? [])
        .toString()
        .replace('TODO one', 'DONE one'),
    );
  const change = { files: [{ path: 'plan.org', edit }], subject: `board: ${lines[1]?.line ?? ''}`, agent: 'waldo' };
  const done = await makeChange(world, home, change);
  assert.match(done.note ?? '', /^plan\.org has a credential in it \(told-password\), and is not committed/u);
  assert.match(box.read('home/plan.org'), /DONE one/u);
  assertNone(all, { note: done.note ?? '', objects: objectsOf(home), private: privateOf(home) });
  const worse = { ...change, files: [{ path: 'plan.org', edit: () => Buffer.from(`${lines[2]?.line ?? ''}\n`) }] };
  await assert.rejects(makeChange(world, home, worse), /what would be written into plan\.org has a credential in it/u);
  assert.match(box.read('home/plan.org'), /DONE one/u, 'nothing was written');
});

test('MCP: what tools are given, and what tools, resources and prompts tell of a home full of credentials', async (t) => {
  const box = sandbox(t);
  const home = box.path(homeIn(box));
  box.dk('home', ['board', 'add', 'a task of ours']);
  const before = objectsOf({ home });
  const given = await asking({ cwd: home, env: box.env, complain: () => undefined });
  const told: string[] = [];
  for (const { name, line } of some(lines, 12)) {
    const words = oneLine(line);
    for (const [tool, asked] of [
      ['remember', { text: words }],
      ['board', { do: 'add', title: words.slice(0, 300) }],
      ['claim', { task: words }],
      ['finish', { task: 'a task of ours', note: words }],
      ['file_issue', { title: 'a door', body: line }],
    ] as const) {
      const { text, data, isError } = await given.call(tool, asked);
      assert.ok(isError, `${name}: ${tool}`);
      told.push(text, data);
    }
    // To ask for one is no mistake, but it is not written down.
    const { text, data } = await given.call('search', { text: words.slice(0, 500) });
    told.push(text, data);
  }
  assert.equal(objectsOf({ home }), before, 'nothing was written');
  const lived = await leakyDay(t);
  const there = await asking({ cwd: lived.home.home, env: box.env, complain: () => undefined });
  for (const [tool, asked] of [
    ['search', { text: 'key token password secret', most: 20 }],
    ['search', { text: 'e', mode: 'literal' }],
    ['log', { count: 50 }],
    ['board', { all: true }],
    ['board', { do: 'next' }],
    ['wake', { dryRun: true }],
    ['status', {}],
    ['my_stats', {}],
    ['sleep_now', {}],
  ] as const) {
    const { text, data } = await there.call(tool, asked);
    told.push(text, data);
  }
  for (const path of ['pack', 'carry', 'board', 'memory', 'journal/last']) told.push(await there.read(path));
  for (const name of ['orient', 'wrap-up']) told.push(await there.prompt(name));
  assertNone(all, {
    told: told.join('\n'),
    ...{ own: ownFiles({ home }), private: privateOf({ privateDir: join(home, '.git/dreamkeeper') }) },
  });
});

test('what the owner allows, by its text or by its hash, is kept and told everywhere', () => {
  for (const { line, value } of all) {
    const spans = findSecrets(line).map(({ start, end }) => line.slice(start, end));
    assert.ok(spans.some((span) => span.includes(value) || value.includes(span)));
    const hashes = spans.map((span) => `sha256:${createHash('sha256').update(span).digest('hex')}`);
    for (const allow of [spans, hashes]) {
      const net = netOf({ secrets: { allow } });
      assert.equal(net.redact(line), line);
      assert.equal(heldBack(net, 'a.md', Buffer.from(line)), undefined);
      net.refuse(line);
    }
  }
});
