// Whatever string arrives where git is given a name or a text: it is refused, or it is kept as it is. It never becomes anything else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { isTheirPath, readWhole, safePath, writeWhole } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import {
  commitFiles,
  createRepository,
  type Identity,
  openRepository,
  type Repository,
  requireGit,
  safeIdentity,
  safeObject,
  safeRef,
} from '../../src/repo/repo.ts';
import { normaliseText, oneLine } from '../../src/text/text.ts';
import { project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { hostileStrings, hostileTexts } from './hostile-strings.ts';
import { agent, each, openAt, placeOf, program, request, time } from './support.ts';

interface Prepared {
  readonly box: Sandbox;
  readonly repository: Repository;
  /** Everything in the sandbox, our own scratch left out. */
  look(): Record<string, string>;
}

async function prepare(t: TestContext): Promise<Prepared> {
  assert.ok(hostileStrings.length >= 200, `${hostileStrings.length} strings`);
  assert.ok(hostileTexts.length >= 100, `${hostileTexts.length} texts`);
  const box = sandbox(t);
  const repository = await openAt(box.path(project(box)));
  // Ours is made now, so that what comes later is a change.
  await repository.entries((await repository.head()).commit ?? '', ['app.js']);
  return { box, repository, look: () => snapshot(box.folder) };
}

const shown = (text: string): string => JSON.stringify(text).slice(0, 80);

function refusal(error: unknown, text: string): true {
  assert.ok(error instanceof DreamkeeperError, `${shown(text)} gave ${String(error)}`);
  assert.match(error.code, /^E_/u);
  assert.notEqual(error.code, 'E_BUG');
  assert.ok(error.hint.length > 0 && error.message.length < 500, shown(text));
  // Words for a person, not a way to write on their terminal.
  assert.doesNotMatch(error.message, /[\0-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u, shown(text));
  return true;
}

/** Refused every time, and nothing is different afterwards. */
async function allRefused(
  { look }: Prepared,
  strings: readonly string[],
  act: (text: string) => unknown,
): Promise<void> {
  const before = look();
  await each(strings, 3, async (text) => {
    await assert.rejects(
      async () => act(text),
      (error) => refusal(error, text),
      shown(text),
    );
  });
  assert.deepEqual(look(), before);
}

/** What safePath lets through is a plain name on every system. */
function isPlain(path: string): boolean {
  try {
    return safePath(path) === path;
  } catch (error) {
    return !refusal(error, path);
  }
}

test('paths: refused in every place a path is taken; the few that pass are plain names', async (t) => {
  const prepared = await prepare(t);
  const { repository, box } = prepared;
  const base = await repository.head();
  const plain = hostileStrings.filter(isPlain);
  for (const path of plain) assert.match(path, /^[\w.][\w. -]*(?:\/[\w.][\w. -]*)*$/u);
  assert.ok(plain.length < 30, plain.join(' '));
  const refused = hostileStrings.filter((text) => !plain.includes(text));
  await allRefused(prepared, refused, (path) => commitFiles(repository, request(base, { [path]: 'x' })));
  await allRefused(prepared, refused, (path) =>
    commitFiles(repository, request(base, { 'a.md': 'x', [`deep/${path}`]: 'x' })),
  );
  await allRefused(prepared, refused, (path) => repository.entries(base.commit ?? '', [path]));
  await allRefused(prepared, refused, (path) => writeWhole(box.path('project'), path, Buffer.from('x')));
  await allRefused(prepared, refused, (path) => readWhole(box.path('project'), path));
  // As a folder and as the end of a longer name they are no better.
  for (const path of refused) assert.ok(!isPlain(`${path}/x`) || path === '', shown(path));
});

test('paths of others: refused, or committed as exactly that name, and as nothing else', async (t) => {
  const prepared = await prepare(t);
  const { repository, box } = prepared;
  const base = await repository.head();
  const by = (paths: readonly string[]) =>
    commitFiles(
      repository,
      request(base, Object.fromEntries(paths.map((path) => [path, path])), { theirs: new Set(paths) }),
    );
  const refused = hostileStrings.filter((text) => !isTheirPath(text));
  await allRefused(prepared, refused, (path) => by([path]));
  await allRefused(prepared, refused, (path) => by(['a.md', `deep/${path}`]));
  // Each in a folder of its own, so that none is in another's way; and one that nobody said is theirs is still refused.
  const paths = hostileStrings.filter(isTheirPath).map((text, index) => `n${index}/${text}`);
  assert.ok(paths.length >= 100 && refused.length >= 40, `${paths.length} pass, ${refused.length} do not`);
  const one = { ...request(base, { [paths[0] ?? '']: 'x' }), theirs: new Set(paths.slice(1)) };
  if (!isPlain(paths[0] ?? '')) await assert.rejects(commitFiles(repository, one), { code: 'E_BAD_PATH' });
  assert.equal((await by(paths)).kind, 'committed');
  const listed = box.git('project', 'ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0').filter(Boolean);
  assert.deepEqual(listed.toSorted(), [...paths, 'app.js'].toSorted());
  assert.deepEqual(box.git('project', 'ls-files', '-z').split('\0').filter(Boolean).toSorted(), listed.toSorted());
  assert.equal(box.git('project', 'for-each-ref', '--format=%(refname)'), 'refs/heads/main\n');
  box.git('project', 'fsck', '--strict');
});

test('refs: refused, or not where HEAD is, so nothing is moved or made', async (t) => {
  const prepared = await prepare(t);
  const { repository, box } = prepared;
  const { commit } = await repository.head();
  const refs = box.git('project', 'for-each-ref');
  const names = [...hostileStrings, ...hostileStrings.map((text) => `refs/heads/${text}`)].filter(
    (ref) => ref !== 'refs/heads/main',
  );
  const passes = (ref: string): boolean => {
    try {
      return safeRef(ref) === ref;
    } catch (error) {
      return !refusal(error, ref);
    }
  };
  await allRefused(
    prepared,
    names.filter((ref) => !passes(ref)),
    (ref) => commitFiles(repository, request({ ref, commit }, { 'a.md': 'x' })),
  );
  const usable = names.filter(passes);
  for (const ref of usable) {
    assert.doesNotMatch(ref, /[\0- ~^:?*[\\\u007f-\u009f]|\.\.|@\{|\/[.-]|\.lock(?:\/|$)|\/$|\/\//u, shown(ref));
    assert.ok(ref.startsWith('refs/'), shown(ref));
  }
  await each(usable.slice(0, 12), 1, async (ref) => {
    for (const at of [commit, undefined]) {
      assert.deepEqual(
        await commitFiles(repository, request({ ref, commit: at }, { 'a.md': 'x' })),
        { kind: 'moved' },
        shown(ref),
      );
    }
  });
  assert.equal(box.git('project', 'for-each-ref'), refs);
  assert.equal(box.git('project', 'status', '--porcelain'), '');
});

test('object names and bases: nothing but a whole name reaches git', async (t) => {
  const prepared = await prepare(t);
  const { repository } = prepared;
  const { ref } = await repository.head();
  await allRefused(prepared, hostileStrings, safeObject);
  await allRefused(prepared, hostileStrings, (name) => repository.entries(name, ['app.js']));
  await allRefused(prepared, hostileStrings, (name) => repository.readBlob(name));
  await allRefused(prepared, hostileStrings, (commit) =>
    commitFiles(repository, request({ ref, commit }, { 'a.md': 'x' })),
  );
  // Whole names of what is not there, or is something else, are refused by git, in words.
  await allRefused(prepared, ['0'.repeat(40), 'f'.repeat(64), '1'.repeat(40)], (name) => repository.readBlob(name));
});

test('places: a repository is a folder that is there, with its whole path', async (t) => {
  const prepared = await prepare(t);
  const { box } = prepared;
  const place = placeOf(box.path('project'));
  const below = hostileStrings
    .map((text) => box.path('project/none', text))
    .filter((path) => path.startsWith(box.path('project/none')));
  // Of these, what is a folder that is there is a legitimate place, however it is spelled; the root of the disk is not ours to try.
  const strings = [...hostileStrings.filter((text) => !text.startsWith('/')), ...below];
  const scratch = box.path('project/.git/dreamkeeper');
  await allRefused(prepared, strings, (gitDir) => openRepository(program, { ...place, gitDir }, scratch));
  await allRefused(prepared, strings, (commonDir) => openRepository(program, { ...place, commonDir }, scratch));
  await allRefused(prepared, strings, (worktree) => openRepository(program, { ...place, worktree }, scratch));
  await allRefused(prepared, strings, (folder) => createRepository(program, folder));
  await allRefused(prepared, strings, (folder) => requireGit(program, folder));
});

function nameOf(name: string): string | undefined {
  try {
    return safeIdentity({ name, email: agent.email }).name;
  } catch (error) {
    refusal(error, name);
    return undefined;
  }
}

test('authors: a name without a letter and an address that is none are refused', async (t) => {
  const prepared = await prepare(t);
  const { repository } = prepared;
  const base = await repository.head();
  const by = (name: string, email: string) => () =>
    commitFiles(repository, request(base, { 'a.md': 'x' }, { author: { name, email } }));
  const nameless = hostileStrings.filter((name) => nameOf(name) === undefined);
  assert.ok(nameless.length >= 40, `${nameless.length} have no letter`);
  await allRefused(prepared, nameless, (name) => by(name, agent.email)());
  const emails = hostileStrings.flatMap((text) => [text, `${text}@host.local`, `agent@${text}`]);
  await allRefused(
    prepared,
    emails.filter((email) => !isMail(email)),
    (email) => by('agent', email)(),
  );
});

/** What commits say of themselves, read without git's own cleaning. */
function told(box: Sandbox, commits: readonly string[]): { readonly head: string; readonly message: string }[] {
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], {
    cwd: box.path('project'),
    env: box.env,
    input: commits.join('\n'),
  });
  let at = 0;
  return commits.map(() => {
    const start = stdout.indexOf('\n', at) + 1;
    const size = Number(stdout.subarray(at, start).toString().split(' ')[2]);
    at = start + size + 1;
    const [head = '', ...rest] = stdout
      .subarray(start, start + size)
      .toString()
      .split('\n\n');
    return { head, message: rest.join('\n\n') };
  });
}

test('messages and names that are not refused land as they are, and as nothing else', async (t) => {
  const { box, repository } = await prepare(t);
  const first = await repository.head();
  const made: { readonly text: string; readonly by: Identity; readonly commit: string; readonly parent: string }[] = [];
  let base = first;
  for (const text of hostileTexts) {
    const by = {
      name: nameOf(text) === undefined ? agent.name : text,
      email: isMail(`${text}@host.local`) ? `${text}@host.local` : agent.email,
    };
    const result = await commitFiles(repository, request(base, { 'a.md': text }, { message: text, author: by }));
    if (result.kind !== 'committed') throw new Error(`${shown(text)} gave ${result.kind}`);
    made.push({ text, by, commit: result.commit, parent: base.commit ?? '' });
    base = { ref: base.ref, commit: result.commit };
  }
  const found = told(
    box,
    made.map(({ commit }) => commit),
  );
  for (const [index, { text, by, parent }] of made.entries()) {
    const { head, message } = found[index] ?? { head: '', message: '' };
    // Invisible and impossible characters are dropped; everything a reader can see is there.
    const visible = normaliseText(text).replaceAll(/\p{NChar}/gu, '');
    assert.equal(message, `${visible.trim()}\n`, shown(text));
    const name = nameOf(by.name) ?? '';
    // Of a name only the ends are trimmed, and only the two signs that would forge an address are taken out.
    assert.ok(
      oneLine(by.name, 100)
        .replaceAll(/[<>]|\p{NChar}/gu, '')
        .includes(name),
      shown(text),
    );
    assert.doesNotMatch(name, /[<>\n\0]/u);
    const seconds = time.getTime() / 1000;
    assert.deepEqual(
      head.split('\n').slice(1),
      [`parent ${parent}`, ...['author', 'committer'].map((role) => `${role} ${name} <${by.email}> ${seconds} +0000`)],
      shown(text),
    );
  }
  const literal = found.filter(({ message }, index) => message === `${made[index]?.text}\n`).length;
  t.diagnostic(
    `${made.length} messages, ${literal} of them to the letter; ${new Set(made.map(({ by }) => by.name)).size} names`,
  );
  assert.ok(literal >= 80);

  assert.equal(box.git('project', 'diff', '--name-only', first.commit ?? '', 'HEAD'), 'a.md\n');
  assert.equal(box.git('project', 'rev-list', '--count', `${first.commit}..HEAD`).trim(), `${hostileTexts.length}`);
  assert.equal(box.git('project', 'for-each-ref', '--format=%(refname)'), 'refs/heads/main\n');
  assert.deepEqual(readdirSync(box.folder).sort(), ['person', 'project']);
  assert.deepEqual(readdirSync(box.path('project')).sort(), ['.git', 'app.js']);
  box.git('project', 'fsck', '--strict');
});

/** The few that are addresses: plain words on both sides. */
function isMail(email: string): boolean {
  return /^[a-z0-9][\w.+-]*@[a-z0-9](?:[\w.-]*[a-z0-9])?$/iu.test(email) && !/@.*_/u.test(email) && email.length < 200;
}
