// A check is told by the folder it ran in, from the project's own: wherever the session began, and wherever its shell stood.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toldFromRoot } from '../../src/hooks/in-folder.ts';
import { sandbox } from '../sandbox.ts';
import { bash, harness } from './harness.ts';

describe('a command from the root', () => {
  const reset = (folder: string): string => `ok\n\nShell cwd was reset to ${folder}`;
  const rows: readonly (readonly [command: string, stands: string | null, told: string, output?: string])[] = [
    ['npm test', '/p', 'npm test'],
    ['npm test', '/p/libs/sub', 'cd libs/sub && npm test'],
    ['npm test', '/q', 'npm test'],
    ['npm test', null, 'npm test'],
    ['npm test', '/p/a b', 'npm test'],
    // The session began in a folder, and the shell was put back there.
    ['cd .. && npm test', '/p/test', 'cd test && cd .. && npm test', reset('/p/test')],
    ['cd ../src && npm test && cd ..', '/p/test', 'cd test && cd ../src && npm test && cd ..', reset('/p/test')],
    ['cd .. && npm test', '/p', 'cd .. && npm test', reset('/p')],
    // The shell stays where it went.
    ['cd .. && npm test', '/p', 'npm test'],
    ['cd ../.. && npm test', '/p', 'npm test'],
    ['cd sub && npm test', '/p/libs/sub', 'cd libs/sub && npm test'],
    ['cd sub/ && npm test', '/p/libs/sub', 'cd libs/sub && npm test'],
    ['cd ../web && npm test', '/p/web', 'cd web && npm test'],
    ['cd web && npm test', '/p/web', 'cd web && npm test'],
    // It did not stay, or nobody knows whether it did.
    ['cd web && npm test', '/p', 'cd web && npm test'],
    ['cd .. && npm test', '/p/test', 'cd .. && npm test'],
    ['cd web && npm test && cd ..', '/p/libs', 'cd web && npm test && cd ..'],
    ['cd /p/web && npm test', '/p/web', 'cd /p/web && npm test'],
    ['(cd .. && npm test)', '/p', '(cd .. && npm test)'],
  ];
  for (const [command, stands, told, output] of rows)
    test(`${command} in ${stands}${output === undefined ? '' : ', put back'}`, () =>
      assert.equal(toldFromRoot({ command, root: '/p', stands, output }), told));
  test('where it began is told of each call', () =>
    assert.equal(
      toldFromRoot({ command: 'cd .. && npm test', root: '/p', began: '/p/test', stands: '/p' }),
      'cd test && cd .. && npm test',
    ));
});

test('a session that began in a folder ran the tests of the project', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.write('project/test/a.test.js', '');
  const cwd = 'project/test';
  agent.wake('s1', { cwd });
  const stderr = `\nShell cwd was reset to ${box.path(cwd)}`;
  const ran = { ...bash('cd .. && npm test', 0, 't1'), tool_response: { stdout: 'ok', stderr, interrupted: false } };
  agent.tell(ran, { cwd, env: { CLAUDE_PROJECT_DIR: box.path(cwd) } });
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'exit', session_id: 's1' }, { cwd });
  const pack = agent.wake('s2');
  assert.match(pack, /^- `npm test` ended with 0/mu);
  assert.doesNotMatch(pack, /cd \.\./u);
});
