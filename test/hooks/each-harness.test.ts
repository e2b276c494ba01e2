// What each harness but Claude Code (`recorded.test.ts`) hands a hook, through real processes: its recorded session becomes the same steps, twice is once, and whatever else comes in, it ends with 0.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { callsOf, isIntent, parseRunLines, parseSteps } from '../../src/steps/steps.ts';
import { bin, project, type Ran, type Sandbox, sandbox } from '../sandbox.ts';
import { cursorMessages } from '../sessions/cursor-shapes.ts';
import { messagesOf } from '../sessions/opencode-plugin.ts';
import { piMessagesOf } from '../sessions/pi-extension.ts';
import { recordedFile, recordedLines } from '../sessions/recorded.ts';

interface Recorded {
  readonly name: string;
  readonly messages: readonly { readonly word: string; readonly text: string }[];
  readonly steps: readonly (readonly [tool: string, target: string, exit: number | null])[];
  readonly prompts: readonly string[];
  readonly runs: readonly string[];
}

const from = (file: string) => recordedLines(file).map((text) => ({ word: 'any', text }));
const rollout = recordedFile('codex-rollout-0.169.0');
const copilotWords: Readonly<Record<string, string>> = {
  ...{ sessionStart: 'session-start', userPromptSubmitted: 'prompt', postToolUse: 'step' },
  ...{ agentStop: 'stop', sessionEnd: 'session-end' },
};
const sessions: readonly Recorded[] = [
  {
    name: 'codex',
    messages: from('codex-0.169.0').map(({ word, text }) => ({
      word,
      text: JSON.stringify({ ...JSON.parse(text), transcript_path: rollout }),
    })),
    steps: [
      ['Bash', 'echo hello-tool', 0],
      ['Bash', 'ls /nonexistent-xyz', 2],
    ],
    prompts: ['run the thing'],
    runs: ['start', 'prompt', 'stop', 'end'],
  },
  {
    name: 'opencode',
    messages: await messagesOf(recordedLines('opencode-whole-1.18.33'), '/home/user/project'),
    steps: [
      ['bash', 'echo hello-tool', 0],
      ['bash', 'ls /nonexistent-xyz', 2],
      ['bash', 'rm -rf nothing', null],
      ['edit', 'nope.txt', null],
      ['write', 'new.txt', 0],
      ['invalid', 'nosuch', null],
      ['bash', 'sleep 5', null],
    ],
    prompts: ['"run it"'],
    runs: ['start', 'prompt', 'stop', 'end'],
  },
  {
    name: 'gemini',
    messages: from('gemini-cli-0.61.0'),
    steps: [
      ['run_shell_command', 'echo hello-tool', 0],
      ['run_shell_command', 'ls /nonexistent-xyz', 2],
    ],
    prompts: ['run it'],
    runs: ['start', 'prompt', 'stop', 'end'],
  },
  {
    name: 'qwen',
    messages: from('qwen-code-0.24.4'),
    steps: [
      ['run_shell_command', 'echo hello-tool', 0],
      ['run_shell_command', 'ls /nonexistent-xyz', 2],
    ],
    prompts: ['run it'],
    runs: ['start', 'prompt', 'stop'],
  },
  {
    name: 'copilot',
    messages: recordedLines('copilot-cli-1.0.102').flatMap((line) => {
      const { ev, in: text } = JSON.parse(line) as { readonly ev: string; readonly in: object };
      const word = copilotWords[ev];
      return word === undefined ? [] : [{ word, text: JSON.stringify(text) }];
    }),
    steps: [
      ['bash', 'echo hello-tool', 0],
      ['bash', 'ls /nonexistent-xyz', 2],
    ],
    prompts: ['run it'],
    runs: ['start', 'prompt', 'stop', 'end'],
  },
  {
    name: 'pi',
    messages: await piMessagesOf(recordedLines('pi-whole-0.87.1'), '/home/user/project'),
    steps: [
      ['bash', 'echo hello-tool', 0],
      ['bash', 'cd sub && sh -c "echo oops >&2; exit 3"', 3],
      ['read', 'a.txt', 0],
      ['read', 'nope.txt', null],
      ['edit', 'a.txt', null],
      ['write', 'n.txt', 0],
      ['bash', 'sleep 9', null],
    ],
    prompts: ['make it'],
    runs: ['start', 'prompt', 'stop', 'end'],
  },
  {
    // Of this one nothing was recorded.
    name: 'cursor',
    messages: cursorMessages('/home/user/project'),
    steps: [
      ['Shell', 'echo hello-tool', 0],
      ['Shell', 'ls /nonexistent-xyz', null],
    ],
    prompts: ['run it'],
    runs: ['start', 'prompt', 'stop', 'end'],
  },
];

