// Among the hits, what was remembered comes before what only stands in a file of the project, if it answers at all: whoever may commit there may write what is not so.
import type { FoundChunk, GivenFile } from './find.ts';

/** A file has to answer so many times as well to come first. */
const ahead = 2;

export function rememberedFirst<File extends GivenFile>(
  found: readonly FoundChunk<File>[],
  isRemembered: (file: File) => boolean,
): FoundChunk<File>[] {
  const worth = ({ file, score }: FoundChunk<File>): number => (isRemembered(file) ? ahead * score : score);
  return found.toSorted((one, other) => worth(other) - worth(one));
}
