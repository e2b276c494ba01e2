// Builds what is published: the JavaScript bundled, then its types. Says nothing when all is well, so that `npm pack` can be piped.
import { spawnSync } from 'node:child_process';
import { rolldown } from 'rolldown';
import configs from '../rolldown.config.ts';

for (const { output, ...input } of configs) {
  const bundle = await rolldown(input);
  await bundle.write(Array.isArray(output) ? output[0] : output);
  await bundle.close();
}
const types = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
