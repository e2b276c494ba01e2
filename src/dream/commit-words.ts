// What one commit says it did: its kind, where, and in words that a tale can take over. Prefixes, merges, releases and reverts are read.
import type { LoggedCommit } from '../world/world.ts';
import { hasTests, isTouch, kindOfFiles, kindOfPrefix, releaseIn } from './commit-kinds.ts';
import { inThePast, type Verbs, type WorkKind } from './past-tense.ts';
import { bare, isSpeakable, isVague, quoted, shortened } from './subject-words.ts';

export interface Work {
  readonly commit: LoggedCommit;
  /** A `sync` merge says nothing of its own: its commits do. What is `unspoken` may not be taken over. */
  readonly kind: WorkKind | 'release' | 'revert' | 'sync' | 'unspoken';
  /** The part that the commit itself names: `feat(table): …`, `parser: …`. */
  readonly scope: string | undefined;
  /** In the past tense: "added", and what was. What no verb leads stands in quotes. */
  readonly verb: string;
  readonly rest: string;
  /** A subject of which one learns nothing ("wip", "fix", "README"). */
  readonly isVague: boolean;
  /** What a revert took back, if that landed in the same cycle. */
  readonly taken?: Work;
}

export function readCommit(commit: LoggedCommit, verbs: Verbs): Work {
  const subject = commit.subject.trim();
  const said = { commit, scope: undefined, verb: 'committed', rest: '', isVague: false };
  if (!isSpeakable(subject)) return { ...said, kind: 'unspoken', isVague: true };
  if (/^Merge (?:pull request|branch|remote-tracking|tag|commit|PR)\b/iu.test(subject)) return mergeOf(commit, verbs);
  const reverted = (/^Revert "(.+?)"?$/u.exec(subject) ?? /^revert(?:\([^()]*\))?!?: (.+)$/u.exec(subject))?.[1];
  if (reverted !== undefined) return { ...said, kind: 'revert', verb: 'took back', rest: quoted(bare(reverted)) };
  const release = releaseIn(subject, commit.files);
  // "2.0: not yet"
  if (release !== undefined && !/^(?:not|no|failed)\b/iu.test(release.about ?? '')) {
    const about = release.about === undefined ? undefined : phraseOf(bare(release.about), verbs, 'other');
    const verb = about === undefined ? '' : `${about.verb} ${about.rest}`;
    return { ...said, kind: 'release', verb, rest: release.version };
  }
  const deed = deedIn(subject);
  if (deed !== undefined)
    return {
      ...said,
      ...deed,
      kind: kindOfFiles(commit.files) ?? verbs.get(deed.verb)?.kind ?? 'change',
      isVague: deed.rest.length < 3,
    };
  const { prefix, scope, text } = partsOf(commit, subject);
  const isPackages = prefix === 'packages' || /^(?:deps|dependencies)\b/iu.test(scope ?? '');
  const phrase = phraseOf(text, verbs, isPackages ? 'packages' : (prefix ?? kindOfFiles(commit.files)));
  const { rest, kind } = phrase;
  // In `package.json` there is more than packages.
  const verb = kind === 'packages' && !isPackages && phrase.verb === verbOf.packages ? 'committed' : phrase.verb;
  // A word before a colon that is no kind of work is told with the rest: "Variance: square it" in quotes says more than "square it" in Variance.
  const isWhole = prefix === undefined && scope !== undefined && !isPackages && verb === 'committed';
  return {
    ...{ commit, verb, rest: isWhole ? quoted(bare(subject)) : rest },
    scope: isPackages || isWhole ? undefined : scope,
    kind: isTouch(text) ? 'touch' : kind,
    isVague: isVague(text, rest, scope),
  };
}

/** A merge is told by the title of what was merged. */
function mergeOf(commit: LoggedCommit, verbs: Verbs): Work {
  const title = oneTitle(commit.body);
  const nothing = { commit, kind: 'sync', scope: undefined, verb: 'merged', rest: '', isVague: true } as const;
  if (title === undefined || !isSpeakable(title)) return nothing;
  const inside = readCommit({ ...commit, subject: title, body: '' }, verbs);
  return inside.verb === 'committed' ? { ...inside, commit, verb: 'merged' } : { ...inside, commit };
}

