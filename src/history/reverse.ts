// One change of a text taken out of a later version of it, and nothing else.

/**
 * The text with `from` → `to` made on it, where both have the same lines but for a few that were replaced: a heading whose state changed, say.
 * Each replaced line must be found where it was, or exactly once elsewhere: else somebody touched it, and it is `touched`. Undefined if lines came
 * or went; then somebody who can join texts is asked.
 */
export function replaceLines(text: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array | 'touched' | undefined {
  if (Buffer.from(text).equals(from)) return to;
  const lines = linesOf(text);
  const [before, after] = [linesOf(from), linesOf(to)];
  if (before.length !== after.length) return undefined;
  for (const [index, line] of before.entries()) {
    const next = after[index];
    if (next === undefined || next === line) continue;
    const at = placeOf(lines, before, line, index);
    if (at === undefined) return 'touched';
    lines[at] = next;
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

function placeOf(lines: readonly string[], before: readonly string[], line: string, index: number): number | undefined {
  const places = lines.flatMap((each, at) => (each === line ? [at] : []));
  // Where it stood twice before, the one that is left may be the other one.
  if (places.length === 1 && before.filter((each) => each === line).length === 1) return places[0];
  // Several look the same: only if nothing was put in or taken out above can the place itself tell.
  return places.includes(index) && lines.length === before.length ? index : undefined;
}

/**
 * The text without the lines that `from` has more than `to`, where those stand together: a note, say, with others before and behind it. They must be
 * found exactly once. Undefined if it was another kind of change.
 */
export function withoutBlock(text: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array | 'touched' | undefined {
  const [lines, before, after] = [linesOf(text), linesOf(from), linesOf(to)];
  if (before.length <= after.length) return undefined;
  const head = after.findIndex((line, at) => before[at] !== line);
  const start = head === -1 ? after.length : head;
  const more = before.length - after.length;
  if (!after.slice(start).every((line, at) => before[start + more + at] === line)) return undefined;
  const block = before.slice(start, start + more);
  const places = lines.flatMap((_, at) => (block.every((line, more) => lines[at + more] === line) ? [at] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) return 'touched';
  return Buffer.from([...lines.slice(0, place), ...lines.slice(place + more)].join('\n'), 'latin1');
}

/** Byte by byte: whatever stands there, in whatever encoding, comes back as it was. */
function linesOf(content: Uint8Array): string[] {
  return Buffer.from(content).toString('latin1').split('\n');
}
