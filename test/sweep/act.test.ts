// A sweep as a person sees it: what it writes, to the byte; that it does it once; and what it leaves alone.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sandbox, snapshot } from '../sandbox.ts';
import { asked, enough, homeFile, homeToSweep, remembered, sweep } from './lived.ts';

const luis = 'Luis lives in Bogota and prefers Spanish';
const kate = 'Kate should default to short WhatsApp replies';

test('what was recalled enough is promoted (N1, N14, N24, N25, N26, N27, N31, N39, N41): block, diary, ledger and commit in one', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box);
  const [one, two] = [await remembered(lived, '09:00', luis), await remembered(lived, '09:01', kate)];
  await remembered(lived, '09:02', 'Nobody ever asks for this one here');
  asked(
    lived,
    one,
    ['a', 'b', 'c'].map((query) => ({ at: '10:00', query })),
  );
  asked(lived, two, [
    { at: '10:00', query: 'a', score: 0.5 },
    { at: '10:00', query: 'b', score: 0.5 },
    { at: '10:00', query: 'b', score: 0.5 },
  ]);
  const receipt = await sweep(lived, '10:00');
  assert.deepEqual([receipt.outcome, receipt.reason, receipt.kind], ['ran', 'promoted', 'night'], receipt.message);
  assert.equal(receipt.message, '2 scanned, 2 promoted, 0 already promoted, scores 0.55 to 0.73');
  assert.equal(
    homeFile(lived, 'MEMORY.md'),
    `# MEMORY.md

## Dreamed 2026-06-10 10:00 UTC

- ${luis} _(score=0.73, hits=3, days=1)_
- ${kate} _(score=0.55, hits=3, days=1)_
`,
  );
  assert.equal(
    homeFile(lived, 'DREAMS.md'),
    `# DREAMS.md — Dream Diary

## Deep Sleep 2026-06-10 10:00 UTC

- candidates: 2
- promoted: 2
- skipped (already promoted): 0
- scores: 0.55 to 0.73

### Promoted

- ${luis} _(score=0.73, hits=3, days=1)_
- ${kate} _(score=0.55, hits=3, days=1)_
`,
  );
  assert.equal(receipt.calls, 0);
  const body = box.git('project/.dream', 'log', '-1', '--format=%an%n%s%n%b');
  assert.equal(
    body.split('Dream-Id')[0],
    `waldo (asleep)\npromote: 2 memories\n- ${luis} (0.73)\n- ${kate} (0.55)\n\n`,
  );
  assert.equal(box.git('project/.dream', 'status', '--porcelain'), '');
});

test('a second one changes no file, no line of the ledger and no commit, and says so (N22, N32, N34)', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box);
  asked(lived, await remembered(lived, '09:00', luis), enough('09:30'));
  assert.equal((await sweep(lived, '10:00')).reason, 'promoted');
  const before = snapshot(lived.home.home);
  const again = await sweep(lived, '10:01');
  assert.deepEqual(
    [again.outcome, again.reason, again.figures?.skipped, again.figures?.alreadyPromoted],
    ['noop', 'no-news', true, 1],
  );
  assert.match(again.message, /clean tree/u);
  assert.deepEqual(
    Object.keys(snapshot(lived.home.home)).filter((path) => !path.startsWith('.git/')),
    Object.keys(before).filter((path) => !path.startsWith('.git/')),
  );
  assert.equal(box.git('project/.dream', 'log', '--format=%s').split('promote:').length, 2);
  // Recalled on: it stays as it is, and the diary tells of it.
  asked(lived, 'm-aaaaaaaa', []);
  asked(lived, await remembered(lived, '10:02', luis), enough('10:03'));
  const third = await sweep(lived, '10:04');
  assert.deepEqual([third.outcome, third.reason, third.figures?.promoted], ['ran', 'nothing-passed', 0]);
  assert.equal(homeFile(lived, 'MEMORY.md').split(luis).length, 2);
  assert.match(
    homeFile(lived, 'DREAMS.md'),
    /## Deep Sleep 2026-06-10 10:04 UTC\n\n- candidates: 1\n- promoted: 0\n- skipped \(already promoted\): 1\n$/u,
  );
  assert.match(box.git('project/.dream', 'log', '-1', '--format=%s'), /^promote: 0 memories$/mu);
});

test('what stands in memory stays byte for byte, whatever its line ends (N33, N38)', async (t) => {
  for (const [mine, tail] of [
    ['# mine\n\n- a line', '\n\n## Dreamed'],
    ['# mine\r\n\r\n- a line\r\n', '\r\n## Dreamed'],
    ['- x\n\n\n', '## Dreamed'],
  ] as const) {
    const lived = await homeToSweep(sandbox(t));
    writeFileSync(join(lived.home.home, 'MEMORY.md'), mine);
    asked(lived, await remembered(lived, '09:00', luis), enough('09:30'));
    assert.equal((await sweep(lived, '10:00')).reason, 'promoted');
    assert.ok(homeFile(lived, 'MEMORY.md').startsWith(`${mine}${tail}`), JSON.stringify(homeFile(lived, 'MEMORY.md')));
  }
});
