// What a person's ignore files say is to be left alone: the nearest of them has the last word, as git reads them.
import { decodeUtf8 } from '../text/text.ts';
import type { TheirFile } from '../world/world.ts';
import { type Glob, globOf, isPlainGlob } from './glob.ts';

interface Rule {
  /** By its path below the folder of the file, or by its name alone. */
  readonly isByPath: boolean;
  readonly isFolderOnly: boolean;
  readonly isKept: boolean;
  /** Which line it is: the last that fits has the last word. */
  readonly at: number;
}

interface Rules {
  /** Most are a plain name, and found by it; a path has a slash before it. */
  readonly plain: ReadonlyMap<string, readonly Rule[]>;
  readonly patterns: readonly (Rule & { readonly glob: Glob })[];
}

export interface IgnoreFiles {
  /** The patterns that hold everywhere below, those first that the others may overrule. */
  readonly outer: readonly string[];
  /** The text of the ignore file in a folder; '' is the top one. */
  read(folder: string): string | undefined;
}

/** Whether a path below the root is ignored. Folders are asked about before what lies in them, which is not asked about then. */
export function ignoredBy({ outer, read }: IgnoreFiles): (path: string, isFolder: boolean) => boolean {
  const everywhere = outer.map(rulesIn);
  const known = new Map<string, Rules>();
  const rulesOf = (folder: string): Rules => {
    const there = known.get(folder) ?? rulesIn(read(folder) ?? '');
    known.set(folder, there);
    return there;
  };
  return (path, isFolder) => {
    const cut = path.lastIndexOf('/');
    const name = path.slice(cut + 1);
    const verdict = ({ plain, patterns }: Rules, below: string): boolean | undefined => {
      const fits = ({ isFolderOnly }: Rule): boolean => isFolder || !isFolderOnly;
      const last = patterns.findLast((rule) => fits(rule) && rule.glob(rule.isByPath ? below : name));
      const all = [plain.get(name)?.findLast(fits), plain.get(`/${below}`)?.findLast(fits), last];
      const found = all.reduce((one, other) => ((other?.at ?? -1) > (one?.at ?? -1) ? other : one));
      return found === undefined ? undefined : !found.isKept;
    };
    for (
      let folder = path.slice(0, Math.max(0, cut));
      ;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
    ) {
      const said = verdict(rulesOf(folder), folder === '' ? path : path.slice(folder.length + 1));
      if (said !== undefined) return said;
      if (folder === '') break;
    }
    for (const rules of everywhere.toReversed()) {
      const said = verdict(rules, path);
      if (said !== undefined) return said;
    }
    return false;
  };
}

/**
 * Longer is no list that a person keeps, and patterns take time. What a list says cannot be told apart then from what it does not say:
 * all below is left out.
 */
const most = { rules: 50_000, patterns: 5000 };
const everything = '*';
export const largestIgnoreFile: number = 4 * 1024 * 1024;

/** What an ignore file says, read with that bound; undefined if there is none, and if it is a link, which git does not follow either. */
export function patternsIn(file: TheirFile): string | undefined {
  if (file.kind === 'large') return everything;
  return file.kind === 'file' ? decodeUtf8(file.content) : undefined;
}

function rulesIn(text: string): Rules {
  const lines = text.split(/\r?\n/u, most.rules + 1);
  const plain = new Map<string, Rule[]>();
  const patterns: (Rule & { readonly glob: Glob })[] = [];
  for (const [at, line] of lines.entries()) {
    const given = line.replace(/(?<!\\)[ \t]+$/u, '');
    if (given === '' || given.startsWith('#')) continue;
    const isKept = given.startsWith('!');
    const isFolderOnly = given.endsWith('/');
    const pattern = given.slice(isKept ? 1 : 0, isFolderOnly ? -1 : undefined).replace(/^\\(?=[#!])/u, '');
    // Of what is no text nobody knows what it keeps.
    if (pattern === '' || (isKept && pattern.includes('\ufffd'))) continue;
    const bare = pattern.replace(/^\//u, '');
    const rule = { isByPath: pattern.includes('/'), isFolderOnly, isKept, at };
    const key = rule.isByPath ? `/${bare}` : bare;
    if (!isPlainGlob(bare)) patterns.push({ ...rule, glob: globOf(bare) });
    else if (plain.get(key)?.push(rule) === undefined) plain.set(key, [rule]);
  }
  return lines.length > most.rules || patterns.length > most.patterns ? rulesIn(everything) : { plain, patterns };
}
