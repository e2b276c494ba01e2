// What is private by its name and got into git all the same: in the last commit, or staged for the next one.
import { isPrivateName } from '../steps/steps.ts';
import { printSafe } from '../text/text.ts';
import { type Found, finding, some } from './finding.ts';
import { namesIn, type OpenRepository } from './open-repository.ts';
import type { Patient } from './patient.ts';

export async function checkPrivateNames(_: Patient, { repository, head }: OpenRepository): Promise<Found> {
  const listed = async (...args: string[]): Promise<readonly string[]> =>
    namesIn(await repository.inside(args, { env: { GIT_LITERAL_PATHSPECS: '0' } }));
  const inIndex = await listed('ls-files', '-z', '--', ':(top,icase,glob)_*.jsonl', ':(top,icase,glob).self/**');
  const compare = ['diff-index', '--cached', '--name-only', '--no-renames', '-z'];
  const added = head.commit === undefined ? inIndex : await listed(...compare, '--diff-filter=A', head.commit, '--');
  const removed = head.commit === undefined ? [] : await listed(...compare, '--diff-filter=D', head.commit, '--');
  const staged = inIndex.filter((path) => added.includes(path)).filter(isPrivateName);
  // Taken out of the index, and still in the last commit.
  const committed = [...inIndex.filter((path) => !added.includes(path)), ...removed].filter(isPrivateName);
  const paths = (of: readonly string[]): string => of.map(quoted).join(' ');
  const options = committed.map((path) => `--path ${quoted(path)}`).join(' ');
  return [
    committed.length > 0 &&
      finding(
        'private-committed',
        `The last commit contains private files: ${some(committed)}. Dreamkeeper does not read them, because a commit can come from anybody.`,
        `Run \`git rm --cached -- ${paths(committed)}\` in the home and commit: the file stays on disk, and no later commit has it. Older commits keep it: \`git filter-repo --invert-paths ${options}\` takes it out of all of them, and everybody with a clone has to clone anew. If it was pushed, treat what stands in it as known to others. If it is not yours, \`git rm\` it instead.`,
      ),
    staged.length > 0 &&
      finding(
        'private-staged',
        `Your next commit would contain private files: ${some(staged)}.`,
        `Run \`git rm --cached -- ${paths(staged)}\` in the home: the file stays on disk, and no commit has it.`,
      ),
  ];
}

/** For a shell; what a terminal would act on is shown, and not sent there. */
function quoted(path: string): string {
  const shown = printSafe(path);
  return /^[\w./-]+$/u.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