/** The first line below a merge, if it is a title; one made of the branch's name (`Feat/admin page`) is read as a prefix. */
function oneTitle(body: string): string | undefined {
  const line = body.trim().split('\n')[0]?.trim() ?? '';
  if (line === '' || line.length > 120 || /^[*#-] |^\S+-by: /u.test(line)) return undefined;
  const [, branch = ''] = /^(\w+)\/\w/u.exec(line) ?? [];
  return kindOfPrefix(branch) === undefined ? line : line.replace('/', ': ');
}

/** Verbs that people put before a colon, and that are hardly ever the name of a place. */
const deeds: Readonly<Record<string, string>> = {
  ...{ add: 'added', remove: 'removed', update: 'updated', change: 'changed', improve: 'improved', move: 'moved' },
  ...{ rename: 'renamed', drop: 'dropped', delete: 'deleted', create: 'created', replace: 'replaced', cut: 'cut' },
  ...{ audit: 'audited', polish: 'polished' },
};

/** `add: pricing` is "added pricing"; more than a name stands in quotes. */
function deedIn(subject: string): Pick<Work, 'verb' | 'rest'> | undefined {
  const [all, word = ''] = /^(\p{L}+): +(?=\S)/u.exec(subject) ?? [];
  const verb = Object.hasOwn(deeds, word.toLowerCase()) ? deeds[word.toLowerCase()] : undefined;
  if (all === undefined || verb === undefined) return undefined;
  const what = bare(subject.slice(all.length));
  const isName = what.split(' ').length <= 3 && !/^(?:how|what|when|where|who|why)\b/iu.test(what);
  return { verb, rest: isName ? what : quoted(what) };
}

interface Parts {
  readonly prefix: WorkKind | undefined;
  readonly scope: string | undefined;
  readonly text: string;
}

/** `feat(table): x` and `parser: x` taken apart. A word before a colon is a place only if the files say so, too. */
function partsOf({ files }: LoggedCommit, subject: string): Parts {
  const [all, type = '', inside] = /^([\w./*@-]{2,40}(?: \*)?)(?:\(([^()]{1,60})\))?!?: +(?=\S)/u.exec(subject) ?? [];
  if (all === undefined) return { prefix: undefined, scope: undefined, text: bare(subject) };
  const text = bare(subject.slice(all.length));
  const prefix = kindOfPrefix(type);
  // `test: x` that touches no test is about something else.
  if (prefix === 'tests' && !hasTests(files)) return { prefix: undefined, scope: placesOf(inside), text };
  if (prefix !== undefined) return { prefix, scope: placesOf(inside), text };
  const place = type.replace(/ \*$/u, '');
  const isPlace = files.some((path) => path.toLowerCase().includes(place.toLowerCase()));
  return isPlace ? { prefix, scope: place, text } : { prefix, scope: undefined, text: bare(subject) };
}

/** One place or two; where there are more, none is said. */
function placesOf(scope: string | undefined): string | undefined {
  const places = (scope ?? '').split(/\s*,\s*/u).filter((place) => place !== '');
  return places.length === 0 || places.length > 2 ? undefined : places.join(' and ');
}

/** The verb for what has none of its own, by what its prefix says it is. */
const verbOf: Readonly<Partial<Record<WorkKind, string>>> = {
  // Behind `fix:` stands what was wrong, or what is right now: we do not know which.
  feature: 'committed the feature',
  fix: 'committed the fix',
  docs: 'changed the docs:',
  tests: 'changed the tests:',
  packages: 'updated dependencies:',
  tidy: 'refactored',
};

/** In the words of its writer, the verb in the past tense; in quotes if it begins with none. */
function phraseOf(
  given: string,
  verbs: Verbs,
  sure: WorkKind | undefined,
): Pick<Work, 'verb' | 'rest'> & { kind: WorkKind } {
  const upgraded = /^(?:bump|update|upgrade)s? (?:the )?(?:[\w.@-]+\/)*([\w.@-]+) from \S+ to (\S+)$/iu.exec(given);
  if (upgraded !== null) return { verb: 'updated', rest: `${upgraded[1]} to ${upgraded[2]}`, kind: 'packages' };
  if (/^(?:bump|update|upgrade)s? (?:all |the )?(?:deps|dependencies|packages)$/iu.test(given))
    return { verb: 'updated', rest: 'dependencies', kind: 'packages' };
  const told = inThePast(shortened(given), verbs, sure === 'fix');
  const kind = sure ?? told?.kind ?? 'other';
  // A dot in the middle would end our sentence.
  if (told !== undefined) return { verb: told.past, rest: told.rest.replace(/\.(?= )/gu, ''), kind };
  return { verb: verbOf[kind] ?? 'committed', rest: quoted(given), kind };
}
