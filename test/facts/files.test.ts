// Which files were edited, which are the home's own, and which are in flight: tables.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editsAmong, inProject } from '../../src/facts/edits.ts';
import { isHomeFile } from '../../src/facts/home-files.ts';
import { inFlightOf } from '../../src/facts/in-flight.ts';
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
  const rows: readonly (readonly [what: string, found: string[], expected: string[]])[] = [
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
});
