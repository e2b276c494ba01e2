// What a hook costs an agent: `dk hook` against an empty script on the same Node, in turns; 64 at once; and what a session start waits.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 1000);
const starts = Math.max(10, Math.floor(rounds / 20));
const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'bin.js');
const folder = mkdtempSync(join(tmpdir(), 'dk-bench-'));
const project = join(folder, 'project');
const env = { PATH: process.env.PATH ?? '', HOME: folder, NODE_COMPILE_CACHE: join(folder, 'cache') };
const empty = join(folder, 'empty.mjs');

function run(args: readonly string[], input = ''): { readonly took: number; readonly stdout: string } {
  const started = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, env, input, encoding: 'utf8' });
  const took = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0 || stderr !== '') throw new Error(`${args.join(' ')}: ${status} ${stderr}`);
  return { took, stdout };
}

function prepare(): void {
  mkdirSync(project);
  writeFileSync(empty, '');
  const who = ['-c', 'user.name=b', '-c', 'user.email=b@example.org'];
  for (const args of [
    ['init', '-q'],
    [...who, 'commit', '-q', '--allow-empty', '-m', 'x'],
  ])
    spawnSync('git', args, { cwd: project });
  writeFileSync(join(project, 'app.js'), '');
  run([bin, 'init']);
}

const payload = (more: object): string =>
  JSON.stringify({
    session_id: '2a492520-aa0c-4482-988f-e58625055f48',
    transcript_path: '/x/s.jsonl',
    cwd: project,
    ...more,
  });
const call = payload({
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test', description: 'Run the tests' },
  tool_response: { stdout: 'ok', stderr: '', interrupted: false, isImage: false },
  ...{ tool_use_id: 'toolu_01AbCdEfGhJkLmNpQrStUvWx', duration_ms: 44 },
});
const prompt = payload({ hook_event_name: 'UserPromptSubmit', prompt: 'make the tests pass, and use port 8080' });
const hook = [bin, 'hook', 'step', '--from', 'claude'];

/** The same call as other harnesses tell it; Codex keeps how it ended in a file of its own, which is looked up. */
const rollout = join(folder, 'rollout.jsonl');
const id = 'call_01AbCdEfGhJkLmNpQrStUvWx';
const codexCall = payload({
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
  ...{ tool_response: 'ok', tool_use_id: id, transcript_path: rollout },
});
const text = 'Command: npm test\nDirectory: (root)\nOutput: ok\nError: (none)\nExit Code: 0\nSignal: (none)';
const more = { timestamp: '2026-11-15T07:13:56.459Z', tool_name: 'run_shell_command' };
const input = { tool_input: { command: 'npm test', description: 'Run the tests' } };
const geminiCall = payload({
  ...{ hook_event_name: 'AfterTool', ...more, ...input },
  tool_response: { llmContent: '<untrusted_context>\nOutput: ok\n</untrusted_context>', returnDisplay: 'ok' },
});
const qwenCall = payload({
  ...{ hook_event_name: 'PostToolUse', ...more, ...input, tool_use_id: 'toolu_1794726841815_glbyl0je6' },
  ...{ tool_response: { llmContent: text, returnDisplay: 'ok' }, duration_ms: 16 },
});
const copilotCall = JSON.stringify({
  ...{ sessionId: '654428e5-83b4-432f-afee-cbbbac45fa64', timestamp: 1794726954888, cwd: project, toolName: 'bash' },
  toolArgs: { command: 'npm test', description: 'Run the tests' },
  toolResult: { resultType: 'success', textResultForLlm: 'ok\n<shellId: 0 completed with exit code 0>' },
});
const piCall = JSON.stringify({
  ...{ session: '01a1de11-6ee8-736b-adc9-ab2c940e65ae', directory: project, tool: 'bash', call: id },
  ...{ input: { command: 'npm test' }, text: 'ok', isError: false },
});
const cursorCall = JSON.stringify({
  ...{ conversation_id: '2b9a3f3e-8f0b-4f0e-9a55-2f6cf0f7c001', workspace_roots: [project], cwd: project },
  ...{ hook_event_name: 'postToolUse', tool_name: 'Shell', tool_input: { command: 'npm test' }, tool_use_id: id },
  ...{ tool_output: '{"output":"ok","exitCode":0}', duration: 16 },
});
const opencodeCall = JSON.stringify({
  ...{ session: 'ses_e21f2394cffeUYr8dx7ctu6lws', directory: project, tool: 'bash', call: id },
  ...{ input: { command: 'npm test', description: 'Run the tests' }, output: 'ok', metadata: { exit: 0 } },
});
const hookOf = (from: string): string[] => [bin, 'hook', 'step', '--from', from];

