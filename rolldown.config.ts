// How the published JavaScript is built: what a hook or a step needs in one file, because every file it has to open is time an agent waits.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';

// What we use of small libraries is built in: to open their hundred files took a fifth of the time of every command. What speaks to model
// providers stays outside, and is opened only by whoever asks one.
const common = {
  platform: 'node',
  treeshake: { moduleSideEffects: false },
  // A room that is loaded late where it can be is still needed early elsewhere.
  checks: { ineffectiveDynamicImport: false },
  external: [/^node:/u, /^@ai-sdk\//u, 'jsonc-parser'],
} satisfies RolldownOptions;

/** What every verb that opens a home needs, in one file: to find and open forty small ones took longer than to run them. */
const core =
  /src[\\/](?:(?:board|change|config|disk|home|programs|refs|repo|secrets|sessions|store|telemetry|wake)[\\/]|wire[\\/](?!runner|consolidating)|night[\\/]daydream|steps[\\/]tiring\.|verbs[\\/](?:cadence-line|landed|later|read-board|sleep|sleep-due|tick|verbs|wake|who-dreams)\.|work[\\/]told-later)/u;
const desk =
  /src[\\/]cli[\\/](?:ask|bill|cli|fail|heed-signals|local-time|sleep|tell-events|terminal|tick|verb-list|wake|whole-number)\.|node_modules[\\/]commander[\\/]/u;

/** The gate opens the file below as it is, and nothing of it is built a second time. */
const hooksApart: Plugin = {
  name: 'hooks-apart',
  resolveId: (source, importer) =>
    source === './hooks/hooks.ts' && importer?.endsWith('bin.ts') === true
      ? { id: './hooks.js', external: true }
      : undefined,
};

const harnesses = readdirSync('src/sessions', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
/** Most hooks that are started are of this one; the others have a file each, which no other harness's hook opens. */
const usual = 'claude';

const harnessesApart: Plugin = {
  name: 'harnesses-apart',
  resolveId: (source, importer) => {
    const name = /^\.\/(?<name>[a-z]+)\/\k<name>\.ts$/u.exec(source)?.groups?.name;
    const isListed = name !== undefined && importer?.endsWith('known.ts') === true;
    return isListed && name !== usual ? { id: `./hooks-${name}.js`, external: true } : undefined;
  },
};

/**
 * Whoever records one step takes one hand; whoever opens a home takes them all. In what the desk and the library load they lie in one file
 * anyway, and a file for each, that only points there, is not worth opening.
 */
const handsAtOnce: Plugin = {
  name: 'hands-at-once',
  transform: (code, id) => {
    if (
      !/src[\\/](?:wire[\\/](?:harnesses|real-world|stranger|wire)|sessions[\\/](?:known|([a-z]+)[\\/]\1))\.ts$/u.test(
        id,
      )
    )
      return undefined;
    const taken = new Map<string, string>();
    const inner = code.replaceAll(/(?<!typeof )\bimport\('(\.{1,2}\/[^']+)'\)(?!\.[A-Z])/gu, (whole, path: string) => {
      if (!core.test(join(dirname(id), path)) || path === './runner.ts') return whole;
      const name = taken.get(path) ?? `taken${taken.size}`;
      taken.set(path, name);
      return `Promise.resolve(${name})`;
    });
    const imports = [...taken].map(([path, name]) => `import * as ${name} from '${path}';\n`);
    return imports.join('') + inner;
  },
};

/** A morning tells what runs left to be told, and needs nothing else of the room of work: with its door, all of that room would lie in the first file. */
const onlyToldLater: Plugin = {
  name: 'only-told-later',
  transform: (code, id) =>
    /src[\\/]verbs[\\/]wake\.ts$/u.test(id) ? code.replace("'../work/work.ts'", "'../work/told-later.ts'") : undefined,
};

/**
 * A builtin that is imported has all its parts loaded, also those nobody asks for (streams, promises, Web Crypto); taken from the process it
 * has not. That is some ten milliseconds of every command.
 */
