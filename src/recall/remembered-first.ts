// Where both answer about as well, what was remembered comes before what only stands in a file of the project: whoever may commit there may write what is not so.
import type { FoundChunk, GivenFile } from './find.ts';

/** By so much a file has to answer better to come first. */
const ahead = 1.25;

export function rememberedFirst<File extends GivenFile>(
  found: readonly FoundChunk<File>[],
  isRemembered: (file: File) => boolean,
): FoundChunk<File>[] {
  const worth = ({ file, score }: FoundChunk<File>): number => (isRemembered(file) ? ahead * score : score);
  return found.toSorted((one, other) => worth(other) - worth(one));
}
