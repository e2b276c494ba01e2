// What Claude Code hands its agent by itself is read when facts are gathered, bounded, and never written.
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { project, sandbox, snapshot } from '../sandbox.ts';

test('CLAUDE.md is in the input, what the agent noted of itself is not, and both stay as they are', (t) => {
  const box = sandbox(t);
  project(box);
  const slug = box.path('project').replaceAll(/[^A-Za-z0-9]/gu, '-');
  box.write('project/CLAUDE.md', `# Rules\nuse tabs\n${'more\n'.repeat(500)}`);
  box.write(join('person', '.claude', 'projects', slug, 'memory', 'MEMORY.md'), '- the port is 8080\n');
  box.write('elsewhere.md', 'not for us\n');
  symlinkSync(box.path('elsewhere.md'), box.path('project', 'CLAUDE.local.md'));
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-q', '-m', 'rules');
  box.dk('project', ['init']);
  const isTheirs = (path: string): boolean => path.includes('.dream') || path.includes('.git');
  const before = snapshot(box.folder, isTheirs);
  const input = box.dk('project', ['sleep', '--show-input']).stdout;
  assert.match(input, /WHAT THE AGENT IS TOLD BY ITS HARNESS\n[\s\S]*CLAUDE\.md\n# Rules\nuse tabs/u);
  assert.doesNotMatch(input, /8080/u);
  assert.doesNotMatch(input, /not for us/u);
  assert.ok(input.split('more').length < 40, 'a screen of it, not all');
  assert.equal(box.dk('project', ['sleep']).code, 0);
  assert.doesNotMatch(box.git('project/.dream', 'log', '-p'), /use tabs|8080/u);
  assert.deepEqual(snapshot(box.folder, isTheirs), before);
});
