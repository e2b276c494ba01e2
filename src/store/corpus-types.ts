// The index of one large folder: its text and vectors in one SQLite file, which is old or new and never half.

export interface CorpusAbout {
  /** The folder that was read, by its full path. */
  readonly folder: string;
  /** Whose vectors these are: `table`, `provider/model`, or `none`. */
  readonly embedder: string;
  /** When it was last brought up to date. */
  readonly built: string;
  /** The first file that was not looked at, and which bound was reached; null if all were. */
  readonly stopped: { readonly path: string; readonly by: 'files' | 'bytes' } | null;
  /** Files that could not be read. */
  readonly unread: number;
}

export interface CorpusSize {
  readonly files: number;
  readonly chunks: number;
  readonly withoutVectors: number;
  readonly bytes: number;
}

/** One file of the folder as it was. Of one that has no text the hash is ''. */
export interface CorpusFile {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
  readonly written: number;
}

export interface CorpusChunk {
  readonly line: number;
  readonly endLine: number;
  readonly headline: string;
  /** Without credentials. */
  readonly text: string;
}

/** A chunk with its words as they are compared, divided by blanks. */
export interface NewChunk extends CorpusChunk {
  readonly heads: string;
  readonly words: string;
}

export interface CorpusReader {
  about(): CorpusAbout;
  size(): CorpusSize;
  files(): Iterable<CorpusFile>;
  /** The chunks that have any of these words, the best first, by number. */
  byWords(words: readonly string[], most: number): readonly number[];
  /** The chunks whose vectors are nearest, the nearest first; none that is less near than `least`. */
  byVector(vector: Float32Array, most: number, least: number): readonly number[];
  chunk(id: number): (CorpusChunk & { readonly path: string }) | undefined;
  /** What SQLite finds wrong with it. */
  problems(): readonly string[];
  close(): void;
}

/** A new state that nobody sees before it is finished. */
export interface CorpusDraft extends Pick<CorpusReader, 'files' | 'size'> {
  /** What it was before; undefined if there was none. */
  before(): CorpusAbout | undefined;
  /** In place of what was there under this path. */
  put(file: CorpusFile, chunks: readonly NewChunk[]): void;
  /** The content is as it was; size and time may be others. */
  keep(file: CorpusFile): void;
  drop(path: string): void;
  forgetVectors(): void;
  /** The next so many behind a chunk, by number. */
  withoutVectors(after: number, most: number): readonly { readonly id: number; readonly text: string }[];
  setVector(id: number, vector: Float32Array): void;
  /** From now on this is the index. */
  finish(about: CorpusAbout): void;
  /** Lets go of it; if it was not finished, nothing has changed. */
  close(): void;
}

/** The indexes of one home. Names are small letters, digits, - and _. */
export interface Corpora {
  names(privateDir: string): readonly string[];
  /** Opens one for reading; undefined if there is none. Throws `E_CORPUS_DAMAGED`. */
  look(privateDir: string, name: string): CorpusReader | undefined;
  /** Begins a new state of one; `E_REPO_BUSY` while another process does. Throws `E_CORPUS_DAMAGED`. */
  draft(privateDir: string, name: string): CorpusDraft;
  /** Whether there was one. */
  remove(privateDir: string, name: string): boolean;
}
