// The files that a cycle only looked into: what an investigation leaves.
import { isShell } from '../checks/checks.ts';
import type { Call } from '../steps/steps.ts';
import type { Repository, World } from '../world/world.ts';
import { inProject } from './edits.ts';

const readers = /^(?:read|view|open)(?:_?file)?$|[_.-](?:read|view|open)(?:_?file)?$/iu;

/** The files that a line of commands prints: `cat a.ts`, `sed -n 1,80p a.ts | head`. Where it goes elsewhere first, nobody knows. */
function printedBy(line: string): string[] {
  if (/\bcd\b/u.test(line)) return [];
  return line.split(/&&|\|\||[;|]/u).flatMap((part) => {
    const [program = '', ...words] = part.trim().split(/\s+/u);
    const isReader = /^(?:cat|head|tail|less|bat|nl)$/u.test(program) || (program === 'sed' && words[0] === '-n');
    return isReader && !/[<>]/u.test(part) ? words.filter((word) => /^[^-"'$*]/u.test(word)) : [];
  });
}

/** The files that calls looked into, each once, by its last time. */
export function readsAmong(calls: readonly Call[], worktree: string): string[] {
  const paths = calls.flatMap(({ tool, target, outcome }) => {
    if (outcome === 'failed') return [];
    if (readers.test(tool)) return inProject(target, worktree) ?? [];
    return isShell(tool) ? printedBy(target).flatMap((path) => inProject(path, worktree) ?? []) : [];
  });
  return [...new Set(paths.toReversed())].toReversed();
}

/** So many are looked up, and so many of them told. */
const mostAsked = 24;
const mostTold = 8;

/** The last of them that are in the repository: a file that is not may be private, and so is its name. */
export async function committedReads(
  { git }: Pick<World, 'git'>,
  repository: Repository | undefined,
  head: string | null,
  reads: readonly string[],
): Promise<string[]> {
  const last = reads.slice(-mostAsked);
  if (repository === undefined || head === null || last.length === 0) return [];
  const known = await git.blobsThen(
    repository,
    last.map((path) => ({ commit: head, path })),
  );
  return last.filter((_, at) => known[at] !== undefined).slice(-mostTold);
}
