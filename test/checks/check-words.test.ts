// Which commands people run are checks, and which only sound like one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCheckCall } from '../../src/checks/check-words.ts';
import { fc } from '../drawn.ts';

const lines = (text: string): string[] => text.split(/[\n·]/u).flatMap((line) => line.trim() || []);

const checks = lines(`
  docker compose run --rm app pytest · docker compose -f a.yml exec -T app npm test · docker exec -it app make test
  docker run --rm -v .:/w -w /w node:22 npm test · docker-compose run web rspec · podman exec app pytest
  uv run --with pytest pytest -q · uv run -m pytest · uv --directory api run pytest · npx -p typescript tsc --noEmit
  npx --no-install eslint . · dotenvx run -- npm test · node --check a.js · python -m py_compile a.py
  npm test · npm t · npm run test · npm run test:unit · npm run lint · npm run build · npm run typecheck
  npm run check · npm run -s lint · npm run test -- --reporter=dot · npm --prefix web test
  npm -w packages/a test · npm run test --workspaces · npm run-script verify · npm exec eslint . · pnpm test
  pnpm lint · pnpm -r test · pnpm --filter web test · pnpm run build · pnpm exec vitest run · pnpm dlx publint
  yarn test · yarn lint · yarn run build · yarn workspace web test · yarn workspaces run test · yarn tsc
  bun test · bun run lint · bun run build · bunx tsc --noEmit · npx tsc · npx tsc --noEmit -p . · npx eslint .
  npx --yes prettier --check . · npx vitest run · npx jest --ci · npx playwright test
  npx biome check --write . · node --test · node --test test/**/*.test.ts
  node --experimental-strip-types --test · node scripts/check.js · tsc · tsc --noEmit · tsc -b
  vue-tsc --noEmit · svelte-check · eslint src · eslint --fix src · oxlint · stylelint "**/*.css" · biome check
  biome ci . · biome lint · prettier --check . · prettier -c src · vitest · vitest run · jest
  jest src/a.test.ts · mocha · ava · deno test · deno check main.ts · deno lint · deno task test · cargo test
  cargo test --workspace · cargo check · cargo clippy -- -D warnings · cargo build --release · cargo fmt --check
  cargo nextest run · cargo +nightly test · go test ./... · go vet ./... · go build ./... · golangci-lint run
  gofmt -l . · pytest · pytest -q tests/test_a.py · pytest -x -k name · python -m pytest · python3 -m pytest -q
  python -m unittest discover · python -m mypy src · python -m compileall src · python tests/run_tests.py
  python manage.py test · poetry run pytest · uv run pytest -q · uv run ruff check . · pipenv run mypy .
  hatch run test · tox · nox · mypy . · ruff check · ruff format --check · black --check .
  isort --check-only . · flake8 · pyright · make test · make check · make -j4 test · make -C lib test · make
  just test · just lint · task test · gradle test · ./gradlew build · ./gradlew :app:testDebugUnitTest
  ./gradlew connectedCheck · mvn test · mvn -q verify · mvn package · ./mvnw verify · dotnet test · dotnet build
  mix test · mix compile --warnings-as-errors · mix format --check-formatted · rspec · rspec spec/a_spec.rb
  bundle exec rspec · bundle exec rake test · bin/rails test · rake test · rubocop · phpunit
  vendor/bin/phpunit · ./vendor/bin/phpstan analyse · composer test · swift test · swift build
  xcodebuild test -scheme App · bazel test //... · bazel build //... · docker build . · docker build -t app .
  docker buildx build . · cmake --build build · ctest --test-dir build · ninja · meson test -C build
  zig build test · flutter test · dart analyze · terraform validate · helm lint chart · nix flake check
  shellcheck scripts/a.sh · turbo run test · nx test web · nx run-many -t test · ./scripts/test.sh
  scripts/ci.sh · ./test.sh · bash scripts/test.sh · sh ./check.sh · .ci/run · ci/build
  ./node_modules/.bin/eslint . · /usr/bin/make test · pre-commit run --all-files · next build · vite build
  webpack
  mvn -DskipTests package · mvn -DskipTests=false verify · gradle build -x test · ./gradlew assemble -x test
  mvn -Dmaven.test.skip=true install · gradle check -x lint · go test -run TestSum ./... · cargo nextest run -E all()
  make test SKIP_TESTS=0 · go build -n ./...
`);