/** Long enough for a slow machine. */
const env = { DREAMKEEPER_WAKE_WAIT_MS: '60000' };
const quiet = { code: 0, stdout: '', stderr: '' };

function prepared(box: Sandbox): string {
  project(box);
  assert.equal(box.dk('project', ['init']).code, 0);
  return box.path('project');
}

const hook = (box: Sandbox, name: string, { word, text }: Recorded['messages'][number]): Ran =>
  box.dk('project', ['hook', word, '--from', name], {
    input: text.replaceAll('/home/user/project', box.path('project')),
    env,
  });

/** Of the others it is looked through once: what is done with any payload is the same. */
const fully = ['codex', 'opencode'];

const stepsIn = (box: Sandbox) => parseSteps(box.read('project/.dream/_steps.jsonl')).records;

for (const { name, messages, steps, prompts, runs } of sessions)
  describe(name, () => {
    test('a recorded session, told twice, is its steps once, and its start is answered with the pack, once', (t) => {
      const box = sandbox(t);
      prepared(box);
      const said: string[] = [];
      for (const message of messages)
        for (const round of [1, 2]) {
          const { code, stderr, stdout } = hook(box, name, message);
          assert.deepEqual([code, stderr], [0, ''], `${round}: ${message.text.slice(0, 200)}`);
          if (stdout !== '') said.push(`${round} ${stdout}`);
        }
      assert.equal(said.length, 1);
      assert.match(said[0] ?? '', /^1 [\s\S]*Good morning/u);
      const records = stepsIn(box);
      const calls = callsOf(records.filter((record) => !isIntent(record)));
      assert.deepEqual(
        calls.map(({ tool, target, exit }) => [tool, target.replace(`${box.path('project')}/`, ''), exit]),
        steps,
      );
      const asked = records.filter(({ tool }) => tool === 'prompt').map(({ target }) => target);
      assert.deepEqual([...new Set(asked)], prompts);
      const lines = parseRunLines(box.read(join('project', '.dream', '.git', 'dreamkeeper', 'runs.jsonl')));
      assert.deepEqual([...new Set(lines.map(({ event }) => event))], runs);
      assert.ok(lines.every((line) => line.from === name));
    });

    if (fully.includes(name))
      test('prompts and last words are kept only as far as the home wants them kept', (t) => {
        const box = sandbox(t);
        prepared(box);
        box.write('project/.dream/dreamkeeper.yaml', 'record:\n  prompts: off\n  last_words: false\n');
        for (const message of messages) hook(box, name, message);
        assert.deepEqual(
          stepsIn(box)
            .filter(isIntent)
            .map(({ target }) => target),
          [],
        );
      });

    test('empty, torn, huge and foreign input', (t) => {
      const box = sandbox(t);
      prepared(box);
      const [first] = messages.filter(({ text }) =>
        /"(?:PostToolUse|AfterTool|postToolUse)"|"tool(?:Name)?":"bash"/u.test(text),
      );
      assert.ok(first !== undefined);
      const huge = first.text.replace('hello-tool', 'x'.repeat(10 * 1024 * 1024));
      const texts = [
        '',
        ' ',
        'null',
        '[]',
        '"x"',
        '{',
        '\0\0',
        '\uFEFF{}',
        first.text.slice(0, first.text.length / 2),
        huge,
      ];
      for (const text of fully.includes(name) ? texts : ['', ...texts.slice(-2)])
        assert.deepEqual(hook(box, name, { word: first.word, text }), quiet, JSON.stringify(text.slice(0, 40)));
      assert.ok(stepsIn(box).length > 0, 'the huge one is a step');
      for (const { target } of stepsIn(box)) assert.ok(target.length <= 400);
    });

    if (fully.includes(name))
      test('input that does not end is let go', async (t) => {
        const box = sandbox(t);
        const cwd = prepared(box);
        const child = spawn(process.execPath, [bin, 'hook', 'any', '--from', name], { cwd, env: box.env });
        child.stdin.on('error', () => undefined);
        const more = (): void => void (child.stdin.write('{"hook_event_name":') || child.stdin.once('drain', more));
        child.stdin.write('x'.repeat(1024 * 1024));
        const pouring = setInterval(more, 5);
        let said = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (piece: Buffer) => (said += piece.toString()));
        const code = await new Promise((resolve) => child.on('exit', resolve));
        clearInterval(pouring);
        child.stdin.destroy();
        assert.deepEqual([code, said], [0, '']);
      });
  });
