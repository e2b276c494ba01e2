// Any Markdown at all, taken over: each entry is one entry again, no word is lost, and what was there keeps every byte.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import type { Group } from '../../src/adopt/gathered.ts';
import { layouts } from '../../src/adopt/layouts.ts';
import { piecesOf } from '../../src/adopt/pieces.ts';
import { withGroups } from '../../src/adopt/written.ts';
import { entriesIn, memoriesIn } from '../../src/memory/memory.ts';
import { normaliseText } from '../../src/text/text.ts';
import { fc } from '../drawn.ts';
import { anyMarkdown } from '../memory/any-markdown.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { adopted, lay, memoryOf, seal, withHome } from './place.ts';

const [layout] = layouts.filter(({ name }) => name === 'openclaw');
/** Without the mark that pins, which means nothing on a heading, and without what opens a block of code, which may be empty. */
const wordsIn = (text: string): string[] =>
  text.replaceAll(/\s#pin\b|^\s*(?:`{3,}|~{3,}).*$/gimu, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];

for (const [place, path] of [
  ['memory', 'MEMORY.md'],
  ['notes', 'notes/2026-05-01.md'],
] as const)
  test(`${path}: any Markdown is as many entries there, in order, and says every word`, () => {
    assert.ok(layout);
    const whole = { file: 'a.md', layout, place, day: '2026-05-01' } as const;
    fc.assert(
      fc.property(fc.array(anyMarkdown, { minLength: 1, maxLength: 3 }), anyMarkdown, (sources, before) => {
        const texts = sources.map((bytes) => normaliseText(bytes.toString()));
        const groups = texts.map((text): Group => ({ ...whole, ...piecesOf(text, { about: 'a.md', place }) }));
        const there =
          before.includes('```') || before.includes('~~~') || before.includes('<') ? Buffer.from('- mine\n') : before;
        const after = Buffer.from(withGroups(path, there, groups));
        assert.ok(after.subarray(0, there.length).equals(there));
        const behind = memoriesIn(path, after).filter(({ from }) => from >= there.length);
        const pieces = groups.flatMap((group) => group.pieces).filter(({ kind }) => kind === 'entry');
        assert.deepEqual(
          behind.map(({ sha256 }) => sha256),
          pieces.map(({ sha256 }) => sha256),
        );
        const said = new Set(wordsIn(after.subarray(there.length).toString()));
        for (const word of texts.flatMap(wordsIn)) assert.ok(said.has(word), `${word} is lost`);
        const titles = new Set(
          entriesIn(after)
            .filter(({ kind }) => kind === 'heading')
            .map(({ text }) => text),
        );
        for (const { titles: above } of groups.flatMap((group) => group.pieces))
          for (const title of above) assert.ok(titles.has(title), `${title} is no heading`);
      }),
      { numRuns: times(4000) },
    );
  });

test('any tree of Markdown: taken over, twice nothing, and taken back', async (whole) => {
  const names = [
    'MEMORY.md',
    'USER.md',
    'memory/2026-05-01.md',
    'memory/2026-05-01-late.md',
    'memory/a/b.md',
    'memory/2026-02-31.md',
  ];
  const tree = fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 5 })
    .chain((chosen) => fc.tuple(...chosen.map((name) => fc.tuple(fc.constant(name), anyMarkdown))));
  const trees = fc.sample(tree, { numRuns: times(16), seed: fc.readConfigureGlobal()?.seed ?? Date.now() });
  for (const [at, files] of trees.entries())
    await whole.test(`tree ${at}`, (t) => {
      const box = sandbox(t);
      withHome(box);
      const source = lay(box, {
        ...Object.fromEntries(files),
        'memory/2026-05-03.md': '- ports begin at 8000\n',
        'USER.md': '',
      });
      mkdirSync(dirname(source), { recursive: true });
      const [sealed, before] = [seal(source), memoryOf(box)];
      const done = adopted(box, source);
      const after = memoryOf(box);
      assert.equal(done.result, 'applied');
      assert.deepEqual(adopted(box, source).entries, []);
      assert.deepEqual(memoryOf(box), after);
      const text = Object.values(after).join('\n');
      const left = new Set(done.left.map(({ path }) => path));
      for (const [name, bytes] of files)
        if (!left.has(name) && name !== 'USER.md')
          for (const word of wordsIn(normaliseText(bytes.toString())))
            assert.ok(text.includes(word), `${word} of ${name} is lost`);
      assert.equal(box.dk('home', ['undo', done.change ?? '']).code, 0);
      assert.deepEqual(memoryOf(box), before);
      assert.deepEqual(seal(source), sealed);
    });
});
