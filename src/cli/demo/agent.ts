// The sample agent of the demo's second act: a program on a page, as anybody's could be. It reads its pack, does its task, commits.

/** Its second run hangs in the middle of a page and is deaf to a friendly word. */
export const demoAgent = `import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [, , plan] = process.argv;
const pack = readFileSync(0, 'utf8');
const [, date, clock] = /as of \\w+ (\\S+) (\\S+) UTC/.exec(pack);
const kind = /This run \\(\\S+\\): \`(\\w+)\`/.exec(pack)[1];
const named = /^Your task.*?: (".*")$/m.exec(pack)?.[1];
const task = named === undefined ? undefined : JSON.parse(named);
const run = existsSync('../runs') ? Number(readFileSync('../runs', 'utf8')) + 1 : 1;
writeFileSync('../runs', String(run));
writeFileSync(\`../pack-\${run}\`, pack);
// In the demo an hour is a moment: commits get the time that the pack says.
for (const who of ['AUTHOR', 'COMMITTER']) {
  process.env[\`GIT_\${who}_DATE\`] = \`\${date}T\${clock}:00Z\`;
  process.env[\`GIT_\${who}_NAME\`] = 'waldo';
  process.env[\`GIT_\${who}_EMAIL\`] = 'waldo@example.org';
}
const commit = (message, ...paths) => {
  execFileSync('git', ['add', ...paths]);
  execFileSync('git', ['-c', 'commit.gpgSign=false', '-c', 'core.hooksPath=', 'commit', '-q', '-m', message]);
};

if (run === 2) {
  process.on('SIGTERM', () => undefined);
  mkdirSync('pages', { recursive: true });
  writeFileSync('pages/half.md', '# A page that was never');
  setInterval(() => undefined, 1000);
} else if (kind === 'audit') {
  appendFileSync('audit.md', \`- \${date} every page has a heading\\n\`);
  commit('audit: every page has a heading', 'audit.md');
} else if (kind === 'plan') {
  writeFileSync(plan, readFileSync(plan, 'utf8').replace('\\n* log', '\\n** TODO a page about sleep\\n* log'));
  commit('plan: a page about sleep', plan);
} else if (task !== undefined) {
  const page = \`pages/\${task.replace(/\\W+/g, '-')}.md\`;
  mkdirSync('pages', { recursive: true });
  writeFileSync(page, \`# \${task}\\n\`);
  writeFileSync(plan, readFileSync(plan, 'utf8').replace(\`DOING \${task}\\n\`, \`DONE \${task}\\n\`));
  commit(\`add: \${task}\`, page, plan);
} else console.log('NO-WORK');
`;
