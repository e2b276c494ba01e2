// What lies in a folder, or in one file, that somebody wants to take over: read within bounds, through no link, and never written.
import { basename, dirname } from 'node:path';
import { DreamkeeperError, ifPossible } from '../errors/errors.ts';
import { netFor } from '../secrets/secrets.ts';
import { normaliseText, oneLine, printSafe } from '../text/text.ts';
import type { FolderLook, TheirFile, World } from '../world/world.ts';
import { folders, isMemFs, logs, ofMemory, ownFiles, settings } from './layouts.ts';

/** Something that is not taken over, and why, as words behind its name. */
export interface Left {
  readonly path: string;
  readonly why: string;
}

export interface Source {
  /** With all links in it followed: a person may name a link. */
  readonly root: string;
  /** What the folder is called. */
  readonly name: string;
  /** Only one file of it was named. */
  readonly isFile: boolean;
  /** The file or folder that was named. */
  readonly named: string;
  /** By their paths below the root, in order: the text of each, in one form. */
  readonly files: ReadonlyMap<string, string>;
  readonly left: readonly Left[];
}

/** No page of a memory is longer; data may be. */
const most = { page: 1024 * 1024, data: 16 * 1024 * 1024 } as const;
const mostOf = (path: string): number => (/\.(?:af|jsonl)$/u.test(path) ? most.data : most.page);
const bounds = { files: 5000, bytes: 64 * 1024 * 1024, depth: 5 } as const;

export function readSource(world: World, path: string): Source {
  const given = lookAt(world, path);
  // A link is followed once, because a person named it; none below it is.
  const look = given.kind === 'other' ? lookAt(world, given.path) : given;
  if (look.kind === 'absent')
    throw new DreamkeeperError('E_USAGE', `there is nothing at ${printSafe(path)}`, {
      hint: 'Name a folder, or a file. `dk adopt` without a path lists what it found in the usual places.',
    });
  const files = new Map<string, string>();
  const left: Left[] = [];
  const read = (name: string, content: Uint8Array): void => {
    const text = textOf(content, name);
    if (typeof text === 'string') files.set(name, text);
    else left.push({ path: name, why: text.why });
  };
  if (look.kind === 'other') {
    const name = basename(look.path);
    const found = world.files.theirs(dirname(look.path), name, mostOf(name));
    if (found.kind === 'file') read(name, found.content);
    else left.push({ path: name, why: whyOf(found, name) });
    return {
      root: dirname(look.path),
      name: basename(dirname(look.path)),
      isFile: true,
      named: look.path,
      files,
      left,
    };
  }
  const source = { root: look.path, name: basename(look.path), isFile: false, named: look.path, files, left };
  readFolder(world, source, read, false);
  // Letta lets its agents choose what their folders are called.
  if (isMemFs(files)) readFolder(world, source, read, true);
  return source;
}

function readFolder(
  world: World,
  { root, name, left }: { readonly root: string; readonly name: string; readonly left: Left[] },
  read: (path: string, content: Uint8Array) => void,
  isWide: boolean,
): void {
  for (const found of world.files.walk(root, { most: bounds, skip: skipIn({ name, left }, isWide) })) {
    const { path } = found;
    if (found.kind === 'file') read(path, found.content);
    else if (found.kind === 'stopped')
      left.push({ path, why: 'and what comes behind it was not looked at: there is too much' });
    else if (found.what === 'folder' && path !== '.' && found.why !== 'gone')
      left.push({ path, why: folderWhy[found.why] });
    else if (found.what !== 'folder')
      left.push({ path, why: whyOf(world.files.theirs(root, path, mostOf(path)), path) });
  }
}

function lookAt(world: World, path: string): FolderLook {
  const look = ifPossible(() => world.places.look(path));
  if (look !== undefined) return look;
  throw new DreamkeeperError('E_NO_PERMISSION', `${printSafe(path)} is not yours to read`, {
    hint: 'Nothing was changed. Give yourself permission to read it, or name another folder.',
  });
}

/** What is passed over without a word, or with one of its own. `isWide`: the folders that were passed over the first time. */
function skipIn({ name, left }: { readonly name: string; readonly left: Left[] }, isWide: boolean) {
  return (path: string, what: 'file' | 'folder' | 'other'): boolean => {
    const [first = '', ...below] = path.split('/');
    const isOwn = below.length === 0;
    if (what === 'folder' && isOwn)
      return isWide ? folders.test(first) || /^(?:\.|node_modules$)/u.test(first) : !folders.test(first);
    if (settings.test(path)) return true;
    if (what === 'folder') return below.at(-1) === '.git';
    const isText = /\.(?:md|markdown|af)$/iu.test(path);
    if (isOwn && (isWide || !(ownFiles.test(path) || (isText && ofMemory.test(name))))) return true;
    if (logs.test(path)) left.push({ path, why: 'is a log of what was said and done, which is no memory' });
    else if (isText || /\.(?:jsonl|org|json|yaml)$/u.test(path)) return false;
    else if (ofMemory.test(isOwn ? name : first) && !/(?:^|\/)\./u.test(path))
      left.push({ path, why: 'is no text that is known here' });
    return true;
  };
}

const folderWhy = {
  'not-plain': 'is no folder of its own',
  name: 'has a name that nobody can write down',
  denied: 'is not yours to read',
  large: 'is too large',
  binary: 'is no text',
  deep: 'lies too deep',
  gone: 'is gone',
  broken: 'cannot be read',
} as const;

function whyOf(found: TheirFile, path: string): string {
  if (found.kind === 'link') return 'is a link to something that is read by its own name, if at all';
  if (found.kind === 'large')
    return `is too large (${Math.ceil(found.size / 1024)} KB, at most ${mostOf(path) / 1024})`;
  if (found.kind === 'absent' || found.kind === 'file') return 'changed while it was read';
  return found.why.replace(/^it /u, '');
}

/** In one form; undefined characters, zero bytes and other encodings are told, and not guessed. */
function textOf(content: Uint8Array, path: string): string | { readonly why: string } {
  if (content.length > mostOf(path)) return { why: whyOf({ kind: 'large', size: content.length }, path) };
  if (content.includes(0)) return { why: 'is binary, or in an encoding other than UTF-8' };
  try {
    return normaliseText(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    // What a decoder throws says no more than that.
    return { why: 'is not UTF-8 text; save it as UTF-8 to take it over' };
  }
}

/** A name of somebody else's in one line, without credentials. */
export function plainName(path: string): string {
  return printSafe(oneLine(netFor({}).redact(path), 200));
}
