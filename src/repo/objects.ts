// Git's objects as bytes: named by ourselves, and handed to git in one go, so that one process writes what one commit needs.
import { createHash } from 'node:crypto';
import type { Repository } from './repository.ts';

export interface GitObject {
  readonly type: 'commit' | 'tree' | 'blob';
  readonly content: Uint8Array;
}

/** The name git gives to an object. */
export function objectName(format: 'sha1' | 'sha256', { type, content }: GitObject): string {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest('hex');
}

/**
 * Writes objects, in the given order: whoever is killed in between leaves nothing that leads to something missing, if what is led to comes
 * first. Each is synced by git as any object is, and one that is there already is left as it is.
 *
 * Git names them by itself while it unpacks. That it comes to the same names is seen by whoever moves a branch to one: git refuses a
 * branch that leads to no commit, and the commit's name is made from all the others.
 */
export async function writeObjects(repository: Repository, objects: readonly GitObject[]): Promise<void> {
  await repository.throughLens(['unpack-objects', '-q'], { input: packOf(repository.objectFormat, objects) });
}

const types = { commit: 1, tree: 2, blob: 3 } as const;

/** The objects as a pack, none of them as a difference to another. */
function packOf(format: 'sha1' | 'sha256', objects: readonly GitObject[]): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  // Loaded by whoever writes: a morning does not.
  const { deflateSync } = process.getBuiltinModule('node:zlib');
  // Lightly: git packs each anew for its own file.
  const parts = objects.flatMap(({ type, content }) => [
    sizeOf(types[type], content.length),
    deflateSync(content, { level: 1 }),
  ]);
  const body = Buffer.concat([header, ...parts]);
  return Buffer.concat([body, createHash(format).update(body).digest()]);
}

/** Type and size: four bits of the size beside the type, then seven in each byte, the lowest first. */
function sizeOf(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.floor(size / 16);
  let byte = type * 16 + (size % 16);
  while (rest > 0) {
    bytes.push(byte + 128);
    byte = rest % 128;
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, byte]);
}
