// A home that has dreamt, with somebody's unfinished work on it, and all that may not change there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, snapshot } from '../sandbox.ts';

export type Shape = 'one' | 'nested';

const templates = new Map<Shape, string>();
process.on('exit', () => {
  for (const folder of templates.values()) rmSync(folder, { recursive: true, force: true });
});

/** A copy of a home in `project`, with a dream whose verdict waits for a wake, and a branch `side` that disagrees with `main`. */
export function lived(box: Sandbox, shape: Shape = 'one'): string {
  const template = templates.get(shape) ?? mkdtempSync(join(tmpdir(), 'dk-states-'));
  if (!templates.has(shape)) {
    templates.set(shape, template);
    live(box, shape);
    cpSync(box.path('project'), join(template, 'project'), { recursive: true, preserveTimestamps: true });
    rmSync(box.path('project'), { recursive: true });
  }
  cpSync(join(template, 'project'), box.path('project'), { recursive: true, preserveTimestamps: true });
  // The copies are other files to git: it looks at them once, and knows them again.
  for (const repo of shape === 'one' ? ['project'] : ['project', 'project/.dream'])
    box.git(repo, 'update-index', '-q', '--refresh');
  return 'project';
}

function live(box: Sandbox, shape: Shape): void {
  const dk = (...args: readonly string[]): void => {
    const ran = box.dk('project', args);
    if (ran.code !== 0) throw new Error(`dk ${args.join(' ')}: ${ran.stderr}`);
  };
  mkdirSync(box.path('project'));
  box.git('project', 'init', '-q', '-b', 'main');
  if (shape === 'one') dk('init', '--here');
  for (const name of ['work.md', 'other.md', 'partly.md', 'src/a.ts']) box.write(`project/${name}`, `${name}\n`);
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-qm', 'first');
  if (shape === 'nested') dk('init');
  dk('board', 'add', 'comparison table for src/a.ts');
  dk('board', 'add', 'honest faq');
  box.write('project/src/a.ts', 'more\n');
  dk('step', '--tool', 'edit', '--target', 'src/a.ts', '--exit', '0');
  dk('sleep', '--force');
  box.git('project', 'commit', '-qam', 'more');
  disagree(box, 'project');
  if (shape === 'nested') disagree(box, 'project/.dream');
}

/** Two branches, two commits each, that cannot agree about `work.md`. */
function disagree(box: Sandbox, repo: string): void {
  box.git(repo, 'branch', 'side');
  for (const branch of ['side', 'main']) {
    box.git(repo, 'switch', '-q', branch);
    for (const round of [1, 2]) {
      box.write(`${repo}/work.md`, `${branch} ${round}\n`);
      box.git(repo, 'add', 'work.md');
      box.git(repo, 'commit', '-qm', `${branch} ${round}`);
    }
  }
}

/** Work in every stage: staged, staged and edited again, edited, announced, and not known to git at all. */
export function unfinished(box: Sandbox, repo: string): void {
  box.write(`${repo}/new.md`, 'staged\n');
  box.git(repo, 'add', 'new.md');
  if (existsSync(box.path(repo, 'partly.md'))) {
    box.write(`${repo}/partly.md`, 'staged\n');
    box.git(repo, 'add', 'partly.md');
    box.write(`${repo}/partly.md`, 'staged\nand edited again\n');
    box.write(`${repo}/other.md`, 'edited\n');
  }
  box.write(`${repo}/later.md`, 'later\n');
  box.git(repo, 'add', '--intent-to-add', 'later.md');
  box.write(`${repo}/untracked.txt`, 'untracked\n');
}

export const notOurs: readonly string[] = ['.', ':(exclude,top)rem', ':(exclude,top)plan.org'];
const isOurs = (name: string): boolean => /^(?:\.git|\.dream|rem|plan\.org|_[^/]*\.jsonl)(?:\/|$)/u.test(name);

export const snapshotOfTheirs = (box: Sandbox, repo: string): Record<string, string> =>
  snapshot(box.path(repo), isOurs);

