// The tools one by one: what they do, what they say, and what they leave alone.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withStore } from '../../src/change/change.ts';
import { undoChange } from '../../src/history/history.ts';
import { dispatcher } from '../../src/work/tools/dispatch.ts';
import { plan, workshop } from './workshop.ts';

test('read: whole, from a line, in parts that fit, and what is not there', async (t) => {
  const long = Array.from({ length: 2000 }, (_, index) => `line ${index + 1}`).join('\n');
  const { use } = await workshop(t, {
    files: {
      'a.ts': 'one\ntwo\nthree\n',
      'long.txt': long,
      'wide.txt': 'ü'.repeat(20_000),
      'b.bin': 'a\0b',
      empty: '',
    },
  });
  const read = async (given: unknown): Promise<string> => (await use({ name: 'read', arguments: given })).text;
  assert.equal(await read({ path: './a.ts' }), 'one\ntwo\nthree');
  assert.equal(await read({ path: 'a.ts', from: 2, lines: 1 }), 'two\n[lines 2 to 2 of 3]');
  assert.match(await read({ path: 'a.ts', from: 9 }), /there are 3 lines/u);
  assert.match(await read({ path: 'b.bin' }), /no text \(3 bytes\)/u);
  assert.equal(await read({ path: 'empty' }), '(the file is empty)');
  assert.equal(await read({ path: 'no.ts' }), 'not found: no.ts');
  const seen: string[] = [];
  for (let from = 1; from !== 0; ) {
    const part = await read({ path: 'long.txt', from });
    assert.ok(Buffer.byteLength(part) <= 8000);
    const [, end = ''] = /\n\[lines \d+ to (\d+) of 2000/u.exec(part) ?? [];
    seen.push(part.replace(/\n\[lines .*$/su, ''));
    from = part.includes('go on with') ? Number(end) + 1 : 0;
  }
  assert.equal(seen.join('\n'), long);
  const wide = await read({ path: 'wide.txt' });
  assert.ok(Buffer.byteLength(wide) <= 8000 && /bytes left out/u.test(wide) && !wide.includes('\uFFFD'));
});

test('write and edit: exactly what was asked, over exactly what was looked at', async (t) => {
  const { use, box, bench } = await workshop(t, {
    files: { 'a.ts': 'one\ntwo\ntwo\n', 'dos.txt': 'a\r\nb\r\nc\r\n', 'odd.txt': 'x' },
  });
  const say = async (name: string, given: unknown): Promise<string> => (await use({ name, arguments: given })).text;
  assert.equal(await say('write', { path: 'new/deep/f.ts', content: 'ü\n' }), 'wrote new/deep/f.ts (3 bytes)');
  assert.equal(box.read('place/new/deep/f.ts'), 'ü\n');
  assert.equal(await say('edit', { path: 'a.ts', old: 'one', new: '$&1' }), 'edited a.ts');
  assert.equal(box.read('place/a.ts'), '$&1\ntwo\ntwo\n');
  assert.match(await say('edit', { path: 'a.ts', old: 'two', new: 'x' }), /more than once/u);
  assert.match(await say('edit', { path: 'a.ts', old: 'four', new: 'x' }), /is not in a\.ts/u);
  assert.equal(await say('edit', { path: 'no.ts', old: 'x', new: 'y' }), 'not found: no.ts');
  assert.equal(await say('edit', { path: 'dos.txt', old: 'a\nb', new: 'A\nB' }), 'edited dos.txt');
  assert.equal(box.read('place/dos.txt'), 'A\r\nB\r\nc\r\n');
  box.write('place/odd.txt', Buffer.from([0xff, 0x41, 0xfe]));
  assert.equal(await say('edit', { path: 'odd.txt', old: 'A', new: 'B' }), 'edited odd.txt');
  assert.deepEqual([...readFileSync(box.path('place/odd.txt'))], [0xff, 0x42, 0xfe]);
  assert.deepEqual([...bench.written.keys()], ['new/deep/f.ts', 'a.ts', 'dos.txt', 'odd.txt']);
});

test('what somebody writes between the look and the write stays', async (t) => {
  const { bench, box, worker } = await workshop(t, { files: { 'a.ts': 'one\n' } });
  const { files } = worker.world;
  const read: typeof files.read = (root, path) => {
    const seen = files.read(root, path);
    box.write('place/a.ts', 'theirs\n');
    return seen;
  };
  const slow = { ...bench, worker: { ...worker, world: { ...worker.world, files: { ...files, read } } } };
  const use = dispatcher(slow, () => Promise.resolve({ head: null, branch: null }));
  for (const call of [
    { name: 'write', arguments: { path: 'a.ts', content: 'mine\n' } },
    { name: 'edit', arguments: { path: 'a.ts', old: 'one', new: 'mine' } },
  ]) {
    box.write('place/a.ts', 'one\n');
    const { text } = await use(call);
    assert.equal(text, 'write blocked: a.ts was changed meanwhile; read it again');
    assert.equal(box.read('place/a.ts'), 'theirs\n');
  }
  assert.equal(bench.written.size, 0);
});

test('list and search: in order, bounded, and honest about where they stopped', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`many/f${String(index).padStart(3, '0')}.txt`, 'Needle here\nand\n']),
  );
  const { use } = await workshop(t, {
    files: { 'src/a.ts': 'a nEEdle\n', 'node_modules/x/i.js': 'needle\n', ...many },
  });
  const say = async (name: string, given: unknown): Promise<string> => (await use({ name, arguments: given })).text;
  assert.equal(await say('list', {}), '.gitignore\nagent.org\ndreamkeeper.yaml\nmany/\nnode_modules/\nplan.org\nsrc/');
  assert.equal(await say('list', { folder: 'src/' }), 'a.ts');
  assert.match(await say('list', { folder: 'nowhere' }), /^not found: nowhere/u);
  assert.equal(await say('search', { text: 'needle', folder: 'src', mode: 'literal' }), 'src/a.ts:1: a nEEdle');
  assert.equal(await say('search', { text: 'no such words', mode: 'literal' }), 'nothing found');
  const all = await say('search', { text: 'NEEDLE', mode: 'literal' });
  assert.match(all, /\[stopped at 100 lines; name a folder to look further\]$/u);
  assert.doesNotMatch(all, /node_modules/u);
});

