// `dk steps dismiss`: a failure that somebody knows of is nobody's next action, until it fails again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeIn, sandbox } from '../sandbox.ts';

test('a failure that is known', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const fails = (command: string): void => {
    box.dk('home', ['step', '--tool', 'bash', '--target', command, '--exit', '1']);
  };
  const next = (): string => /^Next action: (.*)$/mu.exec(box.dk('home', ['wake']).stdout)?.[1] ?? '';
  const empty = box.dk('home', ['steps', 'dismiss', 'npm test', '--json']);
  assert.equal(empty.code, 2);
  assert.match(empty.stdout, /"code": "E_NO_SUCH_FAILURE"[\s\S]*No failure is open\./u);
  fails('npm publish');
  fails('npm run e2e -- --slow');
  assert.match(next(), /^make `npm run e2e -- --slow` pass/u);

  const unknown = box.dk('home', ['steps', 'dismiss', 'npm run e3e -- --slow']);
  assert.equal(unknown.code, 2);
  assert.match(
    unknown.stderr,
    /`npm run e3e -- --slow` is not an open failure\n.*Did you mean `npm run e2e -- --slow`\? Open failures: `npm publish`, `npm run e2e -- --slow`\./u,
  );
  const known = box.dk('home', ['steps', 'dismiss', 'npm run e2e -- --slow']);
  assert.equal(known.code, 0, known.stderr);
  assert.match(
    known.stdout,
    /^Your agent is not told of this any more: npm run e2e -- --slow \(.* UTC\)\.\nStill open: npm publish\n$/u,
  );
  assert.match(next(), /^find out why `npm publish` failed with exit 1; it has not gone through since$/u);
  assert.equal(box.dk('home', ['steps', 'dismiss', 'npm', 'publish', '--json']).code, 0);
  assert.equal(next(), 'none; nothing is in flight');
  const input = box.dk('home', ['sleep', '--show-input']).stdout;
  assert.doesNotMatch(input, /dismissed|not passed since|OTHER COMMANDS/u);
  assert.match(box.dk('home', ['steps']).stdout, / dismissed npm publish$/mu);

  fails('npm publish');
  assert.match(next(), /npm publish/u);
  assert.match(box.dk('home', ['steps', 'dimiss', 'npm publish']).stderr, /Did you mean `dk steps dismiss`\?/u);
});
