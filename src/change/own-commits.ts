// Which commits of the home's own repository are ours: those this machine made, and those a ledger names that touch nothing but our files.
import { boardPath } from '../board/board.ts';
import { isEntryPath, journalPaths, type LedgerRead } from '../journal/journal.ts';
import type { CommitMark, FoundHome, World } from '../world/world.ts';
import { ledgerOnDisk, type MadeHere, madeHere } from './made-here.ts';

export interface OwnCommits {
  /** Whether a commit is ours. Its trailer says which change it claims to be, and proves nothing. */
  isOurs(commit: CommitMark): boolean;
  /** Whether there is a change of this id, here or in the ledger. */
  knows(id: string): boolean;
  /** Whether this machine made that very commit: ours, or the agent's by our hand. */
  isMadeHere(commit: string): boolean;
  /** The commits that this machine made of a change; none if it was made elsewhere. */
  madeAs(id: string): readonly string[];
}

/** Behind an `a` it is the agent's work, which we only committed: that is news. */
const ownId = /^[b-z]-[a-z2-7]{10}$/u;

/** What only the host writes, or writes as a rule. Settings, cadence and memory are somebody's word, and are told of. */
const ownFiles: ReadonlySet<string> = new Set([boardPath, ...journalPaths]);
const ownFileAt = /^(?:rem\/[^/]+\.org|notes\/\d{4}-\d\d-\d\d\.md)$/u;

/**
 * A commit that this machine made is known by its name. One that was rewritten since (amended, rebased, picked), or that came by clone or
 * merge, is ours if the id it claims is known and it touches nothing but our own files: a line of the ledger can be anybody's, and may keep
 * no work from being seen.
 *
 * Earlier versions kept only some ids in the ledger. In a ledger that one of them began, the same goes for every trailer until the first
 * line that has the others.
 */
export function ownCommits(
  world: World,
  home: FoundHome,
  made: MadeHere = madeHere(world, home),
  { lines }: LedgerRead = ledgerOnDisk(world, home),
): OwnCommits {
  const named = new Set(lines.flatMap(({ id, also = [] }) => [id, ...also]));
  const knows = (id: string): boolean => made.ids.has(id) || named.has(id);
  // Whoever writes lines that we do not know is later than that.
  const known = lines.filter((line) => line.kind !== 'other');
  const isOld = known[0] !== undefined && known[0].also === undefined;
  const until = known.find(({ also }) => also !== undefined)?.time;
  return {
    knows,
    isMadeHere: (commit) => made.commits.has(commit),
    madeAs: (id) => [...made.commits].flatMap(([commit, of]) => (of === id ? [commit] : [])),
    isOurs: ({ commit, id, time, parents, files }) => {
      if (id === undefined || !ownId.test(id)) return false;
      if (made.commits.get(commit) === id) return true;
      if (parents > 1 || files.length === 0 || !files.every(isOwnFile)) return false;
      return knows(id) || (isOld && (until === undefined || time < until));
    },
  };
}

function isOwnFile(path: string): boolean {
  return ownFiles.has(path) || ownFileAt.test(path) || isEntryPath(path);
}

/** The same for commits of the project: none of them is ours, unless it is the home's own repository. */
export function ownInProject(
  world: World,
  home: FoundHome,
  made?: MadeHere,
  ledger?: LedgerRead,
): OwnCommits['isOurs'] | undefined {
  return home.shape === 'one' ? ownCommits(world, home, made, ledger).isOurs : undefined;
}
