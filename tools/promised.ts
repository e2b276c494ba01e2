// The promises of `docs/promises.md` and what keeps each: test files by path or pattern, and scripts by name.

/** What a page is held against. */
export interface Kept {
  /** Every file below `test/`, relative to the project, with `/`. */
  readonly files: readonly string[];
  /** The scripts of `package.json`. */
  readonly scripts: Readonly<Record<string, string>>;
}

export interface Promised {
  readonly promise: string;
  /** Test files that keep it, and scripts that try it longer. */
  readonly keptBy: readonly string[];
  /** What is wrong with the row, in words. */
  readonly missing: readonly string[];
}

/** Each row of the page's table of promises, in its order. */
export function readPromises(page: string, kept: Kept): Promised[] {
  return [...page.matchAll(/^\| (\*\*.+?) \| (.+) \| (.+) \|$/gmu)].map(([, promise = '', how = '', figure = '']) => {
    const told = `${how} ${figure}`;
    const tests = pathsIn(told).map((path) => ({ path, found: filesLike(path, kept.files) }));
    const scripts = [...told.matchAll(/`npm run ([\w:-]+)`/gu)].map(([, name = '']) => name);
    const missing = [
      ...tests.filter(({ found }) => found.length === 0).map(({ path }) => `${path} does not exist`),
      ...scripts.flatMap((name) => brokenScript(name, kept)),
    ];
    // A benchmark only prints, and a helper keeps nothing by itself.
    const keepers = [
      ...tests.flatMap(({ found }) => found.filter((path) => path.endsWith('.test.ts'))),
      ...scripts.filter((name) => /^(?:soak|test):/u.test(name)).map((name) => `npm run ${name}`),
    ];
    if (keepers.length === 0 && missing.length === 0) missing.push('it names no test');
    return { promise: plain(promise), keptBy: [...new Set(keepers)], missing };
  });
}

/** Paths between backticks. A name alone lies in the folder of the one before it. */
function pathsIn(told: string): string[] {
  let folder = '';
  return [...told.matchAll(/`([\w./*-]+\.ts)`/gu)].map(([, name = '']) => {
    if (!name.includes('/')) return `${folder}/${name}`;
    folder = name.slice(0, name.lastIndexOf('/'));
    return name;
  });
}

function filesLike(path: string, files: readonly string[]): string[] {
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`, 'u');
  return files.filter((file) => pattern.test(file));
}

/** A script that is not there, or whose test files are not. */
function brokenScript(name: string, { files, scripts }: Kept): string[] {
  const script = scripts[name];
  if (script === undefined) return [`npm run ${name} does not exist`];
  return [...script.matchAll(/\btest\/[\w./*-]+/gu)]
    .filter(([path]) => filesLike(path, files).length === 0)
    .map(([path]) => `${path} of npm run ${name} does not exist`);
}

function plain(markdown: string): string {
  return markdown.replaceAll('**', '').replaceAll('`', '');
}
