// Which files of a folder git knows: what a clone or a merge can bring.
import { linesOf, type Repository } from './repository.ts';

/**
 * The names directly in a folder that match a pattern and stand in the index or in the last commit; undefined if git cannot say. Upper and
 * lower case are the same here, as they are on many disks.
 */
export async function trackedIn(
  repository: Repository,
  folder: string,
  pattern: string,
): Promise<readonly string[] | undefined> {
  const ask = (...more: string[]) =>
    repository.inside(['ls-files', '-z', ...more, '--', `:(icase,glob)${pattern}`], {
      cwd: folder,
      env: { GIT_LITERAL_PATHSPECS: '0' },
    });
  const both = await ask('--with-tree=HEAD');
  // Before the first commit there is only the index.
  const listed = both.kind === 'ok' ? both : await ask();
  if (listed.kind !== 'ok') return undefined;
  return linesOf(listed.stdout, '\0');
}