test('log: the newest commits, or those of one path, and no more than asked', async (t) => {
  const { use, box } = await workshop(t);
  for (const round of [1, 2, 3]) {
    box.write('place/src/a.ts', `${round}\n`);
    box.git('place', 'commit', '-q', '-a', '-m', `change ${round}\u001b[31m`);
  }
  const say = async (given: unknown): Promise<string> => (await use({ name: 'log', arguments: given })).text;
  const lines = (await say({ count: 2 })).split('\n');
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /^[0-9a-f]{7} 2026-06-10T14:30Z Person: change 3/u);
  assert.doesNotMatch(lines.join(''), /\u001b/u);
  assert.equal((await say({ count: 50, path: 'docs' })).split('\n').length, 1);
  assert.equal((await say({ count: 50, path: 'src/a.ts' })).split('\n').length, 4);
  assert.equal(await say({ count: 5, path: 'none.ts' }), 'no commit');
  assert.match(await say({ count: 51 }), /^tool error: log: count/u);
  // Ours are among them, and each can be shown with what it changed.
  await use({ name: 'claim', arguments: { task: 'mend the door' } });
  const [claimed = ''] = (await say({})).split('\n');
  assert.match(claimed, /^[0-9a-f]{7} .*Z worker: claim: mend the door$/u);
  const shown = await say({ commit: claimed.slice(0, 7) });
  assert.match(shown, /claim: mend the door\n[\s\S]*^-\*\* NEXT mend the door\n\+\*\* DOING mend the door$/mu);
  assert.match(await say({ commit: '0000000' }), /^not found: 0000000/u);
  assert.match(await say({ commit: '--all' }), /^tool error: log: commit/u);
  box.write('place/_secret.jsonl', 'private words\n');
  box.git('place', 'add', '-f', '_secret.jsonl');
  box.git('place', 'commit', '-q', '-m', 'oops');
  const oops = await say({ commit: box.git('place', 'rev-parse', 'HEAD').trim() });
  assert.ok(oops.includes('what it changed is not shown') && !oops.includes('private words'), oops);
});

