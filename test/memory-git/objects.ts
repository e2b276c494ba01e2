// Git's objects in a map, under the names git gives them: blobs, trees and commits, made, read in and taken apart.
import { createHash } from 'node:crypto';

export interface Entry {
  readonly mode: string;
  readonly blob: string;
}

/** Every file of a tree by its full path. */
export type Files = ReadonlyMap<string, Entry>;

export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: string;
  /** The e-mail of whoever made it. */
  readonly committer: string;
  readonly seconds: number;
  readonly message: string;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly seconds: number;
}

export interface Objects {
  put(type: string, content: Uint8Array): string;
  blob(id: string): Buffer | undefined;
  commit(id: string): Commit | undefined;
  /** All files below a tree; undefined if there is no such tree. */
  files(tree: string): Files | undefined;
  /** What lies directly in a folder of a tree, folders included. */
  folder(tree: string): Files | undefined;
  putTree(files: Files): string;
  putCommit(tree: string, parents: readonly string[], by: Signature, message: string): string;
}

const folderMode = '040000';

export function memoryObjects(): Objects {
  const kept = new Map<string, { readonly type: string; readonly content: Buffer }>();
  const commits = new Map<string, Commit>();
  const all = new Map<string, Files>();
  const put: Objects['put'] = (type, content) => {
    const id = createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
    if (!kept.has(id)) kept.set(id, { type, content: Buffer.from(content) });
    return id;
  };
  const read = (type: string, id: string): Buffer | undefined => {
    const found = kept.get(id);
    return found?.type === type ? found.content : undefined;
  };
  const folder: Objects['folder'] = (tree) => {
    const content = read('tree', tree);
    return content && parseTree(content);
  };
  const files: Objects['files'] = (tree) => {
    const known = all.get(tree);
    const entries = known === undefined ? folder(tree) : undefined;
    if (known !== undefined || entries === undefined) return known;
    const found = [...entries].flatMap(([name, entry]): (readonly [string, Entry])[] =>
      entry.mode === folderMode
        ? [...(files(entry.blob) ?? [])].map(([below, each]) => [`${name}/${below}`, each])
        : [[name, entry]],
    );
    all.set(tree, new Map(found));
    return all.get(tree);
  };
  const putTree: Objects['putTree'] = (given) => {
    const folders = new Map<string, Map<string, Entry>>();
    const here = new Map<string, Entry>();
    for (const [path, entry] of given) {
      const [first = '', ...rest] = path.split('/');
      if (rest.length === 0) here.set(first, entry);
      else folders.set(first, (folders.get(first) ?? new Map()).set(rest.join('/'), entry));
    }
    for (const [name, below] of folders) here.set(name, { mode: folderMode, blob: putTree(below) });
    return put('tree', printTree(here));
  };
  return {
    ...{ put, files, folder, putTree },
    blob: (id) => read('blob', id),
    commit: (id) => {
      const content = commits.has(id) ? undefined : read('commit', id);
      if (content !== undefined) commits.set(id, parseCommit(id, content.toString('utf8')));
      return commits.get(id);
    },
    putCommit: (tree, parents, { name, email, seconds }, message) => {
      const by = `${name} <${email}> ${seconds} +0000`;
      const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${by}`, `committer ${by}`];
      return put('commit', Buffer.from(`${lines.join('\n')}\n\n${message}\n`));
    },
  };
}

function parseCommit(id: string, text: string): Commit {
  const end = text.indexOf('\n\n');
  const head = text.slice(0, end);
  const fields = (name: string): string[] =>
    [...head.matchAll(new RegExp(`^${name} (.*)$`, 'gmu'))].map(([, value = '']) => value);
  const [, committer = '', seconds = '0'] = /<(.*)> (\d+) /u.exec(fields('committer')[0] ?? '') ?? [];
  return {
    ...{ id, tree: fields('tree')[0] ?? '', parents: fields('parent'), committer, seconds: Number(seconds) },
    author: (fields('author')[0] ?? '').replace(/ <.*$/u, ''),
    message: text.slice(end + 2),
  };
}

function parseTree(content: Buffer): Files {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(0x20, at);
    const end = content.indexOf(0, blank);
    const mode = content.toString('latin1', at, blank).padStart(6, '0');
    entries.set(content.toString('utf8', blank + 1, end), { mode, blob: content.toString('hex', end + 1, end + 21) });
    at = end + 21;
  }
  return entries;
}

function printTree(entries: Files): Buffer {
  // In git's order: by bytes, a folder as if its name ended with a slash.
  const sorted = [...entries].toSorted(([one, first], [other, second]) =>
    byBytes(first.mode === folderMode ? `${one}/` : one, second.mode === folderMode ? `${other}/` : other),
  );
  return Buffer.concat(
    sorted.flatMap(([name, { mode, blob }]) => [
      Buffer.from(`${mode.replace(/^0/u, '')} ${name}\0`),
      Buffer.from(blob, 'hex'),
    ]),
  );
}

/** The order in which git names paths. */
export function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
