// `dk recall --history`: what stood once in memory, notes, plan and dreams, and stands there no more, with the commit that still has it.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { homeIn, project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';

interface Hit {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly snippet: string;
  readonly origin: string;
  readonly gone?: { readonly commit: string; readonly until: string };
}

function recall(box: Sandbox, cwd: string, ...args: readonly string[]): readonly Hit[] {
  const { stdout, stderr, code } = box.dk(cwd, ['recall', ...args, '--json']);
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as { readonly hits: readonly Hit[] }).hits;
}

function commit(box: Sandbox, home: string, path: string, text: string | undefined): void {
  if (text === undefined) rmSync(box.path(home, path));
  else box.write(`${home}/${path}`, text);
  box.git(home, 'add', '-A', '-f', path);
  box.git(home, 'commit', '-q', '-m', `changes ${path}`);
}

test('what is there no more is found with the last commit that has it, at its lines there', (t) => {
  const box = sandbox(t);
  homeIn(box);
  commit(box, 'home', 'MEMORY.md', '# Memory\n\n- The zeppelin lands in Lisbon.\n- Trains leave at nine.\n');
  commit(box, 'home', 'MEMORY.md', '# Memory\n\n- Trains leave at nine.\n- The zeppelin lands in Porto.\n');
  commit(box, 'home', 'notes/2026-05-01.md', '- the zeppelin has a leak\n');
  commit(box, 'home', 'notes/2026-05-01.md', undefined);
  commit(box, 'home', 'rem/2026-05-01-0300.org', '* Tale\nA dream of a zeppelin.\n');
  commit(box, 'home', 'rem/2026-05-01-0300.org', undefined);
  assert.deepEqual(
    recall(box, 'home', 'zeppelin')
      .map(({ snippet }) => snippet)
      .filter((snippet) => snippet.includes('zeppelin')),
    ['- The zeppelin lands in Porto.'],
  );
  const hits = recall(box, 'home', 'zeppelin', '--history', '-k', '20');
  const told = hits
    .filter(({ snippet }) => snippet.includes('zeppelin'))
    .map(({ path, line, origin, gone }) => `${path}:${line} ${origin} ${gone === undefined ? 'now' : 'then'}`);
  assert.deepEqual(told.toSorted(), [
    'MEMORY.md:3 memory then',
    'MEMORY.md:4 memory now',
    'notes/2026-05-01.md:1 notes then',
    'rem/2026-05-01-0300.org:1 journal then',
  ]);
  for (const { path, line, snippet, gone } of hits) {
    if (gone === undefined || snippet.includes('Trains')) continue;
    assert.match(
      box
        .git('home', 'show', `${gone.commit}:${path}`)
        .split('\n')
        .slice(line - 1, line + 1)
        .join(' '),
      /zeppelin/u,
    );
    const next = box.git('home', 'log', '--reverse', '--format=%cI', `${gone.commit}..HEAD`).split('\n')[0] ?? '';
    assert.equal(gone.until, new Date(next).toISOString());
  }
  const { stdout } = box.dk('home', ['recall', 'zeppelin leak', '--history']);
  assert.match(stdout, /\(notes, until \d{4}-\d\d-\d\d, in commit [0-9a-f]{12}\)/u);
});

test('what only moved, or was done, is not gone; each thing is told once', (t) => {
  const box = sandbox(t);
  homeIn(box);
  commit(box, 'home', 'plan.org', '* Board\n** TODO Repair the zeppelin\n** TODO Buy helium for the zeppelin\n');
  commit(box, 'home', 'plan.org', '* Board\n** DONE Repair the zeppelin\n** TODO Buy helium for the zeppelin\n');
  commit(box, 'home', 'plan.org', '* Board\n** DONE Repair the zeppelin\n');
  commit(box, 'home', 'notes/2026-05-01.md', '- the zeppelin is blue\n');
  commit(box, 'home', 'MEMORY.md', '- the zeppelin is blue\n');
  commit(box, 'home', 'notes/2026-05-01.md', undefined);
  const gone = recall(box, 'home', 'zeppelin', '--history', '-k', '20').filter((hit) => hit.gone !== undefined);
  assert.deepEqual(
    gone.map(({ path, line }) => `${path}:${line}`),
    ['plan.org:3'],
  );
});

test('nothing else of the past is told: no file of a person, no credential, nothing that is private', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const key = `ghp_${'abcdefghij0123456789ABCDEFGHIJklmnop'}`;
  for (const path of ['secret.md', 'src/a.ts', 'notes/_steps.jsonl', '.self/conversation.jsonl', 'rem/other.txt']) {
    commit(box, 'home', path, 'zeppelin\n');
    commit(box, 'home', path, undefined);
  }
  commit(box, 'home', 'notes/ignored.md', 'zeppelin\n');
  commit(box, 'home', 'notes/ignored.md', undefined);
  box.write('home/.gitignore', 'ignored.md\n');
  commit(box, 'home', 'MEMORY.md', `- zeppelin token ${key}\n`);
  commit(box, 'home', 'MEMORY.md', '- nothing\n');
  const { stdout } = box.dk('home', ['recall', 'zeppelin', '--history', '--json', '-k', '50']);
  const { hits } = JSON.parse(stdout) as { readonly hits: readonly Hit[] };
  assert.deepEqual(
    hits.map(({ path }) => path),
    ['MEMORY.md'],
  );
  assert.ok(!stdout.includes(key));
});

test('a home in a project has its own past, also in the plain way; one without a commit has none; and nothing is written', (t) => {
  const box = sandbox(t);
  project(box);
  box.dk('project', ['init']);
  box.dk('project', ['remember', 'the zeppelin is in hangar 7']);
  const before = recall(box, 'project', 'zeppelin', '--history');
  assert.deepEqual(
    before.map(({ gone }) => gone),
    [undefined],
  );
  const path = before[0]?.path ?? '';
  box.write(`project/${path}`, '- something else\n');
  box.git('project/.dream', 'add', '-A');
  box.git('project/.dream', 'commit', '-q', '-m', 'forgets it');
  const state = snapshot(box.path('project'));
  for (const way of [[], ['--plain']]) {
    const [found] = recall(box, 'project', 'zeppelin hangar', '--history', ...way).filter(
      (hit) => hit.gone !== undefined,
    );
    assert.deepEqual([found?.path, found?.origin], [path, 'notes'], way.join());
  }
  const after = snapshot(box.path('project'));
  assert.deepEqual(
    Object.keys(after).filter((each) => after[each] !== state[each] && !each.includes('/.git/dreamkeeper/')),
    [],
  );
});

test('what is gone is no memory of now, whatever stands at its lines today', (t) => {
  const box = sandbox(t);
  project(box);
  box.dk('project', ['init']);
  box.dk('project', ['remember', 'the zeppelin is in hangar 7']);
  const [found] = recall(box, 'project', 'zeppelin hangar');
  box.write(`project/${found?.path ?? ''}`, '- the canteen closes at noon\n');
  box.git('project/.dream', 'add', '-A');
  box.git('project/.dream', 'commit', '-q', '-m', 'forgets it');
  const { stdout } = box.dk('project', ['recall', 'zeppelin hangar', '--history', '--json']);
  const { hits } = JSON.parse(stdout) as { readonly hits: readonly (Hit & { readonly memory: unknown })[] };
  const gone = hits.filter((hit) => hit.gone !== undefined);
  assert.deepEqual(
    gone.map(({ memory }) => memory),
    [null],
  );
});
