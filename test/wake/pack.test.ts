// The pack: never over its budget, never without DOING, next action and files in flight when they exist.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseBoard } from '../../src/board/board.ts';
import { smallestBudget } from '../../src/config/config.ts';
import { type Facts, gatherFacts } from '../../src/facts/facts.ts';
import { type PackParts, renderPack } from '../../src/wake/pack.ts';
import { othersWords, wakeUp } from '../../src/wake/wake.ts';
import { liveDay } from '../day.ts';
import { fc } from '../drawn.ts';
import { memoryGit } from '../memory-git/memory-git.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { sleepOnce } from '../sleep.ts';

const anyWords = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 600 }),
  fc.constantFrom('a', '**', '\n', '🧑‍🚀'.repeat(200)),
);
const lines = fc.array(anyWords, { maxLength: 30 });

test('whatever is in it, it fits, and what must be in it is', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    shape: 'nested',
    board: `* board\n${Array.from({ length: 50 }, (_, index) => `** TODO task ${index}\n`).join('')}`,
    before: { 'a.ts': 'a\n' },
    day: [],
  });
  const facts = await gatherFacts({ ...lived.at('09:00'), purpose: 'wake' });
  const words = othersWords([]);
  const parts = fc.record({
    doing: fc.option(anyWords),
    next: anyWords.map((text) => words.names.title(text)),
    midFlight: fc.array(fc.string({ minLength: 1, maxLength: 300 }), { maxLength: 80 }),
    notes: fc.constant([]),
    reports: lines,
    memory: lines,
    remembered: lines,
    leading: fc.nat(9),
    earlier: lines,
    asked: lines,
    verified: fc.array(fc.record({ text: anyWords, receipt: fc.constant(null), fresh: fc.boolean(), why: anyWords }), {
      maxLength: 30,
    }),
    branch: fc.option(anyWords),
    titles: fc.array(fc.stringMatching(/^[a-z ]{1,400}$/u), { maxLength: 30 }),
  });
  fc.assert(
    fc.property(parts, fc.integer({ min: smallestBudget, max: 6000 }), ({ asked, branch, titles, ...rest }, budget) => {
      const board = parseBoard(Buffer.from(titles.map((title) => `** NEXT ${title}\n`).join('')));
      const given: Facts = { ...facts, asked, board, project: { ...facts.project, branch } };
      const shown: PackParts = {
        facts: given,
        called: undefined,
        isOther: false,
        dream: { kind: 'none' },
        verdicts: [],
        looksDone: [],
        isAudit: false,
        sent: [],
        words,
        code: '0a1b2c',
        ...rest,
      };
      const pack = renderPack(shown, budget);
      assert.ok(pack.length <= budget, `${pack.length} > ${budget}`);
      assert.ok(pack.isWellFormed());
      assert.match(pack, /^Good morning, waldo\. Background from earlier sessions/u);
      assert.match(pack, /\nDOING: [\s\S]*\nNext action: /u);
      if (rest.midFlight.some((path) => path.trim() !== '')) assert.match(pack, /\nIn flight, not committed: /u);
    }),
    { numRuns: times(1500) },
  );
});

test('a real home with too much of everything', async (t) => {
  const box = sandbox(t);
  const paths = Array.from({ length: 200 }, (_, index) => `deep/er/${'long-name-'.repeat(10)}${index}.ts`);
  const lived = await liveDay(box, 'project', {
    shape: 'one',
    board: `* board\n** DOING ${'a very long title '.repeat(40)}\n${Array.from({ length: 500 }, (_, index) => `** TODO ${'more '.repeat(30)}${index}\n`).join('')}`,
    before: Object.fromEntries(paths.map((path) => [path, 'a\n'])),
    day: [],
  });
  for (const path of paths) lived.happen({ at: '09:00', edit: path, content: 'x' });
  writeFileSync(join(lived.project, 'MEMORY.md'), `- ${'remember '.repeat(100)}\n`.repeat(50));
  assert.equal((await sleepOnce(lived.at('09:30'), { env: {} })).receipt.outcome, 'ran');
  for (const budget of [500, 900, 2000, 4000, 9500]) {
    const { pack, carry } = await wakeUp(lived.at('09:40'), { budget });
    assert.ok(pack.length <= budget);
    assert.match(pack, /\nDOING: "a very long title/u);
    assert.match(pack, /\nNext action: finish and commit `deep\/er\//u);
    assert.match(pack, /\nIn flight, not committed: `deep\/er\/long-name-/u);
    assert.equal(carry.midFlight.length, 200);
  }
});

test('what is left out is counted', async (t) => {
  const boxes = Array.from({ length: 9 }, (_, index) => `- [ ] box ${index}\n`).join('');
  const lived = await liveDay(
    sandbox(t),
    'project',
    {
      shape: 'nested',
      board: `* board\n** DOING one\n${boxes}${Array.from({ length: 9 }, (_, index) => `** TODO task ${index}\n`).join('')}`,
      before: { 'a.ts': 'a\n' },
      day: [],
    },
    memoryGit(),
  );
  const { pack } = await wakeUp(lived.at('09:00'), { isDry: true });
  assert.match(
    pack,
    /\nThe board says of "one":\n- \[ \] box 0\n[\s\S]*\n- \[ \] box 4\n- \(and 4 more open\)\nOn the board:\n- TODO task 0\n/u,
  );
  assert.match(pack, /\n- TODO task 4\n- \(and 4 more: `dk board`\)\n/u);
  const small = (await wakeUp(lived.at('09:00'), { isDry: true, budget: 600 })).pack;
  const [, shown = '', left = ''] =
    /\nThe board says of "one":\n([\s\S]*?)- \(and (\d+) more\)\n<\/others/u.exec(small) ?? [];
  // Six lines.
  assert.equal(shown.split('\n').length - 1 + Number(left), 6, small);
});

test('an audit is told what to check again, and not that it need not', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'one', board: '* board\n** TODO parser\n', before: { 'check.mjs': '' } },
    day: [{ at: '09:00', run: 'node check.mjs' }],
  });
  assert.equal((await sleepOnce(lived.at('09:30'), { env: {} })).receipt.outcome, 'ran');
  const { pack } = await wakeUp(lived.at('09:40'));
  assert.match(pack, /\nVerified, need not be run again:\n- .*node check\.mjs/u);
  const audit = await wakeUp(lived.at('09:41'), { isAudit: true });
  assert.match(audit.pack, /\nVerified earlier; an audit checks it again:\n- .*node check\.mjs/u);
  assert.doesNotMatch(audit.pack, /need not be run again/u);
});
