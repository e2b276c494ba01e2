// Keeps what was compiled between the processes of test files: without it each takes the types out of the same sources again.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dreamkeeper-compiled', import.meta.url)));