/** What is the person's: files, index, refs and stashes, but not the branch we may commit to. */
export function theirs(box: Sandbox, repo: string): Record<string, unknown> {
  const git = (...args: readonly string[]): string => box.git(repo, '--no-optional-locks', ...args);
  const head = spawnSync('git', ['symbolic-ref', '-q', 'HEAD'], { cwd: box.path(repo), env: box.env }).stdout;
  const on = head.toString().trim();
  return {
    files: snapshotOfTheirs(box, repo),
    index: git('ls-files', '--stage', '-v', '--', ...notOurs),
    flags: git('ls-files', '-v', '--', 'plan.org').slice(0, 1),
    status: git('status', '--porcelain=v2', '-uall', '--', ...notOurs),
    head: on === '' ? git('rev-parse', 'HEAD') : on,
    refs: git('for-each-ref')
      .split('\n')
      .filter((line) => on === '' || !line.endsWith(`\t${on}`)),
    stashes: git('stash', 'list'),
  };
}

/** Everything: not a byte may change, our own private folder and new objects aside. */
export function everything(box: Sandbox, repo: string): Record<string, string> {
  const dotGit = box.path(repo, '.git');
  const gitFolder = lstatSync(dotGit).isDirectory()
    ? dotGit
    : readFileSync(dotGit, 'utf8').trim().slice('gitdir: '.length);
  const inGit = snapshot(gitFolder, (name) => /^(?:objects|dreamkeeper)(?:\/|$)/u.test(name));
  const inTree = snapshot(box.path(repo), (name) => /^(?:\.git|\.dream|_[^/]*\.jsonl)(?:\/|$)/u.test(name));
  return { ...inTree, ...Object.fromEntries(Object.entries(inGit).map(([name, found]) => [`.git/${name}`, found])) };
}

/** Runs git where it is expected to stop in the middle. */
export function stuck(box: Sandbox, repo: string, ...args: readonly string[]): void {
  const env = { ...box.env, GIT_EDITOR: 'true', GIT_SEQUENCE_EDITOR: 'true' };
  const ran = spawnSync('git', args, { cwd: box.path(repo), env, encoding: 'utf8' });
  if (ran.status === 0) throw new Error(`git ${args.join(' ')} was expected to stop`);
}

/** What a commit knows of dreams: each entry's blob, and the lines of the ledger. */
export interface Journal {
  readonly entries: ReadonlyMap<string, string>;
  readonly lines: readonly string[];
}

export function journalIn(box: Sandbox, repo: string, commit = 'HEAD'): Journal {
  const listed = box.git(repo, 'ls-tree', '-z', commit, 'rem/').split('\0');
  const blobs = new Map(listed.filter((line) => line !== '').map((line) => [line.slice(line.indexOf('\t') + 1), line]));
  const ledger = blobs.has('rem/ledger.jsonl') ? box.git(repo, 'show', `${commit}:rem/ledger.jsonl`) : '';
  return {
    entries: new Map([...blobs].filter(([path]) => path.endsWith('.org'))),
    lines: ledger.split('\n').filter((line) => line !== ''),
  };
}

/** Nothing that was dreamt is lost, and no line of the ledger is taken back. */
export function journalKept(before: Journal, after: Journal): void {
  for (const [path, blob] of before.entries) assert.equal(after.entries.get(path), blob, `${path} is as it was`);
  const lines = new Set(after.lines);
  for (const line of before.lines) assert.ok(lines.has(line), `the ledger lost ${line}`);
}

/** Complete as a clone would get it: no line stands there twice, and each night of the ledger has its entry in the same commit. */
export function journalWhole(after: Journal): void {
  assert.equal(new Set(after.lines).size, after.lines.length, 'no line of the ledger stands there twice');
  for (const line of after.lines) {
    const { kind, entry } = JSON.parse(line) as { kind: string; entry: string };
    if (kind === 'night') assert.ok(after.entries.has(entry), `${entry} is in the ledger, and not in the commit`);
  }
}
