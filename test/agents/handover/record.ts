// Records the session that the pages show, from the real Claude Code and a scripted model: `npm run docs:record`, then `npm run docs:handover`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claudeSettings } from '../../../src/sessions/claude/settings.ts';
import { buildHistory, cleanEnv, datesOf, neutralFolder } from '../../../tools/handover-replay.ts';
import { type Payload, printRecorded, type RecordedSession, recordedSession } from '../../../tools/handover-session.ts';
import { claudeProgram, measured } from '../claude.ts';
import { type ScriptedModel, scriptedModel } from '../scripted-model.ts';
import { board, history, notes, talk } from './story.ts';

const committedAt = '2026-06-10T14:24:30Z';
const begins = Date.parse('2026-06-10T14:08:00Z');
const nextAt = '2026-06-11T07:02:00.000Z';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'dk-handover-')));
const folder = join(scratch, 'invoices');
const person = join(scratch, 'person');
mkdirSync(person);
const env = { ...cleanEnv(person), ...datesOf(committedAt) };
buildHistory(folder, env, history);

const heard = join(scratch, 'heard.jsonl');
const hooks = Object.fromEntries(
  claudeSettings.hooks.map(({ event, entry }) => [event, [entry(`{ cat; echo; } >> '${heard}'`)]]),
);
const settings = join(scratch, 'settings.json');
writeFileSync(settings, JSON.stringify({ hooks }));

const { prompts, script } = talk(folder);
await hold(prompts, script, ['--settings', settings, '--session-id', '5f0c1f0e-7a52-4a4b-8d5c-2f4f0a6b9c11']);
const payloads = neutral(readFileSync(heard, 'utf8'))
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Payload);
// Nothing of Dreamkeeper is in this one: what it is told is what every session is told.
const { requests } = await hold(['go on'], [{ say: 'done' }], []);
const told = textsIn(requests)
  .map((text) => /Current branch: .*Recent commits:(?:\n[0-9a-f]{7} [^\n]+)+/su.exec(text)?.[0])
  .find((text) => text !== undefined);
if (told === undefined) throw new Error('Claude Code told nothing of the repository');
rmSync(scratch, { recursive: true, force: true });

// What is told of several calls at once repeats what was told of each. People take longer than a script: two minutes from event to event.
const events = payloads
  .filter(({ hook_event_name }) => hook_event_name !== 'PostToolBatch')
  .map((payload, at) => ({ at: new Date(begins + at * 120_000).toISOString(), payload }));
const recorded: RecordedSession = {
  about:
    'A session of the real Claude Code with a scripted model, recorded by `npm run docs:record`. Paths were made neutral, times are set, and what repeats the calls (PostToolBatch) is left out. `npm run docs:handover` replays it.',
  ...{ version: measured, history, board, notes, committedAt, events },
  next: { at: nextAt, told: neutral(told) },
};
writeFileSync(recordedSession, printRecorded(recorded));

function neutral(text: string): string {
  const dashed = (path: string): string => path.replaceAll(/[^A-Za-z0-9]/gu, '-');
  return text
    .replaceAll(folder, neutralFolder)
    .replaceAll(person, '/home/user')
    .replaceAll(dashed(folder), dashed(neutralFolder));
}

/** A session with these requests, one after the other. */
async function hold(asks: readonly string[], turns: typeof script, flags: readonly string[]): Promise<ScriptedModel> {
  const model = await scriptedModel(turns);
  const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const child = spawn(claudeProgram(), ['-p', ...streams, '--allowedTools', 'Bash,Edit,Read', ...flags], {
    cwd: folder,
    env: {
      ...{ ...env, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'x', DISABLE_TELEMETRY: '1' },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const left = [...asks];
  const ask = (): void => {
    const content = left.shift();
    if (content === undefined) child.stdin.end();
    else child.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
  };
  let buffered = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${buffered}${chunk.toString()}`.split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) if (line !== '' && JSON.parse(line).type === 'result') ask();
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  ask();
  const code = await ended;
  await model.close();
  if (code !== 0) throw new Error(`Claude Code ended with ${code}`);
  return model;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
