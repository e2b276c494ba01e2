// Programs that check whenever they are called.

/** Names as a set, from a text with blanks between them: a long list of words is data, and read as such. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/u));
}

export const alwaysChecks = namesIn(`
  tsc vue-tsc svelte-check eslint oxlint stylelint vitest jest mocha ava tap tape
  pytest py.test tox nox mypy pyright basedpyright flake8 pylint bandit rspec rubocop
  standardrb phpunit pest phpstan psalm phpcs ctest ninja shellcheck hadolint yamllint
  markdownlint markdownlint-cli2 actionlint golangci-lint staticcheck gotestsum ktlint detekt
  swiftlint tflint ansible-lint luacheck hlint bats busted publint knip attw depcruise
  webpack rollup rolldown esbuild tsup elm-test cargo-nextest xmllint html-validate vale
`);
