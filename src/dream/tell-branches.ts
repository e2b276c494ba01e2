// What was committed on other branches, one sentence for each: it was done, and it is not in the tree that was left.
import type { Facts } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { longestSubject } from '../journal/journal.ts';
import { cut, oneLine } from '../text/text.ts';

/** So many branches are told. */
const most = 3;

export function branchesTold({ onBranches, project }: Pick<Facts, 'onBranches' | 'project'>): string[] {
  const here = project.branch === null || readsLikeOrder(project.branch) ? 'here' : `on ${cut(project.branch, 40)}`;
  return [...Map.groupBy(onBranches, ({ branch }) => branch)].slice(0, most).map(([branch, commits]) => {
    const where = readsLikeOrder(branch) ? 'on another branch' : `on ${cut(oneLine(branch, 60), 40)}`;
    const more = commits.length > 1 ? ` and ${commits.length - 1} more` : '';
    const room = Math.max(20, longestSubject - 'Committed ""'.length - more.length - where.length - 1);
    const subject = oneLine(commits[0]?.subject ?? '', 200);
    const what =
      subject === '' || readsLikeOrder(subject)
        ? commits.length > 1
          ? `${commits.length} changes`
          : 'a change'
        : `"${cut(subject, room)}"${more}`;
    return `Committed ${what} ${where}; ${commits.length > 1 ? 'they are' : 'it is'} not ${here}`;
  });
}
