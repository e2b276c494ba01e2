// What an agent learned: observations and reflections of its consolidations, and what was remembered meanwhile.
import { contentsThen } from '../change/change.ts';
import { consolidationsOf, type Memories } from '../facts/facts.ts';
import { dreamsIn, dreamsPath, levels, observationsIn, observationsPath } from '../observations/observations.ts';
import type { Repository, World } from '../world/world.ts';
import type { Learned } from './morning-types.ts';
import type { NightCommit } from './night-memory.ts';
import { learnedInWords } from './told.ts';

/** Of one consolidation, as its commit has it: what is forgotten since was learned all the same. */
export async function observedIn(
  world: World,
  repository: Repository,
  { night, ids, folder }: { readonly night: string; readonly ids: ReadonlySet<string>; readonly folder: string },
  { commit }: NightCommit,
): Promise<Learned[]> {
  const [observations, dreams] = await contentsThen(world, repository, [
    { commit, path: observationsPath(folder) },
    { commit, path: dreamsPath(folder) },
  ]);
  const lines = observationsIn(observations ?? new Uint8Array()).filter(({ id }) => ids.has(id));
  const thoughts = dreamsIn(dreams);
  const thought = thoughts.findLast((each) => each.night === night);
  const observed = lines
    .toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level))
    .map(
      ({ level, day, clock, fact }): Learned => ({
        kind: 'observation',
        level,
        time: `${day}T${clock}:00.000Z`,
        text: fact,
        ...learnedInWords('observation', level, fact),
      }),
    );
  if (thought === undefined || thought.reflection.trim() === '') return observed;
  const { t, reflection: text } = thought;
  const since = thoughts.some((each) => each.t < t) ? 'Since it was last summed up' : 'Since the record began';
  return [
    ...observed,
    { kind: 'reflection', level: null, time: t, text, ...learnedInWords('reflection', null, text, since) },
  ];
}

export function observedBy(ledger: Memories['ledger'], agent: string, night: string): ReadonlySet<string> | undefined {
  const found = consolidationsOf(ledger, agent).find((each) => each.night === night);
  return found === undefined ? undefined : new Set(found.observed);
}

/** What was written down since then and still stands; an echo of what was known taught nobody anything. */
export function notedSince({ ledger, notes }: Memories, from: string, until: string): Learned[] {
  const standing = new Map(notes.map((note) => [note.id, note]));
  return ledger.lines
    .filter((line) => line.kind === 'note')
    .filter(({ time, told }) => time >= from && time <= until && told !== true)
    .flatMap(({ memory, time }): Learned[] => {
      const note = standing.get(memory);
      standing.delete(memory);
      return note === undefined
        ? []
        : [{ kind: 'note', level: null, time, text: note.text, ...learnedInWords('note', null, note.text) }];
    });
}
