// A whole life under strace: nothing gets its name before it is on disk, nothing tracked is truncated, a line is one write.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { bin, needs, project, type Sandbox, sandbox } from '../sandbox.ts';
import { type Call, isBelow, readTrace, straceArguments } from './strace-read.ts';
import { gitsFile, isSqlites, type Naming, namings, truncations, unsyncedFolders, writesTo } from './strace-rules.ts';

interface Traced {
  readonly what: string;
  readonly calls: readonly Call[];
}

interface Life {
  /** Where the home's files lie, and git's. */
  readonly home: string;
  readonly gitDir: string;
  readonly commands: readonly Traced[];
  /** Absolute paths of everything that was tracked at some time. */
  readonly tracked: ReadonlySet<string>;
  readonly told: readonly string[];
}

/** The tracer's arguments; undefined, and the test is skipped, where there is none or it may not trace. */
function tracer(t: TestContext): readonly string[] | undefined {
  if (!needs(t, 'strace', 'apt install strace')) return undefined;
  const args = straceArguments();
  if (args !== undefined) return args;
  if (process.env.DREAMKEEPER_NO_SKIP === '1') throw new Error('strace may not trace here: allow ptrace');
  t.skip('strace may not trace here (allow ptrace)');
  return undefined;
}

function runTraced(box: Sandbox, args: readonly string[], command: readonly string[], cwd = ''): Call[] {
  const file = box.path('trace');
  const ran = spawnSync('strace', [...args, '-o', file, process.execPath, ...command], {
    cwd: box.path(cwd),
    // What goes through a ring is not seen by the tracer.
    env: { ...box.env, UV_USE_IO_URING: '0' },
    encoding: 'utf8',
    input: '',
  });
  assert.equal(ran.status, 0, `${command.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return readTrace(file);
}

function live(box: Sandbox, args: readonly string[], shape: 'one' | 'nested'): Life {
  const name = 'project';
  if (shape === 'nested') project(box, name);
  else mkdirSync(box.path(name));
  const home = shape === 'nested' ? box.path(name, '.dream') : box.path(name);
  const commands: Traced[] = [];
  const tracked = new Set<string>();
  const lookAtTracked = (): void => {
    if (!existsSync(join(home, '.git'))) return;
    const listed = spawnSync('git', ['ls-files', '-z'], { cwd: home, env: box.env, encoding: 'utf8' }).stdout;
    for (const path of listed.split('\0')) if (path !== '') tracked.add(join(home, path));
  };
  const dk = (...command: readonly string[]): void => {
    lookAtTracked();
    commands.push({
      what: `dk ${command.slice(0, 2).join(' ')}`,
      calls: runTraced(box, args, [bin, ...command], name),
    });
    lookAtTracked();
  };
  dk('init', ...(shape === 'one' ? ['--here'] : []));
  dk('board', 'add', 'Rewrite the tokens of parser.js');
  if (shape === 'nested') box.write(`${name}/.dream/notes.md`, 'The tokens are older than the parser.\n');
  box.write(`${name}/parser.js`, 'export const tokens = [];\n');
  dk('step', '--tool', 'edit', '--target', 'parser.js', '--exit', '0');
  dk('step', '--tool', 'bash', '--target', 'npm test', '--exit', '1');
  dk('sleep', '--force');
  dk('wake');
  dk('board', 'move', 'Rewrite the tokens of parser.js', 'DONE');
  dk('sleep', '--force');
  const told = box
    .git(home.slice(box.folder.length + 1), 'log', '--reverse', '--format=%s')
    .trim()
    .split('\n');
  return { home, gitDir: join(home, '.git'), commands, tracked, told };
}

function linesOf(path: string): number[] {
  return readFileSync(path, 'utf8')
    .split(/(?<=\n)/u)
    .map((line) => Buffer.byteLength(line));
}

const place = (what: string, { call, to }: Naming): string => `${what}: ${call.program} ${call.name} to ${to}`;

for (const shape of ['one', 'nested'] as const) {
  test(`a life under strace, ${shape}`, async (t) => {
    const args = tracer(t);
    if (args === undefined) return;
    const { home, gitDir, commands, tracked, told } = live(sandbox(t), args, shape);
    const isTracked = (path: string): boolean => tracked.has(path);
    const inHome = (path: string): boolean => isBelow(home, path);
    const named = (found: (calls: readonly Call[]) => readonly Naming[]): (readonly [string, Naming])[] =>
      commands.flatMap(({ what, calls }) => found(calls).map((each) => [what, each] as const));
    const all = named(namings).filter(([, { to }]) => inHome(to) && !isSqlites(to));

    await t.test('it was a life: dreams landed, and a verdict moved the board', () => {
      for (const start of ['rem: ', 'board: TODO → NEXT ', 'board: NEXT → DONE '])
        assert.ok(
          told.some((subject) => subject.startsWith(start)),
          `no "${start}" in ${told.join(' | ')}`,
        );
      assert.equal(told.filter((subject) => subject.startsWith('rem: ')).length, 2);
      for (const path of ['plan.org', 'rem/ledger.jsonl', 'rem/manifest.json']) assert.ok(isTracked(join(home, path)));
      assert.ok(
        all.some(([, { call }]) => call.program === 'git') && all.some(([, { call }]) => call.program === 'node'),
      );
    });

    await t.test('our own: no file is renamed or linked that was written and not synced', () => {
      const ours = all.filter(([, { call }]) => call.program !== 'git');
      assert.ok(ours.length > 10);
      assert.deepEqual(
        ours.flatMap(([what, each]) => (each.isSynced ? [] : [place(what, each)])),
        [],
      );
    });

    await t.test('git: refs, indexes and objects are synced before they get their names', () => {
      const gits = all.filter(([, { call }]) => call.program === 'git');
      const kinds = gits.map(([what, each]) => ({ what, each, kind: gitsFile(gitDir, each.to) }));
      // Making a repository is not part of a night, and git syncs neither its settings nor its first HEAD then.
      const isFounding = ({ what, each: { to } }: (typeof kinds)[number]): boolean =>
        what.startsWith('dk init') && [join(gitDir, 'HEAD'), join(gitDir, 'config')].includes(to);
      for (const kind of ['ref', 'index', 'object'] as const) {
        // The index gets its name from us, and was written by git.
        assert.ok(
          all.some(([, { to }]) => gitsFile(gitDir, to) === kind),
          `nobody named a file of kind ${kind}`,
        );
        const these = kinds.filter((each) => each.kind === kind && !isFounding(each));
        assert.deepEqual(
          these.flatMap(({ what, each }) => (each.isSynced ? [] : [place(what, each)])),
          [],
        );
      }
      const others = kinds.filter((each) => each.kind === 'other' && !isFounding(each));
      assert.deepEqual(
        others.map(({ what, each }) => place(what, each)),
        [],
        'git gives names to files that nobody has thought about',
      );
      const locks = kinds.filter(({ each: { from } }) => from.endsWith('.lock'));
      for (const isSynced of [true, false]) {
        const these = locks.filter(({ each }) => each.isSynced === isSynced).map(({ each }) => each.to);
        const short = these.map((to) => to.slice(gitDir.length + 1).replace(/(?<=dreamkeeper\/[a-z]+-)[^/]+/u, '…'));
        t.diagnostic(`git's locks, ${isSynced ? 'synced' : 'not synced'}: ${[...new Set(short)].join(', ')}`);
      }
    });

    await t.test('nothing tracked and no .jsonl is truncated; what is tracked is never written in place', () => {
      const found = commands.flatMap(({ what, calls }) =>
        [
          ...truncations(calls, (path) => isTracked(path) || (inHome(path) && path.endsWith('.jsonl'))),
          ...writesTo(calls, isTracked),
        ].map(({ name, path }) => `${what}: ${name} ${path}`),
      );
      assert.deepEqual(found, []);
    });

    await t.test('a line that is appended is one write', () => {
      for (const [path, count] of [
        [join(home, '_steps.jsonl'), 2],
        [join(gitDir, 'dreamkeeper', 'receipts.jsonl'), 2],
      ] as const) {
        const writes = commands.flatMap(({ calls }) => writesTo(calls, (each) => each === path));
        const lengths = linesOf(path);
        assert.equal(lengths.length, count);
        assert.deepEqual(
          writes.map(({ name, result }) => [name, result]),
          lengths.map((length) => ['write', length]),
        );
      }
    });

    await t.test('the ledger is replaced whole, by a rename', () => {
      const ledger = join(home, 'rem', 'ledger.jsonl');
      const whats = all
        .filter(([, { to, call }]) => to === ledger && call.name.startsWith('rename'))
        .map(([what]) => what);
      assert.deepEqual([...new Set(whats)], ['dk sleep --force', 'dk wake']);
      assert.deepEqual(
        commands.flatMap(({ calls }) =>
          calls.filter(({ path, flags }) => path === ledger && /O_WR|O_RDWR/u.test(flags)),
        ),
        [],
      );
    });

    await t.test('the folder is synced after a rename that gives a tracked file its content', () => {
      const renamed = all.filter(([, { to }]) => isTracked(to));
      assert.ok(renamed.length >= 8, `only ${renamed.length}`);
      assert.deepEqual(
        named((calls) => unsyncedFolders(calls, isTracked)).map(([what, each]) => place(what, each)),
        [],
      );
    });
  });
}
