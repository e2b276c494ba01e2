// Identity over a person's edits: a change of words is the same memory, other words are another, and nobody guesses between two.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  identify,
  type KnownMemory,
  memoriesIn,
  memoryPath,
  type PlacedMemory,
  recordOf,
} from '../../src/memory/memory.ts';
import { fc } from '../drawn.ts';
import { edits, newWords, placedIn, type Told } from './person-edits.ts';

test('a thousand edits of a person, each as the rules say', () => {
  let [kept, lost] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat()), { minLength: 10, maxLength: 10 }),
      (life) => {
        let told: readonly Told[] = Array.from({ length: 6 }, (_, at) => ({
          ...{ words: newWords(), section: at % 3, id: undefined },
        }));
        let known: readonly KnownMemory[] = [];
        for (const [name, which] of [['added', 0] as const, ...life]) {
          told = edits[name]?.(told, which % Math.max(1, told.length)) ?? told;
          const placed = placedIn(told);
          const { memories, gone } = identify(known, placed);
          const byWords = new Map(memories.map((each) => [each.text, each]));
          const before = new Set(known.map(({ id }) => id));
          const now = told.map((each) => ({ ...each, id: byWords.get(each.words.join(' '))?.id }));
          for (const [at, { id }] of now.entries()) {
            const expected = told[at]?.id;
            if (expected === undefined)
              assert.ok(id !== undefined && !before.has(id), `${name}: a new memory has a new id`);
            else assert.equal(id, expected, `${name}: it is the same memory`);
            kept += expected === undefined ? 0 : 1;
          }
          assert.equal(new Set(now.map(({ id }) => id)).size, now.length, 'no two share an id');
          const there = new Set(now.map(({ id }) => id));
          assert.deepEqual(
            gone.map(({ id }) => id),
            known.map(({ id }) => id).filter((id) => !there.has(id)),
            'what vanished, and nothing else, is gone',
          );
          lost += gone.length;
          told = now;
          // As a night, or the next verb, keeps it.
          known = memories.map((each) => ({ id: each.id, sha256: each.sha256, ...recordOf(each, placed) }));
        }
      },
    ),
    { numRuns: 100 },
  );
  assert.ok(kept > 1000 && lost > 100, `${kept} kept, ${lost} lost`);
});

const at = (text: string): PlacedMemory[] =>
  memoriesIn(memoryPath, Buffer.from(text)).map((each) => ({ ...each, path: memoryPath }));
const knownIn = (text: string, words: string): KnownMemory => {
  const all = at(text);
  const memory = all.find((each) => each.text === words);
  assert.ok(memory);
  return { id: memory.id, sha256: memory.sha256, ...recordOf(memory, all) };
};

test('one that stood beside it is never taken for it, however like it is', () => {
  const pinned = knownIn('- ports begin at 8000\n- ports begin at 9000\n', 'ports begin at 8000');
  const { memories, gone } = identify([pinned], at('- ports begin at 9000\n'));
  assert.deepEqual([gone.length, memories[0]?.id === pinned.id], [1, false]);
  assert.equal(identify([pinned], at('- ports begin at 8001\n- ports begin at 9000\n')).memories[0]?.id, pinned.id);
});

test('words that came back to what another once said make another memory', () => {
  const first = knownIn('- ports begin at 8000\n', 'ports begin at 8000');
  const [edited] = identify([first], at('- ports begin at 8001\n')).memories;
  assert.equal(edited?.id, first.id);
  const later = { ...knownIn('- ports begin at 8001\n', 'ports begin at 8001'), id: first.id };
  const ids = identify([later], at('- ports begin at 8001\n- ports begin at 8000\n')).memories.map(({ id }) => id);
  assert.equal(ids[0], first.id);
  assert.notEqual(ids[1], first.id);
});

test('a note that an earlier version knew by its first line is still that note', () => {
  const { id, sha256 } = knownIn('- ports begin at 8000\n', 'ports begin at 8000');
  const { memories } = identify([{ id, sha256 }], at('- ports begin at 8000\n  and end at 9000\n'));
  assert.deepEqual([memories[0]?.id, memories[0]?.text], [id, 'ports begin at 8000 and end at 9000']);
});
