// A block of a pack: some lines on one side of the frame.

/** A block ends where it no longer fits; the next may still. */
export interface Block {
  readonly side: 'ours' | 'others' | 'last';
  readonly lines: readonly string[];
  /** Its first line is a title, and the others stand below it. */
  readonly isList?: true;
  /** Where there is no room for all lines below the title, these are taken first, by their places among those lines. Nobody is told how many are left out: they are a choice anyway. */
  readonly taken?: readonly number[];
  /** It is short, and always in the pack. */
  readonly isMust?: true;
}

/** A title and a line for each; nothing if there are none. */
export function listed(side: Block['side'], title: string, lines: readonly string[]): Block {
  return { side, lines: lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)], isList: true };
}
