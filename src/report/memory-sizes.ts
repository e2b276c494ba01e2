// How much was remembered at some moments: from the commits of the home.
import { memoriesIn, memoryPath, notesFolder } from '../memory/memory.ts';
import type { Place } from '../world/world.ts';

/** The newest files of notes; older ones hardly change any more, and count as they are in each commit that has them. */
const mostFiles = 120;

/** Null where no commit is so old. What stands in a note and in `MEMORY.md` counts once. */
export async function memorySizes({ world, home }: Place, moments: readonly string[]): Promise<(number | null)[]> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit: head } = await repository.head();
  if (head === undefined) return moments.map(() => null);
  const notes = world.files.list(home.home, notesFolder).filter((name) => name.endsWith('.md'));
  const paths = [
    memoryPath,
    ...notes
      .toSorted()
      .toReversed()
      .slice(0, mostFiles)
      .map((name) => `${notesFolder}/${name}`),
  ];
  const said = new Map<string, readonly string[]>();
  const sizes: (number | null)[] = [];
  for (const moment of moments) {
    const commit = await world.git.commitAt(repository, head, moment);
    if (commit === undefined) {
      sizes.push(null);
      continue;
    }
    const blobs = await world.git.blobsThen(
      repository,
      paths.map((path) => ({ commit, path })),
    );
    const ids = new Set<string>();
    for (const [at, blob] of blobs.entries()) {
      if (blob === undefined) continue;
      const path = paths[at] ?? memoryPath;
      const known =
        said.get(blob) ?? memoriesIn(path, (await repository.readBlob(blob)) ?? new Uint8Array()).map(({ id }) => id);
      said.set(blob, known);
      for (const id of known) ids.add(id);
    }
    sizes.push(ids.size);
  }
  return sizes;
}
