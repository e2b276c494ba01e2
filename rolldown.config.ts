// How the published JavaScript is built: what a hook or a step needs in one file, because every file it has to open is time an agent waits.
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';

// What we use of small libraries is built in: to open their hundred files took a fifth of the time of every command. What speaks to model
// providers stays outside, and is opened only by whoever asks one.
const common = { platform: 'node', external: [/^node:/u, /^@ai-sdk\//u, 'jsonc-parser'] } satisfies RolldownOptions;

/** The gate opens the file below as it is, and nothing of it is built a second time. */
const hooksApart: Plugin = {
  name: 'hooks-apart',
  resolveId: (source, importer) =>
    source === './hooks/hooks.ts' && importer?.endsWith('bin.ts') === true
      ? { id: './hooks.js', external: true }
      : undefined,
};

// biome-ignore lint/style/noDefaultExport: the tool asks for one.
export default defineConfig([
  {
    ...common,
    input: { bin: 'src/bin.ts', index: 'src/index.ts' },
    plugins: [hooksApart],
    output: { dir: 'dist', cleanDir: true, format: 'esm', chunkFileNames: '[name].js' },
  },
  { ...common, input: { hooks: 'src/hooks/hooks.ts' }, output: { dir: 'dist', format: 'esm', codeSplitting: false } },
  // Started beside programs, as a process of its own.
  {
    ...common,
    input: { guard: 'src/programs/guard.ts' },
    output: { dir: 'dist', format: 'esm', codeSplitting: false },
  },
]);
