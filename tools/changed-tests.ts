// `npm run test:changed [base]`: the tests that what changed since a base concerns, run as `npm test` runs all of them.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { affectedBy, type Sources } from './affected.ts';

/** What git says; undefined if it refuses. */
function git(...args: readonly string[]): string | undefined {
  const ran = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return ran.status === 0 ? ran.stdout.trim() : undefined;
}

/** Says what is wrong, and ends. To run nothing because git did not answer would look like a pass. */
function giveUp(message: string): never {
  console.error(message);
  process.exit(2);
}

function names(...args: readonly string[]): string[] {
  const told = git(...args) ?? giveUp(`git ${args.join(' ')} failed`);
  return told.split('\0').filter((name) => name !== '');
}

const difference = ['diff', '--name-only', '--no-renames', '-z'];
const since = (base: string): string[] => names(...difference, base, 'HEAD');
const uncommitted = [...names(...difference, 'HEAD'), ...names('ls-files', '--others', '--exclude-standard', '-z')];

/** What to compare with, in words and for git. */
function baseOf(asked: string | undefined): readonly [words: string, base: string] {
  if (asked !== undefined) {
    const base = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${asked}^{commit}`);
    return [asked, base ?? giveUp(`${asked} is no commit here`)];
  }
  const shared = git('merge-base', 'HEAD', 'origin/main');
  if (shared !== undefined && (uncommitted.length > 0 || since(shared).length > 0))
    return ['where this left origin/main', shared];
  if (uncommitted.length > 0) return ['HEAD, as there is no origin/main', 'HEAD'];
  return ['HEAD~1, as nothing else is new', 'HEAD~1'];
}

function sources(): Sources {
  const files = ['src', 'test', 'tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
}

const [words, base] = baseOf(process.argv[2]);
const changed = [...new Set([...since(base), ...uncommitted])].toSorted();
console.log(`Changed since ${words}, ${uncommitted.length} of them not committed: ${changed.join(', ') || 'nothing'}`);
const { tests, everythingFor } = affectedBy(changed, sources());
if (everythingFor !== undefined) console.log(`No room answers for ${everythingFor}: everything is run.`);
else for (const [test, why] of tests) console.log(`  ${test}: ${why}`);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { test: string } };
// The flags of `npm test`: all between the program that brings Node and the pattern of files.
const flags = scripts.test.split(' ').slice(1, -1);
console.log(`${tests.size} test files, with ${flags.join(' ')}`);
const running = spawn(process.execPath, [...flags, ...tests.keys()], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => running.kill(signal));
running.on('exit', (code) => process.exit(code ?? 1));
