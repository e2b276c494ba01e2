// Keeps between the processes of test files what each would make again: compiled sources, and for one run the homes that tests copy.
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dreamkeeper-compiled', import.meta.url)));

// In the process that starts the others, which inherit the name of the folder. It goes with the run.
if (process.execArgv.includes('--test') && process.env.NODE_TEST_CONTEXT === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'dk-run-'));
  process.env.DREAMKEEPER_RUN = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