function keepRollout(): void {
  const ended = {
    type: 'CommandExecution',
    id,
    command: ['bash', '-lc', 'npm test'],
    status: 'completed',
    exit_code: 0,
  };
  const line = (payload: object): string => `${JSON.stringify({ type: 'event_msg', payload })}\n`;
  const said = line({ type: 'item_completed', item: { type: 'AgentMessage', content: [{ text: 'x'.repeat(900) }] } });
  writeFileSync(rollout, said.repeat(400) + line({ type: 'item_completed', item: ended }));
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

prepare();
keepRollout();
const candidates = {
  'an empty script': () => run([empty], call).took,
  'a tool call': () => run(hook, call).took,
  'a prompt, scanned': () => run(hook, prompt).took,
  'a call of Codex': () => run(hookOf('codex'), codexCall).took,
  'a call of OpenCode': () => run(hookOf('opencode'), opencodeCall).took,
  'a call of Gemini': () => run(hookOf('gemini'), geminiCall).took,
  'a call of Copilot': () => run(hookOf('copilot'), copilotCall).took,
  'a call of Pi': () => run(hookOf('pi'), piCall).took,
  'a call of Cursor': () => run(hookOf('cursor'), cursorCall).took,
  'a call of Qwen': () => run(hookOf('qwen'), qwenCall).took,
};
const times: Record<string, number[]> = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
for (let round = -5; round < rounds; round += 1)
  for (const [name, once] of Object.entries(candidates)) {
    const took = once();
    if (round >= 0) times[name]?.push(took);
  }
console.log(`Node ${process.version}, ${rounds} rounds, taken in turns; aim 1.2×`);
const base = times['an empty script'] ?? [];
for (const [name, all] of Object.entries(times)) {
  const ratio = (share: number): string => (percentile(all, share) / percentile(base, share)).toFixed(2);
  console.log(
    `${name.padEnd(18)} p50 ${percentile(all, 0.5).toFixed(1)} ms (${ratio(0.5)}×)   p99 ${percentile(all, 0.99).toFixed(1)} ms (${ratio(0.99)}×)`,
  );
}

const usual = times['a tool call'] ?? [];
for (const name of Object.keys(candidates).filter((each) => each.startsWith('a call of '))) {
  const share = (at: number): string => (percentile(times[name] ?? [], at) / percentile(usual, at)).toFixed(3);
  console.log(`${name} takes ${share(0.5)}× a tool call of Claude Code (p99: ${share(0.99)}×); aim 1.1×`);
}

/** How long 64 take that are started at once. */
async function together(args: readonly string[]): Promise<number> {
  const started = process.hrtime.bigint();
  await Promise.all(
    Array.from({ length: 64 }, () => {
      const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.on('error', () => undefined);
      child.stdin.end(call);
      return new Promise((resolve) => child.on('close', resolve));
    }),
  );
  return Number(process.hrtime.bigint() - started) / 1e6;
}
const steps = (): number =>
  readFileSync(join(project, '.dream', '_steps.jsonl'), 'utf8')
    .trimEnd()
    .split('\n').length;
const before = steps();
const [emptyOnes, hooks] = [await together([empty]), await together(hook)];
console.log(
  `64 at once: ${hooks.toFixed(0)} ms, ${(hooks / emptyOnes).toFixed(2)}× as many empty scripts; ${steps() - before} of 64 recorded`,
);

const begin = (round: number): string =>
  payload({ hook_event_name: 'SessionStart', source: 'startup', session_id: `session-${round}` });
const waits: number[] = [];
for (let round = 0; round < starts; round += 1) {
  run(hook, call);
  const { took, stdout } = run(hook, begin(round));
  if (!stdout.includes('Good morning')) throw new Error('no pack');
  waits.push(took);
}
console.log(
  `a session start: p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms (${starts} starts), ${(percentile(waits, 0.5) / percentile(base, 0.5)).toFixed(1)}× an empty script`,
);
rmSync(folder, { recursive: true, force: true });
