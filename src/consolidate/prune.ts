// What a deep sleep takes out of `observations.md`: by the rules in code, into the archive, each line an operation of its own.

import type { MemoryClaims, MemoryOperation } from '../asking/asking.ts';
import type { FileEdit } from '../change/change.ts';
import { type Archived, archivePath, entriesIn, withArchived } from '../memory/memory.ts';
import {
  type Forgotten,
  forgettable,
  type Known,
  type Observation,
  observationsIn,
  printObservation,
  without,
} from '../observations/observations.ts';

/** What a model may name as superseded, and by what. */
export interface Nomination {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}

/** Of what rules noted about the state of the work, what is older than a week and was said again since is superseded. */
const staleAfter = 7 * 24 * 60 * 60 * 1000;
const stateOfWork = /^\d+ commits?: /u;

const timeOf = ({ day, clock }: Pick<Observation, 'day' | 'clock'>): number => Date.parse(`${day}T${clock}:00Z`);

/** By the id of a line, why it no longer counts. Only a newer line of the file can take the place of one. */
export function supersededIn(
  content: Uint8Array,
  now: Date,
  nominations: readonly Nomination[] = [],
): { readonly superseded: ReadonlyMap<string, string>; readonly refused: readonly (Nomination & { why: string })[] } {
  const all = observationsIn(content);
  const byId = new Map(all.map((each) => [each.id, each]));
  const superseded = new Map<string, string>();
  const states = all.filter(({ level, fact }) => level === 'YLW' && stateOfWork.test(fact));
  for (const each of states) {
    const later = states.findLast((other) => timeOf(other) > timeOf(each));
    if (later !== undefined && now.getTime() - timeOf(each) > staleAfter)
      superseded.set(each.id, `${later.id} tells what landed later`);
  }
  const refused = nominations.flatMap((nomination) => {
    const { id, by, reason } = nomination;
    const [old, fresh] = [byId.get(id), byId.get(by)];
    const why =
      old === undefined
        ? `${id} is not in the file`
        : old.level !== 'YLW'
          ? `${id} is ${old.level}, and only YLW can be superseded`
          : fresh === undefined
            ? `${by} is not in the file`
            : fresh.id === id || timeOf(fresh) < timeOf(old)
              ? `${by} is not newer than ${id}`
              : undefined;
    if (why !== undefined) return [{ ...nomination, why }];
    superseded.set(id, `${by}${reason === '' ? '' : `: ${reason}`}`);
    return [];
  });
  return { superseded, refused };
}

export interface Pruned {
  readonly edits: readonly FileEdit[];
  readonly operations: readonly MemoryOperation[];
  readonly forgets: NonNullable<MemoryClaims['forgets']>;
  readonly frame: readonly { readonly path: string; readonly brings: string }[];
  readonly gone: readonly Forgotten[];
}

export interface Pruning {
  readonly path: string;
  readonly now: Date;
  readonly known: Known;
  /** The two files as they stand. */
  readonly observations: Uint8Array;
  readonly archive: Uint8Array | undefined;
  /** Ids that stay all the same. */
  readonly keeps: ReadonlySet<string>;
}

/** Each line goes from the one file, and one operation brings it into the other. */
export function pruned({ path, now, known, observations, archive, keeps }: Pruning): Pruned {
  const goneIn = (content: Uint8Array): Forgotten[] =>
    forgettable(content, now, known).filter(({ observation }) => !keeps.has(observation.id));
  const gone = goneIn(observations);
  const ids = new Set(gone.map(({ observation }) => observation.id));
  const day = now.toISOString().slice(0, 10);
  const archived = gone.map(
    ({ observation, why }): Archived => ({
      ...{ id: observation.id, path, section: observation.day, why },
      text: printObservation(observation),
    }),
  );
  if (archived.length === 0) return { edits: [], operations: [], forgets: [], frame: [], gone };
  const come = broughtTo(archive, withArchived(archive, archived, day));
  const nameOf = (id: string): string => `prune ${id}`;
  const brings = (id: string): string[] => come.filter((unit) => unit.startsWith(`- ${id} · `));
  return {
    gone,
    edits: [
      {
        path,
        edit: (content) =>
          content === undefined
            ? content
            : without(
                content,
                goneIn(content).flatMap(({ observation }) => (ids.has(observation.id) ? [observation] : [])),
              ),
      },
      { path: archivePath, edit: (content) => withArchived(content, archived, day) },
    ],
    operations: gone.map(
      ({ observation }): MemoryOperation => ({
        ...{ kind: 'add', name: nameOf(observation.id), path: archivePath },
        ...{ takes: [], brings: brings(observation.id) },
      }),
    ),
    forgets: gone.map(({ observation }) => ({
      name: nameOf(observation.id),
      path,
      line: printObservation(observation),
    })),
    frame: come
      .filter((unit) => !gone.some(({ observation }) => unit.startsWith(`- ${observation.id} · `)))
      .map((unit) => ({ path: archivePath, brings: unit })),
  };
}

/** The entries of a file that were not there before, each with all its lines. */
function broughtTo(before: Uint8Array | undefined, after: Uint8Array | undefined): string[] {
  const unitsOf = (content: Uint8Array = new Uint8Array()): string[] =>
    entriesIn(content).map(({ from, to }) =>
      Buffer.from(content.subarray(from, to))
        .toString('utf8')
        .replace(/\r?\n$/u, ''),
    );
  const there = unitsOf(before);
  return unitsOf(after).filter((unit) => {
    const at = there.indexOf(unit);
    if (at !== -1) there.splice(at, 1);
    return at === -1;
  });
}
