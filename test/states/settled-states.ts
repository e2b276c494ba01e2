// Shapes and settings a repository may have while nobody is in the middle of anything: here a change has to land.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Sandbox } from '../sandbox.ts';
import { lived } from './desk.ts';

export interface SettledState {
  readonly name: string;
  /** Makes it and gives the home's folder. */
  make(box: Sandbox): string;
  /** Sees to what this state is about, afterwards. */
  after?(box: Sandbox, home: string): void;
}

/** A home in `project`, after some commands of the person's. */
const after =
  (...commands: readonly (readonly string[])[]) =>
  (box: Sandbox): string => {
    lived(box);
    for (const args of commands) box.git('project', ...args);
    return 'project';
  };
/** In a clone the dream came from elsewhere: its owner says that it counts. */
const trusting = (box: Sandbox): void => {
  box.write('person/.config/dreamkeeper/config.yaml', 'rem:\n  foreign: apply\n');
};
const clone =
  (...options: readonly string[]) =>
  (box: Sandbox): string => {
    lived(box);
    trusting(box);
    box.git('project', 'config', 'uploadpack.allowFilter', 'true');
    box.git('.', 'clone', '-q', ...options, `file://${box.path('project')}`, 'clone');
    return 'clone';
  };
const committed = (box: Sandbox, path: string, text: string): void => {
  box.write(`project/${path}`, text);
  box.git('project', 'add', path);
  box.git('project', 'commit', '-qm', path);
};
const see = (isSo: boolean, what: string): void => {
  if (!isSo) throw new Error(what);
};

