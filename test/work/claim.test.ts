// The claim: board, log and ledger in one commit, or nothing at all; what is under way goes on.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { finishChanges } from '../../src/change/change.ts';
import { parseLedger } from '../../src/journal/journal.ts';
import { workOnce } from '../../src/work/work.ts';
import type { World } from '../../src/world/world.ts';
import { shellRunner, usual, workplace } from './workplace.ts';

test('a claim is DOING, a line in the log and one in the ledger, in one commit', async (t) => {
  const place = await workplace(t);
  const { run, board, homeGit, pack } = place;
  const done = await run('echo all good');
  assert.deepEqual([done.outcome, done.task, done.commits, done.unsaved], ['done', 'honest faq', 0, null]);
  assert.match(board(), /^\*\* DOING honest faq$/mu);
  assert.match(board(), /\* log\n- \d{4}-\d\d-\d\d \(waldo\): claimed honest faq\n$/u);
  assert.doesNotMatch(board(), /:AGENT:/u, 'there is nobody else');
  assert.equal(homeGit('log', '-1', '--format=%s').trim(), 'claim: honest faq');
  const files = homeGit('show', '--format=', '--name-only', 'HEAD').trim().split('\n');
  assert.deepEqual(files.toSorted(), ['plan.org', 'rem/.gitattributes', 'rem/ledger.jsonl']);
  const [line] = parseLedger(homeGit('show', 'HEAD:rem/ledger.jsonl')).lines;
  assert.equal(line?.kind, 'run');
  if (line?.kind !== 'run') return;
  assert.deepEqual([line.id, line.task, line.cadence], [done.run, 'honest faq', { state: 'wake_add', hits: 1 }]);
  assert.equal(line.board, createHash('sha256').update(board()).digest('hex'));
  assert.match(homeGit('log', '-1', '--format=%b'), new RegExp(`Dream-Id: ${done.run}`, 'u'));
  assert.equal(homeGit('status', '--porcelain').trim(), '');
  // What the agent was told.
  for (const part of [
    'DOING: "honest faq"',
    `This run (${done.run}): \`add\`, in the state \`wake_add\`.`,
    'Add something good.',
  ])
    assert.ok(pack().includes(part), `${part} in ${pack()}`);
  assert.match(
    pack(),
    /Your task, claimed for this run: "honest faq"\n[\s\S]*<others-[0-9a-f]{12}>\n[\s\S]*What the board says of your task:\nAsk before you write\.\n- \[ \] five questions\n/u,
  );
  assert.match(pack(), /begin your answer with NO-WORK\.\n/u);
});

test('a claim can be taken back, to the byte', async (t) => {
  const { run, board, box } = await workplace(t);
  const before = board();
  const done = await run('true');
  assert.notEqual(board(), before);
  const undone = box.dk('project', ['undo', done.run]);
  assert.equal(undone.code, 0, undone.stderr);
  assert.equal(board(), before);
});

test('what is under way goes on without a new claim, and without a commit', async (t) => {
  const place = await workplace(t, '** NEXT other\n** DOING honest faq\n');
  const before = place.homeGit('rev-parse', 'HEAD');
  const done = await place.run('true');
  assert.equal(done.task, 'honest faq');
  assert.equal(place.homeGit('rev-parse', 'HEAD'), before);
  assert.match(place.pack(), /Your task, under way: "honest faq"/u);
});

test('nothing to claim, or nobody may: the run goes on without a task', async (t) => {
  const place = await workplace(t, '** DONE honest faq\n');
  assert.deepEqual((await place.run('true')).task, null);
  place.box.write('project/.dream/plan.org', '* board\n** TODO one\n');
  const before = place.homeGit('rev-parse', 'HEAD');
  assert.deepEqual((await place.run('true', { claims: false })).task, null);
  assert.equal(place.homeGit('rev-parse', 'HEAD'), before);
});

test('a home of several agents says whose it is, and two at once claim two tasks', async (t) => {
  const settings = 'format: 1\nagents:\n  - id: waldo\n  - id: mara\n';
  const place = await workplace(
    t,
    '** NEXT one\n   :PROPERTIES:\n   :EFFORT: 1h\n   :END:\n** NEXT two\ntext\n',
    settings,
  );
  const both = await Promise.all(
    ['waldo', 'mara'].map((agent) => workOnce({ ...place.worker, agent }, usual(shellRunner(place.box, 'true')))),
  );
  assert.deepEqual(both.map(({ task }) => task).toSorted(), ['one', 'two'], JSON.stringify(both));
  assert.match(
    place.board(),
    /^\*\* DOING one\n {3}:PROPERTIES:\n {3}:EFFORT: 1h\n:AGENT: (?:waldo|mara)\n {3}:END:$/mu,
  );
  assert.match(place.board(), /^\*\* DOING two\n:PROPERTIES:\n:AGENT: (?:waldo|mara)\n:END:\ntext$/mu);
  assert.equal(new Set(place.board().match(/:AGENT: \w+/gu)).size, 2);
});

describe('a keeper that dies while it claims', () => {
  for (const point of ['plan', 'sealed', 'git.commit'])
    test(`at ${point} leaves all of the claim or none`, async (t) => {
      const place = await workplace(t);
      const probe = (name: string): void => {
        if (name === point) throw new TypeError(`died at ${name}`);
      };
      const dying: World = { ...place.world, probe };
      await assert.rejects(
        workOnce({ ...place.worker, world: dying }, usual(shellRunner(place.box, 'true'))),
        /died at/u,
      );
      await finishChanges(place.world, place.home);
      const committed = (path: string): string => place.homeGit('show', `HEAD:${path}`);
      const isClaimed = committed('plan.org').includes('DOING honest faq');
      assert.equal(isClaimed, place.board().includes('DOING honest faq'));
      assert.equal(isClaimed, place.board().includes('claimed honest faq'));
      const tree = place.homeGit('ls-tree', '-r', '--name-only', 'HEAD');
      assert.equal(isClaimed, tree.includes('rem/ledger.jsonl') && committed('rem/ledger.jsonl').includes('"run"'));
      assert.equal((await place.run('true')).task, 'honest faq');
      assert.equal(place.board().match(/claimed honest faq/gu)?.length, 1);
    });
});
