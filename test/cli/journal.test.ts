// `dk journal` at a terminal: colours, the clock on the wall, lines that fit, and what became of each verdict; in a pipe the file as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../../src/cli/cli.ts';
import { placesOf, wrapped } from '../../src/cli/wrap.ts';
import { dreamOf, freshTale, toldDreams } from '../night/told-dreams.ts';
import { sandbox } from '../sandbox.ts';

const board = `* board
** TODO honest faq
** TODO release notes
- [x] write them
** TODO search box
** NEXT dark mode toggle
* log
`;

test('a dream as a person reads it, and as a program does', async (t) => {
  const box = sandbox(t);
  const life = await toldDreams(box, 'life', { board });
  const columns = 60;
  const read = async (args: readonly string[], more: { isTTY: boolean; env?: Record<string, string> }) => {
    let shown = '';
    const stream = { isTTY: more.isTTY, columns, write: (text: string) => (shown += text) };
    const env = { ...box.env, ...more.env };
    const code = await runCli(['journal', ...args], '0', {
      ...{ out: stream, err: stream, env, cwd: () => life.home.home },
    });
    assert.equal(code, 0, shown);
    return shown;
  };
  const plain = (text: string): string => text.replace(/\u001b\[\d+m/gu, '');
  const zone = process.env.TZ;
  process.env.TZ = 'Asia/Tokyo';
  t.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  const { receipt } = await life.night(() =>
    dreamOf(freshTale(1), [
      'pick up: honest faq — people ask for it every day, and nobody has an answer that is short enough',
      'done: release notes — all is ticked',
      'cancel: search box — nobody wants it',
      'keep course — the rest stands',
    ]),
  );
  const asBefore = await read([], { isTTY: false });
  await t.test('nobody has woken yet', async () => {
    const shown = plain(await read([], { isTTY: true }));
    assert.equal(shown.split('→ waiting: no wake has heard it yet').length, 4);
    assert.match(shown, /→ no move\n/u);
  });
  const woken = await life.wake();
  await t.test('at a terminal', async () => {
    const shown = await read([], { isTTY: true });
    const joined = shown.replaceAll(/\u001b\[0m\n +\u001b\[\d+m +/gu, ' ');
    assert.ok(shown.includes('\u001b[32m→ taken: TODO → NEXT\u001b[0m'), shown);
    assert.match(joined, /\u001b\[34m→ advised: verdicts are advice in this home/u);
    assert.match(joined, /\u001b\[31m→ refused: to cancel a task, a verdict has to name a commit/u);
    assert.match(
      plain(shown),
      /^Wed 2026-06-10 18:00\nrem\/2026-06-10-0900\.org · by scripted on \S+ at \w{7}\s·\sn-\w+$/mu,
    );
    const lines = plain(shown).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.length > columns),
      [],
      'every line fits',
    );
    assert.match(plain(shown), /^ {2}- pick up: honest faq — .*\n {4}\S/mu);
    assert.doesNotMatch(shown, /:RECEIPTS:|#\+/u);
    assert.equal(await read([], { isTTY: true, env: { NO_COLOR: '1' } }), plain(shown));
    assert.equal(await read([], { isTTY: true, env: { NO_COLOR: '' } }), shown);
  });
  await t.test('a list has the clock on the wall, too', async () => {
    const shown = plain(await read(['--list'], { isTTY: true }));
    assert.match(shown, /^Wed 2026-06-10 18:00 {2}\S/mu);
    assert.match(shown, /^ +rem\/2026-06-10-0900\.org$/mu);
    assert.match(await read(['--list'], { isTTY: false }), /^rem\/2026-06-10-0900\.org {2}\S.*\n$/u);
  });
  await t.test('in a pipe it is the entry as it stands, before and after a wake', async () => {
    assert.equal(await read([], { isTTY: false }), asBefore);
    assert.match(asBefore, /^\* tale$/mu);
    assert.doesNotMatch(asBefore, /\u001b|→/u);
    assert.match(await read(['--raw'], { isTTY: true }), /^#\+/mu);
  });
  await t.test('as data, and whoever took it back', async () => {
    const wake = JSON.parse(await read(['--json'], { isTTY: false })).afterwards.wake;
    await life.undo(wake);
    const { verdicts, id } = JSON.parse(await read(['--json'], { isTTY: true }));
    assert.equal(id, receipt.id);
    assert.equal(woken.dream, id);
    const [taken, advised, refused, kept] = verdicts;
    assert.deepEqual(
      [taken.became, taken.from, taken.to, taken.wake, taken.undone.agent],
      ['taken back', 'TODO', 'NEXT', wake, 'waldo'],
    );
    assert.match(taken.undone.id, /^u-/u);
    assert.deepEqual([advised.became, refused.became, kept.became], ['advised', 'refused', 'no move']);
    assert.deepEqual([kept.why, kept.wake === null || kept.wake === wake], ['', true]);
    assert.match(
      plain(await read([], { isTTY: true })).replace(/\n +/gu, ' '),
      /→ taken: TODO → NEXT; taken back by waldo, Wed 2026-06-10 \d\d:\d\d \(u-\w+\)/u,
    );
  });
  await t.test('what nobody woke for was never heard', async () => {
    life.edit((plan) => plan.replace('** TODO search box', '** TODO search box\nwith arrow keys'));
    const before = await life.night(() => dreamOf(freshTale(2), ['pick up: search box — it is time']));
    await life.night(() => dreamOf(freshTale(3), ['keep course']));
    const { verdicts } = JSON.parse(await read([before.receipt.id, '--json'], { isTTY: false }));
    assert.equal(verdicts[0].became, 'unheard');
  });
});

test('prose is broken between words, by the places it takes', () => {
  assert.deepEqual(wrapped('one two three four', 9), ['one two', 'three', 'four']);
  assert.deepEqual(wrapped('a verylongwordindeed b\nc', 6), ['a', 'verylongwordindeed', 'b', 'c']);
  assert.deepEqual(wrapped('', 10), ['']);
  assert.equal(placesOf('日本 e\u0301'), 6);
});
