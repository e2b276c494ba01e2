// A thousand edits of every kind, and after each of them a question: the answer is the one of the files as they are then.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openHome } from '../../src/index.ts';
import { answersIn, neighboursIn } from '../../src/recall/recall.ts';
import { homeIn, sandbox } from '../sandbox.ts';

const edits = Number(process.env.DREAMKEEPER_RECALL_EDITS ?? 1000);
const words =
  'zeppelin helium hangar pilot storm ticket Lisbon doctor database migrates 数据库 Überfahrt walkFiles'.split(' ');
const names = ['a.md', 'b.md', 'c.org', 'd.ts', 'e.txt', 'sub/a.md', 'sub/f.org', 'sub/deep/g.js', '2026-05-04.md'];

/** Numbers that look random, the same each time. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}

/** All files, read in the plainest way: those of a folder by name, then its folders. */
function filesIn(root: string, below = ''): { readonly path: string; readonly content: Uint8Array }[] {
  const entries = readdirSync(join(root, below), { withFileTypes: true })
    .filter(
      ({ name }) => !name.startsWith('.') && !name.startsWith('_') && name !== 'rem' && name !== 'dreamkeeper.yaml',
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const path = (name: string): string => (below === '' ? name : `${below}/${name}`);
  return [
    ...entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({ path: path(name), content: readFileSync(join(root, path(name))) })),
    ...entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => filesIn(root, path(name))),
  ];
}

test(`after each of ${edits} edits the very next answer is that of the files as they are`, async (t) => {
  const box = sandbox(t);
  const root = box.path(homeIn(box));
  const draw = drawn(Number(process.env.DREAMKEEPER_SEED ?? 7));
  const one = <Item>(list: readonly Item[]): Item => list[draw(list.length)] as Item;
  const text = (): string =>
    Array.from({ length: 1 + draw(30) }, () => {
      const line = Array.from({ length: 1 + draw(6) }, () => one(words)).join(' ');
      return `${one(['', '- ', '# ', '* ', '** TODO ', '  '])}${line}${one(['\n', '\n', '\n\n', '\r\n'])}`;
    }).join('');
  const there = (): string[] => names.filter((name) => statSync(join(root, name), { throwIfNoEntry: false })?.isFile());
  const kinds: Readonly<Record<string, () => void>> = {
    new: () => {
      const path = join(root, one(names));
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text());
    },
    edited: () => {
      const name = one(there());
      if (name !== undefined) writeFileSync(join(root, name), `${readFileSync(join(root, name), 'utf8')}${text()}`);
    },
    // What a look at sizes and times would not see.
    hidden: () => {
      const name = one(there());
      if (name === undefined) return;
      const { atime, mtime } = statSync(join(root, name));
      const before = readFileSync(join(root, name), 'utf8');
      writeFileSync(
        join(root, name),
        before.replace(/zeppelin|Lisbon|doctor/u, (word) => [...word].reverse().join('')),
      );
      utimesSync(join(root, name), atime, mtime);
    },
    renamed: () => {
      const [from, to] = [one(there()), one(names)];
      if (from === undefined) return;
      mkdirSync(join(root, to, '..'), { recursive: true });
      renameSync(join(root, from), join(root, to));
    },
    deleted: () => {
      const name = one(there());
      if (name !== undefined && draw(2) === 0) rmSync(join(root, name));
    },
  };
  const table = neighboursIn(readFileSync(new URL('../../data/neighbours-32k-16.bin', import.meta.url)));
  await using home = await openHome({ cwd: root, env: box.env });
  const counts: Record<string, number> = {};
  let found = 0;
  for (let round = 0; round < edits; round += 1) {
    const kind = one(Object.keys(kinds));
    kinds[kind]?.();
    counts[kind] = (counts[kind] ?? 0) + 1;
    const question = `${one(words)} ${one(words)}`;
    const { hits } = await home.recall({ question });
    const finding = { question, neighbours: table, most: 5 };
    const expected = answersIn(filesIn(root), finding, { isOurs: ({ path }) => path === 'plan.org' });
    assert.deepEqual(
      hits.map(({ path, line, endLine, score }) => [path, line, endLine, score]),
      expected.map(({ file, line, endLine, score }) => [file.path, line, endLine, Math.round(score * 1000) / 1000]),
      `edit ${round}, ${kind}: ${question}`,
    );
    found += hits.length;
  }
  t.diagnostic(JSON.stringify({ ...counts, found }));
  assert.ok(found > edits, 'most questions were answered');
});
