// `MEMORY.md` by its entries: listed, pinned, edited by a person, forgotten and brought back, beside notes and like them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf } from '../../src/memory/memory.ts';
import { homeIn, type Sandbox, sandbox, snapshot } from '../sandbox.ts';

interface Listed {
  readonly id: string;
  readonly text: string;
  readonly pinned: boolean;
  readonly kind: string;
}

const json = (box: Sandbox, ...args: string[]) => {
  const ran = box.dk('home', [...args, '--json']);
  assert.equal(ran.code, 0, `${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return JSON.parse(ran.stdout);
};
const listed = (box: Sandbox): Listed[] => json(box, 'memory', 'list').memories;
const idOf = (text: string): string => identityOf(text).id;
const memory = (...lines: (string | Buffer)[]): Buffer => Buffer.concat(lines.map((line) => Buffer.from(line)));

/** Whatever people write: front matter, CRLF, a table, HTML, code, broken bytes, no end. */
const file = memory(
  ...['---\r\ntitle: what we know\r\n---\r\n# Memory\r\n\r\nWe ship on Mondays,\r\nnever on a Friday.\r\n\r\n'],
  ...[
    '- the parser keeps every date as text\r\n  - and so does the cache\r\n* broken ',
    Buffer.from([0xff, 0xfe]),
    ' bytes\n',
  ],
  ...['<!-- - not told -->\n| port | for |\n|---|---|\n| 8000 | web |\n\n```sh\n- code\n```\n## Pinned\n1. be kind'],
);
const written = (box: Sandbox, content: Buffer): void => {
  box.write('home/MEMORY.md', content);
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-qm', 'mine');
};
const onDisk = (box: Sandbox): string => Buffer.from(snapshot(box.path('home'))['MEMORY.md'] ?? '').toString();

test('entries are listed, shown, pinned, forgotten and brought back, and the file is never marked', (t) => {
  const box = sandbox(t);
  homeIn(box);
  written(box, file);
  const note = json(box, 'remember', 'the staging database is reset every Sunday');
  const before = snapshot(box.path('home'), (name) => name.startsWith('.git'));
  assert.deepEqual(
    listed(box).map(({ text, kind, pinned }) => [kind, text, pinned]),
    [
      ['item', 'be kind', true],
      ['paragraph', 'We ship on Mondays, never on a Friday.', false],
      ['item', 'the parser keeps every date as text', false],
      ['item', 'broken \u{FFFD}\u{FFFD} bytes', false],
      ['table', '| port | for | |---|---| | 8000 | web |', false],
      ['code', '- code', false],
      ['item', note.text, false],
    ],
  );
  const wanted = idOf('the parser keeps every date as text');
  const shown = json(box, 'memory', 'show', wanted);
  assert.deepEqual(
    [shown.section, shown.details, shown.origin, shown.isProtected, shown.places],
    [['Memory'], ['  - and so does the cache'], 'person', true, [{ path: 'MEMORY.md', line: 9 }]],
  );
  const kept = json(box, 'memory', 'show', note.id);
  assert.deepEqual([kept.origin, kept.isProtected, kept.concepts.includes('staging')], ['agent', false, true]);
  assert.deepEqual(
    snapshot(box.path('home'), (name) => name.startsWith('.git')),
    before,
    'reading writes nothing',
  );
  const file0 = onDisk(box);
  json(box, 'memory', 'pin', wanted);
  assert.equal(onDisk(box), file0, 'no mark in the file');
  for (const { id } of listed(box).filter((each) => each.id !== note.id)) {
    const { change } = json(box, 'memory', 'forget', id);
    assert.notEqual(onDisk(box), file0);
    assert.ok(!listed(box).some((each) => each.id === id));
    json(box, 'undo', change);
    assert.equal(onDisk(box), file0, 'brought back to the byte');
  }
  assert.equal(listed(box).filter(({ pinned }) => pinned).length, 2);
  assert.equal(box.dk('home', ['doctor', '--strict']).code, 0);
});

test('a pin follows its entry through edits as long as nights keep up, and what is taken out leaves a tombstone', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const with_ = (line: string): Buffer => Buffer.from(`# Memory\n\n- ${line}\n- another thing\n`);
  written(box, with_('deploy the site from main on Monday at nine'));
  const { id } = json(box, 'memory', 'pin', idOf('deploy the site from main on Monday at nine'));
  const lives = ['deploy the site from main on Tuesday at ten', 'publish the page from main on Tuesday at ten'];
  for (const [at, line] of lives.entries()) {
    written(box, with_(line));
    assert.deepEqual(listed(box)[0], { ...listed(box)[0], id, text: line, pinned: true, origin: 'person' });
    const { pack } = json(box, 'wake');
    assert.match(pack, new RegExp(`Remembered:\\n- ${line}`, 'u'));
    assert.equal(pack.split(line).length, 2, 'told once');
    box.write('home/plan.org', `* TODO task ${at}\n`);
    box.git('home', 'commit', '-qam', `work ${at}`);
    assert.equal(json(box, 'sleep', '--force').outcome, 'ran');
    const last = JSON.parse(box.read('home/rem/ledger.jsonl').trim().split('\n').at(-1) ?? '');
    assert.deepEqual([last.memories.edited[0].memory, last.memories.gone], [id, []]);
    assert.deepEqual(listed(box)[0], { ...listed(box)[0], id, pinned: true, origin: 'person' });
    assert.ok(!JSON.stringify(last.memories).includes('Tuesday'), 'the record does not repeat the words');
  }
  // So far from the first words that nobody would know it without what was kept in between.
  written(box, with_('quite another matter'));
  assert.deepEqual(
    json(box, 'memory', 'list').lostPins.map((lost: { id: string }) => lost.id),
    [id],
  );
  json(box, 'memory', 'pin', idOf('another thing'));
  const line = JSON.parse(box.read('home/rem/ledger.jsonl').trim().split('\n').at(-1) ?? '');
  assert.deepEqual(
    line.memories.gone.map((each: { memory: string }) => each.memory),
    [id],
  );
  const missing = box.dk('home', ['memory', 'show', id]);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /E_NO_SUCH_MEMORY[\s\S]*Somebody deleted it from its file/u);
  written(box, with_(lives.at(-1) ?? ''));
  assert.deepEqual(
    listed(box)[0],
    { ...listed(box)[0], id, pinned: true, origin: 'person' },
    'its words bring it back',
  );
});

test('what is pinned is told without its credentials, however many lines they have', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const key = `-----BEGIN ${'RSA PRIVATE'} KEY-----\n${'MIIEowIBAAKCAQEAx8f3\n'.repeat(6)}-----END ${'RSA PRIVATE'} KEY-----`;
  box.write('home/MEMORY.md', `# Pinned\n\nthe key of the server\n${key}\n\n# Else\n\n\`\`\`\n${key}\n\`\`\`\n`);
  const { pack } = json(box, 'wake');
  assert.ok(!pack.includes('MIIEowIBAAKCAQEAx8f3'), pack);
});
