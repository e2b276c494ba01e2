// Finds what answers a question in files that are handed over: cut, read once, ranked, and chosen so that no section has it all.
import type { Answering } from './answering.ts';
import type { Ranked } from './best.ts';
import { type ChunkList, field, flag, headingStride, makeChunkList, makeCutter, stride } from './chunk-list.ts';
import { dayOf, daysMeant } from './days.ts';
import { cutMarkdown } from './markdown.ts';
import { type Neighbours, noNeighbours } from './neighbours.ts';
import { cutOrg } from './org.ts';
import { askedIn } from './question.ts';
import { type Ranking, rank } from './rank.ts';
import { makeScanner } from './scan.ts';
import { lookAgain, lookedAt } from './second-look.ts';
import { cutWindows } from './windows.ts';

export interface GivenFile {
  readonly path: string;
  readonly content: Uint8Array;
  /** Which of its chunks count, by their first lines; all if it is not said. */
  readonly takes?: ReadonlySet<number> | undefined;
  /** A list of memories: what stands beside one of them happened to be written down next, and says nothing of it. */
  readonly isList?: boolean | undefined;
}

/** One chunk that was found. `to` is behind its last byte. */
export interface FoundChunk<File extends GivenFile> {
  readonly file: File;
  readonly line: number;
  readonly endLine: number;
  readonly from: number;
  readonly to: number;
  /** Where its heading and those above it stand, the nearest first. */
  readonly headings: readonly number[];
  readonly score: number;
}

export interface Finding {
  readonly question: string;
  readonly neighbours: Neighbours;
  /** How many are wanted. */
  readonly most: number;
  /** The day on which it is asked, as `2026-05-04`; without it, "yesterday" means nothing. */
  readonly today?: string | undefined;
  /** Says what only tries to be found: that has no say in what is rare, lends nothing, and comes last. */
  readonly answering?: Answering | undefined;
}

/** At most so many of one section, unless they are items of a list. */
const mostOfSection = 2;

export function findIn<File extends GivenFile>(
  files: Iterable<File>,
  { question, neighbours, most, today, answering }: Finding,
): FoundChunk<File>[] {
  const asked = askedIn(question, neighbours);
  const scanner = makeScanner(asked);
  const list = makeChunkList();
  const given: File[] = [];
  const known: Ranking['files'][number][] = [];
  for (const file of files) {
    const cutter = makeCutter(list, scanner, given.length, file);
    cutterFor(file.path)(cutter);
    given.push(file);
    known.push({ forms: scanner.formsIn(file.path), day: dayIn(file.path), isList: file.isList === true });
  }
  const wanted = Math.max(lookedAt, most);
  const now = today === undefined ? undefined : dayOf(today);
  const meant = now === undefined ? [] : daysMeant(question, now);
  const ranking = { asked, list, scanner, files: known, meant };
  const look = (apart: ReadonlySet<number>): Looked<File> => {
    const { ranked, ideal, mean } = rank({ ...ranking, apart }, wanted * 16);
    const found = chosen(ranked, list, wanted).map((each) => ({ ...each, ...chunkAt(list, given, each.chunk) }));
    return { found, ideal, mean };
  };
  const { found, ideal, mean, behind } =
    answering === undefined ? { ...look(none), behind: [] } : lookPast(look, answering);
  return [...lookAgain(found.slice(0, lookedAt), { question, ideal, mean }), ...found.slice(lookedAt), ...behind].slice(
    0,
    most,
  );
}

const none: ReadonlySet<number> = new Set();

interface Looked<File extends GivenFile> {
  readonly found: readonly (FoundChunk<File> & Ranked)[];
  readonly ideal: number;
  readonly mean: number;
}

/** What only tries to be found is set apart, and all is weighed once more as if it were not there; most questions never meet any of it. */
function lookPast<File extends GivenFile>(
  look: (apart: ReadonlySet<number>) => Looked<File>,
  answering: Answering,
): Looked<File> & { readonly behind: readonly FoundChunk<File>[] } {
  let looked = look(none);
  const behind: Looked<File>['found'][number][] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const best = looked.found.slice(0, lookedAt + further * behind.length);
    const more = best.filter((chunk) => answering.told(chunk).isMeantToBeFound);
    if (more.length === 0) break;
    behind.push(...more);
    looked = look(new Set(behind.map(({ chunk }) => chunk)));
  }
  return { ...looked, behind };
}

/** Of those that are looked at again each is asked whether it answers, and so many more for each that does not: to ask all would take longer than to find them. */
const further = 1;
/** What is set apart makes room for others, and some of those may be of its kind. */
const mostRounds = 3;

function chunkAt<File extends GivenFile>(
  list: ChunkList,
  files: readonly File[],
  chunk: number,
): Omit<FoundChunk<File>, 'score'> {
  const chunks = list.chunks.all();
  const of = (name: keyof typeof field): number => chunks[chunk * stride + field[name]] as number;
  const headings: number[] = [];
  const all = list.headings.all();
  for (let at = of('heading'); at !== -1; at = all[at * headingStride] as number)
    headings.push(all[at * headingStride + 1] as number);
  const file = files[of('file')] as File;
  return { file, line: of('line'), endLine: of('endLine'), from: of('from'), to: of('to'), headings };
}

export function cutterFor(path: string): typeof cutOrg {
  if (/\.org$/iu.test(path)) return cutOrg;
  return /\.(?:md|markdown|mdx)$/iu.test(path) ? cutMarkdown : cutWindows;
}

function chosen(ranked: Iterable<Ranked>, list: ChunkList, most: number): Ranked[] {
  const chunks = list.chunks.all();
  const taken = new Map<string, number>();
  const found: Ranked[] = [];
  for (const each of ranked) {
    if (found.length >= most) break;
    const at = each.chunk * stride;
    const flags = chunks[at + field.flags] as number;
    const section = `${chunks[at + field.file]} ${chunks[at + field.heading]}`;
    const before = taken.get(section) ?? 0;
    if ((flags & (flag.isItem | flag.isWindow)) === 0 && before >= mostOfSection) continue;
    if ((flags & flag.isItem) === 0) taken.set(section, before + 1);
    found.push(each);
  }
  return found;
}

/** The day in a file's name, as a number of days. */
function dayIn(path: string): number | undefined {
  const day = /(?:^|[^\d])(\d{4}-\d\d-\d\d)(?!\d)[^/]*$/u.exec(path)?.[1];
  return day === undefined ? undefined : dayOf(day);
}

/** Every chunk of some files, in their order. */
export function allChunks<File extends GivenFile>(
  files: Iterable<File>,
  cutter: typeof cutterFor = cutterFor,
): Omit<FoundChunk<File>, 'score'>[] {
  const scanner = makeScanner(askedIn('', noNeighbours));
  const list = makeChunkList();
  const given: File[] = [];
  for (const file of files) {
    cutter(file.path)(makeCutter(list, scanner, given.length, file));
    given.push(file);
  }
  return Array.from({ length: list.chunks.length / stride }, (_, chunk) => chunkAt(list, given, chunk));
}
