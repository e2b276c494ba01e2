// Real recorded sessions: every check call is classified, none that failed is called passed, and most of those behind a pipe are known.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordedLines } from '../sessions/recorded.ts';
import { verdictOn } from './heard.ts';
import { type Form, realSessions } from './real-sessions.ts';

const sum = (forms: readonly Form[]): number => forms.reduce((all, { times }) => all + times, 0);
const isPiped = ({ command, truth }: Form): boolean => / \| /u.test(command) && truth !== 'unknown';
const isKnown = (form: Form): boolean => ['passed', 'failed'].includes(verdictOn(form));

describe('real sessions', () => {
  for (const { name, from, isTuned, forms } of realSessions)
    test(`${name}${isTuned ? ' (the table was made with it)' : ''}`, (t) => {
      for (const form of forms) {
        const verdict = verdictOn(form);
        assert.notEqual(verdict, 'no check', form.command);
        if (verdict !== 'unknown') assert.equal(verdict, form.truth, `${form.command}\n${form.output}`);
      }
      const piped = forms.filter(isPiped);
      const known = piped.filter(isKnown);
      t.diagnostic(
        `${from}: ${sum(forms)} check calls, all classified, 0 wrong; ${sum(piped)} behind a pipe, ${sum(known)} known (${Math.round((100 * sum(known)) / sum(piped))} %)`,
      );
      assert.ok(sum(known) / sum(piped) >= 0.7);
    });
  test('the recorded payloads have no check in them, and nothing of their output is kept', () => {
    for (const line of recordedLines('claude-code-2.1.325')) assert.doesNotMatch(line, /npm|pytest/u);
    assert.equal(verdictOn({ command: 'echo hello-tool', output: 'hello-tool' }), 'no check');
  });
});
