// Something else lies where something of ours belongs: each verb works or says what to do, hooks are silent, and a fix puts it right.
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Healthy, healthyHome } from '../doctor/healthy-home.ts';
import type { Ran } from '../sandbox.ts';

/** By verb: the exit that is not 0. */
type Exits = Readonly<Partial<Record<'step' | 'status' | 'board' | 'undo' | 'remember', number>>>;

const states: readonly (readonly [what: string, does: (h: Healthy) => void, exits: Exits])[] = [
  [
    'the private folder is a file',
    ({ home }) => {
      rmSync(home.privateDir, { recursive: true });
      writeFileSync(home.privateDir, 'mine\n');
    },
    { board: 12, undo: 12, remember: 12 },
  ],
  [
    'the private folder is a link',
    ({ home, box }) => {
      renameSync(home.privateDir, box.path('outside'));
      symlinkSync(box.path('outside'), home.privateDir);
    },
    { board: 12, undo: 12, remember: 12 },
  ],
  [
    'the index is garbage',
    ({ home }) => writeFileSync(join(home.repository.gitDir, 'index'), 'nonsense'),
    { board: 14, undo: 14, remember: 14 },
  ],
  [
    'the record of the day is a folder, and notes are a file',
    ({ path }) => {
      rmSync(path('_steps.jsonl'));
      mkdirSync(path('_steps.jsonl'));
      writeFileSync(path('notes'), 'mine\n');
    },
    { step: 12, remember: 12 },
  ],
  ['the store is a text', ({ hidden }) => writeFileSync(hidden('state.db'), 'my diary\n'.repeat(99)), {}],
];

const told = ({ code, stdout, stderr }: Ran): string => `${code} ${stdout}${stderr}`;

describe('each verb, and then the fix', { concurrency: 3 }, () => {
  for (const [at, [what, does, exits]] of states.entries())
    test(what, async (t) => {
      const healthy = await healthyHome(t, at % 2 === 0 ? 'nested' : 'one');
      const { box } = healthy;
      does(healthy);
      const event = { session_id: 's', cwd: box.path('project'), tool_name: 'Bash', tool_use_id: 'toolu_1' };
      const input = JSON.stringify({
        ...{ ...event, hook_event_name: 'PostToolUse', tool_input: { command: 'ls' }, tool_response: {} },
      });
      const hook = box.dk('project', ['hook', 'x', '--from', 'claude'], { input });
      assert.deepEqual(hook, { code: 0, stdout: '', stderr: '' });
      const verbs: Record<keyof Exits, readonly string[]> = {
        step: ['step', '--tool', 'Bash', '--target', 'ls'],
        status: ['status'],
        board: ['board', 'add', 'something'],
        undo: ['undo', 'last'],
        remember: ['remember', 'something'],
      };
      for (const [verb, args] of Object.entries(verbs) as [keyof Exits, readonly string[]][]) {
        const ran = box.dk('project', args);
        // To look always works; that a sleep is overdue has an exit of its own.
        if (verb === 'status') assert.ok(ran.code === 0 || ran.code === 13, told(ran));
        else assert.equal(ran.code, exits[verb] ?? 0, `${verb}: ${told(ran)}`);
        if (ran.code !== 0 && verb !== 'status')
          assert.match(ran.stderr, /^E_[A-Z_]+ .+\n.+\n$/u, 'what happened, and what to do');
      }
      const fix = box.dk('project', ['doctor', '--fix', '--json']);
      const { findings } = JSON.parse(fix.stdout) as { findings: { id: string; level: string }[] };
      // What a hook could not record is counted, and stays so.
      const left = findings.filter(({ id, level }) => level !== 'info' && id !== 'hooks-dropped');
      assert.deepEqual(left, [], told(fix));
      for (const args of [verbs.step, verbs.board.with(2, 'more'), verbs.remember]) {
        const ran = box.dk('project', args);
        assert.equal(ran.code, 0, told(ran));
      }
    });
});
