// Entries of MEMORY.md that no commit has yet, where home and project are one repository: a person's edit that waits for its commit is left alone.
import { contentsThen } from '../change/change.ts';
import { unlessBug } from '../errors/errors.ts';
import { memoriesIn, memoryPath } from '../memory/memory.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import type { Held } from './held.ts';

/**
 * What would be done to them could be done in the file only, and no undo would find it. In a home of its own what others wrote is committed before a
 * night, and a file that no commit has at all is committed whole: there nothing is open.
 */
export async function openAmong({ world, home }: AgentHome, held: readonly Held[]): Promise<ReadonlySet<Held>> {
  if (home.shape !== 'one') return new Set();
  const ask = async (): Promise<ReadonlySet<Held>> => {
    const repository = await world.git.open(home.repository, home.privateDir);
    const { commit } = await repository.head();
    if (commit === undefined) return new Set();
    const [bytes] = await contentsThen(world, repository, [{ commit, path: memoryPath }]);
    if (bytes === undefined) return new Set();
    const there = countsOf(rawsIn(bytes));
    const here = countsOf(held.map(({ raw }) => plain(raw)));
    return new Set(held.filter(({ raw }) => (here.get(plain(raw)) ?? 0) > (there.get(plain(raw)) ?? 0)));
  };
  return ask().catch(unlessBug((): ReadonlySet<Held> => new Set()));
}

const plain = (raw: string): string => raw.replaceAll('\r\n', '\n');

const rawsIn = (content: Uint8Array): string[] =>
  memoriesIn(memoryPath, content).map(({ from, to }) =>
    plain(decodeUtf8(content.subarray(from, to))).replace(/\n$/u, ''),
  );

const countsOf = (texts: readonly string[]): ReadonlyMap<string, number> =>
  texts.reduce((counts, text) => counts.set(text, (counts.get(text) ?? 0) + 1), new Map<string, number>());
