// What one session of the real Claude Code remembers, another recalls: the skill says how, and what was asked for is kept under its own session.
import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { identityOf } from '../../src/memory/memory.ts';
import { openStore } from '../../src/store/store.ts';
import { bin, project, root, type Sandbox, sandbox } from '../sandbox.ts';
import { claudeProgram, session } from './claude.ts';

before(() => {
  claudeProgram();
});

const bash = (command: string): { call: string; input: object } => ({
  call: 'Bash',
  input: { command, description: 'Run it' },
});
const flags = ['--allowedTools', 'Bash,Read,Skill'];
const fact = 'the staging database is reset every Sunday at four';

/** A project with our hooks and our skill, and `dk` on the path as people have it. */
function installed(test: Parameters<typeof sandbox>[0]): Sandbox {
  const plain = sandbox(test);
  project(plain);
  chmodSync(plain.write('bin/dk', `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`), 0o755);
  const box = { ...plain, env: { ...plain.env, PATH: `${plain.path('bin')}:${plain.env.PATH ?? ''}` } };
  const ran = box.dk('project', ['install', 'claude', '--yes']);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  return box;
}

/** The texts that a model was sent, as they are. */
function textsIn(asked: string): string {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) walk(each);
  };
  for (const line of asked.split('\n')) walk(JSON.parse(line));
  return found.join('\n');
}

test('a session is told of the skill, one remembers with it, and the next one recalls it', async (t) => {
  const box = installed(t);
  const page = readFileSync(join(root, 'plugins/dreamkeeper/skills/dreamkeeper/SKILL.md'), 'utf8');
  const [, description = '', text = ''] = /^---\n[\s\S]*?description: (.*)\n---\n([\s\S]*)$/u.exec(page) ?? [];

  const first = await session(box, {
    ...{ folder: 'project', prompt: 'remember what is worth it', flags },
    script: [{ call: 'Skill', input: { skill: 'dreamkeeper' } }, bash(`dk remember "${fact}"`), { say: 'kept' }],
  });
  assert.equal(first.code, 0, first.output);
  const told = textsIn(first.asked);
  assert.ok(told.includes(description), 'what the skill is for is in what the model is sent');
  assert.ok(told.includes(text.trim()), 'and, once it is used, every word of it');
  assert.match(told, /More: `dk recall "<question>"`[^\n]*`dk remember "<the fact>"`/u, 'the pack names both');
  assert.ok(box.dk('project', ['memory']).stdout.includes(fact));

  const id = '7d8f3c52-1f0e-4c1b-9d61-0b8a4e0c9a12';
  const second = await session(box, {
    ...{ folder: 'project', prompt: 'is it safe to test today?', flags: [...flags, '--session-id', id] },
    script: [
      bash('dk recall "when does staging lose its data?"'),
      bash('printenv CLAUDE_CODE_SESSION_ID > ../session.txt'),
      { say: 'on Sundays' },
    ],
  });
  assert.equal(second.code, 0, second.output);
  const memory = identityOf(fact).id;
  const answer = textsIn(second.asked);
  assert.match(answer, new RegExp(`\\(notes, ${memory}\\) \\[\\.dream/notes/[^\\]]+\\] ${fact}`, 'u'));

  assert.equal(box.read('session.txt').trim(), id, 'the program tells its commands in which session they run');
  const store = openStore(box.path('project/.dream/.git/dreamkeeper/state.db'));
  const events = [...store.recalls()];
  store.close();
  assert.deepEqual(
    events.map(({ memory: which, session: where, asked }) => [which, where, asked]),
    [[memory, id, 'when does staging lose its data?']],
    'asked once, in that session; neither hooks nor packs ask',
  );
});
