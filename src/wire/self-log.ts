// The private logs below `.self/`: only ever appended to, never put aside, never through a link, and hidden from git before their first line.
import { DreamkeeperError } from '../errors/errors.ts';
import type { FoundHome } from '../world/world.ts';

// Not by `import`: hooks write here too, and node:fs as a whole would have to be loaded first.
const { lstatSync, mkdirSync } = process.getBuiltinModule('node:fs');

interface Hands {
  readonly homes: Pick<typeof import('../home/home.ts'), 'keepPrivate'>;
  readonly telemetry: Pick<typeof import('../telemetry/telemetry.ts'), 'appendLine' | 'sizeOf'>;
}

/** Adds lines to the log at a path below the home, such as `.self/conversation.jsonl`. */
export function appendToLog(
  { homes, telemetry }: Hands,
  home: FoundHome,
  path: string,
  lines: readonly string[],
): void {
  const full = `${home.home}/${path}`;
  if (telemetry.sizeOf(full) === 0) {
    homes.keepPrivate(home.repository);
    makeFolders(home.home, path.split('/').slice(0, -1));
  } else refuseLinks(home.home, path.split('/').slice(0, -1));
  for (const line of lines) telemetry.appendLine(full, line);
}

function makeFolders(root: string, names: readonly string[]): void {
  refuseLinks(root, names);
  mkdirSync([root, ...names].join('/'), { recursive: true });
}

/** Whoever made a link of a folder would get what is private to read somewhere else. */
function refuseLinks(root: string, names: readonly string[]): void {
  for (let at = 1; at <= names.length; at += 1) {
    const folder = [root, ...names.slice(0, at)].join('/');
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) continue;
    throw new DreamkeeperError('E_NOT_A_FILE', `${folder} is no folder of its own`, {
      hint: 'Move it away; Dreamkeeper makes a folder when it needs it. Nothing was recorded.',
    });
  }
}
