// The thread of `inside.ts`: runs one command line after the other with the surroundings it is given.
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { port, done, bin, cli } = workerData;
enableCompileCache();
// What starts `dk` anew (a hook, the doctor) finds it here.
process.argv = [process.execPath, bin];
const { version } = JSON.parse(readFileSync(join(dirname(dirname(bin)), 'package.json'), 'utf8'));
const { runCli } = await import(cli);

port.on('message', async ({ cwd, args, env }) => {
  let stdout = '';
  let stderr = '';
  const out = { write: (text) => (stdout += text) };
  const err = { write: (text) => (stderr += text) };
  const told = await runCli(args, version, { out, err, env, cwd: () => cwd }).then(
    (code) => ({ code, stdout, stderr }),
    (error) => ({ failed: error instanceof Error ? error.stack : String(error) }),
  );
  port.postMessage(told);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
