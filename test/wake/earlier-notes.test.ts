// Notes beside the newest: which a pack tells, in which order, and that it is full and no longer than it may be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Note } from '../../src/facts/facts.ts';
import { identityOf } from '../../src/memory/memory.ts';
import { earlierNotes } from '../../src/wake/remembered.ts';
import { homeIn, sandbox } from '../sandbox.ts';

test('other notes: first what was asked for lately, then what was promoted, then the newest; nothing twice, nothing of a stranger', () => {
  const note = (text: string, more: Partial<Note> = {}): Note => ({
    ...{ id: text, sha256: identityOf(text).sha256, text, details: [], day: '2026-06-10', places: [], pinned: null },
    ...{ kind: 'item', section: [], origin: null, time: null, concepts: [], isEcho: false, ...more },
  });
  const notes = [
    note('told already'),
    note('the newest'),
    note('a lie of a page', { origin: 'untrusted' }),
    note('pinned', { pinned: 'verb' }),
    note('asked for before'),
    note('promoted', { places: ['notes/2026-06-01.md', 'MEMORY.md'].map((path) => ({ path, line: 1 })) }),
    note('asked for last'),
    note('only in memory', { day: null }),
  ];
  const recalled = ['asked for last', 'a lie of a page', 'gone', 'asked for before', 'told already'];
  const redact = (text: string): string => text;
  assert.deepEqual(earlierNotes(notes, { redact }, { told: ['told already'], recalled }), [
    'asked for last',
    'asked for before',
    'promoted',
    'the newest',
  ]);
});

test('a pack is filled with notes, and never longer than it may be; where the newest do not fit, the older of them go', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const day = (name: string, texts: readonly string[]): string =>
    box.write(`home/notes/${name}.md`, `# ${name}\n\n${texts.map((text) => `- ${text}\n`).join('')}`);
  const many = (what: string, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${what} ${at} is kept behind door ${at * 7} of the hangar`);
  day('2026-06-01', many('the old rope', 90));
  day('2026-06-08', many('the rope', 4));
  day('2026-06-09', many('the new rope', 4));
  for (const [question, least] of [
    ['the old rope 17', '- the old rope 17 is'],
    ['the old rope 23', '- the old rope 23 is'],
  ] as const) {
    assert.equal(box.dk('home', ['recall', '-k', '1', question]).code, 0);
    const pack = box.dk('home', ['wake', '--dry-run']).stdout;
    const earlier = pack.split('\nRemembered earlier, first what was asked for lately:\n')[1] ?? '';
    assert.ok(earlier.startsWith(least), pack);
    assert.ok(pack.length > 3800 && pack.length <= 4001, `${pack.length} characters`);
    assert.match(pack, /\nMore: `dk recall/u);
    assert.equal(pack.match(/- the (?:new )?rope \d/gu)?.length, 8);
  }
  const small = box.dk('home', ['wake', '--dry-run', '--budget', '900']).stdout;
  assert.match(small, /- the new rope 3 is/u);
  assert.doesNotMatch(small, /- the rope 0 is/u);
  assert.ok(small.length <= 901, `${small.length} characters`);
});
