// The contract of harnesses: the ones we know in full, and what six other agents tell.
import { claude } from '../../src/sessions/sessions.ts';
import { harnessContract, spokenContract } from './harness-contract.ts';
import { otherAgents } from './other-agents.ts';
import { recordedLines } from './recorded.ts';
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

for (const agent of otherAgents) spokenContract(agent);
