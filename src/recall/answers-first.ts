// What tries to be found rather than to answer comes last: orders to a reader, heaps of the question's own words, and the same text again.
import { type Answering, answeringOf } from './answering.ts';
import { type Finding, type FoundChunk, findIn, type GivenFile } from './find.ts';
import { rememberedFirst } from './remembered-first.ts';

/** How many are looked at to find enough that answer: more than anybody plants for one question, and still a moment's work. */
export const pool = 256;

/** Of a text that stands in many places so many may answer. */
const copies = 2;

/** What is known of the files that are read. */
export interface Kinds<File extends GivenFile> {
  /** Has the forms of a dream or of the board by right. */
  isOurs?(file: File): boolean;
  /** Is long-term memory: what stands there and in a note is one memory, and one of them answers. */
  isMemory?(file: File): boolean;
  /** Is to come before files that answer about as well. */
  isRemembered?(chunk: FoundChunk<File>): boolean;
}

/** The best answers in some files. What only tries to be found has no say in which words are rare, and comes last. */
export function answersIn<File extends GivenFile>(
  files: Iterable<File>,
  finding: Finding,
  kinds: Kinds<File> = {},
): FoundChunk<File>[] {
  const { question, most } = finding;
  const answering = answeringOf(question, kinds.isOurs);
  const found = findIn(files, { ...finding, most: Math.max(pool, most), answering });
  return answersFirst(found, most, answering, kinds);
}

/**
 * The best so many, those that answer first. What is put behind them is still found, where there is room: nobody is told that there is
 * nothing where there is something, and a page about such texts can be asked for by its own words.
 * With vectors, scores do not say what answers as well as what is remembered, and the order stays.
 */
export function answersFirst<File extends GivenFile>(
  ranked: Iterable<FoundChunk<File>>,
  most: number,
  answering: Answering,
  { isMemory = () => false, isRemembered = () => false }: Omit<Kinds<File>, 'isOurs'> = {},
): FoundChunk<File>[] {
  const seen = new Map<string, number>();
  const inMemory = new Set<string>();
  const answers: FoundChunk<File>[] = [];
  const others: FoundChunk<File>[] = [];
  for (const chunk of ranked) {
    if (answers.length >= most) break;
    const { words, isMeantToBeFound } = answering.told(chunk);
    const same = words.join(' ');
    const times = (seen.get(same) ?? 0) + 1;
    seen.set(same, times);
    if (isMemory(chunk.file)) inMemory.add(same);
    const isOther = isMeantToBeFound || times > (inMemory.has(same) ? 1 : copies) || answering.isLentByOrder(chunk);
    (isOther ? others : answers).push(chunk);
  }
  return [...rememberedFirst(answers, isRemembered), ...others].slice(0, most);
}
