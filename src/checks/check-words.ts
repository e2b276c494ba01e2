// Which program calls check something: tests, linters, builds, type checks, under the runners people use.
import { posix } from 'node:path';
import { alwaysChecks, namesIn } from './check-tools.ts';
import { leavesTestsOut } from './leaves-tests-out.ts';

type Rule = (args: readonly string[]) => boolean;

/** Words that name a check wherever a person names a script or target. */
const kinds = namesIn(`
  test tests testing check checks lint build typecheck types tsc verify validate spec specs e2e unit integration
  coverage compile clippy vet analyze typing ci
`);
/** With one of these, nothing is checked, or it never ends. */
const noCheck = namesIn(`
  --help -h --version --watch --watchAll --dry-run --if-present --exit-zero --no-run --clearCache
  --passWithNoTests --no-fail --show-settings -V --list --listTests --list-tests --collect-only --co --init
  --print-config --showConfig --show-config
`);
const makesNothing = namesIn('-n -i -t -q --ignore-errors --touch --question --just-print');

/** Whether a script's or target's own name says that it checks: `test:unit`, `lint-all`, `connectedCheck`, `scripts/ci.sh`. */
function saysCheck(name: string): boolean {
  const parts = posix
    .basename(name)
    .replace(/\.(?:[cm]?[jt]s|sh|py|rb|pl|ps1|bat)$/u, '')
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u);
  return parts.some((part) => kinds.has(part)) && !parts.includes('watch') && !parts.includes('fix');
}

const always: Rule = () => true;
/** The words that are no flags, without the values of flags known to take one. */
const plain = (args: readonly string[], valued: readonly string[] = []): string[] =>
  args.filter((word, index) => !word.startsWith('-') && !valued.includes(args[index - 1] ?? ''));
const first =
  (...names: readonly string[]): Rule =>
  (args) =>
    names.includes(plain(args)[0] ?? '');
const any =
  (...names: readonly string[]): Rule =>
  (args) =>
    args.some((word) => names.includes(word));
const target: Rule = (args) => plain(args, ['-C', '-f', '-j', '--directory', '--file', '-p']).some(saysCheck);
const either =
  (...rules: readonly Rule[]): Rule =>
  (args) =>
    rules.some((rule) => rule(args));

const valuedByNpm = ['--prefix', '-w', '--workspace', '-C', '--filter', '-F', '--cwd', '--dir'];
const notAScript = namesIn(`
  install i ci add remove rm uninstall init create publish pack link unlink update up upgrade outdated audit
  config cache list ls info view why version
`);

const ofNpm: Rule = (args) => {
  const words = plain(args, valuedByNpm);
  const [verb = '', script = '', ...rest] = words;
  if (['test', 't', 'tst'].includes(verb)) return true;
  if (['run', 'run-script', 'rum', 'urn', 'task'].includes(verb)) return saysCheck(script);
  if (['exec', 'x', 'dlx'].includes(verb)) return isCheckCall([script, ...args.slice(args.indexOf(script) + 1)]);
  if (verb === 'workspace') return isCheckCall(['npm', 'run', ...rest]);
  if (verb === 'workspaces') return rest.some(saysCheck);
  return !notAScript.has(verb) && saysCheck(verb);
};

/** Flags of runners that take a value behind a blank. */
const valuedByRunners = namesIn(`
  -p --package -c --call --with --with-requirements --python --extra --group --project --directory --env-file -e --env -v --volume -w --workdir
  -u --user --name --entrypoint -f --file --profile --context -H --network --mount --platform --project-name --index
`);
/** The words from the first plain one on. */
const fromPlain = (args: readonly string[]): readonly string[] => {
  const at = args.findIndex((word, index) => !word.startsWith('-') && !valuedByRunners.has(args[index - 1] ?? ''));
  return at === -1 ? [] : args.slice(at);
};

/** What follows the first plain word, as a call of its own: `npx eslint .`, `uv run --with x pytest`, `poetry run pytest`. */
const starts =
  (...verbs: readonly string[]): Rule =>
  (args) => {
    const words = fromPlain(args);
    if (verbs.length > 0 && !verbs.includes(words[0] ?? '')) return false;
    const own = verbs.length > 0 ? words.slice(1) : words;
    // `uv run -m pytest`
    return own[0] === '-m' ? isCheckCall(own.slice(1)) : isCheckCall(fromPlain(own));
  };
const ofPython: Rule = (args) => {
  if (args.includes('-c')) return false;
  const [script = '', verb = ''] = plain(args);
  if (posix.basename(script) === 'manage.py') return saysCheck(verb);
  const at = args.indexOf('-m');
  return at === -1 ? saysCheck(script) : isCheckCall([args[at + 1] ?? '', ...args.slice(at + 2)]);
};

