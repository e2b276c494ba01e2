// What failed and is no check: what others wait for stands until it is done; whoever only feels their way is not held to it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkRuns, deedRuns, joined, openFailures } from '../../src/checks/checks.ts';
import type { Call } from '../../src/steps/steps.ts';

const call = (target: string, minute: number, more: Partial<Call> = {}): Call => ({
  ...{ tool: 'bash', target, outcome: 'ok', exit: 0, error: null, started: null, durationMs: null },
  ...{ head: null, branch: null, time: new Date(Date.UTC(2026, 5, 10, 9, minute)).toISOString() },
  ...more,
});
const open = (...calls: readonly Call[]): string[] =>
  openFailures(joined(checkRuns(calls, []), deedRuns(calls, [])), []).map(({ command }) => command);
const failed = (target: string, more: Partial<Call> = {}): Call =>
  call(target, 1, { outcome: 'failed', exit: 1, ...more });
const rows = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

const matters = rows(`
  npm publish
  npm publish --access public
  npm run publish
  pnpm -r publish
  yarn npm publish
  npm run deploy
  yarn deploy:prod
  npm run docs:build
  npm run release -- --minor
  npx semantic-release
  npx changeset publish
  cargo publish
  twine upload dist/*
  python -m twine upload dist/*
  uv publish
  poetry publish --build
  gem push a-1.0.gem
  docker push me/app:1
  docker build -t me/app .
  git push
  git push -u origin main
  git -C web push origin main
  git commit -m "a message"
  git -c user.name=x commit -am y
  git add -A && git commit -m x
  git add -A && git commit -m x && git push
  git pull --rebase && git push && echo pushed
  git merge feature
  git rebase origin/main
  git cherry-pick abc1234
  gh release create v1
  gh pr create --fill
  make html
  make docs
  make -C docs html
  make install
  cd docs && make html
  just release
  terraform apply -auto-approve
  terraform -chdir=infra apply
  pulumi up --yes
  kubectl apply -f k8s/app.yaml
  helm upgrade --install app ./chart
  ansible-playbook site.yml
  fly deploy
  vercel deploy --prod
  npx wrangler deploy
  firebase deploy --only hosting
  gcloud run deploy app
  npx prisma migrate deploy
  alembic upgrade head
  python manage.py migrate
  rails db:migrate
  bundle exec rake db:migrate
  npm ci
  npm install
  npm install --no-audit
  pnpm install --frozen-lockfile
  pip install -r requirements.txt
  pip install -e .
  uv sync
  poetry install
  mkdocs build
  sphinx-build docs out
  hugo --minify
  go generate ./...
  buf generate
  prettier --write src
  cargo fmt
  ./deploy.sh
  ./scripts/publish.sh --prod
  bash scripts/release.sh 1.2.3
  node scripts/generate.mjs
  python tools/migrate.py
  env CI=1 npm publish
  sudo make install
  npm run build && npm publish
`);
const feelsItsWay = rows(`
  grep -rn deploy src
  grep publish package.json
  rg "git push"
  ls publish
  cat deploy.sh
  cat scripts/release.sh | head
  test -f deploy.sh
  [ -f publish.sh ]
  which terraform
  diff a b
  curl -f https://example.com/publish
  kill 1234
  cd nowhere
  cd nowhere && ls
  cd /tmp/x && npm install
  cd ../other && git push
  python -c "import publish"
  python3 -c 'print(1'
  node -e "require('./release')"
  node index.js
  python script.py
  python /tmp/generate.py
  node /tmp/migrate.mjs
  bash /tmp/x/deploy.sh
  ./tmp/deploy.sh
  git status
  git log --oneline release
  git show HEAD:deploy.sh
  git diff --exit-code
  git checkout release
  git stash push
  git branch -d merge
  git pull
  git fetch origin
  git rev-parse --verify push
  git config user.name
  git apply a.patch
  git tag v1
  gh pr view 3
  gh pr checks
  gh run list
  npm install left-pad
  npm i -D nothing-of-this-name
  npm view publish
  npm ls
  npm run dev
  npm run docs:dev
  npm run deploy -- --dry-run
  npm start
  npm publish --dry-run
  npm publish --help
  npm pack --dry-run
  terraform plan
  terraform --version
  kubectl get pods
  kubectl delete pod a
  kubectl logs deploy/app
  docker ps
  docker run --rm app
  docker compose up
  docker logs publish
  helm list
  pip install requests
  pip show twine
  cargo run
  go run ./cmd/deploy
  make clean
  make -n
  make run
  sed -i s/a/b/ release.md
  mkdir docs
  rm -rf dist
  cp a docs
  find . -name deploy
  echo git push
  xargs git push
  git push; ls
  git push || true
  git push | tail -1
  npm publish && curl -f https://registry.example/x
  if git push; then echo ok; fi
  git commit -m "$(cat <<'EOF'
  cat <<EOF > deploy.sh
`);

