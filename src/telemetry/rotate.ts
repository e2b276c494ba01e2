// The record of the day is kept in pieces: a piece that has grown large is put aside under a name that sorts by age.
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../errors/errors.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { lstatSync, readdirSync, renameSync, rmSync, statSync } = process.getBuiltinModule('node:fs');

export interface Rotation {
  readonly largest: number;
  /** How many pieces put aside are kept. */
  readonly keep: number;
}

export const usualRotation: Rotation = { largest: 8 * 1024 * 1024, keep: 8 };

/**
 * Puts the file aside if it has grown past its limit.
 *
 * Two processes may do this at once. The name has the time and a random part, so neither overwrites the other's piece; the worst that
 * can happen is one more, smaller piece. Names sort by when they were given, whatever the clock says: a clock that went back does not make
 * the newest piece the oldest, which would be deleted. A writer that opened the file before the rename still writes into the piece, which is read too.
 */
export function rotate(
  path: string,
  now: Date,
  random: () => string,
  { largest, keep }: Rotation = usualRotation,
): void {
  if (sizeOf(path) < largest) return;
  const before = ownPieces(path);
  const aside = join(dirname(path), `${stem(path)}.${stampAfter(before.at(-1), now)}-${random()}.jsonl`);
  try {
    renameSync(path, aside);
  } catch (error) {
    // Somebody else put it aside between the look and the rename.
    if (errnoOf(error) === 'ENOENT') return;
    throw error;
  }
  for (const old of before.slice(0, Math.max(0, before.length + 1 - keep))) rmSync(old, { force: true });
}

/** The time, or, where the newest piece has that or a later one in its name, the next number after that. */
function stampAfter(newest: string | undefined, now: Date): string {
  const wanted = now.toISOString().replace(/\D/gu, '').padStart(17, '0').slice(-17);
  const last =
    /\.(\d{8})T(\d{9})Z-[^/]*$/u
      .exec(newest ?? '')
      ?.slice(1)
      .join('') ?? '';
  // There is none after the last of all; what was just put aside is then kept by its name.
  const next = wanted > last || /^9*$/u.test(last) ? wanted : `${BigInt(last) + 1n}`.padStart(17, '0');
  return `${next.slice(0, 8)}T${next.slice(8)}Z`;
}

/** The pieces that look as ours look here. What a commit or somebody else put there is not counted: by its name it could push ours out. */
function ownPieces(path: string): string[] {
  const own = statSync(path, { throwIfNoEntry: false });
  return pieces(path).filter((each) => {
    const found = lstatSync(each, { throwIfNoEntry: false });
    return found?.isFile() === true && found.uid === own?.uid && found.mode === own.mode;
  });
}

/** The pieces put aside, oldest first; `withNewest`: and the file itself, if it is there. */
export function pieces(path: string, withNewest = false): string[] {
  const start = `${stem(path)}.`;
  const names = namesIn(dirname(path));
  const aside = names
    .filter((name) => name.startsWith(start) && /^\d{8}T\d{9}Z-[0-9a-f]+\.jsonl$/u.test(name.slice(start.length)))
    .toSorted();
  return [...aside, ...(withNewest && names.includes(basename(path)) ? [basename(path)] : [])].map((name) =>
    join(dirname(path), name),
  );
}

/** None where there is no folder yet (a home that was just cloned has no private one), or nothing that we may look into: whoever opens a file there says so. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errnoOf(error) ?? '')) return [];
    throw error;
  }
}

function stem(path: string): string {
  return basename(path, '.jsonl');
}

/** How long a file is; nothing if it is not there, or not ours to look at: whoever opens it then says so. */
export function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    if (['ENOTDIR', 'EACCES'].includes(errnoOf(error) ?? '')) return 0;
    throw error;
  }
}
