// Whatever commits: an undo really takes it back, byte for byte, or says which files would stay and changes nothing.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { changeId, makeChange } from '../../src/change/change.ts';
import { diagnose } from '../../src/doctor/doctor.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { undoChange } from '../../src/history/history.ts';
import { type LedgerLine, withLedgerLine } from '../../src/journal/journal.ts';
import { identityOf, noteChange } from '../../src/memory/memory.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { workOnce } from '../../src/work/work.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { homeIn, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { shellRunner, usual } from '../work/workplace.ts';

interface Place {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
}

interface Verb {
  readonly what: string;
  readonly does: (place: Place) => unknown;
  /** The files that would stay; it is refused, and they are named. */
  readonly stays?: readonly string[];
  /** Refused for another reason, told so. */
  readonly told?: RegExp;
}

const settings = {};
const agent = 'waldo';
const day = '2026-06-10';
const note = (): Parameters<typeof makeChange>[2] => ({
  ...noteChange(new Date(`${day}T12:00:00Z`), 'staging is reset on Sundays'),
  agent,
});
const own = (path: string, text: string) => ({ path, edit: () => Buffer.from(text) });

/** A verb on a note that was there before. */
const onNote = ({ box }: Place, verb: string): void =>
  assert.equal(box.dk('home', ['memory', verb, identityOf('was there before').id]).code, 0);

const verbs: readonly Verb[] = [
  { what: 'remember', does: ({ world, home }) => makeChange(world, home, note()) },
  { what: 'remember --pin', does: ({ box }) => assert.equal(box.dk('home', ['remember', '--pin', 'x']).code, 0) },
  { what: 'a pin', does: (place) => onNote(place, 'pin') },
  { what: 'forget', does: (place) => onNote(place, 'forget') },
  { what: 'lifecycle init', does: ({ box }) => assert.equal(box.dk('home', ['lifecycle', 'init']).code, 0) },
  {
    what: 'a change of the board and of something else',
    does: ({ world, home }) =>
      makeChange(world, home, {
        files: [own('plan.org', '* board\n** TODO other\n'), { ...own('other.md', 'x\n'), undo: 'never' as const }],
        ...{ subject: 'board: more', agent },
      }),
    stays: ['other.md'],
  },
  { what: 'board log', does: ({ box }) => assert.equal(box.dk('home', ['board', 'log', 'looked at it']).code, 0) },
  { what: 'board add', does: ({ box }) => assert.equal(box.dk('home', ['board', 'add', 'a new task']).code, 0) },
  { what: 'board move', does: ({ box }) => assert.equal(box.dk('home', ['board', 'move', 'first', 'DOING']).code, 0) },
  {
    what: 'board done',
    does: ({ box }) => assert.equal(box.dk('home', ['board', 'done', 'first', 'shipped']).code, 0),
  },
  {
    what: 'a claim',
    does: async ({ box, world, home }) => {
      const done = await workOnce({ world, home, settings, agent }, usual(shellRunner(box, 'true')));
      assert.equal(done.task, 'first');
    },
  },
  {
    what: 'a change with its own line in the ledger',
    does: ({ world, home }) => {
      const id = changeId(world, 'r');
      const line: LedgerLine = {
        ...{ kind: 'run', id, agent, time: `${day}T12:00:00.000Z`, cadence: null, task: 'first', board: null },
      };
      return makeChange(world, home, {
        files: [
          own('plan.org', '* board\n** DOING first\n'),
          { path: 'rem/ledger.jsonl', isHosts: true, rule: 'append', edit: (bytes) => withLedgerLine(bytes, line) },
        ],
        ...{ subject: 'claim: first', agent, id },
      });
    },
  },
  {
    what: 'the tools of an agent',
    does: ({ world, home }) =>
      makeChange(world, home, {
        files: [own('content/faq.md', 'x\n')],
        ...{ subject: 'add: a faq', agent, id: changeId(world, 'a') },
      }),
    told: /holds what others wrote, so `dk undo` leaves it/u,
  },
  {
    what: 'what others changed in a day',
    does: ({ world, home }) =>
      makeChange(world, home, { files: [own('MEMORY.md', 'x\n')], subject: 'day: MEMORY.md', agent }),
    told: /holds what others wrote, so `dk undo` leaves it/u,
  },
  { what: 'init', does: () => undefined, told: /is where this home began/u },
  {
    what: 'doctor: made anew',
    does: async ({ box, world, home }) => {
      rmSync(box.path('home/rem/manifest.json'));
      box.git('home', 'commit', '-qam', 'without it');
      assert.equal((await diagnose(world, home, { isFixing: true })).fixed.length, 1);
    },
  },
  {
    what: 'doctor: committed what was left',
    does: async ({ box, world, home }) => {
      assert.equal(
        (await sleepOnce({ world, home, settings, agent }, { env: {}, isForced: true })).receipt.outcome,
        'ran',
      );
      box.git('home', 'reset', '-q', 'HEAD~2');
      assert.equal((await diagnose(world, home, { isFixing: true })).fixed.length, 1);
    },
    stays: ['rem/ledger.jsonl'],
  },
];

for (const { what, does, stays, told } of verbs)
  test(`${what}: ${(stays ?? told) ? 'refused, and the truth is told' : 'taken back byte for byte'}`, async (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/plan.org', '#+TODO: TODO NEXT DOING | DONE\n* board\n** TODO first\n* log\n');
    const world = { ...(await realWorld(box.env)) };
    const home = world.places.find({ cwd: box.path('home'), env: {} });
    assert.ok(home !== undefined);
    if (what !== 'init') {
      box.write('home/notes/2026-01-02.md', '- one\n- was there before\n- two');
      box.git('home', 'add', 'notes');
      box.git('home', 'commit', '-qam', 'plan');
      if (what.startsWith('doctor'))
        assert.equal((await sleepOnce({ world, home, settings, agent }, { env: {} })).receipt.outcome, 'ran');
    }
    const files = (): Record<string, string> => snapshot(box.path('home'), (name) => /^(?:\.git|_)/u.test(name));
    const ours = /^(?:rem$|rem\/ledger\.jsonl$|rem\/\.gitattributes$)/u;
    const theirs = (all: Record<string, string>) =>
      Object.entries(all).filter(([name, content]) => !ours.test(name) && content !== 'folder');
    const first = files();
    const manifest = what === 'doctor: made anew' ? box.path('home/rem/manifest.json') : undefined;
    await does({ box, world, home });
    const id = box.git('home', 'log', '-1', '--format=%(trailers:key=Dream-Id,valueonly)').trim();
    const [before, head] = [files(), box.git('home', 'rev-parse', 'HEAD')];
    const undo = (isDry: boolean, isRedo = false) =>
      undoChange(world, home, { wanted: id, agent, keep: 50, isDry, isRedo });
    if (stays === undefined && told === undefined) {
      assert.equal((await undo(false)).result, 'undone');
      const then =
        manifest === undefined
          ? first
          : Object.fromEntries(Object.entries(first).filter(([name]) => name !== 'rem/manifest.json'));
      assert.deepEqual(theirs(files()), theirs(then));
      assert.equal((await undo(false, true)).result, 'redone');
      assert.deepEqual(theirs(files()), theirs(before));
      return;
    }
    for (const isDry of [true, false])
      await assert.rejects(undo(isDry), (error) => {
        assert.ok(error instanceof DreamkeeperError);
        assert.equal(error.exit, 12);
        if (told !== undefined) assert.match(error.message, told);
        for (const path of stays ?? []) assert.ok(error.message.includes(path), error.message);
        if (stays !== undefined) assert.equal(error.code, 'E_NOT_UNDOABLE');
        assert.match(error.hint, /git|folder/u);
        return true;
      });
    assert.deepEqual([files(), box.git('home', 'rev-parse', 'HEAD')], [before, head]);
  });

test('a note that an earlier version said it had taken back is not said to be gone', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('home'), env: {} });
  assert.ok(home !== undefined);
  const changed = await makeChange(world, home, note());
  assert.ok(changed.kind === 'changed');
  const line: LedgerLine = {
    ...{ kind: 'undo', id: changeId(world, 'u'), agent, time: `${day}T12:00:00.000Z`, of: changed.id },
    ...{ undid: [changed.id], redo: false, board: null },
  };
  box.write('home/rem/ledger.jsonl', withLedgerLine(undefined, line));
  const ran = box.dk('home', ['undo', changed.id]);
  assert.equal(ran.code, 12);
  assert.match(ran.stderr, /E_NOT_UNDOABLE.*notes\//u);
  assert.match(ran.stderr, /git -C \S*home revert --no-edit [0-9a-f]{7}/u);
});
