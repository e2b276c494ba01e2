// What our server costs an agent: from its start to its first answer, and one search, beside an empty server on the same package, in turns.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const rounds = Number(process.argv[2] ?? 15);
const searches = Number(process.argv[3] ?? 60);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'dist', 'bin.js');
const folder = mkdtempSync(join(tmpdir(), 'dk-bench-mcp-'));
const project = join(folder, 'project');
const env = { PATH: process.env.PATH ?? '', HOME: folder, NODE_COMPILE_CACHE: join(folder, 'cache') };
const empty = join(folder, 'empty.mjs');
const packaged = pathToFileURL(join(root, 'node_modules', '@modelcontextprotocol', 'server', 'dist')).href;

function prepare(): void {
  mkdirSync(project);
  writeFileSync(
    empty,
    `process.getBuiltinModule('node:module').enableCompileCache();
const { Server } = await import('${packaged}/index.mjs');
const { serveStdio } = await import('${packaged}/stdio.mjs');
serveStdio(() => {
  const server = new Server({ name: 'empty', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'search', inputSchema: { type: 'object' } }] }));
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text: 'nothing' }] }));
  return server;
});\n`,
  );
  const who = ['-c', 'user.name=b', '-c', 'user.email=b@example.org'];
  const git = (...args: readonly string[]) => spawnSync('git', [...who, ...args], { cwd: project, env });
  git('init', '-q');
  for (let at = 0; at < 200; at += 1)
    writeFileSync(
      join(project, `page-${at}.md`),
      `# Page ${at}\n\n${'The harbour opens at eight, and closes late. '.repeat(20)}\n`,
    );
  git('add', '-A');
  git('commit', '-q', '-m', 'pages');
  for (const args of [['init'], ['remember', 'the staging database is reset every Sunday at four']])
    spawnSync(process.execPath, [bin, ...args], { cwd: project, env });
}

interface Talk {
  ask(method: string, params: object): Promise<unknown>;
  end(): Promise<void>;
}

function talkTo(args: readonly string[]): Talk {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, args, { cwd: project, env });
  const waiting = new Map<number, (value: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { readonly id?: number; readonly result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let last = 0;
  return {
    ask: (method, params) => {
      last += 1;
      const id = last;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.stdin.end();
      }),
  };
}

const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const since = (started: bigint): number => Number(process.hrtime.bigint() - started) / 1e6;
const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** Until the tools are listed: before that no agent begins. */
async function start(args: readonly string[]): Promise<number> {
  const started = process.hrtime.bigint();
  const talk = talkTo(args);
  await talk.ask('initialize', opening);
  await talk.ask('tools/list', {});
  const took = since(started);
  await talk.end();
  return took;
}

prepare();
const servers = { 'an empty server': [empty], 'dk mcp': [bin, 'mcp'] } as const;
const firsts = new Map<string, number[]>();
for (let round = 0; round <= rounds; round += 1)
  for (const [name, args] of Object.entries(servers)) {
    const took = await start(args);
    // The first one of each fills the cache of compiled code.
    if (round > 0) firsts.set(name, [...(firsts.get(name) ?? []), took]);
  }
const calls = new Map<string, number[]>();
const talks = Object.entries(servers).map(([name, args]) => [name, talkTo(args)] as const);
for (const [, talk] of talks) await talk.ask('initialize', opening);
for (let round = 0; round <= searches; round += 1)
  for (const [name, talk] of talks) {
    const started = process.hrtime.bigint();
    await talk.ask('tools/call', { name: 'search', arguments: { text: 'when is staging reset' } });
    if (round > 0) calls.set(name, [...(calls.get(name) ?? []), since(started)]);
    // A person's agent asks now and then; nobody asks more often than the server allows.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
for (const [, talk] of talks) await talk.end();
const recall: number[] = [];
for (let round = 0; round < 10; round += 1) {
  const started = process.hrtime.bigint();
  spawnSync(process.execPath, [bin, 'recall', 'when is staging reset'], { cwd: project, env });
  recall.push(since(started));
}
rmSync(folder, { recursive: true });

const tell = (what: string, times: ReadonlyMap<string, readonly number[]>): void => {
  const base = median(times.get('an empty server') ?? []);
  for (const [name, all] of times)
    process.stdout.write(
      `${what}  ${name.padEnd(16)} ${median(all).toFixed(1).padStart(7)} ms  ${(median(all) / base).toFixed(2)} times\n`,
    );
};
tell('first answer', firsts);
tell('search p50  ', calls);
process.stdout.write(`for comparison    dk recall        ${median(recall).toFixed(1).padStart(7)} ms as a process\n`);
