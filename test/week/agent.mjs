// A whole agent on a page: it reads its pack, does its task, commits. Where the week says so it hangs, fails, or finds nothing to do.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [, , counter, ...script] = process.argv;
const pack = readFileSync(0, 'utf8');
const now = /as of \w+ (\S+) (\S+) UTC/.exec(pack);
const time = `${now[1]}T${now[2]}:00Z`;
const kind = /This run \(\S+\): `(\w+)`/.exec(pack)[1];
const named = /^Your task.*?: (".*")$/m.exec(pack)?.[1];
const task = named === undefined ? undefined : JSON.parse(named);
const run = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : 1;
writeFileSync(counter, String(run));

const git = (...args) =>
  execFileSync('git', args, {
    env: {
      ...process.env,
      ...{ GIT_AUTHOR_NAME: 'waldo', GIT_AUTHOR_EMAIL: 'waldo@example.org', GIT_AUTHOR_DATE: time },
      ...{ GIT_COMMITTER_NAME: 'waldo', GIT_COMMITTER_EMAIL: 'waldo@example.org', GIT_COMMITTER_DATE: time },
    },
  });
const commit = (message, ...paths) => {
  git('add', ...paths);
  git('commit', '-q', '-m', message);
};

if (script.includes(`hang-${run}`)) {
  // Deaf to a friendly word, in the middle of a page.
  process.on('SIGTERM', () => undefined);
  mkdirSync('pages', { recursive: true });
  writeFileSync('pages/half.md', '# Half\n');
  setInterval(() => undefined, 1000);
} else if (script.includes(`fail-${run}`)) {
  console.error('the network is down');
  process.exit(1);
} else if (kind === 'audit' && run < 16) {
  appendFileSync('audit.md', `- ${time} every page has a heading\n`);
  commit('audit: every page has a heading', 'audit.md');
  console.log('audited');
} else if (kind === 'plan' && run < 12) {
  const plan = readFileSync('plan.org', 'utf8');
  writeFileSync('plan.org', plan.replace('* log\n', `** TODO page ${run}\n* log\n`));
  commit(`plan: page ${run}`, 'plan.org');
  console.log('planned');
} else if (kind === 'add' && task !== undefined) {
  const slug = task.replace(/\W+/g, '-');
  mkdirSync('pages', { recursive: true });
  writeFileSync(`pages/${slug}.md`, `# ${task}\n`);
  const plan = readFileSync('plan.org', 'utf8').replace(`DOING ${task}\n`, `DONE ${task}\n`);
  writeFileSync('plan.org', `${plan}- ${now[1]} (waldo): ${task}\n`);
  commit(`add: ${task}`, `pages/${slug}.md`, 'plan.org');
  console.log('added');
} else console.log('NO-WORK: nothing on the board is mine');
