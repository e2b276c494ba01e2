// The contract of harnesses, each with what was recorded of the real program, and of a toy.
import { claude } from '../../src/sessions/claude/claude.ts';
import { codex } from '../../src/sessions/codex/codex.ts';
import { copilot } from '../../src/sessions/copilot/copilot.ts';
import { gemini } from '../../src/sessions/gemini/gemini.ts';
import { opencode } from '../../src/sessions/opencode/opencode.ts';
import { pi } from '../../src/sessions/pi/pi.ts';
import { qwen } from '../../src/sessions/qwen/qwen.ts';
import { harnessContract, spokenContract } from './harness-contract.ts';
import { messagesOf } from './opencode-plugin.ts';
import { piMessagesOf } from './pi-extension.ts';
import { recordedFile, recordedLines } from './recorded.ts';
import { toy } from './toy/toy.ts';

const command = "sh -c 'echo oops >&2; exit 3'";

spokenContract({
  harness: claude,
  messages: recordedLines('claude-code-2.1.325').map((text) => ({ text, word: 'any' })),
  day: { prompt: 'run the thing', good: 'echo hello-tool', printed: 'hello-tool', bad: command, exit: 3 },
  lacks: {},
  packIn: (output) => JSON.parse(output).hookSpecificOutput.additionalContext,
});
harnessContract(claude, ['', '{}', '{"model": "opus"}', '{\n  "hooks": {\n    "Stop": []\n  }\n}\n']);

const fromCodex = {
  harness: codex,
  packIn: (output: string) => JSON.parse(output).hookSpecificOutput.additionalContext,
};
const noDuration = 'its hooks do not say how long a call took; its rollout does';
const noExit = 'no exit code in a hook; its rollout, which was not recorded here, has one';
const codexLines = (name: string) => recordedLines(name).map((text) => ({ text, word: 'any' }));
spokenContract({
  ...fromCodex,
  messages: codexLines('codex-0.166.0'),
  day: { prompt: 'run it', good: 'echo hello-tool', printed: 'hello-tool', bad: 'ls /nonexistent-xyz', exit: 2 },
  lacks: { duration: noDuration, 'exit of success': noExit, 'exit of failure': noExit },
});
spokenContract({
  ...fromCodex,
  messages: codexLines('codex-0.169.0'),
  transcript: recordedFile('codex-rollout-0.169.0'),
  day: { prompt: 'run the thing', good: 'echo hello-tool', printed: 'hello-tool', bad: 'ls /nonexistent-xyz', exit: 2 },
  lacks: {},
});
harnessContract(codex, ['', '{}', '{"description": "mine"}', '{\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}']);

const fromOpencode = { harness: opencode, packIn: (output: string) => output };
const noHook = 'it has no such hook';
const openDay = { good: 'echo hello-tool', printed: 'hello-tool', bad: 'ls /nonexistent-xyz', exit: 2 };
const notBegun = 'the message of a person, with which our plugin begins a session, was not recorded';
spokenContract({
  ...fromOpencode,
  messages: await messagesOf(recordedLines('opencode-1.18.33'), '/home/user/project'),
  day: { prompt: 'run it', ...openDay },
  lacks: {
    ...{ transcript: 'kept in a database of its own', duration: noHook },
    ...{ start: notBegun, prompt: notBegun, pause: notBegun, 'last words': notBegun, end: notBegun },
  },
});
spokenContract({
  ...fromOpencode,
  messages: await messagesOf(recordedLines('opencode-whole-1.18.33'), '/home/user/project'),
  day: { prompt: '"run it"', ...openDay },
  lacks: { transcript: 'kept in a database of its own', duration: noHook },
});
harnessContract(opencode, ['']);

const day = { prompt: 'run it', good: 'echo hello-tool', printed: 'hello-tool', bad: 'ls /nonexistent-xyz', exit: 2 };
const specific = (output: string): string => JSON.parse(output).hookSpecificOutput.additionalContext;
spokenContract({
  ...{ harness: gemini, day, packIn: specific },
  messages: recordedLines('gemini-cli-0.61.0').map((text) => ({ text, word: 'any' })),
  lacks: { duration: 'its hooks do not say how long a call took' },
});
harnessContract(gemini, [
  '',
  '{}',
  '// mine\n{ "model": { "name": "x" } }',
  '{\r\n "hooks": {\r\n  "AfterTool": []\r\n }\r\n}\r\n',
]);

