// Cadence, absence, fatigue and heartbeat at once: one night at a time, acts in the decided order, nothing twice, nothing starved, every night proven on a fresh clone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { month } from './month.ts';

const days = Number(process.env.DREAMKEEPER_DAYS ?? (isFull ? 30 : 3));
const order = ['sweep', 'consolidate', 'deep', 'curate', 'dream'];

test(`${days} days with all four designs on`, async (t) => {
  const box = sandbox(t);
  const seed = Number(process.env.DREAMKEEPER_SEED ?? 7);
  const { receipts, crashes, jumps, most, failures } = await month(box, days, seed);
  const did = (name: string): typeof receipts =>
    receipts.filter(({ acts }) => acts.some((act) => act.name === name && act.outcome === 'ran'));
  const figures = { nights: receipts.length, crashes, jumps };
  const counts = Object.fromEntries(order.map((name) => [name, did(name).length]));
  t.diagnostic(`seed ${seed}: ${JSON.stringify({ ...figures, ...counts, failures: failures.length })}`);
  for (const { startedAt, trigger, acts } of process.env.DREAMKEEPER_TELL === undefined ? [] : receipts)
    t.diagnostic(
      `${startedAt} ${trigger} ${acts.map(({ name, outcome, reason, message }) => `${name} ${outcome} ${reason} ${message.slice(0, 120)}`).join(' | ')}`,
    );
  assert.equal(most, 1, 'one night at a time');
  for (const { acts, reason, message } of receipts) {
    assert.ok(reason !== '' && message !== '', 'every one says why');
    const names = acts.map(({ name }) => name);
    assert.deepEqual(
      names,
      order.filter((name) => names.includes(name)),
    );
  }
  const ids = receipts.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'nothing twice');
  for (const [name, least] of [
    ['sweep', days / 3],
    ['consolidate', Math.floor(days / 6)],
    ['curate', days / 2],
    ['dream', days / 3],
  ] as const)
    assert.ok(
      (counts[name] ?? 0) >= least,
      `${name} starved: ${counts[name]} of ${least}; ${failures.slice(0, 3).join(' | ')}`,
    );
  // At most two of a day by the clock on the wall; a jump may make one day two.
  const perDay = new Map<string, number>();
  for (const { startedAt } of did('curate')) {
    const there = new Date(startedAt).toLocaleDateString('en-CA', { timeZone: 'Europe/Berlin' });
    perDay.set(there, (perDay.get(there) ?? 0) + 1);
  }
  assert.ok(Math.max(...perDay.values()) <= 2, JSON.stringify([...perDay]));
  box.git('.', 'clone', '-q', 'home', 'clone');
  const proven = box.dk('clone', ['nights', 'prove', '--all', '--json']);
  const { nights } = JSON.parse(proven.stdout) as { nights: { id: string; outcome?: string; verdict?: string }[] };
  assert.equal(proven.code, 0, proven.stdout.slice(0, 2000));
  t.diagnostic(`proven on a clone: ${nights.length} nights`);
  assert.equal(box.dk('clone', ['nights', 'verify']).code, 0);
});
