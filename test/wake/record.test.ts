// A dreamer with a bad record is heard and not obeyed, is told so, and can earn its way back; the desk shows how each one stands.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dreamOf, freshTale, toldDreams } from '../night/told-dreams.ts';
import { sandbox } from '../sandbox.ts';

const board = '* board\n** TODO write the parser\n** TODO write the printer\n** TODO write the page\n* log\n';

test('below the record its owner wants, verdicts are advice, until they come true again', async (t) => {
  const box = sandbox(t);
  const settings = { dreamer: { min_record: 0.5, after: 2 } };
  const life = await toldDreams(box, 'project', { board, settings });
  const says = async (count: number, ...verdicts: readonly string[]) => {
    const { receipt } = await life.night(() => dreamOf(freshTale(count), verdicts), 'some/model');
    return { id: receipt.id, ...(await life.wake()) };
  };
  const first = await says(0, 'pick up: a boat', 'cancel: the sea — it is wet');
  assert.deepEqual(
    first.verdicts.map(({ result }) => result),
    ['unresolved', 'unresolved'],
  );

  const second = await says(1, 'pick up: write the parser');
  assert.deepEqual(
    second.verdicts.map(({ result, to, why }) => [result, to, why]),
    [['refused', null, 'verdicts of some/model are advice here: 0 of 2 were right (dreamer.min_record: 0.5)']],
  );
  assert.match(life.plan(), /\*\* TODO write the parser/u);
  assert.match(second.pack, /advice here/u, 'whoever wakes is told');

  // Another dreamer has a record of its own.
  await life.night(() => dreamOf(freshTale(2), ['pick up: write the printer']), 'other/model');
  assert.equal((await life.wake()).verdicts[0]?.result, 'applied');

  appendFileSync(join(life.home.home, 'dreamkeeper.yaml'), 'dreamer:\n  min_record: 0.5\n  after: 2\n');
  const status = JSON.parse(box.dk('project', ['status', '--json']).stdout);
  assert.deepEqual(status.records, [
    { model: 'other/model', right: 0, wrong: 0, open: 1, share: null, isDemoted: false },
    { model: 'some/model', right: 0, wrong: 2, open: 1, share: 0, isDemoted: true },
  ]);
  assert.match(
    box.dk('project', ['status']).stdout,
    /^Record of some\/model: 0 of 2 verdicts right, 1 open \(so its verdicts are only advice: dreamer\.min_record\)$/mu,
  );
  assert.match(
    box.dk('project', ['nights', 'list']).stdout,
    new RegExp(`${first.id} .* {2}· its suggestions: 2 wrong$`, 'mu'),
  );
  const shown = box.dk('project', ['nights', 'show', first.id]).stdout;
  assert.match(shown, /^What became of its verdicts:\n {2}named nothing: pick up: a boat$/mu);
  const { fates } = JSON.parse(box.dk('project', ['nights', 'show', second.id, '--json']).stdout);
  assert.deepEqual(
    fates.map(({ fate, judgement, task, move }: Record<string, unknown>) => [fate, judgement, task, move]),
    [['waiting', 'open', 'write the parser', 'pick up']],
  );
  const { nights } = JSON.parse(box.dk('project', ['nights', 'list', '--json']).stdout);
  assert.deepEqual(
    nights.map((night: { fates: unknown[] }) => night.fates.length),
    [1, 1, 2],
  );

  life.put('write the parser', 'DOING');
  await says(3, 'pick up: write the page');
  life.put('write the page', 'NEXT');
  life.edit((plan) => plan.replace('* log', '** TODO write the index\n* log'));
  const back = await says(4, 'pick up: write the index');
  assert.deepEqual(
    back.verdicts.map(({ result, to }) => [result, to]),
    [['applied', 'NEXT']],
    '2 of 4 were right by now',
  );
});

test('nobody is measured as long as nobody asks for it', async (t) => {
  const life = await toldDreams(sandbox(t), 'project', { board, settings: { dreamer: { after: 1 } } });
  for (const [count, verdict] of ['pick up: a boat', 'pick up: a plane', 'pick up: write the parser'].entries())
    await life.night(() => dreamOf(freshTale(count), [verdict])).then(life.wake);
  assert.match(life.plan(), /\*\* NEXT write the parser/u);
});
