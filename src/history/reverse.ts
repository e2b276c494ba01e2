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
  const replaced: boolean[] = [];
  for (const [index, line] of before.entries()) {
    const next = after[index];
    if (next === undefined || next === line) continue;
    const at = placeOf(lines, before, line, index, replaced);
    if (at === undefined) return 'touched';
    lines[at] = next;
    replaced[at] = true;
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

function placeOf(
  lines: readonly string[],
  before: readonly string[],
  line: string,
  index: number,
  isOurs: readonly boolean[],
): number | undefined {
  const places = lines.flatMap((each, at) => (each === line ? [at] : []));
  // Where it stood twice before, the one that is left may be the other one.
  if (places.length === 1 && before.filter((each) => each === line).length === 1) return places[0];
  // Several look the same: only if everything above is as it was can the place itself tell.
  const isSameAbove = before.slice(0, index).every((above, at) => lines[at] === above || isOurs[at] === true);
  return places.includes(index) && isSameAbove ? index : undefined;
}

/**
 * A list, such as the notes of a day, in which each stands for itself: the lines that `from` has and `to` has not are taken out, those
 * that `to` has come behind the line they stood behind. Each must be found exactly once, in what was written as in the text of today, and nobody
 * may have gone on below it in lines that belong to it. Undefined if it is another kind of change.
 */
export function inList(text: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array | 'touched' | undefined {
  const [lines, before, after] = [linesOf(text), linesOf(from), linesOf(to)];
  const block = before.length > after.length ? blockIn(before, after) : blockIn(after, before);
  if (block === undefined || !areNotes(block.lines)) return undefined;
  if (before.length > after.length) {
    const [place, ...more] = placesOf(lines, block.lines);
    const next = place === undefined ? undefined : lines[place + block.lines.length];
    const isAlone = more.length === 0 && placesOf(before, block.lines).length === 1 && !/^[ \t]/u.test(next ?? '');
    if (place === undefined || !isAlone) return 'touched';
    return joined([...lines.slice(0, place), ...lines.slice(place + block.lines.length)]);
  }
  if (placesOf(lines, block.lines).length > 0) return 'touched';
  const place = block.at === 0 ? 0 : indexBehind(lines, after[block.at - 1] ?? '');
  return place === undefined ? 'touched' : joined([...lines.slice(0, place), ...block.lines, ...lines.slice(place)]);
}

/** Bullets, each with what is indented below it. */
function areNotes([first = '', ...more]: readonly string[]): boolean {
  return /^[-*+][ \t]/u.test(first) && more.every((line) => /^(?:[-*+][ \t]|[ \t])/u.test(line));
}

/** The lines that the longer of two texts has more, if they stand together. */
function blockIn(
  long: readonly string[],
  short: readonly string[],
): { readonly at: number; readonly lines: readonly string[] } | undefined {
  const more = long.length - short.length;
  const differs = short.findIndex((line, index) => long[index] !== line);
  const at = differs === -1 ? short.length : differs;
  if (more === 0 || !short.slice(at).every((line, index) => long[at + more + index] === line)) return undefined;
  return { at, lines: long.slice(at, at + more) };
}

function placesOf(lines: readonly string[], block: readonly string[]): number[] {
  return lines.flatMap((_, at) => (block.every((line, index) => lines[at + index] === line) ? [at] : []));
}

function indexBehind(lines: readonly string[], line: string): number | undefined {
  const [place, ...more] = placesOf(lines, [line]);
  return place === undefined || more.length > 0 ? undefined : place + 1;
}

const joined = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'), 'latin1');

/** Byte by byte: whatever stands there, in whatever encoding, comes back as it was. */
function linesOf(content: Uint8Array): string[] {
  return Buffer.from(content).toString('latin1').split('\n');
}
