// The notes as they were before a night, for the questions that it was asked: what stands there is found there.
import { contentsThen } from '../change/change.ts';
import { notesFolder } from '../memory/memory.ts';
import type { Given } from '../proof/proof.ts';
import type { Archive } from './changes.ts';

/** So many days before a night its notes are looked for. */
const daysOfNotes = 400;
/** Files of notes that questions are made from, as in the night itself. */
const mostNotes = 14;

export async function notesThen(
  { world, repository }: Archive,
  parent: string | undefined,
  time: number,
  touched: readonly string[],
): Promise<Given['others']> {
  if (parent === undefined) return [];
  const paths = Array.from({ length: daysOfNotes }, (_, at) => {
    const day = new Date(time + (1 - at) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    return `${notesFolder}/${day}.md`;
  });
  const wanted = paths.map((path) => ({ commit: parent, path }));
  const blobs = await world.git.blobsThen(repository, wanted);
  const there = wanted.filter((_, at) => blobs[at] !== undefined).slice(0, mostNotes);
  const contents = await contentsThen(world, repository, there);
  return there.flatMap(({ path }, at) => {
    const content = contents[at];
    return content === undefined || touched.includes(path) ? [] : [{ path, content }];
  });
}
