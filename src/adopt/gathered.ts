// What there is to take over in a source: which layouts it has, and the pieces of each of its files, without credentials.

import { readsLikeOrder } from '../guard/guard.ts';
import { frontMatterIn } from '../memory/memory.ts';
import { type Observed, observationsIn } from '../observations/observations.ts';
import { findSecrets, redactSecrets } from '../secrets/secrets.ts';
import { linesOf, normaliseText } from '../text/text.ts';
import { type Layout, layouts, oneFile, type Use } from './layouts.ts';
import { type Piece, type Place, piecesOf } from './pieces.ts';
import { blocksOf, dayIn, type Recorded, recordsIn } from './records.ts';
import { type Left, plainName, type Source } from './source.ts';

/** The pieces of one file that go to one place. */
export interface Group {
  /** Its name, safe to show. */
  readonly file: string;
  readonly layout: Layout;
  readonly place: Place;
  /** The day that it is of; in notes there always is one. */
  readonly day: string | undefined;
  readonly pieces: readonly Piece[];
}

export interface Secret {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
}

export interface Gathered {
  readonly layouts: readonly Layout[];
  readonly groups: readonly Group[];
  readonly observed: readonly Observed[];
  readonly secrets: readonly Secret[];
  readonly left: readonly Left[];
}

/** What a person knows to be harmless, and the hash that such a list may have. */
export interface Allowed {
  readonly allow: readonly string[];
  sha256(text: string): string;
}

export function gather(source: Source, allowed: Allowed, isHomeItself = false): Gathered {
  // In a home that is a project, too, only what was written for its agent is not its own already.
  const known = isHomeItself
    ? layouts.filter(({ name }) => /-rules$|-md$/u.test(name) && name !== 'memory-md')
    : layouts;
  const found = known.filter((layout) => layout.isHere(source.files, source.name));
  const here = found.length === 0 && source.isFile ? [oneFile] : found;
  const groups: Group[] = [];
  const observed: Observed[] = [];
  const secrets: Secret[] = [];
  const left: Left[] = source.left.map(({ path, why }) => ({ path: plainName(path), why }));
  const used = new Set<Layout>();
  const seen = new Map<string, string>();
  for (const [path, given] of source.files) {
    const [layout, use] = useOf(here, path);
    if (layout === undefined || use === undefined) continue;
    used.add(layout);
    const file = plainName(path);
    if (typeof use === 'object') {
      left.push({ path: file, why: use.left });
      continue;
    }
    const twin = use === 'memory' ? seen.get(given) : undefined;
    if (twin !== undefined) {
      left.push({ path: file, why: `says the same as ${twin}` });
      continue;
    }
    if (given.trim() !== '') seen.set(given, file);
    const isData = use === 'lines' || use === 'blocks';
    // Of data the texts are looked through: in between stand names and numbers.
    const text = isData ? given : clean(file, given, allowed, secrets);
    const taken = takenFrom({ layout, file, path, use, text }, (each) =>
      clean(file, normaliseText(each), allowed, secrets),
    );
    groups.push(...taken.groups.filter(({ pieces }) => pieces.length > 0));
    observed.push(...taken.observed);
    left.push(...taken.left);
  }
  return { layouts: here.filter((each) => used.has(each) || each.told !== undefined), groups, observed, secrets, left };
}

function useOf(here: readonly Layout[], path: string): readonly [layout?: Layout, use?: Use] {
  for (const layout of here) {
    const use = layout.files.find(([fits]) => fits.test(path))?.[1];
    if (use !== undefined) return [layout, use];
  }
  return [];
}

function clean(file: string, text: string, allowed: Allowed, secrets: Secret[]): string {
  const found = findSecrets(text, allowed);
  for (const { start, rule } of found)
    secrets.push({ path: file, line: text.slice(0, start).split('\n').length, rule });
  return found.length === 0 ? text : redactSecrets(text, allowed);
}

interface OneFile {
  readonly layout: Layout;
  readonly file: string;
  readonly path: string;
  readonly use: Exclude<Use, object>;
  readonly text: string;
}

function takenFrom(one: OneFile, cleaned: (text: string) => string): Pick<Gathered, 'groups' | 'observed' | 'left'> {
  const { layout, file, path, use, text } = one;
  const group = (
    place: Place,
    day: string | undefined,
    each: string,
    title = '',
  ): Pick<Gathered, 'groups' | 'left'> => {
    const { pieces, left } = piecesOf(each, { about: file, place, above: title === '' ? [] : [title] });
    return { groups: [{ file, layout, place, day, pieces }], left };
  };
  if (use === 'observations') return observationsOf(text, group);
  if (use === 'lines' || use === 'blocks') {
    const { texts, left } = use === 'lines' ? recordsIn(file, text) : blocksOf(file, text);
    const byDay = Map.groupBy(texts, ({ day, title }: Recorded) => `${day ?? ''} ${title}`);
    const all = [...byDay.values()].map((several) => {
      const [{ day, title } = { day: undefined, title: '' }] = several;
      return group(
        day === undefined ? 'memory' : 'notes',
        day,
        cleaned(several.map((each) => each.text).join('\n\n')),
        cleaned(title),
      );
    });
    return {
      groups: all.flatMap(({ groups }) => groups),
      observed: [],
      left: [...left, ...all.flatMap((each) => each.left)],
    };
  }
  const inName = use === 'day' ? dayIn(path.slice(path.lastIndexOf('/') + 1)) : undefined;
  return { ...group(inName === undefined ? 'memory' : 'notes', inName ?? dayInFront(text), text), observed: [] };
}

/** The day that a file says it is of; the last change counts more than the beginning. */
function dayInFront(text: string): string | undefined {
  const said = frontMatterIn(Buffer.from(text));
  const of = (names: RegExp): string | undefined => {
    const line = said.find((each) => names.test(each));
    return line === undefined ? undefined : dayIn(line);
  };
  return of(/^\s*(?:updated|modified)(?:_?at)?:/iu) ?? of(/^\s*(?:date|created|timestamp)(?:_?at)?:/iu);
}

/** Its lines become observations; what else stands there are notes of its day, or memory. */
function observationsOf(
  text: string,
  group: (place: Place, day: string | undefined, each: string) => Pick<Gathered, 'groups' | 'left'>,
): Pick<Gathered, 'groups' | 'observed' | 'left'> {
  const bytes = Buffer.from(text);
  const all = observationsIn(bytes);
  // Nobody commands by an observation: what reads so is kept as an entry, which says whose it is.
  const observed = all.filter(({ fact }) => !readsLikeOrder(fact));
  const isTaken = new Set(observed.map(({ line }) => line));
  const days = new Map<string | undefined, string[]>();
  let day: string | undefined;
  for (const { text: line, line: number } of linesOf(bytes)) {
    if (/^#{1,2}(?:\s|$)/u.test(line)) day = /^## \d{4}-\d\d-\d\d\s*$/u.test(line) ? dayIn(line) : undefined;
    if (isTaken.has(number) || /^## \d{4}-\d\d-\d\d\s*$/u.test(line) || /^# Observations\s*$/u.test(line)) continue;
    const lines = days.get(day) ?? [];
    lines.push(line);
    days.set(day, lines);
  }
  const rest = [...days].map(([of, lines]) => group(of === undefined ? 'memory' : 'notes', of, lines.join('\n')));
  return { groups: rest.flatMap(({ groups }) => groups), observed, left: rest.flatMap(({ left }) => left) };
}
