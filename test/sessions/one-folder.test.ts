// What belongs to one harness stands in its folder: nobody else names it, but lists of names and words for people.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../sandbox.ts';

const itsOwn =
  /claude|codex|opencode|(?<![|-])gemini(?![|-])|qwen|copilot|\.cursor\/|CommandExecution|trusted_hash|SessionStart|UserPromptSubmit|P(?:ost|re)(?:Tool|Compact)|hookSpecificOutput|toolu_|TodoWrite|disableAllHooks/iu;

/** Layouts of what others kept are taken over by name; the last two speak of programs that ask over MCP. */
const lists = [
  ...[
    'src/sessions/known.ts',
    'src/sessions/sessions.ts',
    'src/wire/harnesses.ts',
    'src/adopt/layouts.ts',
    'src/adopt/usual-places.ts',
  ],
  ...['src/install/mcp-clients.ts', 'src/mcp/instructions.ts'],
];
/** A model that is run as a program has the same name. */
const models = [
  'src/cli/models.ts',
  'src/config/known-programs.ts',
  'src/config/presets.ts',
  'src/models/program-reply.ts',
];
/** Here only what people read. */
const words = [
  ...[
    'src/adopt/adopt.ts',
    'src/cli/adopt.ts',
    'src/cli/cli.ts',
    'src/cli/demo/demo.ts',
    'src/cli/install.ts',
    'src/cli/mcp.ts',
  ],
  ...['src/cli/init.ts', 'src/cli/run.ts', 'src/wire/runner.ts'],
];

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && !/^src\/sessions\/[a-z]+\//u.test(name));

const strings = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gu;

/** The lines that name it, without what stands in a string that has a space in it. */
function naming(file: string): string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.filter((line) =>
    itsOwn.test(words.includes(file) ? line.replace(strings, (text) => (text.includes(' ') ? '' : text)) : line),
  );
}

test('no other file speaks of a harness', () => {
  const found = files
    .filter((file) => ![...lists, ...models].includes(file))
    .flatMap((file) => naming(file).map((line) => `${file}: ${line.trim()}`));
  assert.deepEqual(found, []);
});

test('and the exceptions are needed', () => {
  const isNeeded = (file: string): boolean => itsOwn.test(readFileSync(join(root, file), 'utf8'));
  assert.deepEqual(
    [...lists, ...models, ...words].filter((file) => !isNeeded(file)),
    [],
  );
});
