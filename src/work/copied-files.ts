// Files as they are, and what is written over them in memory: whoever works on them changes nothing on disk.
import type { Files } from '../world/world.ts';

/** `there`: what is to stand there from the beginning. */
export function copiedFiles(
  files: Files,
  there: readonly { readonly root: string; readonly path: string; readonly content: Uint8Array }[],
): Files {
  const own = new Map<string, Uint8Array | undefined>(
    there.map(({ root, path, content }) => [keyOf(root, path), content]),
  );
  const read = (root: string, path: string): Uint8Array | undefined =>
    own.has(keyOf(root, path)) ? own.get(keyOf(root, path)) : files.read(root, path);
  const put: Files['write'] = (root, path, content, { expect } = {}) => {
    // A name that nobody could write here is none there.
    const before = read(root, path);
    if (expect !== undefined && files.hash(before) !== expect) return 'changed';
    own.set(keyOf(root, path), content);
    return 'written';
  };
  return {
    ...files,
    read,
    write: put,
    remove: (root, path, { expect } = {}) => {
      if (expect !== undefined && files.hash(read(root, path)) !== expect) return 'changed';
      own.set(keyOf(root, path), undefined);
      return 'written';
    },
    sweep: () => undefined,
    makeFolder: () => undefined,
    list: (root, folder, what) => listed(own, root, folder, what === 'folders', files.list(root, folder, what)),
    theirs: (root, path, most) => {
      const found = files.theirs(root, path, most);
      if (!own.has(keyOf(root, path))) return found;
      const content = own.get(keyOf(root, path));
      return content === undefined ? { kind: 'absent' } : { kind: 'file', content, isProgram: false };
    },
    walk: function* (root, options) {
      for (const found of files.walk(root, options)) {
        const key = keyOf(root, found.path);
        const content = own.get(key);
        if (found.kind !== 'file' || !own.has(key)) yield found;
        else if (content !== undefined) yield { ...found, content };
      }
    },
  };
}

const keyOf = (root: string, path: string): string => `${root}\0${path}`;

/** The names that are there, without those that went and with those that came. */
function listed(
  own: ReadonlyMap<string, Uint8Array | undefined>,
  root: string,
  folder: string,
  isOfFolders: boolean,
  names: readonly string[],
): string[] {
  const start = keyOf(root, folder === '' || folder === '.' ? '' : `${folder}/`);
  const now = new Set(names);
  for (const [key, content] of own) {
    if (!key.startsWith(start)) continue;
    const [name = '', ...below] = key.slice(start.length).split('/');
    const isFolder = below.length > 0;
    if (isFolder !== isOfFolders) continue;
    if (content !== undefined) now.add(name);
    else if (!isFolder) now.delete(name);
  }
  return [...now];
}
