// A walk in lines, one for each thing it tells, so that tests can say what they expect.
import { type Walked, type WalkOptions, walkFiles } from '../../src/disk/disk.ts';

/** Bounds that no test reaches unless it means to. */
export const wide: WalkOptions['most'] = { files: 10_000, bytes: 2 ** 30, depth: 100 };

export function told(root: string, options: Partial<WalkOptions> = {}, withContent = false): string[] {
  return Array.from(walkFiles(root, { most: wide, ...options }), (found) => line(found, withContent));
}

export function line(found: Walked, withContent = false): string {
  if (found.kind === 'left') return `${found.path}: ${found.what} ${found.why}`;
  if (found.kind === 'stopped') return `stopped by ${found.by} at ${found.path}`;
  return withContent ? `${found.path} = ${Buffer.from(found.content).toString()}` : found.path;
}
