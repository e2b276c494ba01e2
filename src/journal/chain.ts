// The order of lines that each name the one before by its hash.

interface Link {
  readonly hash: string;
  readonly prev: string | null;
  /** Its number in the file. */
  readonly at: number;
}

/** Every line once, behind the one it follows; tells of what is not so, where it may not be otherwise. */
export function inOrder<T extends Link>(read: readonly T[], breaks: (line: number, reason: string) => void): T[] {
  const all = new Set(read.map(({ hash: own }) => own));
  const isJoined = hasForks(read);
  const known = new Set<string>();
  const lines: T[] = [];
  const waiting = new Map<string, T[]>();
  const add = (line: T): void => {
    known.add(line.hash);
    lines.push(line);
    const next = waiting.get(line.hash) ?? [];
    waiting.delete(line.hash);
    for (const each of next) if (!known.has(each.hash)) add(each);
  };
  for (const line of read) {
    const { prev } = line;
    if (known.has(line.hash)) {
      if (!isJoined) breaks(line.at, 'it stands there twice');
    } else if (prev === null || known.has(prev)) add(line);
    else if (isJoined && all.has(prev)) waiting.set(prev, [...(waiting.get(prev) ?? []), line]);
    else {
      breaks(line.at, 'the line it follows is gone');
      add(line);
    }
  }
  // A ring of lines, each behind the other: nobody could have written it in good faith.
  for (const line of [...waiting.values()].flat()) {
    breaks(line.at, 'the line it follows is gone');
    if (!known.has(line.hash)) add(line);
  }
  return lines;
}

/** Whether two different lines follow the same one, or begin. */
function hasForks(read: readonly Link[]): boolean {
  const followed = new Map<string | null, string>();
  return read.some(({ prev, hash: own }) => {
    const other = followed.get(prev);
    followed.set(prev, own);
    return other !== undefined && other !== own;
  });
}
