// Among the hits, what was remembered comes before what only stands in a file of the project, if it answers at all: whoever may commit there may write what is not so.
import type { FoundChunk, GivenFile } from './find.ts';

/** A file has to answer so many times as well to come first. */
const ahead = 2;

export function rememberedFirst<File extends GivenFile>(
  found: readonly FoundChunk<File>[],
  isRemembered: (chunk: FoundChunk<File>) => boolean,
): FoundChunk<File>[] {
  return found
    .map((chunk) => ({ chunk, worth: isRemembered(chunk) ? ahead * chunk.score : chunk.score }))
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ chunk }) => chunk);
}