spokenContract({
  ...{ harness: qwen, day, packIn: specific },
  messages: recordedLines('qwen-code-0.24.4').map((text) => ({ text, word: 'any' })),
  lacks: { end: 'a run that nobody watches ends without a word' },
});
harnessContract(qwen, [
  '',
  '{}',
  '// mine\n{ "model": { "name": "x" } }',
  '\uFEFF{\r\n "hooks": {\r\n  "Stop": []\r\n }\r\n}\r\n',
]);

const copilotWords: Readonly<Record<string, string>> = {
  sessionStart: 'session-start',
  userPromptSubmitted: 'prompt',
  postToolUse: 'step',
  agentStop: 'stop',
  sessionEnd: 'session-end',
};
/** The event is in no payload: it is in the command of the hook. */
const fromCopilot = (file: string) =>
  recordedLines(file).map((line) => {
    const { ev, in: told } = JSON.parse(line) as { readonly ev: string; readonly in: object };
    return { text: JSON.stringify(told), word: copilotWords[ev] ?? 'other' };
  });
const byCopilot = { harness: copilot, day, packIn: (output: string): string => JSON.parse(output).additionalContext };
const noTime = { duration: 'its hooks do not say how long a call took' };
spokenContract({
  ...byCopilot,
  messages: fromCopilot('copilot-cli-1.0.102'),
  lacks: { ...noTime, 'last words': 'no hook says them; its file of the session, which was not recorded here, does' },
});
spokenContract({
  ...byCopilot,
  day: { ...day, prompt: 'make it', bad: 'cd sub && sh -c "echo oops >&2; exit 3"', exit: 3 },
  messages: fromCopilot('copilot-more-1.0.102'),
  transcript: recordedFile('copilot-session-1.0.102'),
  lacks: noTime,
});
harnessContract(copilot, [
  '',
  '{}',
  '// mine\n{ "version": 1 }',
  '{"version":1,"hooks":{"sessionStart":[{"type":"command","bash":"x"}]}}',
]);

spokenContract({
  harness: toy,
  messages: [
    { word: 'begin', text: 'in /home/user/project\nrun r1\nbook /home/user/book\nwhy new' },
    { word: 'said', text: 'in /home/user/project\nrun r1\nwords run the thing' },
    {
      word: 'did',
      text: 'in /home/user/project\nrun r1\nno n1\nhand sh\nwith echo hello-tool\nout hello-tool\nend 0\nms 12',
    },
    { word: 'did', text: `in /home/user/project\nrun r1\nno n2\nhand sh\nwith ${command}\nend 3` },
    { word: 'rest', text: 'in /home/user/project\nrun r1\nlast done' },
    { word: 'leave', text: 'in /home/user/project\nrun r1\nwhy bye' },
  ],
  day: { prompt: 'run the thing', good: 'echo hello-tool', printed: 'hello-tool', bad: command, exit: 3 },
  lacks: {},
  packIn: (output) => output.slice('<<<'.length, -'>>>\n'.length),
});
harnessContract(toy, ['', 'colour = red', '# mine\n\non begin: say hello\n', 'colour = red\r\n']);

const byPi = { harness: pi, packIn: (output: string) => output };
spokenContract({
  ...{ ...byPi, day },
  messages: await piMessagesOf(recordedLines('pi-0.87.1'), '/home/user/project'),
  lacks: { ...noTime, ...{ start: notBegun, prompt: notBegun, 'last words': notBegun, end: notBegun } },
});
spokenContract({
  ...byPi,
  day: { ...day, prompt: 'make it', bad: 'cd sub && sh -c "echo oops >&2; exit 3"', exit: 3 },
  messages: await piMessagesOf(recordedLines('pi-whole-0.87.1'), '/home/user/project'),
  lacks: noTime,
});
harnessContract(pi, ['']);
