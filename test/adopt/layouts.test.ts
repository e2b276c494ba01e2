// Each layout taken over without loss: everything it says stands in the home, its source is untouched, twice adds nothing, and an undo takes back every byte.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { layouts, oneFile } from '../../src/adopt/layouts.ts';
import { sandbox } from '../sandbox.ts';
import { fixtures } from './layouts.ts';
import { adopted, lay, memoryOf, seal, withHome } from './place.ts';

const words = (line: string): string =>
  line
    .trim()
    .replace(/^(?:#+|[-*+]|>|\d+\.)\s+/u, '')
    .replace(/\s*_\(score=.*\)_$/u, '')
    .trim();

/** With these everything is tried that an import can be asked; they have all kinds of files. */
const isLong: ReadonlySet<string> = new Set(['openclaw', 'openseed', 'letta-file']);

for (const { layout, files, named = '', isLeft, stands, told } of fixtures)
  test(`${layout}: taken over without loss, once, and taken back`, (t) => {
    const box = sandbox(t);
    withHome(box);
    const source = lay(box, files);
    const [sealed, before] = [seal(source), memoryOf(box)];
    const path = named === '' ? source : `${source}/${named}`;
    const dry = isLong.has(layout) ? adopted(box, path, '--dry-run') : undefined;
    assert.deepEqual(memoryOf(box), before);
    const done = adopted(box, path);
    if (dry !== undefined)
      assert.deepEqual(
        { ...dry, dryRun: 0, change: 0, commit: 0, note: 0 },
        { ...done, dryRun: 0, change: 0, commit: 0, note: 0 },
      );
    assert.deepEqual([done.found.map(({ name }) => name), done.result], [[layout], 'applied']);
    const after = memoryOf(box);
    const all = Object.values(after).join('\n');
    for (const line of Object.values(files).flatMap((text) => text.split('\n')))
      if (words(line) !== '' && !/^(?:-{3,}|```\w*)$/u.test(words(line)) && isLeft?.test(line) !== true)
        assert.ok(all.includes(words(line)), `${line} is nowhere`);
    for (const [text, file] of Object.entries(stands))
      assert.ok(after[file]?.includes(text), `${text} is not in ${file}`);
    if (told !== undefined) assert.match(done.left.map(({ path: name, why }) => `${name} ${why}`).join('\n'), told);
    // It is memory, and whose it is is known.
    const listed = JSON.parse(box.dk('home', ['memory', 'list', '--most', '500', '--json']).stdout) as {
      memories: { id: string; text: string; origin: string }[];
    };
    const origins = new Map(listed.memories.map(({ text, origin }) => [text, origin]));
    for (const { text } of done.entries) assert.equal(origins.get(text), 'import', text);
    // Twice adds nothing.
    const twice = adopted(box, path);
    assert.deepEqual([twice.result, twice.entries, twice.observations, twice.change], ['noop', [], 0, null]);
    assert.deepEqual(memoryOf(box), after);
    if (isLong.has(layout)) assert.equal(box.dk('home', ['nights', 'verify']).code, 0);
    // An undo takes back every byte, and puts every byte back.
    const undo = ['undo', done.change ?? ''];
    assert.equal(box.dk('home', undo).code, 0);
    assert.deepEqual(memoryOf(box), before);
    if (isLong.has(layout)) {
      assert.equal(box.dk('home', [...undo, '--redo']).code, 0);
      assert.deepEqual(memoryOf(box), after);
    }
    assert.equal(box.git('home', 'status', '--porcelain'), '');
    assert.deepEqual(seal(source), sealed);
    assert.equal(readdirSync(box.path('home')).includes('source'), false);
  });

test('every layout has a fixture, or is only told of', () => {
  const known = new Set(fixtures.map(({ layout }) => layout));
  const missing = [...layouts, oneFile].filter(({ name, told: only }) => only === undefined && !known.has(name));
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});

test('what is no memory is told of: a board, a repository of Workbooks, a home', (t) => {
  const box = sandbox(t);
  withHome(box);
  const told = (files: Record<string, string>): string => {
    const folder = lay(box, files, `source-${Object.keys(files).length}-${Object.values(files).join('').length}`);
    const done = adopted(box, folder);
    assert.equal(done.result, 'noop');
    return done.found.map((each) => `${each.name}: ${each.told}`).join('\n');
  };
  assert.match(told({ 'plan.org': '* board\n** TODO one\n' }), /^board: Tasks are not memory/u);
  assert.match(
    told({ 'plan.org': '* board\n', 'rem/2026-06-10-1430.org': '* tale\n' }),
    /^workbooks: It works as it is.*`dk init --here`/u,
  );
  // And so it does.
  const [repository] = readdirSync(box.folder).filter((name) => name.startsWith('source-2-'));
  box.git(repository ?? '', 'init', '-q');
  assert.equal(box.dk(repository ?? '', ['init', '--here']).code, 0);
  assert.equal(box.read(`${repository}/plan.org`), '* board\n');
  assert.equal(box.dk(repository ?? '', ['board', 'add', 'first']).code, 0);
  assert.match(told({ 'dreamkeeper.yaml': 'format: 1\n' }), /^dreamkeeper: It is a home already/u);
  assert.equal(told({ 'notes.txt': 'x\n' }), '');
});
