// The project a home speaks of, as far as dreams need it whole.
import { join } from 'node:path';
import { counted } from '../text/text.ts';
import { type Found, finding } from './finding.ts';
import type { Patient } from './patient.ts';

/** As many commits as a dream looks at. */
const newest = 12;

/** A clone that left folders on its server: dreams go on without the names of files, and nobody would know why. */
export async function checkPartial({ world, home, settings }: Patient): Promise<Found> {
  const { project, privateDir } = home;
  // What git marks the packs of a partial clone with; nobody else is asked anything.
  const packs = world.disk.names(join(project.commonDir, 'objects', 'pack'));
  if (!packs.some((name) => name.endsWith('.promisor'))) return [];
  const repository = await world.git.open(project, privateDir);
  const { commit } = await repository.head();
  const most = ('value' in settings ? settings.value.rem?.commits : undefined) ?? newest;
  const commits = commit === undefined ? [] : await world.git.commits(repository, commit, most);
  const missing = commits.filter(({ isUnlisted }) => isUnlisted === true).length;
  if (missing === 0) return [];
  return finding(
    'project-partial',
    `The project is a clone that lacks some folders. So dreams cannot say which files changed in ${counted(missing, 'commit')} of the newest ${commits.length}.`,
    'Dreamkeeper goes on without them, and does not fetch them. `git config remote.origin.partialCloneFilter blob:none && git fetch --refetch origin` in the project brings all folders (git 2.36 or later; with the name of your remote).',
  );
}
