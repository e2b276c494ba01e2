// list: what lies in a folder.
import * as z from 'zod/mini';
import { type Ground, rootOf, wayTo } from './ground.ts';
import { refused, said, type Tool, tool } from './tool.ts';

const most = 500;

export const list: Tool = tool({
  name: 'list',
  kit: 'files',
  does: 'List the files and folders in a folder; the top one if none is named.',
  schema: z.strictObject({ folder: z.optional(z.string()) }),
  target: ({ folder }) => folder ?? '.',
  use: ({ worker: { world }, ground }, { folder: given = '.' }) => {
    const folder = folderIn(ground, given);
    if (typeof folder !== 'string') return refused(folder.blocked);
    const root = rootOf(ground, folder);
    const inside = (name: string): boolean => isShown(ground, folder === '.' ? name : `${folder}/${name}`);
    const folders = world.files.list(root, folder, 'folders').filter(inside);
    const names = [...folders.map((name) => `${name}/`), ...world.files.list(root, folder).filter(inside)].toSorted();
    if (names.length === 0) return refused(`not found: ${folder} (no such folder, or nothing in it)`);
    const more = names.length > most ? [`[stopped at ${most} of ${names.length}]`] : [];
    return said([...names.slice(0, most), ...more].join('\n'));
  },
});

/** A folder that may be looked into, or why not. */
export function folderIn(ground: Ground, given: string): string | { readonly blocked: string } {
  if (/^\.?\/*$/u.test(given) && !given.startsWith('/')) return '.';
  const way = wayTo(ground, 'read', given);
  return way.kind === 'blocked' ? { blocked: way.text } : way.path;
}

export function isShown(ground: Ground, path: string): boolean {
  // What it keeps of itself is looked into by name, and is no part of what it works on.
  return path !== ground.self && wayTo(ground, 'read', path).kind === 'way';
}
