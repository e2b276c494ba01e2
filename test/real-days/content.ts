// Files whose contents nobody knows: lines that are counted, so that a commit adds and removes as many as it really did.

export interface Contents {
  /** What a file holds now; undefined if it is not there. */
  now(path: string): string | undefined;
  /** As a commit leaves it, or, with a `share`, as it is on the way there. Nothing is kept unless `keep` is said. */
  after(path: string, added: number, removed: number, share?: number): string | undefined;
  keep(path: string, content: string | undefined): void;
}

const longest = 400;

export function contents(paths: readonly string[]): Contents {
  const known = new Map(paths.map((path) => [path, filler(path, 0, 40)]));
  let count = 0;
  return {
    now: (path) => known.get(path),
    after: (path, added, removed, share = 1) => {
      const lines = known.get(path)?.split('\n').slice(0, -1) ?? [];
      const less = Math.min(Math.ceil(removed * share), lines.length);
      // A file that only got other rights changes, too.
      const isBare = share < 1 || added + removed === 0;
      const more = Math.min(Math.max(Math.ceil(added * share), isBare ? 1 : 0), longest);
      // All of it gone, and nothing new: then the file is gone.
      if (more === 0 && removed >= lines.length && share === 1) return undefined;
      count += 1;
      return `${[...lines.slice(less), ...filler(path, count, more).split('\n').slice(0, -1)].join('\n')}\n`;
    },
    keep: (path, content) => (content === undefined ? known.delete(path) : known.set(path, content)),
  };
}

function filler(path: string, version: number, lines: number): string {
  return Array.from({ length: lines }, (_, line) => `line ${version}.${line} of ${path}\n`).join('');
}
