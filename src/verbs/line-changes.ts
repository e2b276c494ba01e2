// What changes between two texts, line by line, as people know it from a patch.

export interface LineChange {
  readonly sign: '+' | '-';
  readonly text: string;
}

/** Longer lines are shown only where they change: a settings file on one line may hold much that nobody asked to see. */
const longest = 1000;
/** More comparisons than this are not made; then all that lies between the first and the last change is shown. */
const most = 4_000_000;

/** The same for a file, which may not be there before or afterwards. */
export function fileChanges(before: Uint8Array | undefined, after: Uint8Array | undefined): LineChange[] {
  const [old, now] = [before, after].map((bytes) => Buffer.from(bytes ?? []).toString('utf8'));
  return lineChanges(old ?? '', now ?? '');
}

function lineChanges(before: string, after: string): LineChange[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const changes = between(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return changes.map(({ sign, text }, at) => {
    const [other] = [changes[at + 1], changes[at - 1]].filter((each) => each !== undefined && each.sign !== sign);
    return { sign, text: text.length > longest && other !== undefined ? onlyChanged(text, other.text) : text };
  });
}

function linesOf(text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/^\uFEFF/u, '')
        .replace(/(?:\r\n|\n|\r)$/u, '')
        .split(/\r\n|\n|\r/u);
}

/** The longest common lines stay; the others go or come. */
function between(old: readonly string[], now: readonly string[]): LineChange[] {
  const gone = (text: string): LineChange => ({ sign: '-', text });
  const come = (text: string): LineChange => ({ sign: '+', text });
  if (old.length * now.length > most) return [...old.map(gone), ...now.map(come)];
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  const of = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row !== undefined) row[j] = old[i] === now[j] ? of(i + 1, j + 1) + 1 : Math.max(of(i + 1, j), of(i, j + 1));
    }
  const changes: LineChange[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && of(i + 1, j) >= of(i, j + 1))) changes.push(gone(old[i++] ?? ''));
    else changes.push(come(now[j++] ?? ''));
  }
  return changes;
}

function onlyChanged(text: string, other: string): string {
  let start = 0;
  while (start < text.length && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < text.length - start && end < other.length - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = Math.max(0, start - 20);
  const to = Math.min(text.length, text.length - end + 20);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
