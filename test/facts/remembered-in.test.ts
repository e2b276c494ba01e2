// Whoever reads only some files knows each memory in them by the same id as whoever reads all, whatever a person did to the files meanwhile.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { rememberedIn, rememberedNow } from '../../src/facts/facts.ts';
import { openOwnHome } from '../../src/wire/wire.ts';
import { fc } from '../drawn.ts';
import { homeIn, sandbox } from '../sandbox.ts';

const files = ['MEMORY.md', 'notes/2020-01-01.md', 'notes/2020-01-02.md', 'notes/other.md'];
const texts = [
  'ports begin at 8000 and end at 9000',
  'ports begin at 8000 and end at 9999',
  'never deploy the site on a Friday afternoon',
  'never deploy the site on a Monday afternoon',
  'the zeppelin is in hangar seven of nine',
  'the zeppelin was in hangar seven of nine',
  'a\n  wrapped line that goes on',
];

test('a part is known as the whole is', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const write = (path: string, which: readonly number[]): void => {
    box.write(`home/${path}`, which.map((at) => `- ${texts[at]}\n`).join(''));
  };
  write('notes/2020-01-01.md', [0, 2, 4]);
  write('MEMORY.md', [6]);
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-qm', 'notes');
  for (const each of JSON.parse(box.dk('home', ['memory', 'list', '--json']).stdout).memories)
    assert.equal(box.dk('home', ['memory', 'pin', each.id]).code, 0);
  const { change } = JSON.parse(box.dk('home', ['remember', texts[5] ?? '', '--json']).stdout);
  assert.equal(change, undefined);
  const place = await openOwnHome({ cwd: box.path('home'), env: box.env });
  let [parts, edited] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...files), fc.array(fc.nat(texts.length - 1), { maxLength: 4 })), {
        maxLength: 4,
      }),
      fc.subarray(files, { minLength: 1 }),
      async (edits, wanted) => {
        for (const path of files) rmSync(box.path('home', path), { force: true });
        for (const [path, which] of edits) write(path, which);
        const whole = await rememberedNow(place);
        const part = await rememberedIn(place, wanted, () => false);
        const idsIn = ({ notes }: typeof whole): string[] =>
          notes
            .flatMap(({ id, origin, pinned, places }) =>
              places.map(({ path, line }) => ({ path, text: `${path}:${line} ${id} ${origin} ${pinned}` })),
            )
            .filter(({ path }) => wanted.includes(path))
            .map(({ text }) => text)
            .toSorted();
        assert.deepEqual(idsIn(part), idsIn(whole));
        if (part.placed.length < whole.placed.length) parts += 1;
        edited += whole.upkeep.edited.length;
      },
    ),
    { numRuns: 300, seed: 7 },
  );
  assert.ok(parts > 20 && edited > 20, `${parts} in part, ${edited} edited`);
});