test('claim, finish: one commit with DONE, the log line and the work; the person’s own edits stay theirs', async (t) => {
  const { use, box, log } = await workshop(t, { settings: { agents: [{ id: 'worker' }, { id: 'other' }] } });
  const say = async (name: string, given: unknown): Promise<string> => (await use({ name, arguments: given })).text;
  box.write('place/src/a.ts', 'one\ntwo\nthree\nthe person was here\n');
  box.write('place/junk.tmp', 'nobody asked for this');
  assert.equal(await say('claim', { task: 'mend the door' }), 'claimed: mend the door');
  assert.match(box.read('place/plan.org'), /\*\* DOING mend the door\n:PROPERTIES:\n:AGENT: worker\n:END:\n/u);
  assert.equal(await say('edit', { path: 'src/a.ts', old: 'one', new: 'ONE' }), 'edited src/a.ts');
  assert.equal(await say('write', { path: 'src/new.ts', content: 'new\n' }), 'wrote src/new.ts (4 bytes)');
  assert.match(
    await say('finish', { task: 'mend the door', note: 'The door closes again' }),
    /^finished: mend the door, committed [0-9a-f]{7}$/u,
  );
  assert.deepEqual(log(), ['The door closes again', 'claim: mend the door', 'first']);
  assert.deepEqual(box.git('place', 'show', '--format=', '--name-only', 'HEAD').trim().split('\n'), [
    ...['plan.org', 'src/a.ts', 'src/new.ts'],
  ]);
  assert.equal(box.git('place', 'show', 'HEAD:src/a.ts'), 'ONE\ntwo\nthree\n');
  assert.equal(box.read('place/src/a.ts'), 'ONE\ntwo\nthree\nthe person was here\n');
  const board = box.git('place', 'show', 'HEAD:plan.org');
  assert.match(board, /^\*\* DONE mend the door$/mu);
  assert.match(board, /^- \d{4}-\d\d-\d\d \(worker\): The door closes again$/mu);
  assert.match(
    box.git('place', 'log', '-1', '--format=%an <%ae>%n%b'),
    /^worker <worker@dreamkeeper\.local>\ndone: mend the door\n\nDream-Id: a-/u,
  );
  assert.deepEqual(box.git('place', 'status', '--porcelain').trim().split('\n'), ['M src/a.ts', '?? junk.tmp']);
  assert.match(await say('finish', { task: 'mend the door' }), /^not finished: it is DONE already/u);
  assert.match(await say('claim', { task: 'mend the door' }), /what is done does not reopen/u);
  assert.match(await say('claim', { task: 'mend the dor' }), /Did you mean "mend the door"/u);
  assert.match(await say('log', { count: 5 }), /worker: The door closes again/u);
});

test('a task that another agent has claimed is not this one’s to take or finish', async (t) => {
  const claimed = plan.replace(
    '** TODO paint the wall\n',
    '** DOING paint the wall\n:PROPERTIES:\n:AGENT: other\n:END:\n',
  );
  const { use, box } = await workshop(t, { plan: claimed });
  for (const name of ['claim', 'finish'])
    assert.match((await use({ name, arguments: { task: 'paint the wall' } })).text, /claimed by another agent/u);
  assert.equal(box.read('place/plan.org'), claimed);
});

test('git: by name, honest, and not for everybody', async (t) => {
  const { use, box, log, bench } = await workshop(t);
  const say = async (given: unknown): Promise<string> => (await use({ name: 'git', arguments: given })).text;
  assert.equal(await say({ message: 'x' }), 'nothing to commit (working tree clean)');
  box.write('place/junk.tmp', 'junk');
  box.write('place/.git/hooks/pre-commit', '#!/bin/sh\ntouch "$PWD/hook-ran"\nexit 1\n');
  box.git('place', 'config', 'core.hooksPath', '.git/hooks');
  await use({ name: 'write', arguments: { path: 'src/a.ts', content: 'new\n' } });
  const told = await say({ message: 'add: something new\n\nand why' });
  assert.equal(told, `committed ${box.git('place', 'rev-parse', '--short=7', 'HEAD').trim()}`);
  assert.deepEqual(log('%s|%an'), ['add: something new|worker', 'first|Person']);
  assert.equal(box.git('place', 'show', '--format=', '--name-only', 'HEAD').trim(), 'src/a.ts');
  assert.ok(!existsSync(box.path('place/hook-ran')));
  const { world, home } = bench.worker;
  // An agent's work is taken back by git, not by us, and nobody is told otherwise.
  await assert.rejects(
    undoChange(world, home, { wanted: told.slice('committed '.length), agent: 'worker', keep: 30 }),
    /holds what others wrote, so `dk undo` leaves it/u,
  );
  assert.equal(await say({}), 'nothing to commit (working tree clean)');
  await use({ name: 'write', arguments: { path: 'src/a.ts', content: 'newer\n' } });
  box.write('place/.git/index.lock', '');
  assert.match(await say({ message: 'x' }), /^(?:git error|not committed)/u);
  assert.equal(bench.written.size, 1, 'it is still to be committed');
  box.git('place', 'config', '--unset', 'core.hooksPath');
  const shy = await workshop(t, { agent: '* worker :agent:\n' });
  assert.equal(
    (await shy.use({ name: 'git', arguments: { message: 'x' } })).text,
    'git not permitted (no exec capability)',
  );
});

