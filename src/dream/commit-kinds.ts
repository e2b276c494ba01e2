// What kind of work a commit is: by its conventional prefix, by what its files are, and by words that say it was a touch.
import type { WorkKind } from './past-tense.ts';

const prefixes: Readonly<Record<WorkKind, string>> = {
  feature: 'feat feature',
  fix: 'fix bugfix hotfix',
  change: 'perf performance',
  tidy: 'refactor',
  docs: 'docs doc readme',
  tests: 'test tests',
  upkeep: 'chore ci ci/cd build',
  packages: 'deps',
  touch: 'style lint typo',
  other: '',
};

/** `feat` → feature. Undefined for a word that is no such prefix. */
export function kindOfPrefix(prefix: string): WorkKind | undefined {
  const word = prefix.toLowerCase();
  const found = Object.entries(prefixes).find(([, words]) => words.split(' ').includes(word));
  return word === '' || found === undefined ? undefined : (found[0] as WorkKind);
}

const pinnedVersions =
  /(?:^|\/)(?:go\.(?:mod|sum)|vendor\/.*|[\w.-]*lock(?:\.json|\.yaml|b)?|Gemfile|package\.json|Cargo\.toml|requirements[^/]*\.txt)$/u;
// A folder `spec/` may hold a specification.
const testFiles =
  /(?:^|\/)(?:tests?|__tests__|testdata|fixtures)\/|(?:^|\/)spec\/.*\.(?:rb|[cm]?[jt]sx?)$|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*$/iu;
const documents =
  /(?:^|\/)(?:docs?|documentation|site)\/|\.(?:md|mdx|rst|adoc|1)$|(?:^|\/)(?:readme|license|changelog)[^/]*$/iu;
const code = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|c|cc|cpp|h|hpp|cs|php|vue|svelte|astro)$/iu;
const machinery = /^\.(?:github|circleci|gitlab)|^\.[\w.-]+$|(?:^|\/)(?:Makefile|Dockerfile|tox\.ini)$/u;

/** What all its files are, where that says more than its words. */
export function kindOfFiles(files: readonly string[]): WorkKind | undefined {
  if (files.length === 0) return undefined;
  const all = (pattern: RegExp): boolean => files.every((path) => pattern.test(path));
  if (all(pinnedVersions)) return 'packages';
  if (all(testFiles)) return 'tests';
  // `src/site/pay.ts` is no page.
  if (all(documents) && !files.some((path) => code.test(path))) return 'docs';
  return all(machinery) ? 'upkeep' : undefined;
}

/** Whether a test is among them. */
export function hasTests(files: readonly string[]): boolean {
  return files.some((path) => testFiles.test(path));
}

/** Whether a subject speaks of a typo or of formatting, and of nothing else. */
export function isTouch(text: string): boolean {
  if (/\b(?:typos?|grammar|spelling)\b/iu.test(text)) return true;
  const isShort = text.split(' ').length <= 4;
  return (
    isShort && /\b(?:whitespace|formatting|reformat|lint|linting|indentation|perms|nits?|cosmetics?)\b/iu.test(text)
  );
}

const versionFiles = /(?:^|\/)(?:changelog|history|releases?|upgrading)[^/]*$|version[^/]*$/iu;

export interface Release {
  readonly version: string;
  /** What its subject says of it, if anything. */
  readonly about: string | undefined;
}

/** `release: 1.2.0`, `v1.2.0`, `1.2.0: what it brings`, and `Bump x to 1.2.0` where files of a version changed. */
export function releaseIn(subject: string, files: readonly string[]): Release | undefined {
  const number = String.raw`v?\d+\.\d+(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc|pre|dev)[-.]?\d*)?`;
  const named = String.raw`^(?:(?:chore|build)\(release\): |release[:\s-]+|released |prepare release |cut )?(?:release )?(${number})(?:: (.+))?$`;
  const bumped = String.raw`^(?:chore: )?bump (?:[\w./@-]+ )?(?:version )?to (?:version )?(${number})$`;
  const found =
    new RegExp(named, 'iu').exec(subject) ??
    (files.some((path) => versionFiles.test(path)) ? new RegExp(bumped, 'iu').exec(subject) : null);
  return found === null ? undefined : { version: (found[1] ?? '').replace(/^v/iu, ''), about: found[2] };
}