/** `cargo +nightly test` */
const ofCargo: Rule = (args) => {
  const own = args[0]?.startsWith('+') === true ? args.slice(1) : args;
  return first('test', 't', 'check', 'c', 'clippy', 'build', 'b', 'nextest', 'doc')(own) || own.includes('--check');
};
/** `docker build .`, and what is run in a container: `docker compose run --rm app pytest`, `docker exec app npm test`. */
const ofDocker: Rule = (args) => {
  const [verb = '', ...rest] = fromPlain(args);
  if (['compose', 'buildx', 'image', 'builder'].includes(verb)) return ofDocker(rest);
  return verb === 'build' || (['run', 'exec'].includes(verb) && isCheckCall(fromPlain(rest).slice(1)));
};
const ofNode: Rule = (args) => {
  if (args.some((word) => ['-e', '-p', '--eval', '--print'].includes(word))) return false;
  return args.includes('--test') || args.includes('--check') || saysCheck(plain(args)[0] ?? '');
};

/** Programs that take the same rule, by their names. */
const byRule: readonly (readonly [names: string, rule: Rule])[] = [
  ['npm pnpm yarn bun', ofNpm],
  ['npx bunx pnpx uvx c8 nyc', starts()],
  ['poetry uv pdm rye pipenv pipx', starts('run')],
  ['bundle', starts('exec')],
  ['hatch', (args) => starts('run')(args) || plain(args).some(saysCheck)],
  ['node', ofNode],
  ['deno', either(first('test', 'check', 'lint'), any('--check'), (args) => first('task')(args) && target(args))],
  ['python python3 py', ofPython],
  ['unittest compileall py_compile', always],
  ['cargo', ofCargo],
  ['docker podman docker-compose', ofDocker],
  ['dotenvx doppler infisical op dotenv', either(starts('run'), starts())],
  ['tsx gmake just task rake invoke inv mage nx turbo moon lerna earthly', target],
  ['gradle gradlew composer buck2 sbt lein svelte vue ng', target],
  ['make', either(target, (args) => plain(args).length === 0)],
  ['mvn', either(target, any('package', 'install'))],
  ['mvnw', either(target, any('package'))],
  ['go', first('test', 'vet', 'build')],
  ['swift dotnet bazel bazelisk zig stack', first('test', 'build')],
  ['cabal', first('test', 'build', 'check')],
  ['dart', first('test', 'analyze', 'compile')],
  ['flutter', first('test', 'analyze', 'build')],
  ['meson', first('test', 'compile')],
  ['mix', either(first('test', 'compile', 'credo', 'dialyzer'), any('--check-formatted'))],
  ['rails playwright', first('test')],
  ['cypress pre-commit', first('run')],
  ['helm', first('lint')],
  ['elm', first('make')],
  ['vite', first('build')],
  ['next', first('build', 'lint')],
  ['astro', first('build', 'check')],
  ['biome', first('check', 'lint', 'ci', 'format')],
  ['prettier', any('--check', '-c', '-l', '--list-different')],
  ['ruff', either(first('check'), any('--check'))],
  ['black rustfmt', any('--check')],
  ['isort', any('--check', '--check-only', '-c')],
  ['gofmt', any('-l')],
  ['cmake', any('--build')],
  ['xcodebuild', any('test', 'build')],
  ['nix', any('build', 'check')],
  ['terraform tofu', either(first('validate'), any('-check'))],
  ['ansible', any('--syntax-check')],
];
const rules: ReadonlyMap<string, Rule> = new Map(
  byRule.flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)),
);

/** Whether a call checks something. `more` are beginnings of commands that do so in this home. */
export function isCheckCall(words: readonly string[], more: readonly string[] = []): boolean {
  const [program = '', ...args] = words;
  const command = words.join(' ');
  if (more.some((beginning) => command === beginning || command.startsWith(`${beginning} `))) return true;
  const name = posix.basename(program).replace(/\.(?:exe|cmd)$/iu, '');
  const isMake = /^(?:g?make|just)$/u.test(name);
  if (args.some((word) => noCheck.has(word) || (isMake && makesNothing.has(word)))) return false;
  if (/^(?:tsc|vue-tsc|vitest|rollup|esbuild|webpack)$/u.test(name) && (args.includes('-w') || args.includes('-v')))
    return false;
  if (leavesTestsOut(name, args)) return false;
  const rule = rules.get(name);
  if (rule !== undefined) return rule(args);
  if (alwaysChecks.has(name)) return args[0] !== 'watch' && args[0] !== 'list';
  // A script that is called by its path, perhaps through a shell.
  if (/^(?:ba|z|da)?sh$/u.test(name)) return args[0]?.startsWith('-') === false && saysCheck(args[0]);
  return program.includes('/') && (saysCheck(program) || /(?:^|\/)\.?ci\/[^/]+$/u.test(program));
}
