// Which files were edited, which are the home's own, and which are in flight: tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editsAmong, inProject, writtenByShell } from '../../src/facts/edits.ts';
import { isHomeFile } from '../../src/facts/home-files.ts';
import { type Flight, flightOf, leftBehind, workIn } from '../../src/facts/in-flight.ts';
import { isLeftover } from '../../src/facts/leftovers.ts';
import type { Call } from '../../src/steps/steps.ts';
import type { ChangedFile } from '../../src/world/world.ts';

describe('paths in the project', () => {
  const rows: readonly (readonly [given: string, expected: string | undefined])[] = [
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src/../a.ts', 'a.ts'],
    ['src//a.ts', 'src/a.ts'],
    [' a.ts ', 'a.ts'],
    ['/srv/app/src/a.ts', 'src/a.ts'],
    ['/srv/app/./src/a.ts', 'src/a.ts'],
    ['/srv/app', undefined],
    ['/srv/application/a.ts', undefined],
    ['/etc/passwd', undefined],
    ['/srv/app/../other/a.ts', undefined],
    ['../a.ts', undefined],
    ['..', undefined],
    ['.', undefined],
    ['', undefined],
    ['a\nb', undefined],
    ['src\\win\\a.ts', 'src/win/a.ts'],
    ['..a/b.ts', '..a/b.ts'],
    ['my file.ts', 'my file.ts'],
    ['ünï/ço∂é.ts', 'ünï/ço∂é.ts'],
    ['...', '...'],
  ];
  for (const [given, expected] of rows)
    test(JSON.stringify(given), () => assert.equal(inProject(given, '/srv/app'), expected));
  test('on Windows', () => {
    assert.equal(inProject('C:\\work\\app\\src\\a.ts', 'C:\\work\\app'), 'src/a.ts');
    assert.equal(inProject('C:\\other\\a.ts', 'C:\\work\\app'), undefined);
    assert.equal(inProject('D:\\work\\app\\a.ts', 'C:\\work\\app'), undefined);
  });
});

describe('tools that edit', () => {
  const call = (tool: string, outcome: Call['outcome'] = 'ok'): Call => ({
    ...{
      tool,
      target: 'a.ts',
      outcome,
      exit: null,
      error: null,
      time: '2026-06-10T09:00:00.000Z',
      started: '',
      durationMs: null,
      head: null,
      branch: null,
    },
  });
  const edits =
    'edit Edit Write write MultiEdit NotebookEdit apply_patch applypatch str_replace_editor str_replace_based_edit_tool create_file write_file edit_file insert_edit file.write fs-write delete_file replace_in_file'.split(
      ' ',
    );
  const others =
    'read Read bash grep Glob ls TodoWrite todo_write update_task create_issue write_memory board_update search fetch prompt view'.split(
      ' ',
    );
  for (const tool of edits) test(`${tool} does`, () => assert.equal(editsAmong([call(tool)], '/p').length, 1));
  for (const tool of others) test(`${tool} does not`, () => assert.equal(editsAmong([call(tool)], '/p').length, 0));
  test('one that failed wrote nothing; one that never ended may have', () => {
    assert.deepEqual(editsAmong([call('edit', 'failed')], '/p'), []);
    for (const outcome of ['ok', 'unknown', 'unfinished'] as const)
      assert.equal(editsAmong([call('edit', outcome)], '/p').length, 1, outcome);
  });
});