test('git: a credential that was not there before is not committed', async (t) => {
  const { use, log } = await workshop(t);
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  await use({ name: 'write', arguments: { path: 'src/a.ts', content: `const key = '${secret}';\n` } });
  assert.match((await use({ name: 'git', arguments: {} })).text, /^git error: src\/a\.ts has a credential in it/u);
  assert.match(
    (await use({ name: 'finish', arguments: { task: 'mend the door' } })).text,
    /^not finished: .*credential/u,
  );
  assert.deepEqual(log(), ['first']);
});

test('beside a project: its files are written, its history is not ours', async (t) => {
  const { use, box, worker } = await workshop(t, { shape: 'nested' });
  const say = async (name: string, given: unknown): Promise<string> => (await use({ name, arguments: given })).text;
  const before = box.git('place', 'rev-parse', 'HEAD');
  assert.match(await say('write', { path: 'src/a.ts', content: 'new\n' }), /^wrote/u);
  assert.equal(box.read('place/src/a.ts'), 'new\n');
  assert.match(await say('git', { message: 'x' }), /one repository/u);
  assert.match(await say('finish', { task: 'mend the door' }), /^finished/u);
  assert.equal(box.git('place', 'rev-parse', 'HEAD'), before);
  assert.equal(box.git('place', 'status', '--porcelain').trim(), 'M src/a.ts');
  assert.equal(box.git('place/.dream', 'log', '-1', '--format=%s').trim(), 'done: mend the door');
  const logged = await say('log', { count: 9 });
  assert.ok(/done: mend the door/u.test(logged) && /: first$/mu.test(logged), 'the project’s commits and the home’s');
  for (const path of ['.dream/plan.org', '.dream/rem/x.org', '.DREAM/agent.org'])
    assert.match(await say('write', { path, content: 'x' }), /^write blocked: .* is not your territory$/u);
  assert.match(await say('read', { path: '.dream/plan.org' }), /mend the door/u);
  assert.equal(await say('read', { path: '.dream/_steps.jsonl' }), 'read blocked: .dream/_steps.jsonl is private');
  assert.equal(worker.home.shape, 'nested');
});

test('remember, file_issue, set_sleep, board, done', async (t) => {
  const { use, box, worker, log } = await workshop(t);
  const say = async (name: string, given: unknown): Promise<string> => (await use({ name, arguments: given })).text;
  assert.match(await say('remember', { text: 'ports begin\nat 8000' }), /^remembered in notes\//u);
  assert.match(await say('remember', { text: 'ports begin at 8000' }), /is in notes\/.* already$/u);
  assert.match(await say('remember', { text: '  ' }), /^tool error: remember: there is nothing/u);
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  assert.match(await say('remember', { text: `it is ${secret}` }), /^tool error: remember: there is a credential/u);
  assert.equal(
    await say('file_issue', { title: 'The build is slow', body: '* not a heading\n:END:' }),
    'filed: The build is slow',
  );
  assert.equal(await say('file_issue', { title: 'the  build is slow' }), 'seen 2 times: the build is slow');
  assert.equal(await say('file_issue', { title: 'The build is slow' }), 'seen 3 times: The build is slow');
  assert.equal(await say('file_issue', { title: ' \n' }), 'an issue needs a title');
  assert.match(await say('file_issue', { title: 'ends in :tags:' }), /^tool error: file_issue/u);
  assert.match(
    box.read('place/plan.org'),
    /\* issues\n\*\* TODO The build is slow\n:PROPERTIES:\n:SEEN: 3\n:END:\n,\* not a heading\n,:END:\n$/u,
  );
  assert.deepEqual(log().slice(0, 3), [
    'issue: The build is slow',
    'issue: the build is slow',
    'issue: The build is slow',
  ]);
  const before = Date.now();
  assert.match(await say('set_sleep', { minutes: 5 }), /^tool error: set_sleep/u);
  assert.match(await say('set_sleep', { seconds: 1e6 }), /a day at most/u);
  const until = withStore(worker.world, worker.home, (store) => store.memo('sleep:worker')) ?? '';
  const said = Date.parse(until) - 24 * 3_600_000;
  assert.ok(before <= said && said <= Date.now(), until);
  assert.match(await say('board', {}), /^\*\* NEXT mend the door/u);
  assert.deepEqual(await use({ name: 'done', arguments: { summary: 'NO-WORK' } }), {
    ...{ text: 'good night', isOk: true, ends: 'NO-WORK' },
  });
});
