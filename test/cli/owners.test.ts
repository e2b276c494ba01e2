// Somebody else's home, root's or a person's: everything can be read, nothing is written, hooks are silent; unless the operator allows it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { allowsStrangers, notOwner, strangerAt, strangerAtOrAbove } from '../../src/home/home.ts';
import { statusOf } from '../../src/report/report.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { onlyLooking } from '../../src/wire/only-looking.ts';
import { healthyHome } from '../doctor/healthy-home.ts';
import { bin, type Ran, root, type Sandbox, sandbox } from '../sandbox.ts';

const somebody = 12_345;
const isRoot = process.getuid?.() === 0;
const onlyRoot = { skip: isRoot ? false : 'only root can give files away and be others' };
const withOwners = { skip: process.platform === 'win32' ? 'Windows has other owners' : false };

/** Everything below a folder: whose it is, who may do what, when it was written, and every byte. */
function tree(folder: string): Record<string, string> {
  const all = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return Object.fromEntries(
    all.toSorted().map((name) => {
      const path = join(folder, name);
      const seen = lstatSync(path);
      const { uid, gid, mode, mtimeMs } = seen;
      const content = seen.isFile() ? readFileSync(path, 'latin1') : seen.isSymbolicLink() ? readlinkSync(path) : '';
      return [name, `${uid}:${gid} ${mode.toString(8)} ${mtimeMs} ${content}`];
    }),
  );
}

function give(folder: string, uid: number): void {
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(folder, name), uid, uid);
}

/** `dk` as some user, with the program where everybody can read it. */
function dkAs(box: Sandbox, uid: number): (cwd: string, args: readonly string[], input?: string) => Promise<Ran> {
  if (uid === process.getuid?.()) {
    const started = dkWith(box, process.execPath, bin, uid);
    // Whoever we are need not be started anew, where nothing is told on standard input.
    return (cwd, args, input) =>
      input === undefined
        ? Promise.resolve(box.dk(cwd, args, { env: { HOME: box.path(`home-of-${uid}`) } }))
        : started(cwd, args, input);
  }
  cpSync(dirname(dirname(bin)), box.path('program'), { recursive: true });
  cpSync(join(root, 'node_modules/jsonc-parser'), box.path('program/node_modules/jsonc-parser'), { recursive: true });
  const canRun = spawnSync(process.execPath, ['-e', '0'], { uid, gid: uid, cwd: '/' }).status === 0;
  const node = canRun ? process.execPath : box.path('program/node');
  if (!canRun) cpSync(process.execPath, node);
  for (const folder of [box.folder, box.path('program')]) chmodSync(folder, 0o755);
  return dkWith(box, node, box.path('program/dist/bin.js'), uid);
}

