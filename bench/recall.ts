// What one recall costs over a thousand files: inside a process and as a whole one, beside ripgrep, a bare read and MiniSearch.
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allChunks, findIn, neighboursIn } from '../src/recall/recall.ts';
import { miniSearch } from './recall/baselines.ts';

const wanted = { files: 1000, bytes: 10_000_000 };
const question = 'how is a walk over files bounded when a link is swapped';
const rounds = 15;

/** Real text of many kinds: what lies in this project and in what it depends on. */
function* texts(folder: string): Generator<string> {
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    const seen = statSync(path, { throwIfNoEntry: false });
    if (name.startsWith('.') || seen === undefined) continue;
    if (seen.isDirectory()) yield* texts(path);
    else if (/\.(?:md|org|ts|mts|js|mjs|json)$/u.test(name) && seen.size > 2500 && seen.size < 80_000) yield path;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'dk-bench-recall-'));
const env = { ...process.env, HOME: folder, DREAMKEEPER_HOME: '' };
const project = join(folder, 'project');
mkdirSync(project);
const run = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, { cwd: project, env, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
const files: { path: string; content: Buffer }[] = [];
let bytes = 0;
for (const path of [...texts('docs'), ...texts('src'), ...texts('node_modules')]) {
  if (files.length >= wanted.files || bytes >= wanted.bytes) break;
  const content = readFileSync(path);
  const name = `${String(files.length % 40)}/${files.length}-${path.split('/').at(-1)}`;
  mkdirSync(join(project, name, '..'), { recursive: true });
  writeFileSync(join(project, name), content);
  files.push({ path: name, content });
  bytes += content.length;
}
const made = Date.now();
run('git', ['init', '-q']);
const bin = join(process.cwd(), 'dist', 'bin.js');
// As it is built; a fresh clone has no such file to read types from.
const { openHome } = (await import(join(process.cwd(), 'dist', 'index.js'))) as typeof import('../src/index.ts');
run(process.execPath, [bin, 'init']);

const table = readFileSync(new URL('../data/neighbours-32k-16.bin', import.meta.url));
const neighbours = neighboursIn(table);
const words = question.split(' ').filter((word) => word.length > 3);
const chunks = allChunks(files);
const bare = `let sum = 0; const { readdirSync, readFileSync } = require('node:fs');
for (const name of readdirSync('.', { recursive: true, withFileTypes: true })) if (name.isFile() && !name.parentPath.startsWith('.')) for (const byte of readFileSync(name.parentPath + '/' + name.name)) if (byte === 10) sum++;
console.log(sum);`;
await using home = await openHome({ cwd: project, env });
const hasRg = spawnSync('rg', ['--version']).status === 0;
const found = {
  recall: 'recall in process, files read',
  whole: 'recall, whole process',
  bare: 'a bare scan, whole process',
};
const grepName = hasRg ? 'rg -c -i, whole process' : 'grep -rciE (there is no rg), whole process';
const deeds: Readonly<Record<string, () => unknown>> = {
  [found.recall]: () => home.recall({ question }),
  '  of that, without reading': () => findIn(files, { question, neighbours, most: 5 }),
  '  the same without the table': () => findIn(files, { question, neighbours: () => [], most: 5 }),
  'a bare read in process': () => {
    for (const { path } of files) readFileSync(join(project, path));
  },
  // What a cache would have to do at least: to know each file by its content.
  '  and a hash of each': () => {
    for (const { path } of files) hash('sha1', readFileSync(join(project, path)));
  },
  [found.whole]: () => run(process.execPath, [bin, 'recall', question]),
  [found.bare]: () => run(process.execPath, ['-e', bare]),
  // The folder is named: without one it reads what it is handed, which is nothing here.
  [grepName]: () =>
    hasRg ? run('rg', ['-c', '-i', words.join('|'), '.']) : run('grep', ['-rciE', words.join('|'), '.']),
};
/** In turns, so that whatever else the machine does meets all of them; the first few count for nothing. */
async function middles(): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds + 3; round += 1)
    for (const [name, deed] of Object.entries(deeds)) {
      const start = performance.now();
      await deed();
      const there = times.get(name) ?? [];
      if (round >= 3) there.push(performance.now() - start);
      times.set(name, there);
    }
  return new Map(
    [...times].map(([name, each]) => [name, each.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0]),
  );
}
const print = (name: string, time: number): void => console.log(`  ${name.padEnd(52)} ${time.toFixed(1).padStart(8)}`);

console.log(
  `${files.length} files, ${(bytes / 1e6).toFixed(2)} MB, ${chunks.length} chunks; the middle of ${rounds} rounds in turns, ms`,
);
console.log('files that were written this moment, which a walk looks at twice:');
const fresh = await middles();
for (const [name, time] of fresh) if (name === found.recall || name === found.whole) print(name, time);
// What did not change for a minute is looked at once.
await new Promise((resolve) => setTimeout(resolve, Math.max(0, made + 62_000 - Date.now())));
console.log('files as they usually are, a minute old:');
const usual = await middles();
for (const [name, time] of usual) print(name, time);
const documents = chunks.map(({ file, from, to }, id) => ({
  id,
  text: new TextDecoder().decode(file.content.subarray(from, to)),
}));
const start = performance.now();
const search = miniSearch(documents);
const built = performance.now() - start;
print('MiniSearch, building its index', built);
const began = performance.now();
search(question, 5);
print('MiniSearch, one search', performance.now() - began);
const of = (name: string): number => usual.get(name) ?? 0;
console.log(
  `in process ${(of(found.recall) / of(grepName)).toFixed(2)}× ${hasRg ? 'rg' : 'grep'}; whole process ${(of(found.whole) / of(found.bare)).toFixed(2)}× a bare scan`,
);
for (const times of [1, 10, 100]) {
  const many = Array.from({ length: times }, (_, at) =>
    files.map(({ path, content }) => ({ path: `${at}/${path}`, content })),
  ).flat();
  const first = performance.now();
  findIn(many, { question, neighbours, most: 5 });
  console.log(
    `  ${String(chunks.length * times).padStart(9)} chunks: ${((performance.now() - first) / times).toFixed(1)} ms for each ${chunks.length}`,
  );
}
const told = spawnSync(
  process.execPath,
  [
    '-e',
    `process.argv = ['', '${bin}', 'recall', ${JSON.stringify(question)}]; process.on('exit', () => console.error(require('node:fs').readFileSync('/proc/self/status', 'utf8'))); import('${bin}')`,
  ],
  { cwd: project, env, encoding: 'utf8' },
).stderr;
console.log(`memory of the whole process: ${(Number(/VmHWM:\s+(\d+)/u.exec(told)?.[1]) / 1024).toFixed(0)} MB`);
rmSync(folder, { recursive: true, force: true });
