// The words that say what a text is about, in a form in which different spellings meet.

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** These say nothing about a topic. */
const empty = namesIn(`
  a about after again all already also always an and any are as at be because been before being both but by can cannot could did do does done
  don each else every everything far few first for from get gets give go goes got had has have here how i if in instead into is isn it its
  just keep last later least less let like ll longer lot made make makes many may maybe me more most much must my need needs never new next
  no not nothing now of off often old on once one only or other our out over own per please put rather really same see should so some
  someone something soon start still such take takes than that the their them then there these they thing things this those though through
  to together too two under until up us use used uses using very via want wants was way we well were what when where whether which while
  who whole whose why will with within without won would yes yet you your whatever everybody nobody people everywhere somewhere bit both
  can't don't doesn't isn't it's i'm that's there's they're won't didn't wouldn't shouldn't let's look looks looking find say says show
`);
/** Said of any work; they tell a deed, and hardly ever a topic. */
const common = namesIn(`
  add added adding adds allow allows better break breaks broken bug bugs bump change changed changes check checks chore ci clean cleanup code
  commit create deps dep docs doc document documentation documented drop enable ensure example fail fails failing feat feature fix fixed fixes handle help implement implemented
  improve improved initial issue main merge minor missing move perf performance proper properly pr pull refactor release remove removed removes
  rename replace request revert run running set simple support supports test testing tests tweak typo update updated user users wip work
  working works write wrong fully good nice great pls thing able again version
`);

/** Short for long, as people write them in turn. */
const sameAs: ReadonlyMap<string, string> = new Map(
  `
    mail email, admin administrator, auth authentication, authn authentication, authz authorization, config configuration, conf configuration, db database, dbs database, dir directory, dirs directory,
    folder directory, folders directory, env environment, envs environment, repo repository, repos repository, param parameter, params parameter, arg argument, args argument, app application,
    apps application, msg message, msgs message, img image, imgs image, dep dependency, deps dependency, lib library, libs library, a11y accessibility, i18n internationalization,
    l10n localization, k8s kubernetes, perf performance, pic picture, pics picture, func function, fn function, async asynchronous, sync synchronization, tmp temporary, temp temporary,
    ctrl control, cmd command, cmds command, btn button, nav navigation, pwd password, ts typescript, js javascript, py python
  `
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** The stem of a word in lower case: plurals, -ing, -ed, and British spellings fold; what is short for another is that one. */
export function stemOf(said: string): string {
  const word = sameAs.get(said) ?? said;
  if (word.length < 5) return word;
  const plain = word
    .replace(/colour/gu, 'color')
    .replace(/is(?=(?:e|ed|ing|ation)$)/u, 'iz')
    .replace(/ies$/u, 'y')
    .replace(/(ss|sh|ch|x|z)es$/u, '$1')
    .replace(/([^su])s$/u, '$1')
    .replace(/(?<=[aeiouy].*)(?:ing|ed|ation|e)$/u, '');
  return plain.length < 3 ? word : plain.replace(/([bdgklmnprt])\1$/u, '$1');
}

/** How telling a kind of word is: names with an inner sign or digit more than plain ones, words of every day hardly. */
function weightOf(word: string): number {
  if (empty.has(word)) return 0;
  if (common.has(word)) return 0.25;
  return 1;
}

/** What has two names has one here. */
function withOneName(text: string): string {
  return text
    .replaceAll(/\bend[- ]to[- ]end\b/gu, 'e2e')
    .replaceAll(/\b(?:two|multi)[- ]factor\b|\bmfa\b/gu, '2fa')
    .replaceAll(/\bcontinuous integration\b/gu, 'ci')
    .replaceAll(/\bcommand[- ]line\b/gu, 'cli');
}

/** The topic of a text: stems with their weight, each once. `failJobs` is one word, and so is `--lazy-quotes`. */
export function topicOf(text: string): Map<string, number> {
  const words = withOneName(text.toLowerCase()).match(/[\p{L}\p{N}](?:[\p{L}\p{N}_']|[-.](?=[\p{L}\p{N}]))*/gu) ?? [];
  const found = new Map<string, number>();
  const note = (word: string, weight: number): void => {
    const stem = stemOf(word.replace(/'s$/u, ''));
    if (weight > 0) found.set(stem, Math.max(found.get(stem) ?? 0, weight));
  };
  for (const word of words) {
    if (/^\d+$/u.test(word)) continue;
    // A version is a name like another.
    if (/^v?\d+(?:\.\d+)+$/u.test(word)) {
      note(word.replace(/^v/u, ''), 1);
      continue;
    }
    const parts = word.split(/[-._]/u).filter((part) => part.length > 1);
    if (parts.length > 1) for (const part of parts) note(part, weightOf(part) * (/^\d+$/u.test(part) ? 0 : 1));
    else if (word.length > 1) note(word, weightOf(word));
  }
  return found;
}

/** The topic of paths: names of folders and files. */
export function topicOfPaths(paths: readonly string[]): Map<string, number> {
  return topicOf(
    paths.map((path) => path.replaceAll(/[/._-]/gu, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).join(' '),
  );
}
