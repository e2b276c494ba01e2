// What can happen to a home's repository, and to what git must not see of it.
import { chmodSync, linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Damage, first, gitDir, killedAt, last, objectOf, old, put } from './damage.ts';

export const damagesOfGit: readonly Damage[] = [
  {
    what: 'the configuration of git is garbage',
    does: (h) => put(join(gitDir(h), 'config'), '[core\n'),
    says: ['repository-unreadable'],
    isError: true,
  },
  {
    what: 'HEAD is garbage',
    does: (h) => put(join(gitDir(h), 'HEAD'), 'nonsense\n'),
    says: ['repository-unreadable'],
    isError: true,
  },
  {
    what: 'a merge is under way',
    does: (h) => put(join(gitDir(h), 'MERGE_HEAD'), `${h.git('rev-parse', 'HEAD')}`),
    says: ['repository-busy'],
    isInfo: true,
  },
  {
    what: 'HEAD is detached',
    does: (h) => void h.git('checkout', '-q', '--detach'),
    says: ['head-detached'],
    isInfo: true,
  },
  {
    what: 'a lock on the index, left long ago',
    does: (h) => {
      put(join(gitDir(h), 'index.lock'), '');
      old(join(gitDir(h), 'index.lock'));
    },
    says: ['index-lock'],
    isFixed: true,
  },
  {
    what: 'a lock on the index with something in it',
    does: (h) => {
      put(join(gitDir(h), 'index.lock'), 'DIRC');
      old(join(gitDir(h), 'index.lock'));
    },
    says: ['index-lock'],
  },
  {
    what: 'a lock on HEAD, left long ago',
    does: (h) => {
      put(join(gitDir(h), 'HEAD.lock'), '');
      old(join(gitDir(h), 'HEAD.lock'));
    },
    says: ['head-lock'],
    isFixed: true,
  },
  {
    what: 'a lock on a branch, left long ago',
    does: (h) => {
      put(join(gitDir(h), 'refs/heads/main.lock'), '');
      old(join(gitDir(h), 'refs/heads/main.lock'));
    },
    says: ['ref-lock'],
    isFixed: true,
  },
  {
    what: 'a lock on a branch, left just now',
    does: (h) => put(join(gitDir(h), 'refs/heads/feat/x.lock'), ''),
    says: ['ref-lock'],
  },
  {
    what: 'our own lock on the index',
    does: (h) => {
      put(h.hidden(`held-e3b0c442${'a'.repeat(16)}`), 'DIRC');
      linkSync(h.hidden(`held-e3b0c442${'a'.repeat(16)}`), join(gitDir(h), 'index.lock'));
    },
    says: ['index-lock', 'leftover'],
    isFixed: true,
  },
  {
    what: 'the object of the board is gone',
    does: (h) => rmSync(objectOf(h, 'plan.org')),
    says: ['objects-missing'],
    isError: true,
  },
  {
    what: 'the object of an entry is garbage',
    does: (h) => {
      chmodSync(objectOf(h, first(h.entries())), 0o644);
      put(objectOf(h, first(h.entries())), 'garbage');
    },
    says: ['objects-missing'],
    isError: true,
  },
  {
    what: 'the last commit is gone',
    does: (h) => {
      const id = h.git('rev-parse', 'HEAD').trim();
      rmSync(join(gitDir(h), 'objects', id.slice(0, 2), id.slice(2)));
    },
    says: ['objects-missing'],
    isError: true,
  },
  {
    what: 'a change waits for a merge',
    does: async (h) => {
      await killedAt(h, 'sealed');
      put(join(gitDir(h), 'MERGE_HEAD'), h.git('rev-parse', 'HEAD'));
    },
    says: ['intent-open', 'repository-busy'],
  },
  {
    what: 'the record of the day is staged',
    does: (h) => void h.git('add', '-f', '_steps.jsonl'),
    says: ['private-staged'],
    isError: true,
  },
  {
    what: 'the record of the day is committed',
    shape: 'nested',
    does: (h) => {
      h.git('add', '-f', '_steps.jsonl');
      h.git('commit', '-qm', 'all of it');
    },
    says: ['private-committed'],
    isError: true,
  },
  {
    what: 'one conversation is committed, taken out of the index only, and another one is staged',
    shape: 'nested',
    does: (h) => {
      put(h.path('.self/conversation.jsonl'), '{}\n');
      h.git('add', '-f', '.self');
      h.git('commit', '-qm', 'all of it');
      h.git('rm', '-q', '--cached', '.self/conversation.jsonl');
      put(h.path(".Self/it's me/Iterations.jsonl"), '{}\n');
      put(h.path('.self/waldo/dreams.jsonl'), '{}\n');
      h.git('add', '-f', '.Self', '.self/waldo');
    },
    says: ['private-committed', 'private-staged'],
    isError: true,
  },
  {
    what: 'the line that hides a conversation is gone',
    shape: 'nested',
    does: (h) => {
      put(h.path('.self/waldo/memory.jsonl'), '{}\n');
      put(join(gitDir(h), 'info/exclude'), '/_*.jsonl\n');
    },
    says: ['exclude-missing'],
    isFixed: true,
  },
  {
    what: 'the lines that hide what is private are gone in one repository',
    shape: 'one',
    does: (h) => {
      put(h.path('.self/conversation.jsonl'), '{}\n');
      put(join(gitDir(h), 'info/exclude'), '# mine');
    },
    says: ['exclude-missing', 'exclude-missing'],
    isFixed: true,
  },
  {
    what: 'a copy of the receipts is tracked',
    does: (h) => {
      put(h.path('copy/dreamkeeper/receipts.jsonl'), '{}\n');
      h.git('add', '-f', 'copy');
    },
    says: ['private-tracked'],
    isError: true,
  },
  {
    what: 'the project tracks the home',
    shape: 'nested',
    does: (h) => void h.box.git(h.project, 'add', '-f', '.dream'),
    says: ['private-tracked'],
    isError: true,
  },
  {
    what: 'the line that hides the record is gone',
    does: (h) => put(join(gitDir(h), 'info/exclude'), '# mine'),
    says: ['exclude-missing'],
    isFixed: true,
  },
  {
    what: 'the line that hides the home is gone',
    shape: 'nested',
    does: (h) => rmSync(h.box.path(h.project, '.git/info/exclude')),
    says: ['exclude-missing'],
    isFixed: true,
  },
  {
    what: 'the note leads to no home',
    shape: 'nested',
    does: (h) => put(h.box.path(h.project, '.git/dreamkeeper/home'), '/nowhere/at/all\n'),
    says: ['link-broken'],
    isError: true,
  },
  {
    what: 'the index did not follow the last night',
    shape: 'nested',
    does: (h) => void h.git('read-tree', 'HEAD~1'),
    says: ['index-behind'],
    isFixed: true,
  },
  {
    what: 'the index did not follow the last night of somebody',
    shape: 'one',
    does: (h) => void h.git('read-tree', 'HEAD~1'),
    says: ['index-behind'],
    isFixed: true,
  },
  {
    what: 'somebody staged that an entry goes',
    does: (h) => void h.git('rm', '-q', '--cached', last(h.entries())),
    says: ['index-behind'],
  },
];
