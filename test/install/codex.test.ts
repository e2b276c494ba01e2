// Into Codex and out again: its file of hooks to the byte, what it does not read, and the trust that it waits for.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { printRunLine } from '../../src/steps/steps.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { besidesHome, everything, json, works } from './installing.ts';
import { shapes } from './settings-shapes.ts';

const file = 'project/.codex/hooks.json';
const user = 'person/.codex/hooks.json';
const words = ['session-start', 'prompt', 'step', 'compact', 'stop', 'session-end'];
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/hook ([a-z-]+) --from codex/gu)].map(([, word = '']) => word);

/** As people have it: other people's hooks, odd indentation, other line ends, and comments that Codex itself would not read. */
const names = ['other hooks in the same events', 'three spaces', 'CRLF', 'one line', 'comments'];

describe('in and out, to the byte', () => {
  for (const { name, text } of shapes.filter((shape) => names.includes(shape.name)))
    for (const [scope, path] of [
      ['--local', file],
      ['--user', user],
    ] as const)
      test(`${name} ${scope}`, (t) => {
        const box = sandbox(t);
        project(box);
        box.write(path, text);
        const before = everything(box);
        works(box, 'project', 'install', 'codex', scope, '--yes');
        const installed = box.read(path);
        assert.deepEqual(wordsIn(installed).toSorted(), words.toSorted());
        assert.match(works(box, 'project', 'install', 'codex', scope, '--yes').stdout, /already, as they should be/u);
        assert.equal(box.read(path), installed, 'twice is once');
        assert.equal(box.git('project', 'status', '--porcelain', '--untracked-files=all', '.claude', '.dream'), '');
        works(box, 'project', 'uninstall', 'codex', scope, '--yes', '--data');
        assert.equal(box.read(path), text);
        assert.deepEqual(everything(box), before);
      });
  test('where there was nothing, nothing is left; and what others wrote since stays', (t) => {
    const box = sandbox(t);
    project(box);
    const before = everything(box);
    works(box, 'project', 'install', 'codex', '--yes');
    assert.equal(box.git('project', 'status', '--porcelain', '--untracked-files=all'), '');
    assert.ok(existsSync(box.path('project/.codex/skills/dreamkeeper/SKILL.md')));
    works(box, 'project', 'uninstall', 'codex', '--yes', '--data');
    assert.deepEqual(everything(box), before);
    works(box, 'project', 'install', 'codex', '--yes');
    const theirs = { hooks: [{ type: 'command', command: 'say done' }] };
    const edited = JSON.parse(box.read(file)) as { hooks: { Stop: unknown[] } };
    edited.hooks.Stop.push(theirs);
    box.write(file, JSON.stringify(edited, null, 3));
    works(box, 'project', 'uninstall', 'codex', '--yes');
    assert.deepEqual(JSON.parse(box.read(file)), { hooks: { Stop: [theirs] } });
    assert.deepEqual(
      Object.keys(besidesHome(box)).filter((name) => name.includes('skill')),
      [],
    );
  });
});

test('what Codex needs is said, and what it does not read', (t) => {
  const box = sandbox(t);
  project(box);
  const said = works(box, 'project', 'install', 'codex', '--dry-run').stdout;
  assert.match(said, /Codex loads none of these hooks in other worktrees\. .*`--user`/u);
  box.write(file, '{"mine": 1}');
  assert.match(works(box, 'project', 'install', 'codex', '--dry-run').stdout, /will not work as it is: it has "mine"/u);
  box.write(file, '');
  assert.match(works(box, 'project', 'install', 'codex', '--yes').stdout, /One thing is yours: .*"Trust all"/u);
  const shared = box.dk('project', ['install', 'codex', '--shared', '--yes']);
  assert.match(shared.stderr, /E_USAGE Codex has no settings for --shared/u);
  const mcp = box.dk('project', ['install', 'codex', '--mcp', '--yes']);
  assert.match(mcp.stderr, /codex mcp add dreamkeeper --/u);
});

test('the doctor says that Codex waits to be asked, until it was, or a session was heard', (t) => {
  const box = sandbox(t);
  project(box);
  works(box, 'project', 'install', 'codex', '--yes');
  const about = (): string[] =>
    (json(box.dk('project', ['doctor', '--json'])).findings as { readonly id: string }[])
      .map(({ id }) => id)
      .filter((id) => id.startsWith('codex-') || id.startsWith('claude-'));
  assert.deepEqual(about(), ['codex-waits']);
  const key = `${box.path(file)}:session_start:0:0`;
  box.write('person/.codex/config.toml', `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "sha256:00"\n`);
  assert.deepEqual(about(), ['codex-works']);
  box.write('person/.codex/config.toml', '');
  assert.deepEqual(about(), ['codex-waits']);
  heard(box);
  assert.deepEqual(about(), ['codex-works']);
  box.write(file, `// mine\n${box.read(file)}`);
  assert.deepEqual(about(), ['codex-hooks-off']);
});

function heard(box: Sandbox): void {
  const line = printRunLine({
    ...{ v: 1, time: new Date(Date.now() + 1000).toISOString(), run: 's', event: 'start', from: 'codex', why: '' },
    ...{ worktree: null, branch: null, transcript: null, pid: null },
  });
  appendFileSync(box.path('project/.dream/.git/dreamkeeper/runs.jsonl'), `${line}\n`);
}
