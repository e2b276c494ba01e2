// `dk`, as it is published, for somebody who knows one harness more.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { runCli } from '../../../src/cli/cli.ts';
import type { runHook } from '../../../src/hooks/hooks.ts';
import { claude } from '../../../src/sessions/claude/claude.ts';
import type { Harnesses } from '../../../src/sessions/sessions.ts';
import { builtBin } from '../../built.ts';
import { toy } from './toy.ts';

const dist = dirname(builtBin(join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')));
const published = (name: string): Promise<unknown> => import(pathToFileURL(join(dist, name)).href);
const harnesses: Harnesses = { claude: async () => claude, toy: async () => toy };
const [verb = '', ...args] = process.argv.slice(2);
if (verb === 'hook') {
  const hooks = (await published('hooks.js')) as { readonly runHook: typeof runHook };
  await hooks.runHook(args, harnesses);
} else {
  const cli = (await published('cli.js')) as { readonly runCli: typeof runCli };
  const { stdout: out, stderr: err, env } = process;
  const program = fileURLToPath(import.meta.url);
  const surroundings = { out, err, env, harnesses, program, cwd: () => process.cwd() };
  process.exitCode = await cli.runCli([verb, ...args], '0.0.0', surroundings);
}