export const settledStates: readonly SettledState[] = [
  { name: 'nothing special', make: after() },
  {
    name: 'stashes',
    make: (box) => {
      lived(box);
      for (const text of ['one\n', 'two\n']) {
        box.write('project/other.md', text);
        box.git('project', 'stash', '-q');
      }
      return 'project';
    },
    after: (box, home) => see(box.git(home, 'stash', 'list').split('\n').length === 3, 'both stashes are there'),
  },
  { name: 'a branch with slashes', make: after(['switch', '-q', '-c', 'feature/über/日本']) },
  { name: 'a tag called main', make: after(['tag', 'main', 'side']) },
  { name: 'packed refs', make: after(['pack-refs', '--all']) },
  { name: 'a sha-256 repository', make: sha256 },
  { name: 'a shallow clone', make: clone('--depth', '1') },
  { name: 'a partial clone', make: clone('--filter=blob:none') },
  {
    name: 'a clone with borrowed objects',
    make: (box) => {
      lived(box);
      trusting(box);
      box.git('.', 'clone', '-q', '--shared', 'project', 'clone');
      return 'clone';
    },
  },
  {
    name: 'a linked worktree',
    make: (box) => {
      after(['worktree', 'add', '-q', '-b', 'linked', '../linked'])(box);
      return 'linked';
    },
    after: (box) => see(box.git('project', 'status', '--porcelain') === '', 'the main worktree is as it was'),
  },
  {
    name: 'a main worktree whose linked one is in a merge',
    make: (box) => {
      after(['worktree', 'add', '-q', '-b', 'linked', '../linked'])(box);
      box.git('linked', 'merge', '-q', '--no-commit', '-s', 'ours', 'side');
      return 'project';
    },
    after: (box) => see(/^[0-9a-f]{40}/u.test(box.git('linked', 'rev-parse', 'MERGE_HEAD')), 'the merge is there'),
  },
  {
    name: 'a home that is a submodule',
    make: (box) => {
      lived(box);
      trusting(box);
      mkdirSync(box.path('outer'));
      box.git('outer', 'init', '-q', '-b', 'main');
      box.git(
        'outer',
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        '-b',
        'main',
        '../project',
        'sub',
      );
      box.git('outer', 'commit', '-qm', 'with a submodule');
      return 'outer/sub';
    },
    after: (box) => see(box.git('outer', 'diff', '--cached', '--name-only') === '', 'nothing is staged around it'),
  },
  {
    name: 'a home with a submodule',
    make: (box) => {
      lived(box);
      box.git('.', 'clone', '-q', 'project', 'inner');
      box.git('project', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../inner', 'sub');
      box.git('project', 'commit', '-qm', 'with a submodule');
      rmSync(box.path('project/sub/other.md'));
      return 'project';
    },
  },
  {
    name: 'a sparse checkout that has the journal',
    make: (box) => {
      lived(box);
      committed(box, 'far/away.md', 'far\n');
      box.git('project', 'sparse-checkout', 'set', '--cone', 'rem');
      return 'project';
    },
    after: (box, home) =>
      see(/^S far\/away\.md$/mu.test(box.git(home, 'ls-files', '-v')), 'what is left out stays out'),
  },
  {
    name: 'a sparse index',
    make: (box) => {
      lived(box);
      committed(box, 'far/away.md', 'far\n');
      box.git('project', 'sparse-checkout', 'set', '--cone', '--sparse-index', 'rem', 'src');
      return 'project';
    },
  },
  { name: 'core.ignorecase', make: after(['config', 'core.ignorecase', 'true']) },
  {
    name: 'core.worktree, and a git folder elsewhere',
    make: (box) => {
      lived(box);
      box.git('project', 'init', '-q', `--separate-git-dir=${box.path('elsewhere.git')}`);
      box.git('project', 'config', 'core.worktree', box.path('project'));
      return 'project';
    },
  },
  { name: 'a split index', make: after(['config', 'core.splitIndex', 'true'], ['update-index', '--split-index']) },
  { name: 'an index of version 4', make: after(['update-index', '--index-version', '4']) },
  {
    name: 'an untracked cache and a file monitor',
    make: (box) => {
      after(['config', 'core.untrackedCache', 'true'], ['update-index', '--untracked-cache'])(box);
      const hook = box.write(
        'monitor.sh',
        `#!/bin/sh\necho ran >> '${box.path('monitor.log')}'\nprintf 'token\\0/\\0'\n`,
      );
      chmodSync(hook, 0o755);
      box.git('project', 'config', 'core.fsmonitor', hook);
      box.git('project', 'config', 'core.fsmonitorHookVersion', '2');
      box.git('project', 'update-index', '--fsmonitor');
      box.git('project', 'status');
      return 'project';
    },
  },
  {
    name: 'rem/ ignored',
    make: (box) => {
      lived(box);
      committed(box, '.gitignore', 'rem/\n*.org\n');
      return 'project';
    },
  },
  {
    name: 'core.autocrlf, and a board with CR LF',
    make: (box) => {
      after(['config', 'core.autocrlf', 'true'])(box);
      rmSync(box.path('project/plan.org'));
      box.git('project', 'checkout', '-q', '--', 'plan.org');
      return 'project';
    },
    after: (box, home) => {
      see(/NEXT honest faq\r\n/u.test(box.read(`${home}/plan.org`)), 'each line ends as it did');
      see(!box.git(home, 'show', 'HEAD:plan.org').includes('\r'), 'and none does in the commit');
    },
  },
  {
    name: 'attributes that give each file CR LF',
    make: (box) => {
      lived(box);
      committed(box, '.gitattributes', '* text=auto eol=crlf\n');
      rmSync(box.path('project/plan.org'));
      box.git('project', 'checkout', '-q', '--', 'plan.org');
      return 'project';
    },
    after: (box, home) => see(!box.git(home, 'show', 'HEAD:plan.org').includes('\r'), 'no CR in the commit'),
  },
  { name: 'a replaced commit', make: after(['replace', 'HEAD~1', 'side']) },
  {
    name: 'a graft',
    make: (box) => {
      lived(box);
      writeFileSync(box.path('project/.git/info/grafts'), `${box.git('project', 'rev-parse', 'HEAD').trim()}\n`);
      box.git('project', 'config', 'advice.graftFileDeprecated', 'false');
      return 'project';
    },
  },
  {
    name: 'hooks that refuse everything, and commits that must be signed',
    make: (box) => {
      after(['config', 'commit.gpgSign', 'true'], ['config', 'gpg.program', 'false'])(box);
      for (const name of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change'])
        chmodSync(box.write(`project/.git/hooks/${name}`, '#!/bin/sh\nexit 1\n'), 0o755);
      return 'project';
    },
  },
];

/** The same history in a repository with long names. */
function sha256(box: Sandbox): string {
  lived(box);
  trusting(box);
  const stream = box.git('project', 'fast-export', '--all');
  rmSync(box.path('project/.git'), { recursive: true });
  box.git('project', 'init', '-q', '-b', 'main', '--object-format=sha256');
  const marks = box.write('stream', stream);
  box.git('project', '-c', `alias.load=!git fast-import --quiet < '${marks}'`, 'load');
  box.git('project', 'reset', '-q');
  if (!/objectformat = sha256/iu.test(readFileSync(box.path('project/.git/config'), 'utf8'))) throw new Error('sha1');
  return 'project';
}
