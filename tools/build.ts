// Builds what is published: the JavaScript bundled, then its types. Says nothing when all is well, so that `npm pack` can be piped.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import configs from '../rolldown.config.ts';

for (const { output, ...input } of configs) {
  const bundle = await rolldown(input);
  await bundle.write(Array.isArray(output) ? output[0] : output);
  await bundle.close();
}
// Their licences ask for no more than to be told.
const builtIn = ['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'commander', 'yaml', 'zod'].map(
  (name) => {
    const file = readdirSync(`node_modules/${name}`).find((each) => /^licen[cs]e(?:\.\w+)?$/iu.test(each));
    if (file === undefined) throw new Error(`${name} has no licence to tell`);
    return `${name}\n\n${readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()}\n`;
  },
);
writeFileSync('dist/third-party-licences.txt', builtIn.join('\n----\n\n'));
const types = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
