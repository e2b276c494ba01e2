// What a person did with what was taken over counts: nothing that they moved, edited, forgot or deleted comes a second time, and what is theirs stays theirs.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { describe, test } from 'node:test';
import { identityOf } from '../../src/memory/memory.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { adopted, lay, memoryOf, withHome } from './place.ts';

const source = {
  'MEMORY.md':
    '## Work\n\n- ports begin at 8000\n- deploys go out on Tuesdays\n  - never before nine\n\nThe shop sells lamps.\n',
  'memory/2026-05-01.md': '# A day\n\n- the demo is at ten\n',
};

interface Memory {
  readonly text: string;
  readonly origin: string | null;
  readonly time: string | null;
  readonly day: string | null;
}

const listed = (box: Sandbox): Map<string, Memory> => {
  const { memories } = JSON.parse(box.dk('home', ['memory', 'list', '--json']).stdout) as { memories: Memory[] };
  return new Map(memories.map((each) => [each.text, each]));
};

describe('a second time', () => {
  const deeds: Readonly<Record<string, (box: Sandbox) => void>> = {
    'an entry was deleted by hand, with its heading': (box) =>
      box.write(
        'home/MEMORY.md',
        box.read('home/MEMORY.md').replace('- ports begin at 8000\n', '').replace('### Work\n', ''),
      ),
    'an entry was deleted by hand, and stands below another heading there by now': (box) => {
      box.write('home/MEMORY.md', box.read('home/MEMORY.md').replace('The shop sells lamps.\n', ''));
      lay(box, {
        'MEMORY.md': `The shop sells lamps.\n\n${source['MEMORY.md'].replace('\nThe shop sells lamps.\n', '')}`,
      });
    },
    'an entry was moved into another file': (box) => {
      box.write('home/MEMORY.md', box.read('home/MEMORY.md').replace('The shop sells lamps.\n', ''));
      box.write('home/notes/mine.md', '- The shop sells lamps.\n');
    },
    'an entry was worded anew': (box) =>
      box.write('home/MEMORY.md', box.read('home/MEMORY.md').replace('The shop sells lamps.', 'It is tables by now.')),
    'lines below an entry were deleted': (box) =>
      box.write('home/MEMORY.md', box.read('home/MEMORY.md').replace('  - never before nine\n', '')),
    'an entry was forgotten': (box) =>
      void assert.equal(box.dk('home', ['memory', 'forget', identityOf('the demo is at ten').id]).code, 0),
    'all of it was deleted': (box) => {
      rmSync(box.path('home/MEMORY.md'));
      rmSync(box.path('home/notes'), { recursive: true });
    },
    'the source was moved, and a file of it was copied': (box) => {
      cpSync(box.path('source'), box.path('elsewhere'), { recursive: true });
      rmSync(box.path('source'), { recursive: true });
      cpSync(box.path('elsewhere'), box.path('source'), { recursive: true });
      cpSync(box.path('source/MEMORY.md'), box.path('source/AGENTS.md'));
    },
  };
  for (const [what, does] of Object.entries(deeds))
    test(`${what}: nothing comes`, (t) => {
      const box = sandbox(t);
      withHome(box);
      const path = lay(box, source);
      assert.equal(adopted(box, path).result, 'applied');
      does(box);
      const before = memoryOf(box);
      assert.deepEqual(adopted(box, path).entries, []);
      assert.deepEqual(memoryOf(box), before);
    });

  test('what is new there comes below its heading, and what was undone comes again', (t) => {
    const box = sandbox(t);
    withHome(box);
    const path = lay(box, source);
    const first = adopted(box, path);
    lay(box, { 'MEMORY.md': `${source['MEMORY.md']}\nIt opens at nine.\n` });
    const second = adopted(box, path);
    assert.deepEqual(
      second.entries.map(({ text }) => text),
      ['It opens at nine.'],
    );
    assert.equal(second.known, 4);
    assert.match(box.read('home/MEMORY.md'), /### Work\n\nIt opens at nine\.\n$/u);
    assert.equal(box.dk('home', ['undo', second.change ?? '']).code, 0);
    assert.equal(box.dk('home', ['undo', first.change ?? '']).code, 0);
    assert.equal(adopted(box, path).entries.length, 5);
  });
});

test('the same words in two files come twice, in one file below one heading once, and a copy of a file not at all', (t) => {
  const box = sandbox(t);
  withHome(box);
  const lamps = '# Status\n\n- done\n- done\n';
  const files = {
    'MEMORY.md': '- one\n',
    'USER.md': '- name\n',
    'memory/lamps.md': lamps,
    'memory/tables.md': `${lamps}- ready\n`,
    'memory/copy.md': lamps,
  };
  const path = lay(box, { ...files, 'memory/2026-05-01.md': '- quiet\n', 'memory/2026-05-02.md': '- quiet\n' });
  const done = adopted(box, path);
  assert.deepEqual(
    [done.repeated, done.known, done.left],
    [2, 0, [{ path: 'memory/lamps.md', why: 'says the same as memory/copy.md' }]],
  );
  const memory = box.read('home/MEMORY.md');
  assert.equal(memory.split('- done\n').length, 3);
  for (const day of ['01', '02']) assert.match(box.read(`home/notes/2026-05-${day}.md`), /^- quiet$/mu);
  assert.deepEqual(adopted(box, path).entries, []);
  // What is short says something else elsewhere.
  lay(box, { 'memory/chairs.md': '# Chairs\n\n- done\n' });
  assert.deepEqual(
    adopted(box, path).entries.map(({ text }) => text),
    ['done'],
  );
  assert.deepEqual(adopted(box, path).entries, []);
});

test('what a person wrote stays theirs, and dates stay', (t) => {
  const box = sandbox(t);
  withHome(box);
  box.write('home/MEMORY.md', '# Pinned\n\n- ports begin at 8000\n');
  box.git('home', 'add', 'MEMORY.md');
  box.git('home', 'commit', '-qm', 'mine');
  const path = lay(box, { ...source, 'memory/plan.md': '---\ncreated: 2026-03-04\n---\nLamps in spring.\n' });
  const done = adopted(box, path);
  assert.deepEqual([done.known, done.entries.length], [1, 5]);
  // The heading of what comes is no part of a section that is pinned.
  const memories = listed(box);
  const of = (text: string): unknown[] => [
    memories.get(text)?.origin ?? null,
    memories.get(text)?.day,
    memories.get(text)?.time?.slice(0, 10),
  ];
  assert.deepEqual(of('ports begin at 8000').slice(0, 1), [null]);
  assert.deepEqual(of('the demo is at ten'), ['import', '2026-05-01', '2026-05-01']);
  assert.deepEqual(of('Lamps in spring.'), ['import', null, '2026-03-04']);
  const show = box.dk('home', ['memory', 'show', identityOf('Lamps in spring.').id]).stdout;
  assert.match(show, /Taken over from elsewhere, or given to the agent, 2026-03-04/u);
  const pinned = JSON.parse(box.dk('home', ['memory', 'list', '--pinned', '--json']).stdout) as { memories: Memory[] };
  assert.deepEqual(
    pinned.memories.map(({ text }) => text),
    ['ports begin at 8000'],
  );
  assert.ok(
    box
      .read('home/MEMORY.md')
      .startsWith('# Pinned\n\n- ports begin at 8000\n\n# MEMORY.md\n\n## From OpenClaw: MEMORY.md\n'),
  );
  // What was there is byte for byte as it was, and an undo leaves exactly that.
  assert.equal(box.dk('home', ['undo', done.change ?? '']).code, 0);
  assert.equal(box.read('home/MEMORY.md'), '# Pinned\n\n- ports begin at 8000\n');
});

test('what no commit has yet is a person’s: committed first where the home is ours to commit, asked for where it is not', (t) => {
  const box = sandbox(t);
  withHome(box);
  const path = lay(box, source);
  box.write('home/MEMORY.md', '- mine alone\n');
  const refused = box.dk('home', ['adopt', path, '--yes']);
  assert.deepEqual([refused.code, /^E_CONFLICT MEMORY\.md is in no commit yet/u.test(refused.stderr)], [12, true]);
  project(box);
  assert.equal(box.dk('project', ['init']).code, 0);
  box.write('project/.dream/MEMORY.md', '- mine alone\n');
  const ran = box.dk('project', ['adopt', path, '--yes', '--json']);
  const { change } = JSON.parse(ran.stdout) as { change: string };
  assert.match(
    box.git('project/.dream', 'log', '--format=%s'),
    /^adopt: 4 entries from an OpenClaw workspace\nday: memory\n/u,
  );
  assert.equal(box.dk('project', ['undo', change]).code, 0);
  assert.equal(box.read('project/.dream/MEMORY.md'), '- mine alone\n');
});

test('two at once: one takes it over', async (t) => {
  const box = sandbox(t);
  withHome(box);
  const path = lay(box, source);
  const ran = await Promise.all([0, 1, 2].map(() => box.dkAsync('home', ['adopt', path, '--yes', '--json'])));
  assert.deepEqual(ran.map(({ stdout }) => (JSON.parse(stdout) as { result: string }).result).toSorted(), [
    'applied',
    'noop',
    'noop',
  ]);
  assert.equal(box.read('home/MEMORY.md').split('ports begin at 8000').length, 2);
});
