// A person is as quick as we are: what they do between our writing of files and our commit takes no dream back, then or at their next commit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { journalIn, journalKept, lived } from './desk.ts';
import { sleep, sleeps, told } from './outcomes.ts';

const repo = 'project';

/** An environment whose git first lets the person act, once, as soon as there is something of ours on disk that is not committed. */
function meanwhile(box: Sandbox, act: string): Record<string, string> {
  const git = spawnSync('sh', ['-c', 'command -v git'], { env: box.env, encoding: 'utf8' }).stdout.trim();
  const person = Object.entries(box.env).map(([name, value]) => `${name}='${value}'`);
  const done = box.path('done');
  const path = box.write(
    'quick/git',
    [
      '#!/bin/sh',
      `theirs() { (cd '${box.path(repo)}' && env -i ${person.join(' ')} "$@") </dev/null; }`,
      `if [ ! -e '${done}' ] && [ -n "$(theirs ${git} --no-optional-locks status --porcelain rem plan.org)" ]; then`,
      `  : > '${done}'; theirs sh -c '${act}' > '${box.path('done.log')}' 2>&1; echo $? > '${done}'`,
      'fi',
      `exec ${git} "$@"`,
      '',
    ].join('\n'),
  );
  chmodSync(path, 0o755);
  return { PATH: `${box.path('quick')}:${box.env.PATH}` };
}

interface Act {
  readonly act: string;
  /** What they do when we are done. */
  readonly afterwards?: readonly string[];
  /** Their own edit, afterwards; it is theirs to lose. */
  readonly other?: string;
}

const acts: readonly Act[] = [
  { act: 'git stash push -q', afterwards: ['stash', 'pop', '-q'] },
  { act: 'git stash push -qu', afterwards: ['stash', 'pop', '-q'] },
  { act: 'git commit -qam mine' },
  { act: 'git add -A', afterwards: ['commit', '-qm', 'mine'] },
  { act: 'git switch -q -c other' },
  { act: 'git restore .', other: 'other.md\n' },
  { act: 'git clean -fdq' },
];

for (const [what, args] of [
  ['a night', sleep],
  ['a new task', ['board', 'add', 'a new task', '--json']],
] as const)
  describe(`${what}, and meanwhile`, { concurrency: 2 }, () => {
    // Only a night writes files that are new, and the rest is much the same for both.
    for (const { act, afterwards, other = 'edited\n' } of acts.filter(
      ({ act }) =>
        (what === 'a night' && (isFull || !/-qu$/u.test(act))) ||
        (isFull ? /push -q$|commit|restore/u : /commit/u).test(act),
    ))
      test(act, async (t) => {
        const box = sandbox(t);
        lived(box);
        box.write(`${repo}/other.md`, 'edited\n');
        const ran = await box.dkAsync(repo, args, { env: meanwhile(box, act) });
        // Where there was no such moment, or git was locked in it, they do it now.
        if (!existsSync(box.path('done')) || box.read('done') !== '0\n')
          spawnSync('sh', ['-c', act], { cwd: box.path(repo), env: box.env });
        assert.ok([0, 11, 13].includes(ran.code ?? 1), told(ran));
        const landed = journalIn(box, repo);
        const isCommitted = /"commit": "/u.test(ran.stdout);
        if (afterwards !== undefined) box.git(repo, ...afterwards);
        assert.equal(box.read(`${repo}/other.md`), other);
        // An ordinary commit of everything they see.
        box.git(repo, 'commit', '-qa', '--allow-empty', '-m', 'later');
        journalKept(landed, journalIn(box, repo));
        if (what !== 'a night' && isCommitted) assert.match(box.git(repo, 'show', 'HEAD:plan.org'), /TODO a new task/u);
        await sleeps(box, repo, repo);
        journalKept(landed, journalIn(box, repo));
        const verified = box.dk(repo, ['nights', 'verify']);
        assert.equal(verified.code, 0, told(verified));
        assert.doesNotMatch(box.git(repo, 'fsck', '--strict', '--no-dangling'), /error|missing|broken/u);
      });
  });
