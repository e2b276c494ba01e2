// Bad input to the verbs of the night: a code, a hint, the right exit, and nothing changed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ErrorCode, exitOf } from '../../src/errors/errors.ts';
import { homeIn, sandbox, snapshot } from '../sandbox.ts';

const rows: readonly (readonly [
  what: string,
  code: ErrorCode,
  args: readonly string[],
  env?: Record<string, string>,
])[] = [
  ['an act that is not there', 'E_USAGE', ['sleep', '--only', 'tidy']],
  ['a gate that is no number', 'E_CONFIG', ['status'], { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: 'soon' }],
  ['a pack too small for anything', 'E_USAGE', ['wake', '--budget', '10']],
  ['a pack of no size', 'E_USAGE', ['wake', '--budget', 'big']],
  ['what was handed over, when nothing was', 'E_NO_SUCH_NIGHT', ['wake', '--last']],
  ['a journal without a dream', 'E_NO_SUCH_NIGHT', ['journal']],
  ['a dream nobody dreamt', 'E_NO_SUCH_NIGHT', ['journal', 'n-aaaaaaaaaa']],
  ['a dream outside the journal', 'E_NO_SUCH_NIGHT', ['journal', '../plan.org']],
  ['no dreams at all', 'E_USAGE', ['journal', '--list', '--most', '0']],
  ['an unknown option', 'E_USAGE', ['sleep', '--frce']],
  ['a verb that nights do not have', 'E_USAGE', ['nights', 'frobnicate']],
];

describe('bad input to the verbs of the night', () => {
  for (const [what, code, args, env] of rows)
    test(what, (t) => {
      const box = sandbox(t);
      const home = homeIn(box);
      const before = snapshot(box.path(home), (path) => path.startsWith('.git/dreamkeeper'));
      for (const isJson of [false, true]) {
        const ran = box.dk(home, [...args, ...(isJson ? ['--json'] : [])], env === undefined ? {} : { env });
        assert.equal(ran.code, exitOf[code], ran.stdout + ran.stderr);
        if (isJson) {
          const { error } = JSON.parse(ran.stdout) as { error: { code: string; hint: string } };
          assert.equal(error.code, code);
          assert.ok(error.hint.length > 5);
        } else assert.match(ran.stderr, new RegExp(`^${code} .+\\n.+`, 'u'));
        assert.doesNotMatch(ran.stdout + ran.stderr, /\n\s+at /u);
      }
      assert.deepEqual(
        snapshot(box.path(home), (path) => path.startsWith('.git/dreamkeeper')),
        before,
      );
    });
  test('before the first hand-over, it is called what the help and the pages call it', (t) => {
    const box = sandbox(t);
    const { stderr } = box.dk(homeIn(box), ['wake', '--last']);
    assert.match(
      stderr,
      /^E_NO_SUCH_NIGHT no hand-over has been given here yet\n.*starts with one; `dk wake` prints one now\.\n$/u,
    );
  });
  test('outside of any home', (t) => {
    const box = sandbox(t);
    for (const args of [['sleep'], ['wake'], ['status'], ['journal'], ['nights', 'list'], ['nights', 'verify']])
      assert.equal(box.dk('.', args).code, 10);
  });
  test('settings nobody can read: reading goes on, a sleep leaves its reason', (t) => {
    const box = sandbox(t);
    const home = homeIn(box);
    box.write(`${home}/dreamkeeper.yaml`, 'verdict: apply\n');
    assert.equal(box.dk(home, ['sleep']).code, 2);
    assert.match(box.dk(home, ['nights', 'list']).stdout, /failed:config/u);
    const status = box.dk(home, ['status']);
    assert.match(status.stdout, /E_CONFIG/u);
    assert.equal(box.dk(home, ['wake']).code, 0);
  });
});
