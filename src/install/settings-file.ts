// One settings file of a harness where it really lies: read, replaced whole, or removed; a link to it stays a link.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { World } from '../world/world.ts';
import type { Setup } from './site.ts';

export interface SettingsFile {
  /** As people know it. */
  readonly path: string;
  /** Where its bytes are: elsewhere, if it is a link. */
  readonly folder: string;
  readonly name: string;
  readonly hasFolder: boolean;
  /** Undefined if there is no file. */
  readonly bytes: Uint8Array | undefined;
}

export function readSettings(world: World, path: string): SettingsFile {
  const target = targetOf(path);
  const hasFolder = existsSync(dirname(target));
  const folder = hasFolder ? realpathSync(dirname(target)) : dirname(target);
  const name = basename(target);
  return { path, folder, name, hasFolder, bytes: hasFolder ? world.files.read(folder, name) : undefined };
}

/** Writes all of it at once, or nothing; `null` removes it. Its rights stay as they were. */
export function writeSettings(world: World, file: SettingsFile, bytes: Uint8Array | null): void {
  const expect = world.files.hash(file.bytes);
  if (bytes !== null) world.files.makeFolder(file.folder);
  const result =
    bytes === null
      ? world.files.remove(file.folder, file.name, { expect })
      : world.files.write(file.folder, file.name, bytes, { expect });
  if (result === 'written') return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${printSafe(file.path)} changed while it was being edited`, {
    hint: 'Another program changed it, and that change stays. Run the command again.',
  });
}

/** Its text, or an error that says why we cannot edit it. */
export function textOf({ path, bytes }: SettingsFile, { form, title }: Setup): string {
  const text = decoded(bytes ?? new Uint8Array());
  const problem = text === undefined ? 'is not UTF-8 text' : form.problemIn(text);
  if (text !== undefined && problem === undefined) return text;
  throw new DreamkeeperError('E_CONFIG', `${printSafe(path)} ${problem}`, {
    hint: `Correct that in an editor (${title} needs it, too), and run this again. Nothing was changed.`,
  });
}

/** Undefined if it is not UTF-8: what cannot be decoded could not be written back as it was. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Another encoding, or no text at all.
    return undefined;
  }
}

function targetOf(path: string): string {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    return realpathSync(path);
  } catch (cause) {
    const errno = errnoOf(cause);
    // A file stands where the folder should be; whoever reads there says so.
    if (errno === 'ENOTDIR') return path;
    const isLost = errno === 'ENOENT' || errno === 'ELOOP';
    throw new DreamkeeperError(
      isLost ? 'E_NOT_A_FILE' : 'E_NO_PERMISSION',
      `${printSafe(path)} ${isLost ? 'is a link that leads nowhere' : 'cannot be looked at'}`,
      { hint: 'Correct that, and run this again. Nothing was changed.', cause },
    );
  }
}

/** Where a file of this name lies in the folder as it really is, for git, which looks at folders and not through links. */
export function placeInFolder({ path, hasFolder }: SettingsFile): string {
  return hasFolder && existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path;
}
