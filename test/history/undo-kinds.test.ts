// Every place in the code that makes a change is known here, with what an undo of it does; a new one cannot be forgotten.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { undoChange } from '../../src/history/history.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { root, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { dreamt } from '../wake/dreamt.ts';
import { workshop } from '../work/workshop.ts';

/** Where each is tried: here, or in a file of its own. */
const kinds: Readonly<Record<string, string>> = {
  'adopt/saved-first.ts': 'adopt/person: what no commit has yet stays',
  'verbs/adopt.ts': 'adopt/layouts: each taken back and put back',
  'verbs/board-task.ts': 'undo-every-verb: board log, add, move, done',
  'verbs/memory-change.ts': 'undo-every-verb: a pin, forget',
  'verbs/memory-restore.ts': 'curate/pending: restored',
  'verbs/memory-whose.ts': 'curate/pending: whose the memory is',
  'verbs/pending.ts': 'curate/pending: approved',
  'verbs/remember.ts': 'undo-every-verb: remember, remember --pin',
  'doctor/fix-journal.ts': 'undo-every-verb: doctor: made anew, committed what was left',
  'doctor/fix-ledger.ts': 'undo-every-verb: doctor: committed what was left (the ledger stays)',
  'history/undo.ts': 'undo: an undo is undone by putting back',
  'night/day.ts': 'undo-every-verb: what others changed in a day',
  'night/land.ts': 'here: a night',
  'verbs/lifecycle.ts': 'undo-every-verb: lifecycle init',
  'wake/verdicts.ts': 'here: a wake',
  'work/claim.ts': 'undo-every-verb: a claim',
  'work/tools/claim.ts': 'here: the tool claim',
  'work/tools/file-issue.ts': 'here: the tool file_issue',
  'work/tools/finish.ts': 'here: the tool finish',
  'work/tools/git.ts': 'undo-every-verb: the tools of an agent',
  'work/tools/remember.ts': 'here: the tool remember',
};

test('the code makes no change that is not in the table', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('change/'))
    .filter((name) => /\bmake(?:Checked)?Change\(/u.test(readFileSync(join(root, 'src', name), 'utf8')));
  assert.deepEqual(sources.toSorted(), Object.keys(kinds).toSorted());
});

const files = (folder: string): [string, string][] =>
  Object.entries(snapshot(folder, (name) => /(?:^|\/)(?:\.git|_)/u.test(name)))
    // Git keeps no folders, and what is left of the record is not taken back.
    .filter(
      ([name, content]) =>
        content !== 'folder' && !/rem\/(?:ledger\.jsonl|\.gitattributes|manifest\.json)$/u.test(name),
    );

interface Place {
  readonly box: Sandbox;
  readonly folder: string;
  readonly world: World;
  readonly home: FoundHome;
}

/** Taken back to the byte, and put back to the byte. */
async function goesAndComes({ box, folder, world, home }: Place, before: readonly [string, string][]): Promise<void> {
  const after = files(box.path(folder));
  const wanted = box.git(folder, 'log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim();
  const request = { wanted, agent: 'waldo', keep: 50 };
  assert.equal((await undoChange(world, home, request)).result, 'undone');
  assert.deepEqual(files(box.path(folder)), before);
  assert.equal(box.git(folder, 'status', '--porcelain'), '');
  assert.equal((await undoChange(world, home, { ...request, isRedo: true })).result, 'redone');
  assert.deepEqual(files(box.path(folder)), after);
}

describe('taken back to the byte', () => {
  const tools: readonly (readonly [string, Record<string, string>])[] = [
    ['claim', { task: 'paint the wall' }],
    ['file_issue', { title: 'the roof leaks', body: 'over the stairs' }],
    ['finish', { task: 'mend the door', note: 'done: it closes' }],
    ['remember', { text: 'the paint is in the shed' }],
  ];
  for (const [name, args] of tools)
    test(`the tool ${name}`, async (t) => {
      const { box, worker, use, home: folder } = await workshop(t);
      const before = files(box.path(folder));
      const answer = await use({ name, arguments: args });
      assert.equal(answer.isOk, true, JSON.stringify(answer));
      await goesAndComes({ box, folder, world: worker.world, home: worker.home }, before);
    });
  test('a night, and a wake', async (t) => {
    const box = sandbox(t);
    const { project, at } = await dreamt(box, 'one');
    const folder = project.slice(box.folder.length + 1);
    box.git(folder, 'commit', '-qam', 'all of it');
    const { world, home, settings, agent } = at('10:00');
    const before = files(project);
    await wakeUp({ world, home, settings, agent }, { budget: 4000 });
    await goesAndComes({ box, folder, world, home }, before);
    const slept = files(project);
    const { receipt } = await sleepOnce(at('11:00'), { env: {}, isForced: true });
    assert.equal(receipt.outcome, 'ran', receipt.message);
    await goesAndComes({ box, folder, world, home }, slept);
  });
});

describe('two notes of one day', () => {
  test('the first goes and the second stays', async (t) => {
    const { box, worker, use, home: folder } = await workshop(t);
    for (const text of ['one thing', 'another thing']) await use({ name: 'remember', arguments: { text } });
    const [, first = ''] = box
      .git(folder, 'log', '-2', '--format=%(trailers:key=Dream-Id,valueonly,separator=)')
      .split('\n');
    const { world, home } = worker;
    assert.equal((await undoChange(world, home, { wanted: first, agent: 'waldo', keep: 50 })).result, 'undone');
    const [note = ''] = readdirSync(box.path(folder, 'notes'));
    assert.equal(box.read(`${folder}/notes/${note}`), '- another thing\n');
  });
  test('one that was edited since is named, and nothing is claimed', async (t) => {
    const { box, worker, use, home: folder } = await workshop(t);
    await use({ name: 'remember', arguments: { text: 'one thing' } });
    const wanted = box.git(folder, 'log', '-1', '--format=%(trailers:key=Dream-Id,valueonly,separator=)').trim();
    const [note = ''] = readdirSync(box.path(folder, 'notes'));
    box.write(`${folder}/notes/${note}`, '- one thing, really\n');
    const before = files(box.path(folder));
    await assert.rejects(
      undoChange(worker.world, worker.home, { wanted, agent: 'waldo', keep: 50 }),
      (error) => error instanceof DreamkeeperError && error.exit === 12 && error.message.includes(note),
    );
    assert.deepEqual(files(box.path(folder)), before);
  });
});
