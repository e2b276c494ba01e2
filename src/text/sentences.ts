// Prose taken apart where it ends.

/** The sentences of a text. A dot inside a name, a number or `e.g.` ends none; a line end does. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e|vs|cf)\.)\s+|\n+/iu)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
