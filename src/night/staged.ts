// The home as the acts so far would leave it: files that are only proposed are read as if they were there, and nothing is written.
import type { FileEdit } from '../change/change.ts';
import type { AgentHome } from '../world/world.ts';
import { refuseUnfit } from './fit-edits.ts';

export interface StagedView {
  /** What the next act is given. */
  readonly home: AgentHome;
  /** Makes these edits on what the acts before have left; throws if one of them does not fit. */
  add(edits: readonly FileEdit[]): Promise<void>;
}

export function stagedView(given: AgentHome): StagedView {
  const { world } = given;
  const root = given.home.home;
  const staged = new Map<string, Uint8Array | undefined>();
  const read = (folder: string, path: string): Uint8Array | undefined =>
    folder === root && staged.has(path) ? staged.get(path) : world.files.read(folder, path);
  const list: typeof world.files.list = (folder, below, what) => {
    const there = world.files.list(folder, below, what);
    if (folder !== root || what === 'folders') return there;
    const isIn = (path: string): boolean =>
      path.slice(0, path.lastIndexOf('/') + 1) === (below === '' ? '' : `${below}/`);
    const gone = new Set(
      [...staged].flatMap(([path, bytes]) => (bytes === undefined && isIn(path) ? [nameOf(path)] : [])),
    );
    const come = [...staged].flatMap(([path, bytes]) => (bytes !== undefined && isIn(path) ? [nameOf(path)] : []));
    return [...new Set([...there.filter((name) => !gone.has(name)), ...come])];
  };
  return {
    home: { ...given, world: { ...world, files: { ...world.files, read, list } } },
    add: async (edits) => {
      const next = new Map(staged);
      for (const each of edits) {
        const { path, edit } = each;
        const before = next.has(path) ? next.get(path) : world.files.read(root, path);
        const after = await edit(before);
        refuseUnfit(given.settings, each, before, after);
        next.set(path, after);
      }
      // All of an act, or nothing of it.
      for (const [path, bytes] of next) staged.set(path, bytes);
    },
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
