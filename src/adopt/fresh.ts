// Which pieces are new to a home: neither there already, nor taken over before, nor taken out by a person.
import { hash } from 'node:crypto';
import { tryOr } from '../errors/errors.ts';
import { homeText, type Memories } from '../facts/facts.ts';
import { deedOf, isUndone } from '../journal/journal.ts';
import { entriesIn, memoryPath, notesFolder } from '../memory/memory.ts';
import { type Observed, observationId, observationsIn } from '../observations/observations.ts';
import { oneLine } from '../text/text.ts';
import type { Place as HomePlace } from '../world/world.ts';
import type { Gathered, Group } from './gathered.ts';
import type { Piece } from './pieces.ts';

export interface Fresh {
  readonly groups: readonly Group[];
  readonly observed: readonly Observed[];
  /** Entries and observations that are there already, that one file says twice, that a person took out, and that are too many for one time. */
  readonly known: number;
  readonly repeated: number;
  readonly removed: number;
  readonly more: number;
}

type Answer = 'new' | 'known' | 'repeated' | 'removed';

/** In one change, so that its line in the ledger stays readable. */
const mostAtOnce = 3000;

export function freshOf(place: HomePlace, memories: Memories, gathered: Gathered, observations: Uint8Array): Fresh {
  const isNew = judge(place, memories);
  const counts = { known: 0, repeated: 0, removed: 0, more: 0 };
  let room = mostAtOnce;
  const takes = (answer: Answer): boolean => {
    if (answer !== 'new') counts[answer] += 1;
    else if (room === 0) counts.more += 1;
    else room -= 1;
    return answer === 'new' && room >= 0 && counts.more === 0;
  };
  const groups = gathered.groups.map((group) => {
    const entries = new Set(group.pieces.filter((piece) => piece.kind === 'entry' && takes(isNew.entry(group, piece))));
    // A heading comes with what is new below it, or once, if it was never there.
    const pieces = group.pieces.filter((piece) =>
      piece.kind === 'entry' ? entries.has(piece) : isNew.heading(group, piece),
    );
    return { ...group, pieces };
  });
  const there = new Set(observationsIn(observations).map(({ id }) => id));
  const observed = gathered.observed.filter((each) => {
    const id = observationId(each);
    const answer = there.has(id) ? 'known' : isNew.unit(id) ? 'new' : 'removed';
    there.add(id);
    return takes(answer);
  });
  return { groups: groups.filter(({ pieces }) => pieces.length > 0), observed, ...counts };
}

/** A heading or an entry as the ledger keeps it: of its file and below its headings, because the same words may mean something else elsewhere. */
export function unitOf({ place, file }: Pick<Group, 'place' | 'file'>, { kind, titles, written }: Piece): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return hash('sha256', JSON.stringify([place, name, kind, titles, written]), 'hex').slice(0, 16);
}

function judge(place: HomePlace, { placed, marks, ledger }: Memories) {
  const lines = ledger.lines.filter((line) => line.kind === 'adopted').filter(({ id }) => !isUndone(ledger, id));
  const units = new Set(lines.flatMap((line) => line.units));
  const came = lines.flatMap(({ memory }) => deedOf(memory)?.came ?? []);
  const gone = [...marks.removed.values(), ...marks.forgotten.values()];
  const before = new Set([...came, ...gone].map(({ sha256 }) => sha256));
  const standing = Map.groupBy(placed, ({ sha256 }) => sha256);
  const texts = [...new Set(placed.map(({ path }) => path))].map((path) => homeText(place.world, place.home, path));
  const words = new Set(texts.flatMap((text) => text.split('\n').map((line) => oneLine(line))));
  const paths = [memoryPath, ...notesIn(place).map((name) => `${notesFolder}/${name}`)];
  const titles = new Set(
    paths.flatMap((path) =>
      entriesIn(Buffer.from(homeText(place.world, place.home, path))).flatMap(({ kind, text }) =>
        kind === 'heading' ? [text] : [],
      ),
    ),
  );
  const seen = new Set<string>();
  const isFirst = (key: string): boolean => !seen.has(key) && seen.add(key).has(key);
  return {
    unit: (id: string): boolean => !units.has(id),
    entry: (group: Group, piece: Piece): Answer => {
      const there = standing.get(piece.sha256) ?? [];
      const isThere = there.length > 0;
      if (units.has(unitOf(group, piece))) return isThere ? 'known' : 'removed';
      if (!isThere && before.has(piece.sha256)) return 'removed';
      // The ledger knows an entry by its sentence; what stands below it has to be there as well.
      const isSame =
        piece.says.length >= telling || there.some(({ section }) => section.at(-1) === piece.titles.at(-1));
      if (isThere && isSame && piece.details.every((line) => words.has(oneLine(line)))) return 'known';
      return isFirst(JSON.stringify([group.file, piece.titles, piece.written])) ? 'new' : 'repeated';
    },
    heading: (group: Group, piece: Piece): boolean =>
      !units.has(unitOf(group, piece)) &&
      !titles.has(piece.titles.at(-1) ?? '') &&
      isFirst(JSON.stringify(['heading', piece.titles])),
  };
}

/** So many characters say the same wherever they stand; "done" below another heading is about something else. */
const telling = 16;

function notesIn({ world, home }: HomePlace): readonly string[] {
  return (tryOr(() => world.files.list(home.home, notesFolder)) ?? []).filter((name) => name.endsWith('.md'));
}