test('files that a command on record wrote by hand, and not a program', () => {
  const rows: readonly (readonly [command: string, ...written: string[]])[] = [
    ["cat > src/a.ts <<'EOF' const a = 1;", 'src/a.ts'],
    ["mkdir -p src && cat <<'EOF' > src/a.ts const", 'src/a.ts'],
    ['cat <<EOF >> "src/a.ts"', 'src/a.ts'],
    ['cd src && printf "x" > a.ts', 'src/a.ts'],
    ['tee /p/src/a.ts <<EOF', 'src/a.ts'],
    ['git add src/a.ts', 'src/a.ts'],
    ['echo hi > b.md; echo ho > src/a.ts', 'src/a.ts', 'b.md'],
    ['npm test > b.md 2>&1'],
    ['node run.js | tee b.md'],
    ['cat b.md | sort > c.md'],
    ['cat b.md'],
    ['git add -A'],
  ];
  for (const [target, ...written] of rows) {
    const call = { tool: 'Bash', target, outcome: 'ok', time: '' } as unknown as Call;
    const found = writtenByShell([call], '/p', ['src/a.ts', 'b.md']).map(({ path }) => path);
    assert.deepEqual(found, written, target);
  }
});

describe('the home’s own files', () => {
  const rows: readonly (readonly [path: string, one: boolean, nested: boolean])[] = [
    ['plan.org', true, false],
    ['dreamkeeper.yaml', true, false],
    ['MEMORY.md', true, false],
    ['DREAMS.md', true, false],
    ['MESSAGES.md', true, false],
    ['rem/2026-06-10-0900.org', true, false],
    ['rem', true, false],
    ['notes/a.md', true, false],
    ['notes/.gitattributes', true, false],
    ['memory/archive.md', true, false],
    ['memory/.gitattributes', true, false],
    ['memory/a.ts', false, false],
    ['.gitattributes', false, false],
    ['.self/x', true, false],
    ['_steps.jsonl', true, false],
    ['_steps.2026.jsonl', true, false],
    ['.dream/plan.org', true, true],
    ['.dream', true, true],
    ['.dreams/plan.org', false, false],
    ['remote/a.ts', false, false],
    ['notes.md', false, false],
    ['src/plan.org', false, false],
    ['src/_steps.jsonl', false, false],
    ['docs/MEMORY.md', false, false],
    ['memory.md', false, false],
    ['src/rem/a.ts', false, false],
    ['README.md', false, false],
  ];
  for (const [path, one, nested] of rows)
    test(path, () => {
      assert.equal(isHomeFile(path, 'one'), one, 'one repository');
      assert.equal(isHomeFile(path, 'nested'), nested, 'a nested home');
      assert.equal(isHomeFile(path, 'elsewhere'), nested, 'a home elsewhere');
    });
});

