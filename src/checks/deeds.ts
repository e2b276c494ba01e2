// Commands that do something others wait for, and that are no checks: publish, push, deploy, migrate, build the docs. Whoever only feels
// their way (`grep`, `ls`, `curl`, `python -c`, a script of the moment) is not held to it: when in doubt, it is none.
import { posix } from 'node:path';
import { namesIn } from './check-tools.ts';
import type { ShellCall } from './shell.ts';

/** What a call begins with that is a deed. `…`: the names behind it say to what it is done; `.`: only without names. */
const deeds = String.raw`
  git push …
  git (?:commit|merge|rebase|cherry-pick|revert|am)
  gh (?:release|pr) (?:create|upload|merge) …
  (?:npm|pnpm|yarn|yarn npm|bun|cargo|poetry|uv|hatch|flit|deno|jsr|lerna|changeset|dotnet|vsce|dart pub|flutter pub) publish
  (?:mix hex\.publish|semantic-release|release-it|goreleaser release|twine upload)
  (?:gem|docker|podman|docker compose|helm|dotnet nuget) push …
  (?:mvn|mvnw|gradle|gradlew) (?:\S+ )*(?:deploy|publish|release:perform)
  (?:terraform|tofu|terragrunt) (?:apply|destroy)
  pulumi (?:up|destroy)
  kubectl (?:apply|replace|rollout) …
  helm (?:install|upgrade) …
  ansible-playbook …
  (?:fly|flyctl|vercel|netlify|wrangler|firebase|serverless|sls|cdk|sam|amplify|eb|kamal|gcloud (?:\S+ )*\S+) (?:deploy|publish)
  (?:alembic|flyway|dbmate|goose|diesel migration|sqlx migrate|prisma migrate|prisma db|drizzle-kit) (?:upgrade|migrate|up|run|push|deploy)
  (?:(?:knex|sequelize|sequelize-cli|rails|rake|php artisan) (?:db:)?migrate\S*|mix ecto\.migrate)
  (?:python3? )?(?:\./)?manage\.py (?:migrate|makemigrations|collectstatic)
  (?:sphinx-build|typedoc|jsdoc|doxygen|hugo|pandoc|quarto render) …
  (?:mkdocs|jekyll|docusaurus|mdbook|vitepress|eleventy) (?:build|deploy|gh-deploy)
  (?:protoc|buf generate|go generate|sqlc generate|graphql-codegen|openapi-generator\S* generate|prisma generate) …`;
/** The same for what is only a means: nobody is sent back to it, and a check that passes later says that it was enough. */
const means = String.raw`
  (?:npm|pnpm|yarn|bun) (?:install|i|ci) .
  (?:poetry|pdm|pipenv|bundle|composer) install .
  (?:uv sync|pip3? install (?:-r|-e|--requirement|--editable|\.))
  (?:cargo fmt|go fmt|gofmt -w|prettier (?:--write|-w)|black|ruff format|dotnet format|mix format) …`;
const table = [deeds, means].flatMap((rows, isMeans) =>
  rows
    .trim()
    .split(/\n */u)
    .map((row) => /^(.*?)(?: ([….]))?$/u.exec(row) ?? [])
    .map(([, begins = '', mark]) => ({
      begins: new RegExp(`^(?:${begins})(?= |$)`, 'u'),
      mark,
      isMeans: isMeans === 1,
    })),
);

/** Words that name a deed wherever a person names a script, target or file of theirs. */
const deedWords = namesIn(`
  publish publishing deploy deployment release ship push upload migrate migration migrations docs doc html pdf site website
  generate gen codegen package pack dist bundle image provision rollback seed notarize
`);
const meansWords = namesIn('install format fmt bootstrap setup');
const notDone = namesIn('watch dev serve start clean help list status log logs dry dryrun preview check');
const onlyAsks = namesIn('--help -h --version --dry-run --check --list --watch --preview --noop');
/** Who starts another program, and what chooses where that works. */
const starters =
  /^(?:sudo |(?:npx|bunx|pnpx|uvx)(?: -y| --yes)? |(?:npm|pnpm|yarn) exec (?:-- )?|(?:poetry|uv|pdm|rye|pipenv) run |bundle exec |python3? -m )/u;
const chooses =
  / ((?:-C|-w|--(?:workspace|filter|prefix|cwd|dir|project|context|namespace|stack|stage|env|environment|app))[ =]\S+|-chdir=\S+|--prod(?:uction)?(?= |$))/gu;
