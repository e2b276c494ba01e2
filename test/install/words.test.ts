// What `dk install claude` and `dk init` say before they do it is what they do: files, lines, commits and branch, in both shapes.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { homeIn, project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { local } from './installing.ts';

/** What a person can see of their repository. */
interface Standing {
  readonly commits: readonly string[];
  readonly branch: string;
  readonly files: readonly string[];
  readonly status: string;
  readonly lines: readonly string[];
}

function standing(box: Sandbox): Standing {
  const git = (...args: readonly string[]): string => box.git('project', ...args);
  const all = snapshot(box.path('project'), (name) => /^\.git(?:\/|$)/u.test(name) || /^\.dream\//u.test(name));
  return {
    commits: git('log', '--all', '--format=%H').split('\n').filter(Boolean),
    branch: git('symbolic-ref', 'HEAD').trim(),
    files: Object.keys(all).toSorted(),
    status: git('status', '--porcelain', '-uall'),
    lines: box
      .read('project/.git/info/exclude')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  };
}

function fresh(box: Sandbox): void {
  mkdirSync(box.path('project'));
  box.git('project', 'init', '-q', '-b', 'main');
}

/** As an earlier version founded it: their own plan.org made the repository the home, with its settings committed. */
function founded(box: Sandbox): void {
  project(box);
  box.write('project/plan.org', '#+TODO: TODO | DONE\n* TODO the garden\n');
  homeIn(box, 'pattern');
  box.write('project/dreamkeeper.yaml', box.read('pattern/dreamkeeper.yaml'));
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-q', '-m', 'init: a home for agent');
  box.write('project/.git/info/exclude', '/_*.jsonl\n');
}

const skill = ['', '/dreamkeeper', '/dreamkeeper/.gitignore', '/dreamkeeper/SKILL.md'].map(
  (name) => `.claude/skills${name}`,
);
const isOnTheirs = /are commits on its branch/u;
const isBeside = /nothing is committed on your branch/u;

describe('install', () => {
  const cases: readonly {
    readonly what: string;
    readonly set: (box: Sandbox) => void;
    readonly says: RegExp;
    readonly not: RegExp;
    /** The commits that come, and the files. */
    readonly commits: number;
    readonly files: readonly string[];
  }[] = [
    {
      what: 'beside a plan.org and a rem/ of their own',
      set: (box) => {
        project(box);
        box.write('project/plan.org', '* TODO the garden\n');
        box.write('project/rem/notes.md', 'remarks\n');
      },
      ...{ says: isBeside, not: isOnTheirs, commits: 0, files: ['.dream'] },
    },
    {
      what: 'in a repository with nothing in it',
      set: fresh,
      // There is nothing to dream of yet.
      ...{ says: isOnTheirs, not: isBeside, commits: 1, files: ['dreamkeeper.yaml', 'plan.org'] },
    },
    {
      what: 'in a home that an earlier version founded in one repository by their plan.org',
      set: founded,
      ...{ says: isOnTheirs, not: isBeside, commits: 1 },
      files: ['rem', 'rem/*.org', 'rem/.gitattributes', 'rem/ledger.jsonl', 'rem/manifest.json'],
    },
  ];
  for (const { what, set, says, not, commits, files } of cases)
    test(what, (t) => {
      const box = sandbox(t);
      set(box);
      const before = standing(box);
      const said = box.dk('project', ['install', 'claude', '--dry-run']).stdout;
      assert.match(said, says);
      assert.doesNotMatch(said, not);
      assert.deepEqual(standing(box), before);
      const ran = box.dk('project', ['install', 'claude', '--yes']);
      assert.equal(ran.code, 0, ran.stderr);
      assert.match(ran.stdout, /First dream|No dream yet/u);
      const after = standing(box);
      assert.equal(after.branch, before.branch);
      assert.equal(after.status, before.status);
      assert.equal(after.commits.length - before.commits.length, commits, 'commits on their branches');
      assert.deepEqual(
        after.files
          .filter((name) => !before.files.includes(name))

          .map((name) => name.replace(/\d[\d-]+\.org/u, '*.org'))
          .toSorted(),
        ['.claude', local.replace('project/', ''), ...skill, ...files].toSorted(),
      );
      // Each line that came was shown, and none else.
      assert.deepEqual(
        after.lines.filter((line) => !before.lines.includes(line)).toSorted(),
        [...said.matchAll(/^ {2}\+ (\/.*)$/gmu)].map(([, line]) => line).toSorted(),
      );
    });
});

describe('init', () => {
  for (const [what, args, says, not, commits] of [
    ['beside', [], isBeside, isOnTheirs, 0],
    ['--here', ['--here'], isOnTheirs, isBeside, 1],
  ] as const)
    test(what, (t) => {
      const box = sandbox(t);
      project(box);
      box.write('project/plan.org', '* TODO the garden\n');
      const before = standing(box);
      const ran = [...args, '--dry-run'];
      for (const more of [ran, args]) {
        const said = box.dk('project', ['init', ...more]).stdout;
        assert.match(said, says);
        assert.doesNotMatch(said, not);
      }
      const after = standing(box);
      assert.equal(after.branch, before.branch);
      assert.equal(after.commits.length - before.commits.length, commits);
      assert.equal(box.read('project/plan.org'), '* TODO the garden\n');
    });
});
