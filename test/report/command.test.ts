// A command that a report offers for copying is typed into a shell: whatever a title says, the shell hears one word, or no command is offered.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { commandOf } from '../../src/report/command.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';

const hostile = [
  'honest faq',
  "it's",
  '$(touch /tmp/x) `id` "x" \\ !! *',
  "'; rm -rf ~; '",
  'a\u202Eb',
  'line\nbreak',
  '-rf',
  '--help',
  '',
  'é 日本 🎉',
  '\uD800',
  '#no comment',
  '~',
];

test('what a shell hears is the title, byte for byte', () => {
  const titles = fc.sample(
    fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constantFrom(...hostile)),
    times(800),
  );
  const offered = [...hostile, ...titles].flatMap((title) => {
    const command = commandOf('printf %s\\\\0', title);
    return command === undefined ? [] : [{ title, command }];
  });
  assert.ok(offered.length > 100, `${offered.length}`);
  const ran = spawnSync('sh', ['-c', offered.map(({ command }) => command).join('\n')], { encoding: 'utf8' });
  assert.equal(ran.stderr, '');
  assert.deepEqual(
    ran.stdout.split('\0').slice(0, -1),
    offered.map(({ title }) => title),
  );
});

test('a title that cannot be seen, has lines, or looks like an option is offered to nobody', () => {
  for (const title of [
    'a\u202Eb',
    'line\nbreak',
    '-rf',
    '--help',
    '',
    '\uD800',
    'a\u0000b',
    'tab\tbed',
    'zero\u200Bwidth',
  ])
    assert.equal(commandOf('dk board done', title), undefined, JSON.stringify(title));
  assert.equal(commandOf('dk board done', "it's"), String.raw`dk board done 'it'\''s'`);
});
