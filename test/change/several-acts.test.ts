// One change carries the edits of several acts, while somebody else writes the same files: what was planned lands to the byte, and nothing of theirs is lost.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import {
  type FileEdit,
  finishChanges,
  makeChange,
  makeCheckedChange,
  type StagedFile,
} from '../../src/change/change.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { memoryGit } from '../memory-git/memory-git.ts';
import { homeIn, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';

const rounds = Number(process.env.DREAMKEEPER_ACTS_ROUNDS ?? (isFull ? 200 : 100));
const seed = Number(process.env.DREAMKEEPER_SEED ?? 16);
const paths = ['MEMORY.md', 'notes/2026-06-10.md', 'DREAMS.md', '.self/observations.md'];
const places = ['plan', 'sealed', 'file.begin', 'file.written', 'applied'];

function dice(from: number): (sides: number) => number {
  let state = from >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8');
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

interface Made {
  readonly edit: FileEdit;
  /** Lines that stand in the file exactly once when it has landed. */
  readonly brings: readonly string[];
}

/** One edit of one act: several lines at the end, one at the top, or one line for another. */
function anEdit(roll: (sides: number) => number, name: string): Made {
  const path = paths[roll(paths.length)] ?? '';
  const brings = Array.from({ length: 1 + roll(3) }, (_, line) => `- ${name} line ${line}`);
  const added = `${brings.join('\n')}\n`;
  const kind = roll(3);
  if (kind === 0) {
    const edit = (content: Uint8Array | undefined): Uint8Array => {
      const before = textOf(content);
      return Buffer.from(`${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${added}`);
    };
    return { edit: { path, rule: 'append', edit }, brings };
  }
  if (kind === 1)
    return { edit: { path, rule: 'refuse', edit: (content) => Buffer.from(`${added}${textOf(content)}`) }, brings };
  // Behind the first line, whatever it is by then.
  const edit = (content: Uint8Array | undefined): Uint8Array => {
    const [first = '# empty', ...rest] = linesOf(textOf(content));
    return Buffer.from([first, ...brings, ...rest, ''].join('\n'));
  };
  return { edit: { path, edit }, brings };
}

interface Living {
  readonly world: World;
  readonly home: FoundHome;
}

/** A person with an editor, who reads a file and writes it with one more line, at places of the change that chance picks. */
function person({ home }: Living, roll: (sides: number) => number, round: number) {
  const wrote = new Map<string, string[]>();
  let left = roll(4);
  return {
    wrote,
    at(place: string): void {
      if (left === 0 || !places.includes(place) || roll(4) > 0) return;
      left -= 1;
      const path = paths[roll(paths.length)] ?? '';
      const line = `- of the person, ${round}.${left}`;
      const file = join(home.home, path);
      const lines = linesOf(readOr(file));
      lines.splice(roll(2) === 0 ? lines.length : roll(lines.length + 1), 0, line);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${lines.join('\n')}\n`);
      wrote.set(path, [...(wrote.get(path) ?? []), line]);
    },
  };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Nobody has written it yet.
    return '';
  }
}

/** One change of one to three acts, beside a person. */
async function oneRound(living: Living, round: number): Promise<'changed' | 'given up'> {
  const { world, home } = living;
  const roll = dice(seed * 100_003 + round);
  for (const path of paths) {
    const file = join(home.home, path);
    rmSync(file, { force: true });
    mkdirSync(dirname(file), { recursive: true });
    if (roll(4) > 0) writeFileSync(file, Array.from({ length: 1 + roll(5) }, (_, n) => `- ${path} ${n}\n`).join(''));
  }
  const before = new Map(paths.map((path) => [path, readOr(join(home.home, path))]));
  const acts = Array.from({ length: 1 + roll(3) }, (_, act) =>
    Array.from({ length: 1 + roll(3) }, (_each, n) => anEdit(roll, `act ${act}.${n} of ${round}`)),
  ).flat();
  const somebody = person(living, roll, round);
  const written = new Map<string, string>();
  let staged: readonly StagedFile[] = [];
  const beside: World = {
    ...world,
    probe: (place) => somebody.at(place),
    pause: () => Promise.resolve(),
    files: {
      ...world.files,
      write: (root, path, content, options) => {
        const did = world.files.write(root, path, content, options);
        if (root === home.home && did === 'written') written.set(path, textOf(content));
        return did;
      },
    },
  };
  const change = { files: acts.map(({ edit }) => edit), subject: 'sleep: a test', agent: 'waldo' };
  const done = await makeCheckedChange(beside, home, change, async (given) => {
    staged = given;
    written.clear();
    return [];
  }).catch((error: unknown) => {
    if (error instanceof DreamkeeperError && error.code === 'E_CHANGED_MEANWHILE') return undefined;
    throw error;
  });
  for (const path of paths) {
    const now = readOr(join(home.home, path));
    const lines = linesOf(now);
    const theirs = [...linesOf(before.get(path) ?? ''), ...(somebody.wrote.get(path) ?? [])];
    for (const line of theirs) assert.ok(lines.includes(line), `round ${round}: lost from ${path}: ${line}\n${now}`);
    const ours =
      done === undefined ? [] : acts.filter(({ edit }) => edit.path === path).flatMap(({ brings }) => brings);
    for (const line of ours)
      assert.equal(lines.filter((each) => each === line).length, 1, `round ${round}: ${path}: ${line}\n${now}`);
    // The empty file's own first line, and nothing that nobody wrote.
    const strangers = lines.filter((line) => ![...theirs, ...ours, '# empty'].includes(line));
    assert.deepEqual(strangers, [], `round ${round}: ${path}`);
  }
  if (done === undefined) return 'given up';
  assert.equal(done.kind, 'changed');
  for (const { path, after } of staged)
    assert.equal(written.get(path) ?? textOf(after), textOf(after), `round ${round}: ${path} is not as planned`);
  return 'changed';
}

async function aHome(t: Parameters<typeof sandbox>[0]): Promise<Living> {
  const box = sandbox(t);
  homeIn(box);
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('home'), env: {} });
  assert.ok(home);
  return { world, home };
}

test(`${rounds} rounds of acts beside a person, on the git in memory`, async (t) => {
  const { world, home } = await aHome(t);
  const came = { changed: 0, 'given up': 0 };
  const living = { world: memoryGit().world(world), home };
  for (let round = 0; round < rounds; round += 1) came[await oneRound(living, round)] += 1;
  t.diagnostic(`${JSON.stringify(came)}, seed ${seed}`);
  assert.ok(came.changed > rounds * 0.9, JSON.stringify(came));
});

test('and twenty on real git', async (t) => {
  const living = await aHome(t);
  for (let round = 0; round < 20; round += 1) await oneRound(living, round);
});

describe('appends', () => {
  const two: FileEdit = {
    path: 'DREAMS.md',
    rule: 'append',
    edit: (content) => Buffer.concat([Buffer.from(content ?? []), Buffer.from('one of ours\ntwo of ours\n')]),
  };
  test('of several lines survive an append of somebody else', async (t) => {
    const { world, home } = await aHome(t);
    const file = join(home.home, 'DREAMS.md');
    writeFileSync(file, 'before\n');
    let isDone = false;
    const probe = (place: string): void => {
      if (place !== 'sealed' || isDone) return;
      isDone = true;
      writeFileSync(file, 'before\nforeign\n');
    };
    await makeChange({ ...world, probe }, home, { files: [two, two], subject: 'sleep: x', agent: 'waldo' });
    assert.equal(readFileSync(file, 'utf8'), 'before\nforeign\none of ours\ntwo of ours\none of ours\ntwo of ours\n');
  });
  test('also when the process died in between', async (t) => {
    const { world, home } = await aHome(t);
    const file = join(home.home, 'DREAMS.md');
    writeFileSync(file, 'before\n');
    const probe = (place: string): void => {
      if (place === 'sealed') throw new RangeError('dead');
    };
    await assert.rejects(
      makeChange({ ...world, probe }, home, { files: [two], subject: 'sleep: x', agent: 'waldo' }),
      /dead/u,
    );
    writeFileSync(file, 'before\nforeign\n');
    assert.equal((await finishChanges(world, home)).finished.length, 1);
    assert.equal(readFileSync(file, 'utf8'), 'before\nforeign\none of ours\ntwo of ours\n');
  });
});

test('what a check refuses is not made, and nothing of it is anywhere', async (t) => {
  const { world, home } = await aHome(t);
  const edit: FileEdit = { path: 'MEMORY.md', rule: 'refuse', edit: () => Buffer.from('worse\n') };
  const done = await makeCheckedChange(
    world,
    home,
    { files: [edit], subject: 'curate: x', agent: 'waldo' },
    async ([staged]) => [{ by: 'curate', why: `${staged?.path} would say ${textOf(staged?.after)}` }],
  );
  assert.deepEqual(done, { kind: 'refused', refusals: [{ by: 'curate', why: 'MEMORY.md would say worse\n' }] });
  assert.equal(world.files.read(home.home, 'MEMORY.md'), undefined);
  assert.deepEqual((await finishChanges(world, home)).finished, []);
});
