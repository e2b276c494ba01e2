// What a person's ignore files say is to be left alone: the nearest of them has the last word, as git reads them.
import { type Glob, globOf } from './glob.ts';

interface Rule {
  readonly glob: Glob;
  /** By its path below the folder of the file, or by its name alone. */
  readonly isByPath: boolean;
  readonly isFolderOnly: boolean;
  readonly isKept: boolean;
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
  const known = new Map<string, readonly Rule[]>();
  const rulesOf = (folder: string): readonly Rule[] => {
    const there = known.get(folder) ?? rulesIn(read(folder) ?? '');
    known.set(folder, there);
    return there;
  };
  return (path, isFolder) => {
    const cut = path.lastIndexOf('/');
    const name = path.slice(cut + 1);
    const verdict = (rules: readonly Rule[], below: string): boolean | undefined => {
      if (rules.length === 0) return undefined;
      const found = rules.findLast(
        ({ glob, isByPath, isFolderOnly }) => (isFolder || !isFolderOnly) && glob(isByPath ? below : name),
      );
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

/** More than this is no list that a person keeps. */
const mostRules = 5000;

function rulesIn(text: string): Rule[] {
  return text.split(/\r?\n/u, mostRules).flatMap((line) => {
    const given = line.replace(/(?<!\\)[ \t]+$/u, '');
    if (given === '' || given.startsWith('#')) return [];
    const isKept = given.startsWith('!');
    const isFolderOnly = given.endsWith('/');
    const pattern = given.slice(isKept ? 1 : 0, isFolderOnly ? -1 : undefined).replace(/^\\(?=[#!])/u, '');
    const isByPath = pattern.includes('/');
    const glob = globOf(pattern.replace(/^\//u, ''));
    return pattern === '' ? [] : [{ glob, isByPath, isFolderOnly, isKept }];
  });
}
