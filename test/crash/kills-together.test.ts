// One of us dies, the next finishes it, and a third comes by in between: what was decided once is not done twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realWorld } from '../../src/wire/wire.ts';
import { sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { faultsIn, ledgerOf, paidIn } from './checks.ts';
import { hire } from './hand.ts';
import { clock } from './life.ts';
import { answerOf, copyTemplate, makeTemplates } from './person.ts';
import { newRecord, readLedgerInto } from './record.ts';

test('a night that gathers while another is being finished does not dream the same', async (t) => {
  const box = sandbox(t);
  const world = await realWorld(box.env);
  const templates = makeTemplates(box);
  for (const shape of some(['one', 'nested'] as const, 2)) {
    copyTemplate(box, templates, shape, shape);
    const project = box.path(shape);
    const home = world.places.find({ cwd: project, env: {} });
    if (home === undefined) throw new Error('there is no home');
    const [first, second, third] = [hire(box, project, t), hire(box, project, t), hire(box, project, t)];
    const night = { act: 'night', answer: answerOf(1, ['pick up: Draw the map']) } as const;
    const died = await first.tell({ ...night, time: clock(1, 0), end: { probe: 'sealed', hit: 1, how: 'kill' } });
    assert.equal(died.kind, 'killed');
    const finishing = await second.tell({
      ...{ act: 'finish', time: clock(1, 10), end: { probe: 'recover', hit: 1, how: 'stop' } },
    });
    assert.ok(finishing.kind === 'stopped');
    const gathering = await third.tell({
      ...{ ...night, time: clock(1, 70), end: { probe: 'gathered', hit: 1, how: 'stop' } },
    });
    assert.equal((await finishing.go()).kind, 'ack');
    const late = gathering.kind === 'stopped' ? await gathering.go() : gathering;
    assert.ok(late.kind === 'ack');
    t.diagnostic(`${shape}: the third is told ${late.reply.outcome} (${late.reply.message})`);
    for (const hand of [first, second, third]) await hand.dismiss();
    const record = newRecord();
    readLedgerInto(record, home);
    assert.equal(ledgerOf(home).lines.length, 1);
    assert.equal(paidIn(home), 1);
    assert.deepEqual(await faultsIn({ box, world, home }, record), []);
  }
});