describe('as failed stands', () => {
  for (const command of matters) test(command, () => assert.deepEqual(open(failed(command)).length, 1));
});
describe('no failure that anybody waits for is', () => {
  for (const command of feelsItsWay) test(command, () => assert.deepEqual(open(failed(command)), []));
  const calls: readonly (readonly [why: string, call: Call])[] = [
    ['no such program', failed('terraform apply', { exit: 127 })],
    ['stopped by a person', failed('npm publish', { exit: 130 })],
    ['refused', failed('git push', { exit: null, error: 'Permission to use Bash has been denied.' })],
    ['no such script', failed('npm run deploy', { error: 'npm error Missing script: "deploy"' })],
    [
      'nothing to commit',
      failed('git commit -m x', { error: 'Exit code 1 On branch main nothing to commit, working tree clean' }),
    ],
    ['never ended', failed('npm publish', { outcome: 'unfinished', exit: null })],
    ['how it ended nobody said', failed('npm publish', { outcome: 'unknown', exit: null })],
    ['another tool', failed('npm publish', { tool: 'Grep' })],
    ['cut off', failed('npm publish && ech…')],
  ];
  for (const [why, each] of calls) test(why, () => assert.deepEqual(open(each), []));
});

describe('a deed is done by', () => {
  const pairs = `
    git push origin main → git push
    git push → git push -u origin main
    git push origin main → git pull --rebase && git push origin main
    git push → git push 2>&1 | tail -3
    git push → git push --force-with-lease
    git commit -m x → git commit -m "another message"
    git commit -m x → git commit -n -F message.txt
    git add -A && git commit -m x → git commit -am y
    git add -A && git commit -m x && git push → git push
    git rebase main → git rebase --continue
    git merge a → git merge --abort
    npm publish → npm publish --access public
    npm publish --otp 123456 → npm publish --otp 654321
    npm run publish → pnpm run publish
    npm run deploy → yarn deploy
    npm run release -- minor → npm run release -- patch
    make html → make html SPHINXOPTS=-W
    cd docs && make html → cd docs && make html
    cd docs && make html → make html
    make html → cd /work/project/docs && make html
    cd docs && make html → cd /work/project/docs && make html
    terraform apply → terraform apply -auto-approve
    kubectl apply -f a.yaml → kubectl apply -f a.yaml --server-side
    npm ci → npm ci --legacy-peer-deps
    ./deploy.sh → bash deploy.sh
    npx wrangler deploy → wrangler deploy
    npm run build && npm publish → npm run build && npm publish
    npm test && npm publish → npm test THEN npm publish
    npm install → npm test
    pip install -r requirements.txt → pytest
    npm run format → npm run lint
    alembic upgrade head → uv run alembic upgrade head
    git push → git commit -m "$(cat m.txt)" && git push
    git push origin main → git add -A && git commit -m "a long message that was cut off" && git push or…
    npm run deploy → for i in 1 2; do npm run deploy && break; done
  `;
  for (const [first = '', again = ''] of rows(pairs).map((row) => row.split(' → ')))
    test(`${first} → ${again}`, () => {
      assert.equal(open(failed(first), call('ls', 2)).length, 1, 'it does not stand at all');
      assert.deepEqual(open(failed(first), ...again.split(' THEN ').map((part, at) => call(part, 2 + at))), []);
    });
});
describe('and not by', () => {
  const pairs = `
    git push origin main → git push origin feature
    git push → git commit -m x
    git add -A && git commit -m x && git push → git commit -m x
    npm publish → npm run publish
    npm publish -w a → npm publish -w b
    npm publish --workspace=a → npm publish
    npm run deploy → npm run deploy:staging
    make html → make pdf
    cd guide && make html → cd docs && make html
    kubectl apply -f a.yaml → kubectl apply -f b.yaml
    docker push me/a → docker push me/b
    ./deploy.sh prod → ./deploy.sh staging
    make deploy ENV=prod → make deploy ENV=staging
    vercel deploy --prod → vercel deploy
    npm test && npm publish → npm test
    npm publish → npm publish --dry-run
    npm publish → echo npm publish
    npm publish → npm test
    npm install → npm test | tail
    npm publish → git commit -m "$(cat m.txt)" && git push
  `;
  for (const [first = '', again = ''] of rows(pairs).map((row) => row.split(' → ')))
    test(`${first} → ${again}`, () => assert.equal(open(failed(first), call(again, 2)).length, 1));
  test('a failure again', () =>
    assert.deepEqual(
      open(failed('git push'), call('git push', 2), failed('git push', { time: '2026-06-10T09:03:00.000Z' })),
      ['git push'],
    ));
});

test('the newest failure stands last, whatever it is', () => {
  const later = { time: '2026-06-10T09:05:00.000Z' };
  assert.deepEqual(open(failed('npm publish'), failed('npm test', later)), ['npm publish', 'npm test']);
  assert.deepEqual(open(failed('npm test'), failed('npm publish', later)), ['npm test', 'npm publish']);
  assert.deepEqual(open(failed('npm test && git commit -m x')), ['npm test && git commit -m x']);
  assert.deepEqual(
    open(failed('npm test && git commit -m x'), call('npm test', 2)),
    [],
    'what is to be committed, the files say',
  );
});

describe('on branches', () => {
  const on = (branch: string | null, head: string | null = null): Partial<Call> => ({ branch, head });
  const again = (target: string, more: Partial<Call>): Call => call(target, 5, more);
  test('what broke on one is not mended on another', () => {
    assert.deepEqual(open(failed('npm test', on('a', '1')), again('npm test', on('main', '2'))), ['npm test']);
    assert.deepEqual(open(failed('npm test', on('a', '1')), again('npm test', on('a', '2'))), []);
  });
  test('a new branch of the same commit takes the work along', () =>
    assert.deepEqual(open(failed('npm test', on('main', '1')), again('npm test', on('fix', '1'))), []));
  test('a deed that one refuses may be done on another', () =>
    assert.deepEqual(open(failed('git commit -m x', on('main', '1')), again('git commit -m x', on('fix', '2'))), []));
});
