// Whether a check that passed later takes the sting out of one that failed: not mended, but nothing to be sent back to.
import { type Check, checkOf } from './broader.ts';

const kinds: readonly (readonly [kind: string, called: RegExp])[] = [
  [
    'tests',
    /(?:^| |:)(?:tests?|spec|e2e|unit|pytest|jest|vitest|mocha|ava|tap|rspec|phpunit|ctest|tox|nox|nextest|--test)(?: |:|$)/u,
  ],
  ['types', /(?:^| |:)(?:tsc|vue-tsc|types|typecheck|mypy|pyright|svelte-check)(?: |:|$)/u],
  ['style', /(?:^| |:)(?:lint|eslint|biome|ruff|rubocop|flake8|clippy|vet|golangci-lint|prettier)(?: |:|$)/u],
  ['build', /(?:^| |:)(?:build|compile)(?: |:|$)/u],
];

/**
 * Tells whether a check that passed later is of the same kind, in the same folder, and looks at everything there: what failed before it may be
 * over, and may not. A script that checks everything is of any kind.
 */
export function comparingKinds(): (passed: string, failed: string) => boolean {
  const known = new Map<string, Check | undefined>();
  return (passed, failed) => {
    for (const each of [passed, failed]) if (!known.has(each)) known.set(each, checkOf(each));
    return isGreenOver(known.get(passed), known.get(failed));
  };
}

const families = [
  /^(?:script|jest|vitest|mocha|ava|tap|node|bun|deno|playwright|tsc|vue-tsc|svelte-check|eslint|biome|prettier)\b/u,
  /^(?:(?:uv|poetry|pdm|rye|pipenv) run )?(?:pytest|tox|nox|unittest|mypy|pyright|ruff|flake8|pylint)\b/u,
];

/** What passes in one language says nothing about another; who only passes a word on may start any of them. */
function isOneFamily(one: string, other: string): boolean {
  const [first, second] = [one, other].map((called) => called.split(' ')[0] ?? '');
  const passesOn = /^(?:make|just|task)$/u;
  if (first === second || passesOn.test(first ?? '') || passesOn.test(second ?? '')) return true;
  return families.some((family) => family.test(one) && family.test(other));
}

function isGreenOver(green: Check | undefined, red: Check | undefined): boolean {
  if (green === undefined || red === undefined || green.folder !== red.folder || green.flags !== '') return false;
  const isWhole =
    green.names.length > 0
      ? green.names.every((name) => /^(?:\.|\.\/\.\.\.)$/u.test(name))
      : /^\S+(?: (?:tests?|lint|types|typecheck|build|check|ci|verify|all))?$/u.test(green.called);
  if (!isWhole || /^script \S*[:_-]/u.test(green.called)) return false;
  if (/^(?:script|make|just|task) (?:check|checks|ci|verify|all)$/u.test(green.called)) return true;
  const kind = kinds.find(([, called]) => called.test(red.called));
  return kind?.[1].test(green.called) === true && isOneFamily(green.called, red.called);
}
