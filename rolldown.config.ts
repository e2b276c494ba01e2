// How the published JavaScript is built: few files, because every file an agent's step has to open is time it waits.
import { defineConfig } from 'rolldown';

// What installs, and what starts processes, is loaded by itself: a step needs neither.
const pathOfAStep =
  /[\\/]src[\\/](?:(?:errors|text|steps|wire|home|telemetry|sessions)[\\/]|hooks[\\/](?:hooks|hook|step|stdin|redactor)\.ts)/u;

// biome-ignore lint/style/noDefaultExport: the tool asks for one.
export default defineConfig({
  input: { bin: 'src/bin.ts', index: 'src/index.ts' },
  platform: 'node',
  external: [/^node:/u, 'commander', 'jsonc-parser', 'yaml', 'zod'],
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: 'step', test: pathOfAStep }] },
  },
});
