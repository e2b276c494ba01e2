// What can happen to the journal: its ledger, its entries, and what is made from them.
import { appendFileSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { withLedgerLine } from '../../src/journal/journal.ts';
import { type Damage, edit, first, foreign, last, lines, put } from './damage.ts';
import type { Healthy } from './healthy-home.ts';

export const damagesOfJournal: readonly Damage[] = [
  {
    what: 'the ledger is a link',
    does: (h) => {
      renameSync(h.path('rem/ledger.jsonl'), h.box.path('elsewhere.jsonl'));
      symlinkSync(h.box.path('elsewhere.jsonl'), h.path('rem/ledger.jsonl'));
    },
    says: ['ledger-unreadable', 'entry-foreign', 'entry-foreign'],
    isError: true,
  },
  {
    what: 'a line of the ledger was changed',
    does: (h) => edit(h.path('rem/ledger.jsonl'), (text) => text.replace('"model":"builtin"', '"model":"other"')),
    says: ['ledger-broken'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'the ledger ends in garbage',
    does: (h) => appendFileSync(h.path('rem/ledger.jsonl'), '{"v":1,"kind":"nig'),
    says: ['ledger-broken'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'the ledger has CRLF line ends, and was committed so',
    does: (h) => {
      edit(h.path('rem/ledger.jsonl'), (text) => text.replaceAll('\n', '\r\n'));
      h.git('commit', '-qm', 'line ends', 'rem/ledger.jsonl');
    },
    says: ['ledger-broken'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'the lines of the ledger were reversed, and committed so',
    does: (h) => {
      edit(h.path('rem/ledger.jsonl'), () => `${lines(h).toReversed().join('\n')}\n`);
      h.git('commit', '-qm', 'sorted', 'rem/ledger.jsonl');
    },
    says: ['ledger-broken'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'the last line of the ledger was cut off',
    does: (h) => edit(h.path('rem/ledger.jsonl'), () => `${lines(h).slice(0, -1).join('\n')}\n`),
    says: ['ledger-shrunk', 'entry-foreign'],
    isError: true,
  },
  {
    what: 'the ledger is gone',
    does: (h) => rmSync(h.path('rem/ledger.jsonl')),
    says: ['ledger-shrunk', 'entry-foreign', 'entry-foreign'],
    isError: true,
  },
  { what: 'somebody wrote a line into the ledger', does: forgeLine, says: ['ledger-uncommitted'] },
  {
    what: 'somebody wrote a line into the ledger, and committed it',
    does: (h) => {
      forgeLine(h);
      h.git('commit', '-qam', 'tidy up');
    },
    says: ['ledger-foreign'],
  },
  {
    what: 'the last night is in no commit',
    does: (h) => void h.git('reset', '-q', '--soft', 'HEAD~1'),
    says: ['entry-uncommitted', 'ledger-uncommitted'],
    isStuck: true,
  },
  {
    what: 'the last night is in no commit, and not staged',
    does: (h) => void h.git('reset', '-q', 'HEAD~1'),
    says: ['entry-uncommitted', 'ledger-uncommitted'],
    isFixed: true,
  },
  {
    what: 'an entry is a link',
    does: (h) => {
      const path = h.path(last(h.entries()));
      renameSync(path, h.box.path('x.org'));
      symlinkSync(h.box.path('x.org'), path);
    },
    says: ['entry-missing'],
    isError: true,
  },
  {
    what: 'an entry was changed',
    does: (h) => edit(h.path(first(h.entries())), (text) => text.replace('* tale\n', '* tale\nAll is fine. ')),
    says: ['entry-changed'],
    isError: true,
  },
  {
    what: 'an entry was cut off',
    does: (h) => edit(h.path(first(h.entries())), (text) => text.slice(0, 120)),
    says: ['entry-changed', 'entry-malformed'],
    isError: true,
  },
  {
    what: 'an entry and its line were changed together',
    does: (h) => forge(h),
    says: ['entry-changed', 'ledger-broken', 'ledger-uncommitted'],
    isError: true,
    isPartly: true,
  },
  {
    what: 'an entry was changed by a commit of somebody',
    does: (h) => {
      edit(h.path(first(h.entries())), (text) => text.replace('* tale\n', '* tale\nAll is fine. '));
      h.git('commit', '-qm', 'better', 'rem');
    },
    says: ['entry-reverted'],
    isError: true,
  },
  {
    what: 'an entry was removed by a commit of somebody',
    does: (h) => {
      h.git('rm', '-q', first(h.entries()));
      h.git('commit', '-qm', 'gone');
    },
    says: ['entry-reverted'],
    isError: true,
  },
  {
    what: 'a night was reverted by hand',
    does: (h) => {
      if (h.shape === 'one') h.git('stash', '-q');
      h.git('revert', '--no-edit', 'HEAD');
    },
    says: ['ledger-shrunk'],
    isError: true,
  },
  {
    what: 'an entry of somebody else appeared',
    does: (h) => put(h.path('rem/2026-06-10-1200.org'), foreign),
    says: ['entry-foreign'],
  },
  {
    what: 'an entry of somebody else was committed',
    does: (h) => {
      put(h.path('rem/2026-06-10-1200.org'), foreign);
      h.git('add', 'rem');
      h.git('commit', '-qm', 'a dream');
    },
    says: ['entry-foreign'],
  },
  {
    what: 'an entry of somebody else makes no sense',
    does: (h) => put(h.path('rem/2026-06-10-1200.org'), 'hello\n'),
    says: ['entry-foreign', 'entry-malformed'],
  },
  {
    what: 'the manifest is gone',
    does: (h) => rmSync(h.path('rem/manifest.json')),
    says: ['manifest-missing'],
    isFixed: true,
  },
  {
    what: 'the manifest is torn',
    does: (h) => edit(h.path('rem/manifest.json'), (text) => text.slice(0, 80)),
    says: ['manifest-wrong'],
    isFixed: true,
  },
  {
    what: 'the manifest names what is not there',
    does: (h) => {
      edit(h.path('rem/manifest.json'), (text) => text.replaceAll('2026-06-10-0930', '2026-06-09-0930'));
      h.git('commit', '-qam', 'mine');
    },
    says: ['manifest-wrong'],
    isFixed: true,
  },
  {
    what: 'the attributes are gone',
    does: (h) => rmSync(h.path('rem/.gitattributes')),
    says: ['attributes-missing'],
    isFixed: true,
  },
  {
    what: 'the attributes do not speak of the ledger',
    does: (h) => put(h.path('rem/.gitattributes'), '*.org -text'),
    says: ['attributes-missing'],
    isFixed: true,
  },
  {
    what: 'the attributes say otherwise about the ledger',
    does: (h) => put(h.path('rem/.gitattributes'), 'ledger.jsonl merge=binary\n'),
    says: ['attributes-missing'],
  },
  { what: 'an entry is gone', does: (h) => rmSync(h.path(first(h.entries()))), says: ['entry-missing'], isError: true },
  {
    what: 'a later commit took an entry out of git, and left it there',
    does: (h) => {
      h.git('rm', '-q', '--cached', first(h.entries()));
      h.git('commit', '-qm', 'out');
    },
    says: ['entry-reverted'],
    isError: true,
  },
];

/** The newest entry with another tale, and the ledger written anew so that its chain holds. */
function forge(h: Healthy): void {
  const path = last(h.entries());
  edit(h.path(path), (text) => text.replace('* tale\n', '* tale\nAll is fine. '));
  const hash = h.world.files.hash(readFileSync(h.path(path)));
  const all = lines(h);
  const { v: _, prev: __, hash: ___, ...line } = JSON.parse(last(all));
  const before = Buffer.from(`${all.slice(0, -1).join('\n')}\n`);
  writeFileSync(h.path('rem/ledger.jsonl'), withLedgerLine(before, { ...line, sha256: hash }));
}

/** A line whose chain is right, of a wake that never was. */
function forgeLine(healthy: Healthy): void {
  edit(healthy.path('rem/ledger.jsonl'), (text) =>
    Buffer.from(
      withLedgerLine(Buffer.from(text), {
        ...{
          kind: 'wake',
          id: 'w-aaaaaaaaaa',
          agent: 'waldo',
          time: '2026-06-10T11:00:00.000Z',
          dream: 'n-bbbbbbbbbb',
        },
        ...{ sha256: '0'.repeat(64), board: null, verdicts: [] },
      }),
    ).toString(),
  );
}
