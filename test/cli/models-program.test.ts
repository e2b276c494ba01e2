// A program chosen as model, at the desk: what it can do is said where it is chosen, where it is listed, and by the doctor.
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { project, sandbox } from '../sandbox.ts';

const config = 'person/.config/dreamkeeper/config.yaml';

test('it is said what a program can do: no tools, some, or that nobody knows', (t) => {
  const box = sandbox(t);
  assert.equal(box.dk(project(box, 'app'), ['init']).code, 0);
  for (const name of ['claude', 'codex', 'dream.sh']) chmodSync(box.write(`bin/${name}`, '#!/bin/sh\n'), 0o700);
  const env = { PATH: `${box.path('bin')}${delimiter}${box.env.PATH}` };
  const dk = (...args: readonly string[]): string => {
    const ran = box.dk('app', args, { env });
    return ran.stdout + ran.stderr;
  };
  assert.match(dk('models', 'use', 'claude'), /started without tools, settings, servers and memory of yours/u);
  assert.match(box.read(config), /claude: \[ ?claude, -p, --model, haiku ?\]/u);
  const listed = dk('models');
  assert.match(listed, /dreams: claude[\s\S]*claude -p --model haiku --tools '' --setting-sources ''/u);
  assert.match(listed, /started without tools/u);
  assert.match(dk('models', 'use', 'codex', '--dry-run'), /cannot be started without any tools/u);
  assert.match(
    dk('models', 'use', 'mine', '--', box.path('bin', 'dream.sh')),
    /can do is not known here: it runs as you/u,
  );
  const { acts }: { acts: { act: string; program: { hands: string } | null }[] } = JSON.parse(dk('models', '--json'));
  assert.deepEqual(
    acts.map(({ act, program }) => [act, program?.hands]),
    [
      ['dream', 'unknown'],
      ['daydream', 'unknown'],
      ['work', undefined],
    ],
  );
  assert.doesNotMatch(dk('doctor'), /model-/u, 'a program of one’s own is nothing to complain about');
  box.write(config, 'commands:\n  claude: [claude, -p, --allowedTools, Bash]\nmodel:\n  dreaming: claude\n');
  assert.match(dk('models'), /`--allowedTools` is none of the options that are known/u);
  assert.match(dk('doctor'), /model-unbound[\s\S]*`--allowedTools` is none of the options/u);
});
