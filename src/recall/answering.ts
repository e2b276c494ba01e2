// Whether a chunk answers at all, or only tries to be found: what commands its reader, and what heaps up the question's own words, does not.
import { hasOrderBesideForm, readsLikeOrder } from '../guard/guard.ts';
import { oneLine } from '../text/text.ts';
import type { FoundChunk, GivenFile } from './find.ts';
import { stopWords } from './stop-words.ts';
import { stemsOf } from './words.ts';

type Place = Pick<FoundChunk<GivenFile>, 'file' | 'from' | 'to'>;

/** Each chunk is read once for one question, however often it is asked about. */
export interface Answering {
  /** Its words, and whether it is an order or a heap by its own text. */
  told(chunk: Place): Told;
  /** Whether it has none of the question's words, and what stands beside it, and may have lent them, is an order. */
  isLentByOrder(chunk: Place): boolean;
}

interface Told {
  readonly words: readonly string[];
  readonly isMeantToBeFound: boolean;
}

/** So much of a chunk is looked at, in pieces: an order is recognised in a text of some length. */
const looksAt = 16_384;
const piece = 4000;
const overlap = 200;
/** Where a chunk has none of the question's words, what stands so far around it may have lent them. */
const beside = 1000;

/** `isOurs` says which files have the forms of a dream or of the board by right. */
export function answeringOf<File extends GivenFile>(
  question: string,
  isOurs: (file: File) => boolean = () => false,
): Answering {
  const asked = new Set(stemsOf(question).filter((word) => !stopWords.has(word)));
  const known = new Map<GivenFile, Map<number, Told>>();
  const told = ({ file, from, to }: Place): Told => {
    const ofFile = known.get(file) ?? new Map<number, Told>();
    known.set(file, ofFile);
    const before = ofFile.get(from);
    if (before !== undefined) return before;
    const text = textIn({ file, from, to }, 0);
    const words = stemsOf(text);
    const now = { words, isMeantToBeFound: isHeap(words, asked) || isOrder(text, isOurs(file as File)) };
    ofFile.set(from, now);
    return now;
  };
  return {
    told,
    isLentByOrder: (chunk) =>
      !told(chunk).words.some((word) => asked.has(word)) && isOrder(textIn(chunk, beside), isOurs(chunk.file as File)),
  };
}

function textIn({ file, from, to }: Place, around: number): string {
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
