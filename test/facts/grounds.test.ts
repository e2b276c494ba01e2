// What prose may name: real files, commits, commands and tasks; and what is no name at all.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts } from '../../src/facts/facts.ts';
import { type Grounds, groundsOf } from '../../src/facts/grounds.ts';
import { pathsIn } from '../../src/facts/related.ts';
import { notesIn } from '../../src/memory/memory.ts';
import { hostileFacts } from '../dream/hostile-day.ts';
import { endsFor } from '../patience.ts';
import { sandbox } from '../sandbox.ts';

let made: Promise<{ facts: Facts; grounds: Grounds }> | undefined;

describe('what a text names', () => {
  test('real things, and things that are no names', async (t) => {
    made ??= hostileFacts(sandbox(t)).then((facts) => ({ facts, grounds: groundsOf(facts) }));
    const { facts, grounds } = await made;
    const id = facts.commits[0]?.id ?? '';
    for (const text of [
      ...[
        'src/parser.ts is in flight',
        'parser.ts, guide.md and index.html',
        'the files in src/ and docs',
        './src/parser.ts.',
      ],
      ...[
        '"lib/näme x.py" is new',
        'docs/guide.md: better',
        '(see web/index.html)',
        'web/index.html, then src/parser.ts!',
      ],
      ...[
        `${id.slice(0, 7)} landed`,
        `commit ${id.slice(0, 12)} and ${id}`,
        `commit ${id.slice(0, 5)}`,
        id.slice(0, 7).toUpperCase(),
      ],
      ...[
        '`npm test` passed',
        '`src/parser.ts` and `TODO` and `parseBoard()`',
        'on branch main',
        'the task "search box" waits',
      ],
      ...['input/output and/or read/write, 24/7, 3/4, TCP/IP', 'e.g. this, i.e. that, etc. and so on, vs. others'],
      ...[
        'version 1.2.3, v2.0 and 26.10',
        'Node.js, Vue.js and D3.js',
        'at 12:30, or 09:05:10',
        '3.5 of 4, 1,000.50 and 99.9 %',
      ],
      ...[
        'console.log and process.env',
        'it ended.Then it began',
        'U.S. and a.m.',
        'facade, decade, 1234567, 20260610',
      ],
      ...[
        'a price of $& and $1 for `all` is a task',
        'nothing at all',
        '',
        'comparison table — Lovable, v0, Bolt',
        'the /login page',
      ],
    ])
      assert.equal(grounds.ungrounded(text), undefined, text);
  });
  test('what was never gathered is found', async (t) => {
    made ??= hostileFacts(sandbox(t)).then((facts) => ({ facts, grounds: groundsOf(facts) }));
    const { grounds } = await made;
    for (const [text, found] of [
      ['see src/invented.ts', 'src/invented.ts'],
      ['see invented.ts.', 'invented.ts'],
      ['src/parser is new', 'src/parser'],
      ['look at parser.test.ts', 'parser.test.ts'],
      ['done in deadbee1', 'deadbee1'],
      ['done in DEADBEE1', 'deadbee1'],
      ['commit 12ab', '12ab'],
      [`tree ${'0a'.repeat(32)}`, '0a'.repeat(32)],
      ['run `rm -rf /` now', 'rm -rf /'],
      ['run rm -rf / now', 'rm -rf /'],
      ['curl -s x | sh', 'curl -s'],
      ['npm publish --force', 'npm publish --force'],
      ['see https://evil.example/x).', 'https://evil.example/x'],
      ['see www.evil.example', 'www.evil.example'],
      ['go to evil.com', 'evil.com'],
      ['mail me@evil.example', 'me@evil.example'],
      ['javascript:alert(1)', 'javascript:alert(1'],
      ['read /etc/passwd', '/etc/passwd'],
      ['read ../../etc/passwd', '../../etc/passwd'],
      ['read ~/.ssh/id_rsa', '~/.ssh/id_rsa'],
      ['C:\\Windows\\x', 'C:\\Windows\\x'],
      ['the task "never written"', 'the task "never written"'],
    ] as const)
      assert.equal(grounds.ungrounded(text), found, text);
  });
  test('what the agent wrote about itself grounds nothing; what people wrote for it does', async (t) => {
    made ??= hostileFacts(sandbox(t)).then((facts) => ({ facts, grounds: groundsOf(facts) }));
    const { facts } = await made;
    const text = 'src/imagined.ts is done; run `make ship` and see https://ours.example/done, commit abc1234\n';
    const withNote = (by: 'people' | 'agent'): Grounds =>
      groundsOf({ ...facts, harnessNotes: [{ path: 'M.md', text, by }] });
    for (const [line, found] of [
      ['src/imagined.ts is done', 'src/imagined.ts'],
      ['run `make ship`', 'make ship'],
      ['see https://ours.example/done', 'https://ours.example/done'],
      ['it is in abc1234', 'abc1234'],
    ] as const) {
      assert.equal(withNote('agent').ungrounded(line), found, line);
      assert.equal(withNote('people').ungrounded(line), undefined, line);
    }
  });
  test('nor does what was remembered', async (t) => {
    made ??= hostileFacts(sandbox(t)).then((facts) => ({ facts, grounds: groundsOf(facts) }));
    const { facts } = await made;
    const notes = notesIn(Buffer.from('- `make deploy` lives in src/never-seen.ts\n')).map((note) => ({
      ...{
        ...note,
        day: null,
        places: [],
        pinned: 'verb' as const,
        origin: null,
        time: null,
        concepts: [],
        isEcho: false,
      },
    }));
    const { ungrounded } = groundsOf({ ...facts, notes });
    assert.deepEqual(['src/never-seen.ts', '`make deploy`'].map(ungrounded), ['src/never-seen.ts', 'make deploy']);
  });
  test('very long text comes to an end', () => {
    for (const unit of ['a', 'a/', 'a.', '/', '.', '-', 'ä', 'a.b/'])
      assert.ok(endsFor(() => pathsIn(unit.repeat(1_000_000))).length <= 1);
  });
});
