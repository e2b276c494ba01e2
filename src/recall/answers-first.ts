// What tries to be found rather than to answer comes last: orders to a reader, heaps of the question's own words, and the same text again.
import { hasOrderBesideForm, readsLikeOrder } from '../guard/guard.ts';
import { oneLine } from '../text/text.ts';
import type { FoundChunk, GivenFile } from './find.ts';
import { rememberedFirst } from './remembered-first.ts';
import { stopWords } from './stop-words.ts';
import { stemsOf } from './words.ts';

/** How many are looked at to find enough that answer: more than anybody plants for one question, and still a moment's work. */
export const pool = 256;

/** So much of a chunk is looked at, in pieces: an order is recognised in a text of some length. */
const looksAt = 16_384;
const piece = 4000;
const overlap = 200;

/** Of a text that stands in many places so many may answer. */
const copies = 2;

/**
 * The best so many, those that answer first. What is put behind them is still found, where there is room: nobody is told that there is
 * nothing where there is something, and a page about such texts can be asked for by its own words. `isOurs` says which files have the
 * forms of a dream or of the board by right, `isMemory` which is long-term memory: what stands there and in a note is one memory, and one of them answers.
 * `isRemembered` says what is to come before files that answer about as well; with vectors, scores say nothing of that, and the order stays.
 */
export function answersFirst<File extends GivenFile>(
  ranked: Iterable<FoundChunk<File>>,
  question: string,
  most: number,
  isOurs: (file: File) => boolean = () => false,
  isMemory: (file: File) => boolean = () => false,
  isRemembered: (file: File) => boolean = () => false,
): FoundChunk<File>[] {
  const asked = new Set(stemsOf(question).filter((word) => !stopWords.has(word)));
  const seen = new Map<string, number>();
  const inMemory = new Set<string>();
  const answers: FoundChunk<File>[] = [];
  const others: FoundChunk<File>[] = [];
  for (const chunk of ranked) {
    if (answers.length >= most) break;
    const { file } = chunk;
    const text = textIn(chunk, 0);
    const ours = isOurs(file);
    const words = stemsOf(text);
    const same = words.join(' ');
    const times = (seen.get(same) ?? 0) + 1;
    seen.set(same, times);
    if (isMemory(file)) inMemory.add(same);
    const isBorrowed = !words.some((word) => asked.has(word));
    const isOther =
      times > (inMemory.has(same) ? 1 : copies) ||
      isHeap(words, asked) ||
      isOrder(text, ours) ||
      (isBorrowed && isOrder(textIn(chunk, beside), ours));
    (isOther ? others : answers).push(chunk);
  }
  return [...rememberedFirst(answers, isRemembered), ...others].slice(0, most);
}

/** Where a chunk has none of the question's words, what stands so far around it may have lent them. */
const beside = 1000;

function textIn({ file, from, to }: FoundChunk<GivenFile>, around: number): string {
  const end = Math.min(to, from + looksAt);
  return new TextDecoder().decode(file.content.subarray(Math.max(0, from - around), end + around));
}

function isOrder(text: string, isOurs: boolean): boolean {
  const line = oneLine(text);
  for (let at = 0; at < line.length; at += piece - overlap)
    if ((isOurs ? hasOrderBesideForm : readsLikeOrder)(line.slice(at, at + piece))) return true;
  return false;
}

/** The least that is called a heap: words, how often each of the question's stands there, and their share or how often any word does. */
const heap = { words: 16, times: 3, share: 0.4 };
/** So many words are counted: in a long text every word comes again. */
const counted = 200;

/** Whether the question's words stand here again and again, as nobody writes who has something to say. */
function isHeap(all: readonly string[], asked: ReadonlySet<string>): boolean {
  const words = all.slice(0, counted);
  const found = words.filter((word) => asked.has(word));
  const different = new Set(found).size;
  if (words.length < heap.words || found.length < heap.times * Math.max(1, different)) return false;
  return (
    (different > 1 && found.length >= heap.share * words.length) || words.length >= heap.times * new Set(words).size
  );
}
