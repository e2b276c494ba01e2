// The folders a commit touches: read as git keeps them, changed in memory, and nothing else of a large repository looked at.
import { foldersOf, pathBytes, theirPath } from '../disk/disk.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import { safeObject } from './names.ts';
import { type GitObject, objectName } from './objects.ts';
import type { Repository, TreeEntry } from './repository.ts';

/** One folder: what lies in it, by name. A name may be any bytes, so it is kept as Latin-1. */
type Folder = Map<string, TreeEntry>;

/** Folders by path, the root's is empty. A folder that the commit does not have is not in it. */
export type Folders = ReadonlyMap<string, ReadonlyMap<string, TreeEntry>>;

const folderMode = '040000';

/** All folders these paths lie in, outermost first. */
function touchedBy(paths: readonly string[]): string[] {
  const folders = new Set(['', ...paths.flatMap((path) => foldersOf(theirPath(path)))]);
  return [...folders].toSorted((one, other) => depthOf(one) - depthOf(other));
}

const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => pathBytes(path.slice(path.lastIndexOf('/') + 1)).toString('latin1');

/** What a commit has at a path, file or folder, as far as its folder was read. */
export function entryAt(folders: Folders, path: string): TreeEntry | undefined {
  return folders.get(parentOf(path))?.get(nameOf(path));
}

/** The same for many; those it does not have are left out. */
export function entriesOf(folders: Folders, paths: readonly string[]): Map<string, TreeEntry> {
  return new Map(
    paths.flatMap((path) => {
      const entry = entryAt(folders, path);
      return entry === undefined ? [] : [[path, entry] as const];
    }),
  );
}

/** Reads every folder that these paths lie in. */
export async function readFolders(repository: Repository, commit: string, paths: readonly string[]): Promise<Folders> {
  const folders = new Map<string, Folder>();
  const wanted = touchedBy(paths);
  // With a slash at its end only a folder is found, and no sign in its name means anything: a file in its place may be of any size, and is
  // not read.
  const asked = (folder: string): string => (folder === '' ? `${safeObject(commit)}^{tree}` : `${commit}:${folder}/`);
  const fitsALine = (folder: string): boolean => !folder.includes('\n');
  await readInto(folders, repository, wanted.filter(fitsALine), asked);
  // One that no line can name is asked for by what the folder above says it is.
  for (const folder of wanted.filter((each) => !fitsALine(each))) {
    const entry = entryAt(folders, folder);
    if (entry?.mode === folderMode) await readInto(folders, repository, [folder], () => safeObject(entry.blob));
  }
  return folders;
}

async function readInto(
  folders: Map<string, Folder>,
  repository: Repository,
  wanted: readonly string[],
  asked: (folder: string) => string,
): Promise<void> {
  const input = pathBytes(`${wanted.map(asked).join('\n')}\n`);
  const answer = await repository.throughLens(['cat-file', '--batch'], { input });
  let at = 0;
  for (const folder of wanted) {
    const lineEnd = answer.indexOf(0x0a, at);
    const line = answer.toString('latin1', at, lineEnd === -1 ? answer.length : lineEnd);
    at += line.length + 1;
    const isThere = folder === '' || entryAt(folders, folder)?.mode === folderMode;
    const [, name, size = ''] = /^([0-9a-f]+) tree (\d+)$/u.exec(line) ?? [];
    // Also where a clone left it on its server: without it nobody knows what else is in it.
    if ((name !== undefined) !== isThere) throw unreadable(folder);
    if (name === undefined) continue;
    const content = answer.subarray(at, at + Number(size));
    at += content.length + 1;
    const expected = folder === '' ? name : entryAt(folders, folder)?.blob;
    if (objectName(repository.objectFormat, { type: 'tree', content }) !== expected) throw unreadable(folder);
    const parsed = parseTree(content, name.length / 2);
    // A name that is there twice: to write one of them would take the other away.
    if (parsed === undefined) throw unreadable(folder);
    folders.set(folder, parsed);
  }
}

function unreadable(folder: string): DreamkeeperError {
  return new DreamkeeperError(
    'E_GIT',
    `git could not read ${folder === '' ? 'the tree' : `the folder ${printSafe(folder)}`} of the last commit`,
    { hint: 'Nothing was changed. Run `git fsck` in that repository if this repeats.' },
  );
}

/** The folders with the given files put in (or taken out, where there is no entry): the new root's name, and every tree that is new, innermost first. */
export function nextTrees(
  format: 'sha1' | 'sha256',
  before: Folders,
  after: ReadonlyMap<string, TreeEntry | undefined>,
): { readonly root: string; readonly trees: readonly GitObject[] } {
  const touched = touchedBy([...after.keys()]);
  const next = new Map(touched.map((folder): [string, Folder] => [folder, new Map(before.get(folder))]));
  const put = (path: string, entry: TreeEntry | undefined): void => {
    const folder = next.get(parentOf(path));
    if (entry === undefined) folder?.delete(nameOf(path));
    else folder?.set(nameOf(path), entry);
  };
  for (const [path, entry] of after) put(path, entry);
  const trees: GitObject[] = [];
  let root = '';
  for (const folder of touched.toReversed()) {
    const entries = next.get(folder) ?? new Map();
    const tree: GitObject = { type: 'tree', content: printTree(entries) };
    const blob = objectName(format, tree);
    const isEmpty = entries.size === 0;
    if (folder === '') root = blob;
    else put(folder, isEmpty ? undefined : { mode: folderMode, blob });
    // Git knows no empty folders, but an empty root.
    if (folder === '' || (!isEmpty && entryAt(before, folder)?.blob !== blob)) trees.push(tree);
  }
  return { root, trees };
}

function parseTree(content: Buffer, nameLength: number): Folder | undefined {
  const folder: Folder = new Map();
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(0x20, at);
    const end = content.indexOf(0, blank);
    const name = content.toString('latin1', blank + 1, end);
    if (folder.has(name)) return undefined;
    folder.set(name, {
      mode: modeOf(content.toString('latin1', at, blank)),
      blob: content.toString('hex', end + 1, end + 1 + nameLength),
    });
    at = end + 1 + nameLength;
  }
  return folder;
}

/** As git itself takes them: old programs wrote others. */
function modeOf(written: string): string {
  const mode = Number.parseInt(written, 8);
  const kind = mode & 0o170000;
  if (kind === 0o100000) return (mode & 0o100) === 0 ? '100644' : '100755';
  return kind === 0o040000 ? folderMode : kind === 0o120000 ? '120000' : '160000';
}

function printTree(folder: ReadonlyMap<string, TreeEntry>): Buffer {
  // In git's order: by bytes, a folder as if its name ended with a slash.
  const sorted = [...folder]
    .map(([name, entry]) => ({ name, entry, key: entry.mode === folderMode ? `${name}/` : name }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(({ name, entry }) => [
      Buffer.from(`${entry.mode.replace(/^0/u, '')} ${name}\0`, 'latin1'),
      Buffer.from(entry.blob, 'hex'),
    ]),
  );
}
