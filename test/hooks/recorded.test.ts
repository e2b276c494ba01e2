// Seventeen sessions recorded from the real program: what its hooks told and what its transcript keeps give the same day.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { todosOf } from '../../src/facts/todos.ts';
import { readClaudePayload } from '../../src/sessions/claude/payload.ts';
import { readClaudeTranscript } from '../../src/sessions/claude/transcript.ts';
import { type HarnessEvent, reportOf } from '../../src/sessions/sessions.ts';
import { callsOf, isIntent, type StepRecord, stepRecord } from '../../src/steps/steps.ts';
import { root, sandbox } from '../sandbox.ts';
import { harness } from './harness.ts';

const fixtures = join(root, 'test', 'agents', 'fixtures');
const lines = (name: string): string[] =>
  readFileSync(join(fixtures, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');

function recordsOf(events: readonly HarnessEvent[]): StepRecord[] {
  const tools = { sha256: (): string => '', redact: (text: string): string => text };
  return events.flatMap((event, seq) => {
    const report = reportOf(event);
    const context = { run: 's', agent: null, seq, head: null, branch: null, time: new Date(seq * 1000) };
    return report === undefined ? [] : [stepRecord(report, context, tools)];
  });
}

const eventsIn = (name: string): HarnessEvent[] =>
  lines(name).flatMap((line) => [...(readClaudePayload(line)?.events ?? [])]);
const told = (records: readonly StepRecord[]): string[] =>
  callsOf(records.filter((record) => !isIntent(record))).map(({ tool, target, exit, error, outcome }) => {
    const how = exit === null ? (error === null ? outcome : `${outcome}: ${error.slice(0, 24)}`) : `${exit}`;
    return `${tool} ${target.replace('/home/user/project/', '')} → ${how}`.replace(/\s+/gu, ' ');
  });

/** What each session really did. */
const days: Readonly<Record<string, readonly string[]>> = {
  'two-tools': ['Bash echo hello → 0', 'Bash echo oops >&2; exit 3 → 3'],
  refused: ['Bash touch made.txt → failed: refused', 'Write w.txt → failed: refused'],
  'refused-by-rule': ['Bash git push origin → failed: refused'],
  subagent: ['Agent Look around → unknown', 'Bash ls → 0', 'Bash exit 4 → 4'],
  'subagent-foreground': ['Bash ls → 0', 'Agent Look around → 0'],
  'edit-write-read': [
    'Write new.txt → 0',
    'Read readme.md → 0',
    'Edit readme.md → 0',
    'Edit readme.md → failed: not run: the call was no',
    'Read missing.txt → failed: File does not exist. Not',
    'NoSuchTool → failed: not run: the call was no',
    'Bash → failed: not run: the call was no',
    'Bash grep nothing readme.md → unknown',
  ],
  background: ['Bash sleep 1; echo late → unknown', 'Bash sleep 2; echo waited → 0'],
  timeout: ['Bash sleep 20 → 143'],
  parallel: ['Bash sleep 0.3; echo a → 0', 'Bash echo b; exit 5 → 5', 'Bash echo c → 0', 'Read readme.md → 0'],
  cd: ['Bash mkdir -p sub && cd sub && pwd → 0', 'Bash pwd → 0'],
  killed: ['Bash echo first → 0'],
  terminated: ['Bash echo first → 0'],
  interrupted: ['Bash echo first → 0'],
  compact: ['Bash echo hello → 0'],
  context: ['Bash echo hello → 0'],
  todos: [],
  'todos-whole': [],
};

/** What only the transcript knows: no hook was called any more. */
const onlyKept: Readonly<Record<string, string>> = {
  killed: 'Bash timeout 20 tail -f /dev/null → unfinished',
  terminated: 'Bash timeout 20 tail -f /dev/null → 137',
  interrupted: "Bash timeout 20 tail -f /dev/null → failed: The user doesn't want to",
};

describe('what its hooks told', () => {
  for (const [name, calls] of Object.entries(days))
    test(name, () => {
      const records = recordsOf(eventsIn(name));
      assert.deepEqual(told(records).toSorted(), calls.toSorted());
      for (const { tool, target } of records) if (tool === 'prompt') assert.doesNotMatch(target, /^</u);
    });
});

describe('what its transcript keeps', () => {
  for (const [name, calls] of Object.entries(days))
    test(name, () => {
      const parts = [name, `${name}-agent`].filter((part) => existsSync(join(fixtures, `transcript-${part}.jsonl`)));
      const events = parts.flatMap((part) => [...readClaudeTranscript(lines(`transcript-${part}`).join('\n')).events]);
      // A refusal is kept with its text alone.
      const kept = told(recordsOf(events.map(({ event }) => event)));
      const expected = [...calls, ...(onlyKept[name] === undefined ? [] : [onlyKept[name]])];
      const bare = (line: string): string => line.replace(/→ failed: .*/u, '→ failed');
      assert.deepEqual(kept.map(bare).toSorted(), expected.map(bare).toSorted());
    });
});

test('to-do lists are what they became, told whole or entry by entry', () => {
  const states = (name: string): string[] =>
    todosOf(recordsOf(eventsIn(name))).map(({ text, state }) => `${state} ${text}`);
  assert.deepEqual(states('todos-whole'), ['done Fix the parser', 'open Write a test']);
  assert.deepEqual(states('todos'), ['done Fix the parser', 'done Write two tests']);
});

test('through real processes, a parallel and a refused session are the same', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  for (const name of ['parallel', 'refused']) {
    for (const line of lines(name)) {
      if (/"hook_event_name":"Session/u.test(line)) continue;
      agent.tellRaw(line.replaceAll('/home/user/project', box.path(agent.folder)));
    }
  }
  const seen = told(agent.steps()).map((line) => line.replaceAll(`${box.path(agent.folder)}/`, ''));
  const bare = (line: string): string => line.replace(/→ failed: .*/u, '→ failed');
  const expected = [...(days.parallel ?? []), ...(days.refused ?? [])];
  assert.deepEqual(seen.map(bare).toSorted(), expected.map(bare).toSorted());
});