const notChecks = lines(`
  npm ci · npm install · npm i · npm install --save-dev vitest · npm add eslint · npm run dev · npm run start
  npm start · npm run watch · npm run test:watch · npm run lint:fix · npm run deploy · npm run · npm publish
  npm audit · npm ls test · npm view jest · npm outdated · npm init vite · npm test -- --help
  npm test -- --watch · npm run test -- --watch · npm create vite · npm exec cowsay test · pnpm install
  pnpm add -D jest · pnpm dev · pnpm why eslint · yarn · yarn install · yarn add jest · yarn dev · bun install
  bun run dev · bun add vitest · npx create-vite test · npx serve build · npx cowsay test · npx tsc --init
  npx tsc --watch · npx tsc -w · npx eslint --init · npx playwright install · vitest --watch · vitest -w
  vitest watch · vitest list · jest --watchAll · jest --listTests · jest --watch · node server.js
  node -e "test()" · node -p process.version · node --version · node --test --watch · tsc --watch · tsc -w
  tsc --version · tsc --showConfig · eslint --version · eslint --print-config a.js · prettier --write .
  prettier . · biome --help · git status · git diff --check · git commit -m test · git log --grep test
  git checkout test · ls · ls test · cat test.txt · cat test/a.test.ts · echo test · echo npm test
  grep -r test src · rg check · find . -name test · rm -rf build · mkdir build · cp -r build dist
  mv test tests · cd test · sed -n 1p test.js · head test/a.ts · vim test.ts · touch test/new.test.ts
  chmod +x scripts/test.sh · which pytest · docker compose up · docker run app · docker ps
  docker compose logs build · docker run app npm start · docker image rm build · kubectl apply -f build.yaml
  kubectl get pods · curl https://example.org/test · wget https://example.org/build · ssh host · cargo run
  cargo run --bin check · cargo add serde · cargo new test · cargo fmt · cargo test --help
  cargo install cargo-nextest · go run . · go run ./cmd/test · go mod tidy · go get ./... · go fmt ./...
  python app.py · python -m http.server · python -c "test" · python -m venv build · pip install pytest
  python -m pip install pytest · poetry install · poetry add pytest · uv sync · uv pip install pytest
  uv run app.py · pytest --collect-only · pytest --version · pytest --co · ruff format · black . · isort .
  make -n test · make clean · make install · make --dry-run test · make run · just --list · just dev
  just -n test · gradle tasks · gradle run · ./gradlew clean · mvn clean · mvn spring-boot:run · dotnet run
  dotnet restore · mix deps.get · mix phx.server · bundle install · bundle exec rails server · rails server
  composer install · swift run · bazel run //app · bazel query //... · terraform apply · terraform plan
  helm install app chart · brew install shellcheck · apt-get install build-essential · next dev · vite
  vite dev · ./server.sh · ./scripts/deploy.sh · bash · bash -c "x" · true · test -f package.json · dk sleep
  mvn -DskipTests verify · mvn verify -DskipTests=true · ./mvnw -Dmaven.test.skip=true test · mvn test -Dmaven.test.skip
  mvn -Dmaven.test.failure.ignore=true verify · mvn -fn test · gradle check -x test · gradle test -x test
  ./gradlew check --exclude-task :app:test · gradle test -m · cargo test --no-run · cargo nextest list
  go test -run ^$ ./... · go test -run=^$ -bench=. ./... · go test -run XXX ./... · go test -c ./a · go test -list . ./...
  python -m pytest --collect-only · pytest --setup-plan · npm test -- --passWithNoTests · ctest -N
  dotnet test --list-tests · dotnet test -t · swift test list · make test SKIP_TESTS=1
`);

describe('checks', () => {
  test('the tables are long enough', () =>
    assert.ok(checks.length + notChecks.length >= 150, `${checks.length} and ${notChecks.length}`));
  for (const command of checks) test(`${command} is one`, () => assert.equal(isCheckCall(command.split(' ')), true));
  for (const command of notChecks)
    test(`${command} is none`, () => assert.equal(isCheckCall(command.split(' ')), false));
});

describe('more of them, by the settings of a home', () => {
  const more = ['./deploy --dry', 'k6 run'];
  const is = (command: string): boolean => isCheckCall(command.split(' '), more);
  test('a beginning counts, whole words only', () => {
    for (const command of ['k6 run', 'k6 run load.js', './deploy --dry', './deploy --dry now'])
      assert.ok(is(command), command);
    for (const command of ['k6', 'k6 runner', './deploy', './deploy --dryer', 'x k6 run'])
      assert.ok(!is(command), command);
    assert.ok(!isCheckCall(['k6', 'run']));
  });
  test('what the home says goes before what we think', () =>
    assert.ok(isCheckCall(['make', '-n', 'test'], ['make -n'])));
});

test('any words get an answer, and names of things every object has are no programs', () => {
  for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])
    assert.equal(isCheckCall([word, 'test']), false, word);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom(...checks.flatMap((line) => line.split(' ')))), { maxLength: 6 }),
      (words) => {
        assert.equal(typeof isCheckCall(words), 'boolean');
        assert.equal(isCheckCall([...words, '--help']), false);
      },
    ),
    { numRuns: 1000 },
  );
});
