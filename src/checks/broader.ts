// Whether one check includes another: the same one spelled otherwise, or one that looks at more. When in doubt it does not.
import { readShell } from './shell.ts';

/** Calls whose bare words choose; flags that choose, too (`=`: with a value); flags that only stop early or print otherwise. */
const choosers =
  String.raw`script (?:tests?|spec|e2e|unit|lint)\b\S* ; -t= -g= -k= --grep= --filter= --testNamePattern= ; -s --silent -x -v --bail --verbose
  pytest ; -k= -m= --deselect= --ignore= --lf --sw ; -[xqvsl]+ --maxfail= --tb= -ra --durations=
  jest|vitest run ; -t= --testNamePattern= --testPathPattern= ; --bail(?:=\d+)? --verbose --silent --reporter=
  mocha|playwright test ; -g= --grep= ; --bail --reporter= --max-failures=
  cargo test|cargo nextest run ; --test= --bin= --example= --lib --doc --exact ; -q --quiet -v --verbose --nocapture --no-fail-fast
  go (?:test|vet|build) ; -run= -skip= -short ; -v -failfast -json -count=1
  node --test|bun test|deno test ; -t= --filter= --test-name-pattern= ; --bail --fail-fast --test-reporter=
  ruff check|biome (?:check|lint|ci)|rubocop|flake8|eslint|mypy ; ;`
    .split(/\n */u)
    .map((row) => row.split(/ *; */u).map((part) => part.replaceAll(/=(?= |$)/gu, '[=\\n][^\\n]*')))
    .map(([calls = '', ...flags]) => [
      // Who says where a program comes from belongs to its name.
      `^(?:(?:(?:uv|poetry|pdm|rye|pipenv) run|bundle exec) )?(?:${calls})`.replaceAll(' ', '\\n'),
      ...flags.map((all) => `\\n(?:${all.replaceAll(' ', '|') || '(?!)'})`),
    ])
    .map((row) => row.map((part) => new RegExp(`${part}(?=\\n|$)`, 'gu')));

/** Compares commands, and reads each only once: with the same `same`, the one that chooses less looks at more. */
export function comparing(): (wider: string, check: string) => boolean {
  const known = new Map<string, ReturnType<typeof checkOf>>();
  return (wider, check) => {
    for (const each of [wider, check]) if (!known.has(each)) known.set(each, checkOf(each));
    const [one, other] = [known.get(wider), known.get(check)];
    if (one !== undefined && other !== undefined && isOwnTests(one, other)) return true;
    if (one === undefined || one.same !== other?.same || !['', other.flags].includes(one.flags)) return wider === check;
    return other.names.every((name) => one.names.some((wide) => isWithin(name, wide, /\ngo\n/u.test(one.same))));
  };
}

export interface Check {
  readonly folder: string;
  /** What is called, and its verb or script. */
  readonly called: string;
  readonly same: string;
  readonly flags: string;
  readonly names: readonly string[];
}

/** All tests of a package, by the script it has for that, include those that were run from a file of it: `node --test a.test.ts`, then `npm test`. */
function isOwnTests(wider: Check, { folder, called, names }: Check): boolean {
  if (wider.same !== `${folder}\nscript\ntest` || wider.flags !== '' || names[0] === '.') return false;
  return (
    /^(?:jest|vitest run|mocha|node --test|bun test|deno test)$/u.test(called) &&
    wider.names.every((name) => name === '.') &&
    names.every((name) => isWithin(name, '.', false))
  );
}

export function checkOf(command: string): Check | undefined {
  const [call, ...others] = readShell(command)?.calls ?? [];
  if (call === undefined || others.length > 0 || call.words.some((word) => /^$|\n/u.test(word))) return undefined;
  const starter =
    /^(?:(?:(?:npx|bunx|pnpx)(?:\n(?:-y|--yes))?|(?:npm|pnpm|yarn)\nexec(?:\n--)?|python3?\n-m)\n(?!-)|(?:\.\/)?node_modules\/\.bin\/)/u;
  const text = asScript(call.words.join('\n').replace(starter, ''));
  const [begins, narrow = /$/u, quiet = /$/u] = choosers.find(([begin]) => begin && text.search(begin) === 0) ?? [];
  const begin = (begins && text.match(begins)?.[0]) ?? '';
  const loud = text.slice(begin.length).replace(quiet, '');
  const rest = loud.replace(narrow, '');
  // The word behind a strange flag is its value, or is not.
  const isUnsure = /\n(?!(?:--(?:coverage|ci|run|release|workspace|all-features)?|-race)\n)-[^=\n]*\n[^-]/u.test(rest);
  const called = (begin || text)
    .split('\n')
    .slice(0, begin === '' ? undefined : 3)
    .join(' ');
  const { folder } = call;
  if (begin === '' || isUnsure) return { folder, called, same: `${folder}\n${text}`, flags: '', names: [] };
  // Some look at nothing if no path is given.
  const names = rest.match(/(?<=\n)[^-\n][^\n]*/gu) ?? [/^(?:eslint|mypy)$/u.test(begin) ? '?' : '.'];
  const fixed = (rest.match(/(?<=\n)(?!--(?:\n|$))-[^\n]*/gu) ?? []).toSorted();
  return {
    folder,
    called,
    same: [folder, begin, ...fixed].join('\n'),
    flags: (loud.match(narrow) ?? []).join(''),
    names,
  };
}

/** `npm t`, `pnpm run test`, `yarn test` as one script. A flag before it, or one of npm's own, may choose another package. */
function asScript(text: string): string {
  const script =
    /^(?:p?npm\n(?:t|tst)(?=\n|$)|(?:npm\n(?:run(?:-script)?\n|(?=test(?:\n|$)))|(?:pnpm|yarn)\n(?:run\n)?|bun\n(?:run\n|(?!test(?:\n|$))))(?!(?:exec|x|dlx|task|workspaces?)\n)([^-\n][^\n]*))/u;
  const [found, name = 'test'] = script.exec(text) ?? [];
  const rest = text.slice(found?.length);
  const isOwn = /^npm\n/u.test(text) && /^(?:\n(?!--\n)[^\n]*)*?\n-(?!-\n|s(?:\n|$)|-silent(?:\n|$))/u.test(rest);
  return found === undefined || isOwn ? text : `script\n${name}${rest}`;
}

/** Whether a path or name lies within another: `tests/a.py::b` in `tests`; packages of Go only with `/...`; no path that may lead out. */
function isWithin(name: string, wide: string, isGo: boolean): boolean {
  const [inner = '', outer = ''] = [name, wide].map((path) => path.replace(/^\.\/(?=.)|(?<=.)\/$/gu, ''));
  const base = isGo ? outer.replace(/\/?\.\.\.$/u, '') : outer;
  if ((isGo && (base === outer || name[0] !== wide[0])) || /^(?:\/|~|\?$)|(?:^|\/)\.\.(?:\/|$)|\$/u.test(inner))
    return inner === outer;
  return base === '' || base === '.' || (inner.startsWith(base) && /^(?:$|[/:[])/u.test(inner.slice(base.length)));
}
