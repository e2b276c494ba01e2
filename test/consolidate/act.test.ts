// A consolidation by rules: what comes of a day, when it is not time, one commit and one undo, and what is never read twice.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { consolidateAct } from '../../src/consolidate/consolidate.ts';
import { dreamAct } from '../../src/dream/dream.ts';
import { undoChange, verifyNights } from '../../src/history/history.ts';
import { dreamsIn } from '../../src/observations/observations.ts';
import { sandbox, snapshot } from '../sandbox.ts';
import { consolidate, dayIn, selfFile } from './lived.ts';

test('a day by rules (O23, O24, O41, O46): facts with their times, what was demanded and what is broken in RED, a reflection of counts', async (t) => {
  const box = sandbox(t);
  const lived = await dayIn(box);
  const receipt = await consolidate(lived, '10:00');
  const commit = box.git('project', 'log', '-1', '--format=%H').slice(0, 7);
  assert.deepEqual([receipt.outcome, receipt.reason, receipt.kind], ['ran', 'consolidated', 'night'], receipt.message);
  assert.equal(
    selfFile(lived, 'observations.md'),
    `# Observations

## 2026-06-10

RED 09:00 Asked: "Never push to main without asking me."
RED 09:32 \`npm run lint\` fails and has not passed since (until 2026-06-17)
`,
  );
  const [entry, ...more] = dreamsIn(Buffer.from(selfFile(lived, 'dreams.jsonl')));
  assert.deepEqual(more, []);
  assert.deepEqual(entry, {
    t: '2026-06-10T10:00:00.000Z',
    actions: 7,
    reflection: `7 actions in 60 min: 1 commit (${commit} feat: the parser reads dates), 2 files edited. 2 of 7 calls failed.`,
    priority: 'Make `npm run lint` pass; it failed with exit 1, and no passing run is on record. It failed 2 times.',
    observations: 2,
    deep: false,
    night: receipt.id,
    model: 'builtin',
  });
});

test('it is one commit, by the sleeper, and one undo takes it back to the byte; what it read counts as read all the same', async (t) => {
  const sandboxed = sandbox(t);
  const lived = await dayIn(sandboxed);
  writeFileSync(join(lived.home.home, 'MEMORY.md'), '# mine\n');
  await consolidate(lived, '09:40', { acts: [dreamAct], trigger: 'hand' });
  const files = () => Object.entries(snapshot(lived.home.home, (path) => /^\.git\/|^\.git$|^rem|_/u.test(path)));
  const before = files();
  const receipt = await consolidate(lived, '10:00');
  const log = sandboxed.git('project/.dream', 'log', '-1', '--format=%an|%s').trim();
  assert.equal(log, 'waldo (asleep)|sleep: 2 observations (2 RED) from 7 actions');
  const { world, home } = lived.at('10:01');
  assert.equal((await verifyNights(world, home)).broken, null);
  assert.equal((await undoChange(world, home, { wanted: receipt.id, agent: 'waldo', keep: 50 })).result, 'undone');
  // An empty folder is nothing to git.
  assert.deepEqual(
    files().filter(([path]) => path !== '.self'),
    before,
  );
  const again = await consolidate(lived, '10:30');
  assert.deepEqual([again.outcome, again.reason], ['noop', 'no-news'], again.message);
});

test('10 minutes between two (O19): 9:59 is too soon, 10:00 is not; fatigue and force do not wait', async (t) => {
  const lived = await dayIn(sandbox(t));
  assert.equal((await consolidate(lived, '10:00')).outcome, 'ran');
  lived.happen({ at: '10:01', edit: 'src/a.ts', content: 'a3\n' });
  const early = await consolidate(lived, '10:09:59');
  assert.deepEqual([early.outcome, early.reason], ['gated', 'interval'], early.message);
  assert.equal((await consolidate(lived, '10:10')).outcome, 'ran');
  lived.happen({ at: '10:11', edit: 'src/a.ts', content: 'a4\n' });
  assert.equal((await consolidate(lived, '10:12', { trigger: 'fatigue' })).outcome, 'ran');
  lived.happen({ at: '10:13', edit: 'src/a.ts', content: 'a5\n' });
  assert.equal((await consolidate(lived, '10:14', { isForced: true })).outcome, 'ran');
});

test('nothing is told twice, and nothing is lost between two: also not steps before a dream of the other kind', async (t) => {
  const lived = await dayIn(sandbox(t), [{ at: '09:00', edit: 'src/a.ts', content: 'a2\n' }]);
  assert.equal((await consolidate(lived, '09:01')).outcome, 'ran');
  lived.happen({ at: '09:30', edit: 'src/b.ts', content: 'b2\n' });
  // A night of the other design digests the same steps for itself.
  assert.equal((await consolidate(lived, '09:31', { acts: [dreamAct], trigger: 'hand' })).outcome, 'ran');
  lived.happen({ at: '09:32', read: 'src/b.ts' });
  assert.equal((await consolidate(lived, '09:40')).outcome, 'ran');
  const actions = dreamsIn(Buffer.from(selfFile(lived, 'dreams.jsonl'))).map((entry) => entry.actions);
  assert.deepEqual(actions, [1, 2]);
  const both = await consolidate(lived, '11:00', { acts: [consolidateAct, dreamAct], trigger: 'hand', isForced: true });
  assert.deepEqual(
    both.acts.map(({ name, outcome, reason }) => [name, outcome, reason]),
    [
      ['consolidate', 'noop', 'no-news'],
      ['dream', 'ran', 'dreamt'],
    ],
  );
});

test('fewer than 5 actions are a light one, of which no model is asked: 4 and 5', async (t) => {
  const edits = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ at: `09:0${at}`, edit: 'src/a.ts', content: `${at}\n` }));
  const lived = await dayIn(sandbox(t), edits(4));
  const light = await consolidate(lived, '10:00');
  assert.deepEqual([light.reason, light.calls], ['light', 0]);
  assert.equal(dreamsIn(Buffer.from(selfFile(lived, 'dreams.jsonl')))[0]?.light, true);
  for (const event of edits(5)) lived.happen({ ...event, at: event.at.replace('09', '11') });
  const full = await consolidate(lived, '12:00');
  assert.equal(full.reason, 'consolidated');
  assert.equal(dreamsIn(Buffer.from(selfFile(lived, 'dreams.jsonl')))[1]?.light, undefined);
});

test('without prompts on record there is nothing that a person demanded', async (t) => {
  const lived = await dayIn(sandbox(t));
  const home = lived.at('10:00');
  const quiet = { ...home, settings: { ...home.settings, record: { prompts: false } } };
  assert.equal((await consolidate(lived, '10:00', { home: quiet })).outcome, 'ran');
  assert.doesNotMatch(selfFile(lived, 'observations.md'), /Asked/u);
});

test('what a person wrote into the file stays, and comes before or after ours as they put it', async (t) => {
  const lived = await dayIn(sandbox(t));
  const mine = '# Observations\n\nMy own preface.\n\n## 2026-06-10\n\nRED 08:00 mine\n\n## Notes\nkeep\n';
  mkdirSync(join(lived.home.home, '.self'));
  writeFileSync(join(lived.home.home, '.self/observations.md'), mine);
  await consolidate(lived, '10:00');
  const after = selfFile(lived, 'observations.md');
  assert.ok(
    after.startsWith('# Observations\n\nMy own preface.\n\n## 2026-06-10\n\nRED 08:00 mine\nRED 09:00 Asked'),
    after,
  );
  assert.ok(after.endsWith('\n\n## Notes\nkeep\n'), after);
});
