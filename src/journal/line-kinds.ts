// What a line of the ledger is about: a memory, or something else that knows nothing of the board.

/** Those that speak of a memory, and know nothing of the board. */
export const isOfMemory = <Line extends { readonly kind: string }>(
  line: Line,
): line is Extract<Line, { readonly kind: 'note' | 'pin' | 'tombstone' }> =>
  line.kind === 'note' || line.kind === 'pin' || line.kind === 'tombstone';
/** Those that know nothing of the board. */
export const isAside = <Line extends { readonly kind: string }>(
  line: Line,
): line is Extract<Line, { readonly kind: 'note' | 'pin' | 'tombstone' | 'review' | 'whose' | 'adopted' }> =>
  isOfMemory(line) || line.kind === 'review' || line.kind === 'whose' || line.kind === 'adopted';
