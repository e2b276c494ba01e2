// What a walk over files is asked for, and what comes of it.

export type EntryKind = 'file' | 'folder' | 'other';

export interface WalkBounds {
  /** Files that are looked at, whether they are given or left out. */
  readonly files: number;
  /** It ends when more than this was given: the last file may go beyond it, by no more than `largestFile`. */
  readonly bytes: number;
  /** Folders below the first one; with 0 only its own files are given. */
  readonly depth: number;
}

export interface WalkOptions {
  readonly most: WalkBounds;
  /** Where it begins, below the root; the root itself if it is not said. */
  readonly from?: string;
  /** `text`: what has a zero byte in it is left out, and does not count as given. */
  readonly only?: 'text';
  /** `plain`: only names that we would write ourselves; others are left out. Otherwise any name that git takes. */
  readonly names?: 'plain' | 'any';
  /** What is neither given nor told of, nor counted; such a folder is not entered. */
  skip?(path: string, what: EntryKind): boolean;
}

/**
 * - `not-plain`: a link, a pipe, a device, a file with a second name; or something that became one of these meanwhile.
 * - `name`: a name that is not asked for, or that git takes for its own.
 * - `gone`: it was there a moment ago. `broken`: the system could not read it.
 */
export type LeftWhy = 'not-plain' | 'name' | 'denied' | 'large' | 'binary' | 'deep' | 'gone' | 'broken';

/** Paths are below the root, joined by `/`; the root itself is `.`. */
export type Walked =
  | { readonly kind: 'file'; readonly path: string; readonly content: Uint8Array }
  | { readonly kind: 'left'; readonly path: string; readonly what: EntryKind; readonly why: LeftWhy }
  /** The last that is told: which bound was reached, and the first path that was not looked at for it. */
  | { readonly kind: 'stopped'; readonly path: string; readonly by: StoppedBy };

export type StoppedBy = 'files' | 'bytes';
