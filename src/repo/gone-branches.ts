// Branches that were merged once and are there no more, under no name of this clone: by what git writes into a merge.
import { pathText } from '../disk/disk.ts';
import { safeObject } from './names.ts';
import type { Repository } from './repository.ts';

/** Of these names those that are gone, each with the time of its newest merge among the newest `most`. One that nobody merged may never have been. */
export async function goneBranches(
  repository: Repository,
  head: string,
  names: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, string>> {
  const refs = pathText(
    await repository.throughLens(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes']),
  );
  const there = new Set(refs.split('\n').map((ref) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//u, '')));
  const wanted = names.filter((name) => !there.has(name));
  if (wanted.length === 0) return new Map();
  const merges = [
    'log',
    '-z',
    '--merges',
    '--no-color',
    '--no-show-signature',
    '--format=%cI%x00%s',
    `--max-count=${most}`,
  ];
  const fields = pathText(await repository.throughLens([...merges, safeObject(head), '--'])).split('\0');
  const gone = new Map<string, string>();
  for (let at = 0; at + 2 <= fields.length; at += 2) {
    const [time = '', subject = ''] = fields.slice(at, at + 2);
    const merged = mergedBy(subject);
    for (const name of wanted)
      if (merged.has(name) && !gone.has(name)) gone.set(name, new Date(time.trim()).toISOString());
  }
  return gone;
}

/** As git and the hosts word it. */
function mergedBy(subject: string): ReadonlySet<string> {
  const [, request] = /^Merge pull request #\d+ from [\w.-]+\/(\S+)$/u.exec(subject) ?? [];
  if (request !== undefined) return new Set([request]);
  if (!/^Merge (?:remote-tracking )?branch(?:es)? '/u.test(subject)) return new Set();
  const from = subject.replace(/ into .*$/u, '');
  return new Set([...from.matchAll(/'([^']+)'/gu)].map(([, name = '']) => name.replace(/^origin\//u, '')));
}
