// Known programs are started with no hands, whatever form of them an operator's file has; of all others it is said that nobody knows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOperatorSettings, presets, startOf } from '../../src/config/config.ts';

const pairs = (argv: readonly string[]): string[] => argv.map((each, at) => `${each} ${argv[at + 1] ?? ''}`.trim());

test('every form of `claude -p` that only chooses who answers is started without tools, settings and session', () => {
  for (const argv of [
    presets.claude?.argv ?? [],
    ['claude', '-p'],
    ['claude'],
    ['/usr/local/bin/claude', '--print'],
    ['claude', '-p', '--model', 'opus'],
    ['claude', '--model=opus', '-p', '--effort', 'low'],
    ['claude', '-p', '--tools', '', '--no-session-persistence', '--setting-sources=', '--model', 'haiku'],
  ]) {
    const started = startOf(argv);
    assert.equal(started.hands, 'none', argv.join(' '));
    assert.equal(started.argv[0], argv[0]);
    for (const wanted of ['--tools', '--setting-sources'])
      assert.deepEqual(started.argv.slice(started.argv.indexOf(wanted) + 1)[0], '', `${argv.join(' ')}: ${wanted}`);
    for (const wanted of ['-p', '--no-session-persistence', '--strict-mcp-config', '--disable-slash-commands'])
      assert.equal(started.argv.filter((each) => each === wanted).length, 1, `${argv.join(' ')}: ${wanted}`);
    assert.deepEqual(startOf(started.argv), started, 'what is so already stays so');
  }
  assert.ok(pairs(startOf(['claude', '--model=opus']).argv).includes('--model opus'));
  for (const argv of [['claude', '-p'], presets.claude?.argv ?? []])
    assert.ok(pairs(startOf(argv).argv).includes('--model haiku'), 'a small one, if nobody chose');
});

test('one with options that may give it hands is started as it is written, and that is named', () => {
  for (const [argv, named] of [
    [['claude', '-p', '--allowedTools', 'Bash'], '--allowedTools'],
    [['claude', '-p', '--tools', 'Bash'], '--tools'],
    [['claude', '-p', '--tools=Bash'], '--tools=Bash'],
    [['claude', '-p', '--mcp-config', 'x.json'], '--mcp-config'],
    [['claude', '-p', '--dangerously-skip-permissions'], '--dangerously-skip-permissions'],
    [['claude', '-p', '--setting-sources', 'user'], '--setting-sources'],
    [['claude', '-p', '--model'], '--model'],
    [['claude', '-p', '--model', '--allowedTools'], '--model'],
    [['claude', '-p', 'some prompt'], 'some prompt'],
    [['codex', 'exec', '--sandbox', 'danger-full-access', '-'], '--sandbox'],
    [['codex', 'exec', '-c', 'features.shell_tool=true', '-'], '-c'],
  ] as const) {
    const started = startOf(argv);
    assert.deepEqual([started.hands, started.argv], ['unknown', argv]);
    assert.ok(started.doubt?.includes(named), started.doubt);
  }
});

test('Codex is bound, and not said to be without tools', () => {
  for (const argv of [presets.codex?.argv ?? [], ['codex', 'exec', '-'], ['codex', 'exec', '-m', 'small', '-']]) {
    const started = startOf(argv);
    assert.equal(started.hands, 'bound');
    for (const wanted of ['--sandbox read-only', '-c features.shell_tool=false', '-c approval_policy="never"'])
      assert.ok(pairs(started.argv).includes(wanted), wanted);
    for (const wanted of ['--ephemeral', '--ignore-user-config', '--ignore-rules'])
      assert.ok(started.argv.includes(wanted), wanted);
    assert.equal(started.argv.at(-1), '-');
    assert.deepEqual(startOf(started.argv), started);
  }
});

test('of any other program nobody here knows what it can do', () => {
  for (const argv of [['llm'], ['/home/me/dream.sh', '--fast'], ['sh', '-c', 'claude -p'], ['toString'], []]) {
    const started = startOf(argv);
    assert.deepEqual([started.hands, started.argv, started.doubt], ['unknown', argv, undefined]);
    assert.match(started.about, /not known here/u);
  }
});

test('an argument of a command may be empty, its program may not', () => {
  const parse = (text: string): unknown => parseOperatorSettings(Buffer.from(text), 'config.yaml').commands;
  assert.deepEqual(parse('commands:\n  c: [claude, -p, --tools, ""]\n'), { c: ['claude', '-p', '--tools', ''] });
  assert.throws(() => parse('commands:\n  c: [""]\n'), { code: 'E_CONFIG' });
});
