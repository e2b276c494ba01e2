// Lines as days are full of: subjects of commits, titles of tasks, commands, prompts, rules for an agent.

const commits = `fix: cancel button closes dialog
Add verdict parsing
docs: write the next chapter
feat(carry): print receipts
Cancel the newsletter
feat: return the verdict as a typed object
fix(auth): ignore expired tokens
chore: ignore generated files
fix: ignore all eslint rules in generated code
refactor: drop all unused exports
fix: close all connections on shutdown
chore: delete every temp file after tests
test: skip the system tests on Windows
feat: override the default rules
docs: updated instructions
docs: new instructions for Windows users
feat: new prompt for login
feat: new orders page
fix: the output should be sorted
fix: the answer is empty when the list is
fix(journal): the carry is printed twice
feat(journal): append entries to the journal
feat: add notes to memory
perf: copy less memory
fix: model should validate email
refactor: move all tests to test/
feat: mark all messages as read
fix: finish all writes before exit
feat(user): add avatar
user: fix login redirect
tools: update the linter
system: bump dependencies
assistant: new avatar
fix: run as root in Docker
feat: log in as admin
fix: crash if sleep fails
fix: wake when sleeping too long
feat(dream): when dreaming, print less
fix: Promise<User> is awaited
fix: Map<Prompt, Answer> leaks
revert "feat: drop table"
Merge branch 'feature/cancel-orders' into main
fix(cart): cancel order twice no longer charges twice
feat: pick up where the user left off
feat: put down markers on the map
feat(cli): \`keep\` option
refactor: keep course module small
docs: the verdict of the review
chore(release): 1.2.3
build: node 26, npm 12
ci: run tests on push
style: run prettier
fix typo in README
wip
first
initial commit
add: comparison table
feat: end of day report
fix: begin transaction before insert
fix: end of input is not an error
feat: human readable sizes
feat: tool for importing CSV
fix: developer docs link
perf: skip the cache for small files
fix: forget the password on logout
feat: disregard case in search
chore: remove all console.log calls
feat: budget page shows the night rate
fix: set budget to zero if unset
feat: send mail to the person who asked
feat: upload avatars to S3
fix: post the form with a token
security: rotate keys
feat: forward tokens to the API
refactor: rename judge to referee
feat: assistant panel in the sidebar
feat: AI summary of pull requests
fix: LLM timeouts are retried
docs: explain what the model sees
docs: how the dreamer works
fix(models): streamed answers end properly
test: 5,000 hostile answers
test: injections in commits do nothing
fix: instructions in the README were wrong`.split('\n');

const tasks = `write the launch post
comparison table — Lovable, v0, Bolt
honest faq
fix: the "odd" login
tweet copy for launch
search box (again)
Cancel the old subscription plan
Stop sending weekly mails
Close issue 42
Pick up the laptop from repair
Drop support for Node 20
Delete the staging database
Plan: migrate the board to the new format
Prioritise the backlog
Decide what to do next
Next: onboarding
Make search the first thing people see
Put the footer below the fold
Write tests for verdicts
Verdicts page in the docs
Read the carry at wake
Ask the owner about pricing
Remove everything about v1
Rewrite all error messages
Every page needs a title
All links must work
The page must load within a second
The answer must fit on one screen
Dark mode toggle
You and your data: privacy page
Legal review
Find out why the tests are slow
Investigate the memory leak in the parser
Invoice export for accountants
Support for user: prefix in search
System tray icon
Assistant onboarding
Admin: list of users
Operator handbook
Developer portal`.split('\n');

const commands = `npm test
npm run test:system
npm run lint -- --fix
npx tsc --noEmit
git status
git commit -m "fix: cancel button"
git log --oneline -20
git push origin main
curl localhost:3000/health
curl -s https://api.example.org/zod | jq .version
rm -rf dist
ls -la
cat CLAUDE.md
echo "done"
echo "system: ready"
grep -rn "cancel" src
grep -rn 'ignore' .eslintrc
sed -n 1,80p src/app.ts
cargo test --all
go vet ./...
pytest -q tests/test_orders.py
docker compose up -d
kubectl get pods --all-namespaces
make build
cd web && npm test
node --test test/dream/*.test.ts
dk sleep --dry-run
dk board move "honest faq" NEXT
dk wake
src/dream/verdicts.ts
src/board/cancel.ts
test/text/orders.test.ts
docs/system-prompt.md
prompts/assistant.txt
lib/user/tool.ts
.github/ISSUE_TEMPLATE/bug.md
notes/2026-06-10.md
web/src/components/CancelButton.svelte
assets/you-are-here.svg
package-lock.json`.split('\n');

const prompts = `please go on with the faq
go on
fix the failing test and commit
you are welcome
you are right, do it that way
are you sure?
can you cancel the request when the component unmounts?
please write a test for the cancel button
add a page for new orders
make the header sticky
why does npm test fail?
what is next?
let us do the search box next
now the parser, please
look at src/parser.ts and tell me what is wrong
I want all tasks to have a due date
show all tasks of a person on one page
let the user delete all items in the cart
close all modals when escape is pressed
ignore the lint warnings for now
forget what I said about tabs
use the new prompt for the login page
the model should have a name and an e-mail
write the tale of the fox for the landing page
the next action button is too small
thank you, that is all
continue with the plan
summarise the changes
act on the review comments
what did you do last night?`.split('\n');

const rules = `# Project
## Commands
- Use npm, not yarn.
- Run \`npm test\` before every commit.
- You should prefer small functions.
- When you write tests, use node:test.
- Never push to main without review.
- Always ask before deleting files.
- The system is split into three services.
- All tasks live in plan.org.
- Keep answers short.
- Your code must pass the linter.
- Do not edit generated files.
- If you change the API, update the docs.
- Before you commit, run the formatter.
- The user table has an index on email.
- Tool output is cached in .cache.
- Human readable dates everywhere.
- Prompts live in prompts/.
- Write plain English.`.split('\n');

export const ordinary: readonly string[] = [...commits, ...tasks, ...commands, ...prompts, ...rules];