const scripts =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run| run-script)?|g?make|just|task|rake|invoke|inv|mage|nx|turbo|gradle|gradlew|composer|ant|deno task|poe|tox -e|nox -s) (?!-)(\S+)/u;
/** A script of the project, called by its path or by who reads it; none that lies about somewhere else. */
const files =
  /^(?:(?:ba|z|da)?sh |python3? |node |tsx |ruby |perl |php |pwsh )?(?!-)((?:\.\/)?(?:[\w.-]+\/)*[\w.-]+\.(?:sh|[cm]?[jt]s|py|rb|pl|php|ps1)|\.\/(?:[\w.-]+\/)*[\w.-]+)(?= |$)/u;

const isElsewhere = /^(?:\.\.(?:\/|$)|(?:\/private|\/var)?\/tmp(?:\/|$))/u;

/** A deed as it is compared: the same thing done in the same place. */
export interface Deed {
  readonly folder: string;
  readonly begins: string;
  readonly what: string;
  readonly names: readonly string[];
  /** `commit`: what only this repository sees; a commit that lands says that it is over. */
  readonly kind: 'deed' | 'commit' | 'means';
}

export function deedOf({ words, folder }: ShellCall): Deed | undefined {
  if (words.some((word) => onlyAsks.has(word)) || isElsewhere.test(folder)) return undefined;
  const given = words.map((word) => word.replaceAll(/\s+/gu, '_')).join(' ');
  const where = [...given.matchAll(chooses)].map(([, chosen = '']) => chosen.replace('=', ' ')).toSorted();
  const text = given
    .replaceAll(chooses, '')
    .replace(starters, '')
    .replace(/^\S*\/(?=git |make )/u, '')
    // `git -c user.name=x commit`
    .replace(/^(git|docker|terraform|tofu|kubectl|helm|npm|pnpm|yarn)(?: -c \S+| -\S+)+/u, '$1');
  const row = table.find(({ begins }) => begins.test(text));
  const [begin = ''] = row?.begins.exec(text) ?? [];
  const names = text
    .slice(begin.length)
    .split(' ')
    .filter((word) => word !== '' && !word.startsWith('-'));
  if (row?.mark === '.' && names.length > 0) return undefined;
  const deed = (kind: Deed['kind'], begins: string, of: readonly string[]): Deed => ({
    ...{ kind, folder, begins, what: [begins, ...where].join('\n'), names: of },
  });
  if (row !== undefined) {
    const isCommit = /^git (?!push)/u.test(begin);
    return deed(isCommit ? 'commit' : row.isMeans ? 'means' : 'deed', begin, row.mark === '…' ? names : []);
  }
  const [, script = ''] = scripts.exec(text) ?? [];
  const called = saidBy(script);
  // `make deploy ENV=staging` is not what `make deploy ENV=prod` was.
  const set = text.split(' ').filter((word) => /^\w+=/u.test(word));
  if (called !== undefined) return deed(called, `script ${script}`, set);
  const [all = '', file = ''] = files.exec(text) ?? [];
  const said = saidBy(file);
  if (said === undefined || /(?:^|\/)(?:tmp|temp|scratch)(?:\/|$)|\.\./u.test(file)) return undefined;
  return deed(said, file.replace(/^\.\//u, ''), text.slice(all.length).split(' ').filter(Boolean));
}

/** What a name says: `docs:build`, `deploy_prod`, `scripts/publish.sh`. */
function saidBy(name: string): 'deed' | 'means' | undefined {
  const parts = posix
    .basename(name)
    .replace(/\.[a-z0-9]+$/u, '')
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u);
  if (parts.some((part) => notDone.has(part))) return undefined;
  if (parts.some((part) => deedWords.has(part))) return 'deed';
  return parts.some((part) => meansWords.has(part)) ? 'means' : undefined;
}

/** A cheap look before a command is taken apart: most are about nothing of this. */
export const mayBeDeed = new RegExp(
  `${[...deedWords, ...meansWords].join('|')}|git|commit|merge|apply|destroy|create|upgrade|replace|rollout|manage|ansible|sphinx|semantic|uv sync|pulumi|prettier|\\b(?:i|ci|up|run|doxygen|jsdoc|typedoc|hugo|pandoc|quarto|protoc|black)\\b`,
  'iu',
);
