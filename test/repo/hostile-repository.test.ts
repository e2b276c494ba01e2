// A repository can name programs in dozens of places for git to run. We use git in it, and none of them runs.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { readWhole, writeWhole } from '../../src/disk/disk.ts';
import { commitFiles, createRepository, requireGit } from '../../src/repo/repo.ts';
import { project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { some } from '../share.ts';
import { evil, hookFolder, links, marked, plainGit, put, type Site, type Vector } from './hostile-site.ts';
import { vectors } from './hostile-vectors.ts';
import { each, openAt, program, request } from './support.ts';

const fileOf = ({ name }: Vector): string => name.replaceAll(/\W+/gu, '-');

function plant(box: Sandbox, worktree: string, group: readonly Vector[]): void {
  const outside = box.path(`${basename(worktree)}-outside`);
  mkdirSync(outside, { recursive: true });
  const site: Site = { worktree, gitDir: join(worktree, '.git'), outside };
  for (const vector of group) vector.plant(site, evil(box, fileOf(vector)));
  // Planting uses git too; only what comes after counts.
  for (const name of group.map(fileOf)) rmSync(box.path('marks', name), { force: true });
}

/** Everything this room does with a repository. */
async function useEverything(worktree: string): Promise<void> {
  await requireGit(program, worktree);
  const repository = await openAt(worktree);
  const first = await repository.head();
  assert.equal(repository.underWay(), undefined);
  const entry = (await repository.entries(first.commit ?? '', ['app.js', 'plan.org'])).get('app.js');
  // A partial clone may not have it; then it is not fetched either.
  await repository.readBlob(entry?.blob ?? '').catch((error: { code: string }) => assert.equal(error.code, 'E_GIT'));
  const made = await commitFiles(repository, request(first, { 'memory/plan.org': 'one\n' }));
  assert.equal(made.kind, 'committed');
  assert.equal((await commitFiles(repository, request(first, { 'plan.org': 'late\n' }))).kind, 'moved');
  writeWhole(worktree, 'plan.org', Buffer.from('whole\n'));
  assert.equal(Buffer.from(readWhole(worktree, 'plan.org') ?? '').toString(), 'whole\n');
  mkdirSync(join(worktree, 'inner'));
  await createRepository(program, join(worktree, 'inner'));
  assert.equal(existsSync(join(worktree, 'inner', '.git', 'hooks')), false);
  rmSync(join(worktree, 'inner'), { recursive: true });
}

/** What a person does all day, with nothing taken away. */
async function workAsAPerson(box: Sandbox, worktree: string): Promise<void> {
  const git = (...args: readonly string[]): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    spawn('git', args, { cwd: worktree, env: box.env, stdio: 'ignore', timeout: 10_000 }).on('close', resolve);
    return promise;
  };
  await git('status');
  await git('log', '-p');
  appendFileSync(join(worktree, 'app.js'), 'more();\n');
  await git('diff');
  await git('add', '-A');
  await git('commit', '-m', 'by hand', '--trailer', 'Evil: x');
  await git('checkout', '-b', 'side', 'HEAD~1');
  appendFileSync(join(worktree, 'app.js'), 'other();\n');
  await git('commit', '-a', '--amend');
  await git('commit', '-a', '--amend', '--no-edit');
  await git('merge', '-m', 'both', 'main');
  await git('fetch', '--all');
  await git('push', 'receivepack', 'HEAD:refs/heads/copy');
  await git('push', '.', 'HEAD:refs/heads/copy');
  await git('gc', '--auto');
  await git('st');
}

test('none of the programs a repository names is run by us, each of them alone', async (t) => {
  assert.ok(vectors.length >= 50, `${vectors.length} vectors`);
  assert.equal(new Set(vectors.map(fileOf)).size, vectors.length);
  const box = sandbox(t);
  const ranForAPerson = new Set<string>();
  project(box);
  await each(vectors, 6, async (vector) => {
    const worktree = box.path(`one-${fileOf(vector)}`);
    cpSync(box.path('project'), worktree, { recursive: true });
    plant(box, worktree, [vector]);
    await useEverything(worktree).catch((cause) => {
      throw new Error(`with ${vector.name}`, { cause });
    });
    assert.ok(!marked(box).includes(fileOf(vector)), `${vector.name} ran`);
    await workAsAPerson(box, worktree);
    if (marked(box).includes(fileOf(vector))) ranForAPerson.add(vector.name);
  });
  // The control: the same repositories, plain git. Otherwise the above could be true of anything.
  t.diagnostic(
    `${vectors.length} vectors; plain git ran ${ranForAPerson.size}: ${[...ranForAPerson].sort().join(', ')}`,
  );
  assert.ok(ranForAPerson.size >= 30, `plain git ran only ${[...ranForAPerson].join(', ')}`);
});

/** As few repositories as possible, none with two vectors that set the same thing. */
function groups(): Vector[][] {
  const made: Vector[][] = [];
  for (const vector of vectors) {
    const free = made.find((group) => !group.some(({ sets }) => sets === vector.sets));
    if (free === undefined) made.push([vector]);
    else free.push(vector);
  }
  return made;
}

