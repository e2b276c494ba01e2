// A program called `claude` on the PATH, asked as a model: how it is started, where, with what, and what of its answer counts.
import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import type { ModelOutcome } from '../../src/models/models.ts';
import { runProgram } from '../../src/programs/programs.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { openModel, requestWith } from './asking.ts';

/** It writes down how it was started, and says `says`. */
function fakeClaude(box: Sandbox, says: string, code = 0): Record<string, string> {
  const source = `#!${process.execPath}
const fs = require('node:fs');
const { CLAUDE_CODE_MAX_OUTPUT_TOKENS: most, DREAMKEEPER_INSIDE: inside, PLAN: plan } = process.env;
const told = fs.readFileSync(0, 'utf8');
const started = { argv: process.argv.slice(2), cwd: process.cwd(), here: fs.readdirSync('.'), most, inside, plan, told };
fs.writeFileSync(${JSON.stringify(box.path('started.json'))}, JSON.stringify(started));
process.stdout.write(${JSON.stringify(says)});
process.exitCode = ${code};
`;
  chmodSync(box.write('bin/claude', source), 0o700);
  return { ...box.env, PATH: `${box.path('bin')}${delimiter}${box.env.PATH}`, PLAN: 'mine' };
}

function ask(env: Record<string, string>, argv: readonly string[]): Promise<ModelOutcome> {
  const model = openModel({ kind: 'command', provider: 'x', argv }, { env, random: () => 'known.', run: runProgram });
  return model.ask(requestWith({ maxTokens: 1234, limits: { total: 20_000, idle: 20_000, bytes: 65_536 } }));
}

const result = (more: object): string =>
  JSON.stringify({
    ...{ type: 'result', subtype: 'success', is_error: false, result: '* tale\nA day.\n' },
    usage: { input_tokens: 50, cache_creation_input_tokens: 900, cache_read_input_tokens: 7, output_tokens: 80 },
    ...more,
  });

test('the form an earlier version wrote is started with no tools, no settings, no session, a small model, in an empty folder', async (t) => {
  const box = sandbox(t);
  const outcome = await ask(fakeClaude(box, 'an answer'), ['claude', '-p']);
  const started = JSON.parse(readFileSync(box.path('started.json'), 'utf8'));
  const after = (option: string): unknown => started.argv[started.argv.indexOf(option) + 1];
  for (const option of ['-p', '--no-session-persistence', '--strict-mcp-config', '--disable-slash-commands'])
    assert.ok(started.argv.includes(option), option);
  assert.deepEqual([after('--tools'), after('--setting-sources'), after('--model')], ['', '', 'haiku']);
  assert.ok(started.cwd.startsWith(box.path('person')), started.cwd);
  assert.deepEqual([started.here, started.inside, started.plan, started.most], [[], '1', 'mine', '1234']);
  assert.match(started.told, /\S\n\n\S/u, 'all it is asked is on its standard input');
  assert.ok(outcome.kind === 'answer' && outcome.text === 'an answer', 'one that only says its answer is heard, too');
});

test('what it counted itself is what is spent, its own instructions included; else they are estimated', async (t) => {
  const box = sandbox(t);
  const counted = await ask(fakeClaude(box, result({})), ['claude', '-p']);
  assert.ok(counted.kind === 'answer' && counted.text === '* tale\nA day.\n');
  assert.deepEqual([counted.spent.input, counted.spent.output, counted.spent.isEstimated], [957, 80, false]);
  const plain = await ask(fakeClaude(box, 'an answer'), ['claude', '-p']);
  const other = await ask(fakeClaude(box, 'an answer'), ['claude', '-p', '--mcp-config', 'x']);
  assert.equal(plain.spent.input - other.spent.input, 600);
});

test('what it says of its failure is told, and a failure with exit 0 is one', async (t) => {
  const box = sandbox(t);
  const sorry = result({ is_error: true, result: 'Not logged in · Please run /login' });
  for (const code of [0, 1]) {
    const outcome = await ask(fakeClaude(box, sorry, code), ['claude', '-p']);
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'command');
    assert.match(outcome.message, /Not logged in/u);
  }
});
