// Calls that sound like tests and run none: they only compile or list them, or are told to leave them out. What did not run proves nothing.

type Rule = (args: readonly string[]) => boolean;

/** `-DskipTests`, `-Dmaven.test.skip=true`, `-PskipTests`, `SKIP_TESTS=1`; not `=false`. */
const skips = /^(?:-[DP])?(?:skip[_-]?tests?|maven\.test\.skip(?:\.exec)?)(?:=(?!false$|0$|no$).*)?$/iu;
/** What fails is passed over in silence: then the end says nothing. */
const goesOnAnyway = /^(?:-Dmaven\.test\.failure\.ignore(?:=true)?|-fn|--fail-never)$/u;
/** Without tests these still build something, and that is worth knowing. */
const builds = /^(?:\S*:)?(?:build|package|install|assemble\w*|compile\w*|bundle\w*|jar|war|bootJar)$/u;
/** Of Go: a name no test has. (`^$` with a benchmark is the usual way to leave them out.) */
const noName = /^(?:\^\$|xxx+|none|nothing|-)$/iu;

const has =
  (...words: readonly string[]): Rule =>
  (args) =>
    args.some((word) => words.includes(word));
const givenTo = (args: readonly string[], flags: readonly string[]): string | undefined => {
  const at = args.findIndex((word) => flags.includes(word));
  if (at !== -1) return args[at + 1];
  return args.find((word) => flags.some((flag) => word.startsWith(`${flag}=`)))?.replace(/^[^=]*=/u, '');
};

const ofMaven: Rule = (args) =>
  args.some((word) => goesOnAnyway.test(word)) ||
  (args.some((word) => skips.test(word)) && !args.some((word) => builds.test(word)));

/** `gradle check -x test`; `gradle build -x test` is still a build. */
const ofGradle: Rule = (args) => {
  const isExcluded = (word: string, index: number): boolean =>
    ['-x', '--exclude-task'].includes(args[index - 1] ?? '') && /(?:^|:)(?:check|\w*test)$/iu.test(word);
  const isLeftOut = args.some(isExcluded) || args.some((word) => skips.test(word));
  return has('-m')(args) || (isLeftOut && !args.some((word, index) => builds.test(word) && !isExcluded(word, index)));
};

const ofGo: Rule = (args) => {
  if (args[0] !== 'test') return false;
  const chosen = givenTo(args, ['-run', '--run']);
  return (
    has('-c', '-n')(args) || givenTo(args, ['-list']) !== undefined || (chosen !== undefined && noName.test(chosen))
  );
};

const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...{ mvn: ofMaven, mvnw: ofMaven, gradle: ofGradle, gradlew: ofGradle, go: ofGo },
    cargo: (args) => args.includes('nextest') && has('list', 'archive')(args),
    pytest: has('--setup-plan', '--setup-only', '--fixtures', '--markers'),
    'py.test': has('--setup-plan', '--setup-only', '--fixtures', '--markers'),
    ctest: has('-N', '--show-only'),
    dotnet: (args) => args[0] === 'test' && has('-t')(args),
    swift: (args) => args[0] === 'test' && args[1] === 'list',
  } satisfies Record<string, Rule>),
);

/** `name` is the program's, without a path. */
export function leavesTestsOut(name: string, args: readonly string[]): boolean {
  return rules.get(name)?.(args) ?? args.some((word) => /^SKIP_TESTS?=(?!0$|false$|no$|$)/u.test(word));
}