/** The whole of the command line that works on a home; all of it has to work, or it would prove nothing. */
async function useTheDesk(box: Sandbox, cwd: string, env: Record<string, string> = {}): Promise<void> {
  const dk = async (...args: readonly string[]): Promise<string> => {
    const ran = box.dk(cwd, args, { env });
    assert.equal(ran.code, 0, `dk ${args.join(' ')} in ${cwd}: ${ran.stderr}`);
    return ran.stdout;
  };
  for (const change of [
    ['add', 'the first task'],
    ['move', 'the first task', 'DOING'],
    ['log', 'looked around'],
  ]) {
    assert.match(await dk('board', ...change, '--json'), /"commit": ?"[0-9a-f]{40}"/u);
  }
  await dk('board', 'lint');
  await dk('step', '--tool', 'bash', '--target', 'ls', '--exit', '0');
  for (const verb of [['sleep', '--force'], ['wake'], ['status'], ['nights', 'verify'], ['sleep', '--show-input']])
    await dk(...verb);
}

test('nor by the command line, in a repository that is the home', async (t) => {
  const box = sandbox(t);
  await each(some(groups(), 4), 3, async (group) => {
    const name = `home-of-${fileOf(group[0] as Vector)}`;
    plant(box, box.path(project(box, name)), group);
    const ran = box.dk(name, ['init', '--here']);
    assert.equal(ran.code, 0, ran.stderr);
    await useTheDesk(box, name);
    assert.deepEqual(marked(box), []);
  });
});

test('nor by the command line, in a project with a home inside it, both hostile', async (t) => {
  const box = sandbox(t);
  await each(some(groups(), 4), 3, async (group) => {
    const name = `project-of-${fileOf(group[0] as Vector)}`;
    plant(box, box.path(project(box, name)), group);
    const ran = box.dk(name, ['init']);
    assert.equal(ran.code, 0, ran.stderr);
    const home = box.path(name, '.dream');
    box.write(join(name, '.dream', 'app.js'), 'more\n');
    plainGit(home, ['add', 'app.js']);
    plainGit(home, ['-c', 'user.name=Person', '-c', 'user.email=person@example.org', 'commit', '-qm', 'by hand']);
    plant(box, home, group);
    await useTheDesk(box, name);
    assert.deepEqual(marked(box), []);
  });
});

test('what is left of a repository is not trusted when one is made there', async (t) => {
  const box = sandbox(t);
  const run = evil(box, 'left');
  put(
    box.path('left', '.git', 'config'),
    `[core]\n\tfsmonitor = ${run}\n[hook "x"]\n\tcommand = ${run}\n\tevent = reference-transaction\n`,
  );
  hookFolder(box.path('left', '.git', 'hooks'), run);
  await createRepository(program, box.path('left'));
  const repository = await openAt(box.path('left'));
  assert.equal((await commitFiles(repository, request(await repository.head(), { 'a.md': 'a\n' }))).kind, 'committed');
  assert.deepEqual(marked(box), []);
});

test('a link where we keep our own things is refused, and nothing is written through it', async (t) => {
  const box = sandbox(t);
  for (const { name, plant: lay } of links) {
    const worktree = box.path(project(box, name.replaceAll(' ', '-')));
    box.write('outside/precious', 'precious\n');
    lay({ worktree, gitDir: join(worktree, '.git'), outside: box.path('outside') });
    const repository = await openAt(worktree);
    await assert.rejects(
      async () => commitFiles(repository, request(await repository.head(), { 'a.md': 'a\n' })),
      { code: 'E_NOT_A_FILE' },
      name,
    );
    assert.deepEqual(snapshot(box.path('outside')), { precious: '644 precious\n' }, name);
  }
  const half = box.path('half');
  mkdirSync(half);
  writeFileSync(join(half, '.git'), `gitdir: ${box.path('outside')}\n`);
  await assert.rejects(createRepository(program, half), { code: 'E_NOT_OURS' });
  assert.deepEqual(snapshot(box.path('outside')), { precious: '644 precious\n' });
});

test('a pipe where git keeps a file is not waited for', async (t) => {
  const box = sandbox(t);
  for (const name of ['index', 'sequencer/todo', 'dreamkeeper/lens-sha1/config', 'dreamkeeper/lens-sha1/HEAD']) {
    const worktree = box.path(project(box, name.replaceAll('/', '-')));
    put(join(worktree, '.git', name), '');
    rmSync(join(worktree, '.git', name));
    assert.equal(spawnSync('mkfifo', [join(worktree, '.git', name)]).status, 0);
    const repository = await openAt(worktree);
    const base = await repository.head();
    const code = name === 'index' ? 'E_INDEX_DAMAGED' : 'E_NOT_A_FILE';
    await assert.rejects(commitFiles(repository, request(base, { 'a.md': 'a\n' })), { code }, name);
  }
});

test('a file that looks younger than the index is not looked into', async (t) => {
  const box = sandbox(t);
  const worktree = box.path(project(box));
  utimesSync(join(worktree, 'app.js'), new Date('2100-01-01'), new Date('2100-01-01'));
  plainGit(worktree, ['update-index', '--refresh']);
  box.write('project/.gitattributes', '* filter=x\n');
  plainGit(worktree, ['config', 'filter.x.clean', evil(box, 'racy')]);
  const repository = await openAt(worktree);
  await commitFiles(repository, request(await repository.head(), { 'a.md': 'a\n' }));
  assert.deepEqual(marked(box), []);
  // The control: git's own way of putting the same entry in runs the filter.
  plainGit(worktree, ['update-index', '--add', '--index-info'], `100644 ${'0'.repeat(39)}1\tb.md\n`);
  assert.deepEqual(marked(box), ['racy']);
});
