// The exclude file of a repository, which no commit has: lines of ours are added, and what stood there keeps its bytes.
import { join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import type { World } from '../world/world.ts';

/** One line, and whose exclude file it is for. */
export interface ExcludeLine {
  readonly commonDir: string;
  readonly line: string;
}

const path = 'info/exclude';

export function excludeFile({ commonDir }: Pick<ExcludeLine, 'commonDir'>): string {
  return join(commonDir, path);
}

export function excludesIn(world: World, commonDir: string): string[] {
  return Buffer.from(world.files.read(commonDir, path) ?? [])
    .toString('utf8')
    .split(/\r?\n/u);
}

/** Behind what stands there, whatever its encoding. */
export function addExcludes(world: World, commonDir: string, lines: readonly string[]): void {
  const before = world.files.read(commonDir, path);
  const bytes = Buffer.from(before ?? []);
  const separator = bytes.length === 0 || bytes.at(-1) === 0x0a ? '' : '\n';
  put(world, commonDir, Buffer.concat([bytes, Buffer.from(`${separator}${lines.join('\n')}\n`)]), before);
}

/**
 * Takes the line away if it stands there exactly once. `was` is what stood there before us, if that is known: it tells whether the line end
 * before ours is ours, too, and whether there was a file at all.
 */
export function removeExclude(world: World, { commonDir, line }: ExcludeLine, was?: Uint8Array | null): boolean {
  const before = world.files.read(commonDir, path);
  // One character for each byte, whatever its encoding: all of it comes out as it went in.
  const text = Buffer.from(before ?? []).toString('latin1');
  const wanted = Buffer.from(line).toString('latin1');
  const lines = text.split(/(?<=\n)/u);
  const own = lines.filter((each) => each.replace(/\r?\n$/u, '') === wanted);
  if (before === undefined || own.length !== 1) return false;
  const left = lines.filter((each) => each !== own[0]).join('');
  const known = was === undefined || was === null ? undefined : Buffer.from(was).toString('latin1');
  const isOnlyOurs = left === '' && was === null;
  put(
    world,
    commonDir,
    isOnlyOurs ? undefined : Buffer.from(left === `${known}\n` ? (known ?? '') : left, 'latin1'),
    before,
  );
  return true;
}

function put(world: World, commonDir: string, after: Uint8Array | undefined, before: Uint8Array | undefined): void {
  const expect = world.files.hash(before);
  const result =
    after === undefined
      ? world.files.remove(commonDir, path, { expect })
      : world.files.write(commonDir, path, after, { expect });
  if (result === 'written') return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${excludeFile({ commonDir })} changed while it was being edited`, {
    hint: 'Run the command again.',
  });
}

/** A path as git's ignore files want it: what would mean something there is escaped. */
export function asPattern(name: string): string {
  return name.replace(/[\\*?[\]!#]| +$/gu, (found) => found.replace(/./gu, (character) => `\\${character}`));
}