const builtinsByName: Plugin = {
  name: 'builtins-by-name',
  renderChunk: (code) => ({
    code: code
      .replaceAll(
        /^import (?:\{ (?<names>[^}]+) \}|(?<whole>[\w$]+)) from "(?<builtin>node:[\w/]+)";$/gmu,
        (_, names: string | undefined, whole: string | undefined, builtin: string) => {
          // The process itself is there already; to import it makes all its streams.
          if (builtin === 'node:process' && whole !== undefined) return `const ${whole} = globalThis.process;`;
          const wanted = whole ?? `{ ${names?.replaceAll(' as ', ': ')} }`;
          return `const ${wanted} = process.getBuiltinModule("${builtin}");`;
        },
      )
      .replaceAll(
        /\bimport\((?<builtin>"node:[\w/]+")\)/gu,
        (_, builtin: string) => `Promise.resolve(process.getBuiltinModule(${builtin}))`,
      )
      // What a library written for `require` asks for; to have a `require` made for it costs more than what it gets.
      .replaceAll(/\b__require\("(?<name>process|buffer)"\)/gu, 'process.getBuiltinModule("node:$<name>")')
      .replace(/^var __require = .*createRequire\(import\.meta\.url\).*\n/mu, (line, at: number, whole: string) =>
        whole.indexOf('__require(', at + line.length) < 0 ? '' : line,
      ),
  }),
};

/**
 * A room that lies in a larger file has a small one beside it that only points there. Who asks for the room late is sent to the large file at
 * once: every file that is opened costs a command half a millisecond. The small one stays, for whoever opens it by its name.
 */
const noSigns: Plugin = {
  name: 'no-signs',
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
    const signs = new Map<string, string>();
    for (const { fileName, code, isEntry } of chunks) {
      const sign = /^export \{ (?<names>[^}]+) \} from "(?<file>\.\/[\w.-]+)";\s*$/u.exec(code)?.groups;
      if (isEntry || sign?.names === undefined || sign.file === undefined) continue;
      const names = sign.names.split(', ').map((each) => each.split(' as '));
      const given = names.map(([inner, outer = inner]) => `${outer}: there.${inner}`).join(', ');
      signs.set(`./${fileName}`, `import("${sign.file}").then((there) => ({ ${given} }))`);
    }
    for (const chunk of chunks)
      chunk.code = chunk.code.replaceAll(
        /\bimport\("(?<file>\.\/[\w.-]+)"\)/gu,
        (whole, file: string) => signs.get(file) ?? whole,
      );
  },
};

// biome-ignore lint/style/noDefaultExport: the tool asks for one.
export default defineConfig([
  {
    ...common,
    input: { bin: 'src/bin.ts', index: 'src/index.ts' },
    plugins: [hooksApart, handsAtOnce, onlyToldLater, builtinsByName, noSigns],
    output: {
      dir: 'dist',
      cleanDir: true,
      format: 'esm',
      chunkFileNames: '[name].js',
      codeSplitting: {
        groups: [
          { name: 'core', test: core },
          { name: 'desk', test: desk },
        ],
      },
    },
  },
  // Each is loaded by whoever uses that library, beside or without the rest of us.
  ...['ai-sdk', 'anthropic', 'openai'].map(
    (name) =>
      ({
        ...common,
        input: { [`adapters/${name}`]: `src/adapters/${name}.ts` },
        plugins: [builtinsByName],
        output: { dir: 'dist', format: 'esm', codeSplitting: false },
      }) satisfies RolldownOptions,
  ),
  {
    ...common,
    input: { hooks: 'src/hooks/hooks.ts' },
    plugins: [harnessesApart],
    output: { dir: 'dist', format: 'esm', codeSplitting: false },
  },
  ...harnesses
    .filter((name) => name !== usual)
    .map(
      (name) =>
        ({
          ...common,
          input: { [`hooks-${name}`]: `src/sessions/${name}/${name}.ts` },
          output: { dir: 'dist', format: 'esm', codeSplitting: false },
        }) satisfies RolldownOptions,
    ),
  // Started beside programs, as a process of its own.
  {
    ...common,
    input: { guard: 'src/programs/guard.ts' },
    output: { dir: 'dist', format: 'esm', codeSplitting: false },
  },
]);
