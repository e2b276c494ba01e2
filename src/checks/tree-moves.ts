// Which calls put another tree in place: what a check said before one of them it did not say of what is there now.
import { namesIn } from './check-tools.ts';
import type { ShellCall } from './shell.ts';

/** What of git leaves the files of a worktree as they are. All else may move them: an alias may be anything. */
const leaves = namesIn(`
  add annotate archive blame branch bundle cat-file check-attr check-ignore cherry commit commit-tree config count-objects describe
  diff diff-files diff-index diff-tree difftool fetch for-each-ref format-patch fsck gc grep hash-object help log ls-files ls-remote
  ls-tree maintenance merge-base mktree name-rev notes prune push range-diff reflog remote repack request-pull rev-list rev-parse
  shortlog show show-branch show-ref status tag var verify-commit version whatchanged worktree write-tree
`);
/** Its own words before that, of which these take another with them. */
const takesOne = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix)$/u;

/** The checks behind which something in the same command did. Where a command could not be followed, nobody knows what came first. */
export function movedBehind(
  checks: readonly ShellCall[],
  calls: readonly ShellCall[],
  isFollowed: boolean,
): ReadonlySet<ShellCall> {
  const last = isFollowed ? calls.findLastIndex(movesTree) : calls.some(movesTree) ? calls.length : -1;
  return new Set(last === -1 ? [] : checks.filter((check) => calls.indexOf(check) < last));
}

export function movesTree({ words }: ShellCall): boolean {
  const [program = ''] = words;
  if (program === 'gh') return words[1] === 'pr' && /^(?:checkout|co|merge)$/u.test(words[2] ?? '');
  if (!/^(?:\/\S*\/)?git$/u.test(program)) return false;
  let at = 1;
  while (words[at]?.startsWith('-') === true) at += takesOne.test(words[at] ?? '') ? 2 : 1;
  const [said, ...rest] = words.slice(at);
  if (said === undefined || leaves.has(said)) return false;
  if (said === 'stash') return !/^(?:list|show)$/u.test(rest[0] ?? '');
  if (said === 'switch' || said === 'checkout') return !isNewBranch(rest);
  // Only of the index, or of the branch's name.
  if (said === 'reset') return rest.some((word) => /^--(?:hard|merge|keep)$/u.test(word));
  return !(said === 'restore' && rest.includes('--staged') && !rest.includes('--worktree'));
}

/** A new branch where HEAD is: no file changes. */
function isNewBranch(words: readonly string[]): boolean {
  const named = words.filter((word) => !/^(?:-q|--quiet|--no-track)$/u.test(word));
  return named.length === 2 && /^(?:-[cCbB]|--create|--force-create)$/u.test(named[0] ?? '');
}
