// The demo: it runs, it leaves its folder, and the recording in the README shows what it prints.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { recordingOf } from '../../tools/recording.ts';
import { terminalSvg } from '../../tools/terminal-svg.ts';
import { root, sandbox } from '../sandbox.ts';

test('what the recording shows is what the demo prints', (t) => {
  const box = sandbox(t);
  // Whoever has a home in their environment, or a lifecycle, has the sample in its own all the same.
  const env = { DREAMKEEPER_HOME: box.path('elsewhere'), DREAMKEEPER_LIFECYCLE_DEF: '/nowhere.org' };
  const { code, stdout, stderr } = box.dk('.', ['demo'], { env });
  assert.equal(code, 0, stderr);
  const folder = /It is all still there: (\S+)/u.exec(stdout)?.[1] ?? '';
  t.after(() => rmSync(dirname(folder), { recursive: true, force: true }));
  assert.ok(existsSync(join(folder, 'rem/ledger.jsonl')), 'it leaves the folder');
  const drawn = terminalSvg(recordingOf(stdout));
  const isSame = drawn === readFileSync(join(root, 'docs/demo.svg'), 'utf8');
  assert.ok(isSame, 'docs/demo.svg shows another demo: npm run demo:svg draws it anew');
  // A picture that anybody may open: small, without a script, and nothing in it is fetched.
  assert.ok(Buffer.byteLength(drawn) < 60_000);
  assert.doesNotMatch(drawn, /<script|href|url\(|@import/u);
  // One night with every act, told in the morning, taken back to the byte.
  const told = stdout.split('$ dk report\n')[1]?.split('$ dk undo last\n') ?? [];
  for (const line of [
    '  promoted     the pricing page',
    '  merged       stays: Run `node check.mjs`',
    'proven: every check passes',
    'activity     Since the record began: 12 actions',
    'None: no model was asked',
  ])
    assert.ok(told[0]?.includes(line), line);
  const memory = (text = ''): string | undefined => /^ {2}# MEMORY\.md\n(?: {2}.*\n)+/mu.exec(text)?.[0];
  assert.ok(
    memory(told[1]) !== undefined && memory(told[1]) === memory(stdout),
    'memory is as it was before the night',
  );
  assert.match(told[1] ?? '', /Taken back n-\w+ [\s\S]*\$ dk undo last --redo\n/u);
  // The second act: a whole round of the cadence, with what went wrong in it.
  const round = [...stdout.matchAll(/^ {2}\d\d:00 {2}(\w+) +(\w+)/gmu)].map(
    ([, state, outcome]) => `${state} ${outcome}`,
  );
  assert.deepEqual(round, [
    ...['wake_add done', 'wake_add killed', 'wake_add done', 'wake_add done', 'wake_audit done'],
    ...['rem failed', 'rem dreamt', 'wake_plan done', 'wake_add done'],
  ]);
  assert.match(stdout, /The run of .* was ended at its limit/u);
  assert.match(stdout, /left 1 file uncommitted: pages\/half\.md; kept as refs\/dreamkeeper\/wip\/r-/u);
});