describe('in flight', () => {
  const at = (minute: number, second = 0, ms = 0): string =>
    new Date(Date.UTC(2026, 5, 10, 9, minute, second, ms)).toISOString();
  const file = (path: string, written?: string): ChangedFile => ({ path, kind: 'modified', blob: undefined, written });
  const commitAt = (minute: number) => [{ time: at(minute), files: [] as string[] }];
  const edit = (path: string, minute: number) => ({ path, time: at(minute) });
  type Edits = readonly { readonly path: string; readonly time: string }[];
  const flight = (
    changed: readonly ChangedFile[],
    edits: Edits,
    commits: readonly { time: string; files: string[] }[],
    more: { readonly allEdits?: Edits; readonly othersEdits?: Edits } = {},
  ): Flight => flightOf({ changed, edits, commits, allEdits: edits, othersEdits: [], ...more });
  const inFlightOf = (...given: Parameters<typeof flight>): readonly string[] => flight(...given).inFlight;
  const fresh = (path: string, written: string): ChangedFile => ({ ...file(path, written), kind: 'new' });
  const rows: readonly (readonly [what: string, found: readonly string[], expected: string[]])[] = [
    ['nothing', inFlightOf([], [edit('a', 1)], commitAt(0)), []],
    ['written after the commit', inFlightOf([file('a', at(5))], [], commitAt(1)), ['a']],
    ['written before the commit', inFlightOf([file('a', at(1))], [], commitAt(5)), []],
    ['written before, but edited in this cycle', inFlightOf([file('a', at(1))], [edit('a', 2)], commitAt(5)), ['a']],
    [
      'edited, and committed after that',
      inFlightOf([file('a', at(3))], [edit('a', 2)], [...commitAt(5), { time: at(4), files: ['a'] }]),
      [],
    ],
    ['in the same second as the commit', inFlightOf([file('a', at(5, 0, 300))], [], commitAt(5)), ['a']],
    ['the second before the commit', inFlightOf([file('a', at(4, 59, 999))], [], commitAt(5)), []],
    ['no commit yet', inFlightOf([file('a', at(1))], [], []), ['a']],
    ['nobody knows when', inFlightOf([file('a')], [], commitAt(5)), []],
    ['nobody knows when, but edited', inFlightOf([file('a')], [edit('a', 1)], commitAt(5)), ['a']],
    [
      'newest first',
      inFlightOf([file('a', at(6)), file('b', at(8)), file('c', at(7))], [], commitAt(5)),
      ['b', 'c', 'a'],
    ],
    [
      'an edit counts as a touch',
      inFlightOf([file('a', at(6)), file('b', at(8))], [edit('a', 9)], commitAt(5)),
      ['a', 'b'],
    ],
    [
      'the last edit counts',
      inFlightOf([file('a', at(6)), file('b', at(8))], [edit('a', 9), edit('a', 7)], commitAt(5)),
      ['b', 'a'],
    ],
    [
      'by name in the same moment',
      inFlightOf([file('c', at(6)), file('a', at(6)), file('b', at(6))], [], commitAt(5)),
      ['a', 'b', 'c'],
    ],
    [
      'edited and committed is not changed any more',
      inFlightOf([file('b', at(6))], [edit('a', 6)], commitAt(5)),
      ['b'],
    ],
  ];
  for (const [what, found, expected] of rows) test(what, () => assert.deepEqual(found, expected));

  test('new files that nobody wrote on record come last, and are no work; leftovers of programs are not in flight', () => {
    const changed = [
      ...['debug.log', '.DS_Store', 'coverage/a.html', 'idea.md', 'new.ts'].map((path) => fresh(path, at(9))),
      ...[{ ...fresh('added.ts', at(6)), isStaged: true as const }, file('a.ts', at(7)), file('old.ts', at(1))],
    ];
    const found = flight(changed, [edit('new.ts', 8)], commitAt(5));
    assert.deepEqual(found.inFlight, ['new.ts', 'a.ts', 'added.ts', 'idea.md']);
    assert.deepEqual(workIn(found), ['new.ts', 'a.ts', 'added.ts']);
    const project = { branch: null, head: null, tree: null, changed, moreChanged: 0, underWay: null };
    assert.deepEqual(leftBehind({ ...found, project }), ['old.ts']);
    // What somebody wrote on record is work, whatever its name and whenever it was.
    const logged = flight(changed, [], commitAt(5), { allEdits: [edit('debug.log', 0)] });
    assert.deepEqual(workIn(logged), ['debug.log', 'a.ts', 'added.ts']);
  });

  test('what another session wrote last is its own', () => {
    const changed = ['a.ts', 'b.ts', 'c.ts'].map((path) => file(path, at(9)));
    const edits = [edit('a.ts', 6), edit('b.ts', 6), edit('a.ts', 7), edit('b.ts', 8)];
    const found = flight(changed, edits, commitAt(5), { othersEdits: [edit('a.ts', 7), edit('b.ts', 6)] });
    assert.deepEqual([found.inFlight, found.theirs], [['b.ts', 'c.ts'], ['a.ts']]);
  });

  test('which names programs leave behind', () => {
    const leftovers = 'npm-debug.log a/nohup.out x.tmp a.swp notes~ .coverage pkg/__pycache__/a.py dist/a.js core.123';
    const work = 'src/log.ts logger.md docs/build.md coverage.ts core.ts .env.example tmp.ts src/distance/a.ts';
    for (const path of leftovers.split(' ')) assert.ok(isLeftover(path), path);
    for (const path of work.split(' ')) assert.ok(!isLeftover(path), path);
  });
});
