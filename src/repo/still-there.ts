// Objects that nothing leads to yet may be taken by a `git gc --prune=now` of the person's, before or while a branch moves to them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors/errors.ts';
import { safeObject } from './names.ts';
import { type GitObject, objectName, writeObjects } from './objects.ts';
import type { Repository } from './repository.ts';

/** A gc prunes once; more than so many in a row is something else. */
const most = 5;

/** Looks whether all are there, and writes those anew that are not. True if it had to. */
export async function writeMissing(repository: Repository, objects: readonly GitObject[]): Promise<boolean> {
  const wanted = objects.map((object) => ({ object, name: objectName(repository.objectFormat, object) }));
  for (let attempt = 0; attempt < most; attempt += 1) {
    const gone = await missing(
      repository,
      wanted.map(({ name }) => name),
    );
    if (gone.size === 0) return attempt > 0;
    await writeObjects(
      repository,
      wanted.filter(({ name }) => gone.has(name)).map(({ object }) => object),
    );
  }
  return true;
}

/** Just written, each is mostly a file of its own, and no git is started; one that is not may be in a pack. */
async function missing(repository: Repository, names: readonly string[]): Promise<ReadonlySet<string>> {
  const folder = join(repository.place.commonDir, 'objects');
  const unseen = names.filter((name) => !existsSync(join(folder, name.slice(0, 2), name.slice(2))));
  if (unseen.length === 0) return new Set();
  const input = unseen.map((name) => `${name}\n`).join('');
  const output = (await repository.throughLens(['cat-file', '--batch-check'], { input })).toString('utf8');
  return new Set(unseen.filter((name) => output.includes(`${name} missing`)));
}

/** Whether everything that a commit of ours without parents leads to is there. */
export async function isWhole(repository: Repository, commit: string): Promise<boolean> {
  try {
    await repository.throughLens(['rev-list', '--objects', '--quiet', safeObject(commit)]);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'E_GIT') return false;
    throw error;
  }
}
