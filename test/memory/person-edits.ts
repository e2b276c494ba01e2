// What a person may do to a file of memories, and what the rules say becomes of each: the truth that identity is held against.
import { memoriesIn, memoryPath, type PlacedMemory } from '../../src/memory/memory.ts';
import { sketchOf } from '../../src/memory/sketch.ts';

/** What the test knows to be true of an entry. `id` is the one it must go by; undefined until it was seen. */
export interface Told {
  readonly words: readonly string[];
  readonly section: number;
  readonly id: string | undefined;
}

/**
 * A sketch keeps two bytes of each word, so one pair of words in 65,536 looks the same in it. At the very edge of a rule that decides,
 * once in some thousand edits; these words all look different, so that the rules are held to what they say.
 */
function* wordsApart(): Generator<string, never> {
  const seen = new Set<string>();
  for (let at = 1; ; at += 1) {
    const sketch = sketchOf(`w${at}x`);
    if (!seen.has(sketch)) yield `w${at}x`;
    seen.add(sketch);
    // Words that long ago no entry has any more.
    if (seen.size > 60_000) seen.clear();
  }
}
const fresh = wordsApart();
const newWord = (): string => fresh.next().value;
/** Eight words that no other entry has. */
export const newWords = (): string[] => Array.from({ length: 8 }, newWord);

/** In three sections, with all that people have in such files besides. */
export const printed = (told: readonly Told[]): Buffer =>
  Buffer.concat(
    [0, 1, 2].map((section) => {
      const own = told.filter((each) => each.section === section).map(({ words }) => `- ${words.join(' ')}\n`);
      const odd = ['<!-- - no memory -->\n', 'Title\r\n===\r\n\r\n', '---\n\n'][section] ?? '';
      return Buffer.from(`# part ${section}\n\n${own.join('')}\n${section === 1 ? '' : odd}`);
    }),
  );
export const placedIn = (told: readonly Told[]): PlacedMemory[] =>
  memoriesIn(memoryPath, printed(told)).map((each) => ({ ...each, path: memoryPath }));

export type Edit = (told: readonly Told[], at: number) => readonly Told[];
const replaced = (told: readonly Told[], at: number, ...by: Told[]): Told[] => told.toSpliced(at, 1, ...by);
/** So many of its eight words are others now. */
const changed = ({ words, ...rest }: Told, many: number): Told => ({
  ...{ ...rest, words: [...words.slice(many), ...Array.from({ length: many }, newWord)] },
});
const oneWordLess = (each: Told): Told => changed(each, 1);
const elsewhere = (each: Told): Told => ({ ...each, section: (each.section + 1) % 3 });
const only = (told: readonly Told[], at: number, change: (each: Told) => Told[]): readonly Told[] => {
  const each = told[at];
  return each === undefined ? told : replaced(told, at, ...change(each));
};

/** Each with what the rules say of it. */
export const edits: Readonly<Record<string, Edit>> = {
  'three words of eight changed, 0.625 like it': (told, at) => only(told, at, (each) => [changed(each, 3)]),
  'four words of eight changed, 0.5 like it': (told, at) =>
    only(told, at, (each) => [{ ...changed(each, 4), id: undefined }]),
  'a word changed': (told, at) => only(told, at, (each) => [oneWordLess(each)]),
  'all words changed': (told, at) => only(told, at, (each) => [{ ...each, words: newWords(), id: undefined }]),
  'taken out': (told, at) => only(told, at, () => []),
  'moved as it is': (told, at) => only(told, at, (each) => [elsewhere(each)]),
  'moved and changed': (told, at) => only(told, at, (each) => [{ ...elsewhere(oneWordLess(each)), id: undefined }]),
  'split in two that are both like it': (told, at) =>
    only(told, at, (each) => [
      { ...oneWordLess(each), id: undefined },
      { ...oneWordLess(each), id: undefined },
    ]),
  'put last': (told, at) => only(told, at, () => []).concat(told[at] ?? []),
  added: (told) => [...told, { words: newWords(), section: 0, id: undefined }],
};