function dkWith(box: Sandbox, node: string, script: string, uid: number): ReturnType<typeof dkAs> {
  mkdirSync(box.path(`home-of-${uid}`));
  chownSync(box.path(`home-of-${uid}`), uid, uid);
  return (cwd: string, args: readonly string[], input = ''): Promise<Ran> => {
    const { promise, resolve } = Promise.withResolvers<Ran>();
    const child = spawn(node, [script, ...args], {
      ...{ cwd: box.path(cwd), uid, gid: uid },
      env: { ...box.env, HOME: box.path(`home-of-${uid}`) },
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString()));
    child.on('close', (code) => resolve({ code, ...said }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return promise;
  };
}

const writing: readonly (readonly string[])[] = [
  ['board', 'add', 'more'],
  ['board', 'move', 'first', 'DOING'],
  ['board', 'log', 'said'],
  ['remember', 'a fact'],
  ['adopt', '..', '--yes'],
  ['sleep', '--force'],
  ['undo', 'last'],
  ['step', '--tool', 'x'],
  ['tick'],
  ['off'],
  ['run', '--', 'true'],
  ['keep'],
  ['lifecycle', 'init'],
  ['init'],
  ['install', 'claude', '--yes'],
  ['uninstall', 'claude', '--yes', '--data'],
  ['doctor', '--fix'],
  ['models', 'test'],
];
const reading: readonly (readonly string[])[] = [
  ['board'],
  ['adopt'],
  ['status', '--json'],
  ['journal'],
  ['nights', 'verify'],
  ['steps'],
  ['lifecycle'],
  ['models'],
  ['sleep', '--dry-run', '--force'],
  ['wake', '--json'],
  ['doctor'],
];
const events = ['SessionStart', 'PostToolUse', 'SessionEnd'];

/** Runs all of them; some at a time, because each is a process. */
async function each<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const hand = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all([hand(), hand(), hand()]);
}

interface Visit {
  readonly owner: number;
  readonly visitor: number;
  readonly writing: readonly (readonly string[])[];
  readonly reading: readonly (readonly string[])[];
}

async function looksAndWritesNothing(t: TestContext, { owner, visitor, ...verbs }: Visit): Promise<void> {
  const { box } = await healthyHome(t, 'nested');
  give(box.path('project'), owner);
  const dk = dkAs(box, visitor);
  const before = [tree(box.path('project')), tree(box.path(`home-of-${visitor}`))];
  const unchanged = (): void =>
    assert.deepEqual([tree(box.path('project')), tree(box.path(`home-of-${visitor}`))], before);
  await each(verbs.writing, async (args) => {
    const ran = await dk('project', args);
    assert.deepEqual([ran.code, ran.stderr.split(' ')[0]], [12, 'E_NOT_OWNER'], `${args.join(' ')}: ${ran.stderr}`);
    assert.match(ran.stderr, /\n.*Nothing was written.*`owners`/u);
  });
  unchanged();
  await each(events, async (hook_event_name) => {
    const told = { ...{ hook_event_name, session_id: 's', cwd: box.path('project'), source: 'startup' } };
    const payload = JSON.stringify({ ...told, tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: {} });
    const ran = await dk('project', ['hook', 'x', '--from', 'claude'], payload);
    assert.deepEqual(ran, { code: 0, stdout: '', stderr: '' }, hook_event_name);
    // What no payload is would be counted as a drop.
    assert.deepEqual(await dk('project', ['hook', 'x', '--from', 'claude'], 'no'), ran);
  });
  unchanged();
  const said = new Map<string, Ran>();
  await each(verbs.reading, async (args) => {
    const ran = await dk('project', args);
    said.set(args[0] ?? '', ran);
    assert.ok(
      ran.code === 0 || (args[0] === 'status' && ran.code === 13),
      `${args.join(' ')}: ${ran.code} ${ran.stderr}${ran.stdout}`,
    );
  });
  unchanged();
  assert.match(said.get('board')?.stdout ?? '', /mend a\.ts/u);
  const woken = JSON.parse(said.get('wake')?.stdout ?? '') as { pack: string; commit: string | null };
  assert.equal(woken.commit, null, 'nothing is applied');
  assert.match(woken.pack, /mend a\.ts/u);
  assert.match(woken.pack, /Note: nothing is recorded or applied: .*\.dream belongs to/u);
  assert.match(said.get('status')?.stdout ?? '', /"code":\s*"E_NOT_OWNER"/u);
  assert.match(said.get('doctor')?.stdout ?? '', /warning not-owner .*belongs to/u);
}

describe('somebody else’s home', onlyRoot, () => {
  test('root in a person’s', (t) => looksAndWritesNothing(t, { owner: somebody, visitor: 0, writing, reading }));
  test('a person in root’s, which they can read', (t) => {
    // Each of these goes another way; the rest is as above.
    const some = (list: typeof writing): typeof writing =>
      list.filter(([verb = '']) =>
        ['sleep', 'step', 'off', 'keep', 'board', 'status', 'wake', 'doctor'].includes(verb),
      );
    return looksAndWritesNothing(t, { owner: 0, visitor: somebody, writing: some(writing), reading: some(reading) });
  });

  test('root in a person’s project without a home, and in their settings', async (t) => {
    const box = sandbox(t);
    mkdirSync(box.path('theirs'));
    box.git('theirs', 'init', '-q');
    box.write('theirs/a.ts', 'a\n');
    mkdirSync(box.path('person/.config'));
    give(box.path('theirs'), somebody);
    give(box.path('person'), somebody);
    const before = [tree(box.path('theirs')), tree(box.path('person'))];
    for (const [cwd, ...args] of [
      ['theirs', 'init'],
      ['theirs', 'init', '--home', '.memory'],
      ['theirs', 'install', 'claude', '--yes'],
      ['.', 'init', '--home', box.path('person/new/memory')],
      // `sudo` may leave HOME as it was.
      ['.', 'models', 'use', 'claude'],
      ['.', 'off', '--everywhere'],
    ] as const) {
      const ran = box.dk(cwd, args);
      assert.deepEqual([ran.code, ran.stderr.split(' ')[0]], [12, 'E_NOT_OWNER'], `${args.join(' ')}: ${ran.stderr}`);
    }
    assert.deepEqual([tree(box.path('theirs')), tree(box.path('person'))], before);
  });

  test('root’s own home in a person’s project: their git is not written to, either', async (t) => {
    const { box } = await healthyHome(t, 'nested');
    box.write('project/.git/info/exclude', '/.dream/\n');
    give(box.path('project'), somebody);
    give(box.path('project/.dream'), 0);
    const before = tree(box.path('project'));
    const ran = box.dk('project', ['uninstall', 'claude', '--data', '--yes']);
    assert.deepEqual([ran.code, ran.stderr.split(' ')[0]], [12, 'E_NOT_OWNER'], ran.stdout + ran.stderr);
    assert.match(ran.stderr, /project\/\.git\b/u);
    assert.deepEqual(tree(box.path('project')), before);
  });

  test('the operator allows it: everywhere, or in some folders', async (t) => {
    const healthy = await healthyHome(t, 'nested');
    const { box } = healthy;
    give(box.path('project'), somebody);
    const allow = (text: string): void => void box.write('operator/dreamkeeper/config.yaml', text);
    const add = (): Ran =>
      box.dk('project', ['board', 'add', 'one more'], { env: { XDG_CONFIG_HOME: box.path('operator') } });
    allow(`owners:\n  - ${box.path('elsewhere')}\n`);
    assert.equal(add().code, 12);
    allow(`owners:\n  - ${box.path('project')}\n`);
    assert.equal(add().code, 0);
    assert.match(box.read('project/.dream/plan.org'), /one more/u);
    // And that is what its owner finds then.
    const { findings } = await diagnose(healthy.world, healthy.home);
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['owner-mixed'],
    );
    const [, command = ''] = /`(chown [^`]+)`/u.exec(findings[0]?.hint ?? '') ?? [];
    assert.equal(spawnSync('sh', ['-c', command]).status, 0);
    assert.deepEqual((await diagnose(healthy.world, healthy.home)).findings, []);
  });
});

describe('who is a stranger', withOwners, () => {
  const us = process.geteuid?.() ?? 0;
  test('by the owner of what is there; of what is not, only root has to ask', (t) => {
    const box = sandbox(t);
    assert.equal(strangerAt(box.folder), undefined);
    assert.deepEqual(strangerAt(box.folder, us + 1), { path: box.folder, owner: us, us: us + 1 });
    assert.equal(strangerAt(box.path('none'), us + 1), undefined);
    assert.equal(strangerAtOrAbove(box.path('none/at/all'), us + 1), undefined);
    assert.equal(strangerAtOrAbove(box.path('none/at/all'), 0)?.owner, us === 0 ? undefined : us);
  });
  test('what the operator’s settings allow, plainly written or not at all', (t) => {
    const box = sandbox(t);
    const allows = (text: string): boolean => allowsStrangers(box.write('config.yaml', text), '/srv/site/.dream');
    for (const text of [
      'owners: allow\n',
      'model:\n  default: builtin\n# owners: []\nowners: allow # containers\n',
      'owners:\n  - /tmp\n  - "/srv/site"\n',
      'owners:\n- /srv/site/.dream # this one\nhomes: [/x]\n',
      "owners: [/tmp, '/srv/']\n",
    ])
      assert.ok(allows(text), text);
    for (const text of [
      '',
      '# owners: allow\n',
      'owners: allowed\n',
      'owners:\n  - /srv/si\nhomes:\n  - /srv/site\n',
      'owners: []\n',
      'owners: [site, ../srv]\n',
      'runner:\n  owners: allow\n',
      '"owners": allow\n',
      'owners: allow\nowners: []\n',
    ])
      assert.ok(!allows(text), text);
    assert.ok(!allowsStrangers(box.path('none.yaml'), '/srv/site/.dream'));
  });
  test('a world that only looks: all is read, no byte is written, and what would write says why', async (t) => {
    const { world, home, box, hidden } = await healthyHome(t, 'nested');
    rmSync(hidden('ledger-known.json'));
    const before = tree(box.path('project'));
    const why = notOwner({ path: home.home, owner: 1, us: 0 });
    const looking = await onlyLooking(world, home, why);
    const at = { world: looking, home, settings: {}, agent: 'waldo' };
    assert.equal((await wakeUp(at, { isDry: true })).commit, null);
    const { counts, problems } = await statusOf(at, {});
    assert.deepEqual([counts.dreams, problems], [2, []]);
    assert.deepEqual((await diagnose(looking, home)).findings, []);
    const store = looking.stores.open(home.privateDir);
    assert.throws(() => store.setMemo('x', 'y'), why);
    store.close();
    assert.throws(() => looking.files.write(home.home, 'plan.org', Buffer.from('')), why);
    assert.throws(() => looking.lines.append(join(home.home, '_steps.jsonl'), '{}'), why);
    assert.equal((await wakeUp(at)).commit, null, 'also if nobody said that it is to be dry');
    assert.deepEqual(tree(box.path('project')), before);
  });
});
