// Whether a private file is this home's own: a plain file, of its owner, that nobody else may write.

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { lstatSync } = process.getBuiltinModule('node:fs');

/** Why a piece of the private record is not believed. */
export type NotOurs =
  | 'git tracks it'
  | 'it is not a plain file'
  | 'it has a second name'
  | 'it belongs to another user'
  | 'others may write it';

/** Where it lies: the folder of the home, and our private one, which we make with rights for nobody else. */
export interface OwnFolders {
  readonly home: string;
  readonly privateDir: string;
}

/**
 * Why the file at a path is not ours; undefined if it is, or if there is none. Whoever may only read it (a backup that came back with 0644) has
 * not written it. Owner and rights are asked where the system has them: Windows has neither, and on a disk that keeps no rights our own private
 * folder is as open as everything else.
 */
export function whyNotOurs(path: string, { home, privateDir }: OwnFolders): NotOurs | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile()) return 'it is not a plain file';
  if (found.nlink > 1) return 'it has a second name';
  const self = process.geteuid?.();
  if (self === undefined) return undefined;
  const owner = lstatSync(home, { throwIfNoEntry: false })?.uid;
  if (found.uid !== self && found.uid !== owner) return 'it belongs to another user';
  const keepsRights = ((lstatSync(privateDir, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) === 0;
  return keepsRights && (found.mode & 0o022) !== 0 ? 'others may write it' : undefined;
}
