// A process of its own that runs one program, to be killed at it.
import { runProgram } from '../../src/programs/programs.ts';

const [, , mark = '', source = '', grace = '0', output = ''] = process.argv;

await runProgram({
  ...{ argv: ['sh', '-c', source], env: process.env, input: 'words for a model\n', mark },
  ...{ limit: 60_000, grace: Number(grace), mostBytes: 65_536 },
  stdio: { input: 'given', output: output === 'ours' ? 'ours' : 'kept' },
});
