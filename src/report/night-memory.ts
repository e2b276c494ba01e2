// What a night did to memory, in the words that stood there: from what the ledger says it did, and the bytes of its commit.
import * as z from 'zod/mini';
import { contentsThen } from '../change/change.ts';
import { deedsIn, type NightLine, sweepIn } from '../journal/journal.ts';
import { type Archived, archivePath, memoryPath } from '../memory/memory.ts';
import { observationsIn } from '../observations/observations.ts';
import { entriesByHash } from '../proof/proof.ts';
import { counted } from '../text/text.ts';
import type { Repository, World } from '../world/world.ts';
import type { MemoryChange, MemoryDeed } from './morning-types.ts';
import { deedInWords, entryInWords, linesInWords, whyInWords } from './told.ts';

/** What a curation says of its operations beside their hashes. */
const curated = z.object({
  name: z.literal('curate'),
  did: z.array(z.object({ kind: z.string(), memories: z.array(z.string()), why: z.string() })),
});
const deep = z.object({ name: z.literal('deep'), pruned: z.array(z.string()) });

/** What an operation is called when it was done. */
export const deedWords: Readonly<Record<string, MemoryDeed>> = {
  add: 'promoted',
  merge: 'merged',
  supersede: 'superseded',
  demote: 'demoted',
  drop: 'demoted',
  reword: 'reworded',
  move: 'moved',
  pattern: 'noticed',
};

export interface NightCommit {
  readonly commit: string;
  readonly parent: string | undefined;
}

/** `observations` is where this agent's observations stand, `archived` what is in the archive now: only that can be brought back. */
export async function memoryChanges(
  world: World,
  repository: Repository,
  night: NightLine,
  { commit, parent }: NightCommit,
  { observations, archived }: { readonly observations: string; readonly archived: readonly Archived[] },
): Promise<MemoryChange[]> {
  const deeds = deedsIn(night.acts);
  const pruned = (night.acts ?? []).flatMap((act) => deep.safeParse(act).data?.pruned ?? []);
  if (deeds.length === 0 && pruned.length === 0) return [];
  const paths = [
    ...new Set([...deeds.flatMap((each) => each.deeds.operations.map(({ path }) => path)), memoryPath, archivePath]),
  ];
  const at = (one: string, path: string): { readonly commit: string; readonly path: string } => ({ commit: one, path });
  const files = [...paths, observations];
  const after = await contentsThen(
    world,
    repository,
    files.map((path) => at(commit, path)),
  );
  const before =
    parent === undefined
      ? []
      : await contentsThen(
          world,
          repository,
          files.map((path) => at(parent, path)),
        );
  const texts = new Map(paths.flatMap((_, index) => [...entriesByHash(before[index]), ...entriesByHash(after[index])]));
  const text = (hash: string): string => entryInWords(texts.get(hash) ?? null);
  const whys = new Map<string, string>(
    (night.acts ?? []).flatMap((act) =>
      (curated.safeParse(act).data?.did ?? []).map(
        ({ kind, memories, why }) => [`${kind} ${memories.join(' ')}`, why] as const,
      ),
    ),
  );
  const earned = new Map(sweepIn(night.acts)?.promoted.map((each) => [`promote ${each.memory}`, each]));
  const changes = deeds
    .filter(({ act }) => act !== 'deep')
    .flatMap(({ deeds: { operations } }) =>
      operations.map(({ kind, name, takes, brings, rests = [] }): MemoryChange => {
        const score = earned.get(name);
        const did = deedWords[kind] ?? 'moved';
        const entries = { before: takes.map(text), after: brings.map(text), rests: rests.map(text) };
        const gone = did === 'moved' ? [] : entries.before.filter((each) => !entries.after.includes(each));
        return {
          ...{ night: night.id, ...named(did), ...entries, lines: linesInWords(did, entries) },
          why:
            score === undefined
              ? reasonFor(kind, entries.before, whys.get(name.replace(/ by m-[a-z2-7]{8}$/u, '')))
              : `from notes into MEMORY.md, because questions found it ${counted(score.hits, 'time')} on ${counted(score.days, 'day')}`,
          restore: restoring(
            archived.filter((each) => each.path === memoryPath && gone.includes(entryInWords(each.text))),
          ),
        };
      }),
    );
  const observed = new Map(
    observationsIn(before.at(-1) ?? new Uint8Array()).map(({ id, level, fact }) => [id, `${level} ${fact}`]),
  );
  const forgotten = pruned.map((id): MemoryChange => {
    const entries = { before: [entryInWords(observed.get(id) ?? null)], after: [], rests: [] };
    return {
      ...{ night: night.id, ...named('forgotten'), ...entries, lines: linesInWords('forgotten', entries) },
      why: 'an old observation, which a deep sleep put into the archive',
      restore: restoring(archived.filter((each) => each.id === id)),
    };
  });
  return [...changes, ...forgotten];
}

const named = (did: MemoryDeed): Pick<MemoryChange, 'did' | 'label'> => ({ did, label: deedInWords(did) });

const restoring = (archived: readonly Archived[]): string[] =>
  [...new Set(archived.map(({ id }) => id))].map((id) => `dk memory restore ${id}`);

/** What an entry says itself is not told twice. */
function reasonFor(kind: string, before: readonly string[], why: string | undefined): string | null {
  const [, until] = /^it held until (\S+)$/u.exec(why ?? '') ?? [];
  const isSaid = until !== undefined && before.some((text) => text.includes(`(until ${until})`));
  return isSaid ? 'the day that it names is over' : why === undefined ? null : whyInWords(kind, why);
}
