// The doctor proves that events arrive, or says which step is missing.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Diagnosis } from '../../src/doctor/doctor.ts';
import { harnessFindingIds as findingIdsOf } from '../../src/install/install.ts';
import { harness } from '../hooks/harness.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';

/** Claude Code starts hooks without being asked; what waits to be trusted is in `codex.test.ts`. */
const harnessFindingIds = findingIdsOf(['claude']).filter((id) => id !== 'claude-waits');
const settings = join('project', '.claude', 'settings.local.json');

function installed(box: Sandbox): void {
  project(box);
  const ran = box.dk('project', ['install', 'claude', '--yes', '--no-first-night']);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
}

function said(box: Sandbox): { readonly ids: string[]; readonly code: number | null; readonly messages: string } {
  const ran = box.dk('project', ['doctor', '--json']);
  const { findings } = JSON.parse(ran.stdout) as Diagnosis;
  const about = findings.filter(({ id }) => harnessFindingIds.includes(id));
  return { ids: about.map(({ id }) => id), code: ran.code, messages: about.map(({ message }) => message).join('\n') };
}

const seen = new Set<string>();
function expect(box: Sandbox, ids: readonly string[], code = 0): string {
  const found = said(box);
  assert.deepEqual(found.ids.toSorted(), ids.toSorted(), found.messages);
  assert.equal(found.code, code, found.messages);
  for (const id of ids) seen.add(id);
  return found.messages;
}

/** The settings with something changed in their text. */
function edit(box: Sandbox, change: (text: string) => string): () => void {
  const before = box.read(settings);
  box.write(settings, change(before));
  return () => {
    box.write(settings, before);
  };
}

/** A session as Claude Code keeps it, whether or not its hooks were heard. */
function keepSession(box: Sandbox, sessionId: string, of = 'project', later = 60_000): void {
  const cwd = box.path(of);
  const timestamp = new Date(Date.now() + later).toISOString();
  const line = { type: 'user', sessionId, cwd, timestamp, message: { role: 'user', content: 'hello' } };
  const folder = cwd.replaceAll(/[^A-Za-z0-9]/gu, '-');
  box.write(join('person', '.claude', 'projects', folder, `${sessionId}.jsonl`), `${JSON.stringify(line)}\n`);
}

test('it tries the installed hook, and says which step is missing', (t) => {
  const box = sandbox(t);
  installed(box);
  assert.match(
    expect(box, ['claude-works']),
    /arrived\. No session was heard of since the installation: start Claude Code here\./u,
  );
  assert.equal(box.git('project', 'status', '--porcelain'), '');

  const asInstalled = box.read(settings);
  let back = edit(box, (text) => text.replaceAll(process.execPath, '/gone/node'));
  expect(box, ['claude-node-gone'], 14);
  assert.match(box.dk('project', ['status']).stdout, /hooks-cannot-start the hooks in .*\/gone\/node, which is gone/u);
  back();
  back = edit(box, (text) => text.replaceAll(/(?<=' ')[^']*(?=' hook)/gu, '/gone/bin.js'));
  expect(box, ['claude-script-gone'], 14);
  back();
  const other = box.write('elsewhere/bin.js', 'process.exit(7);\n');
  back = edit(box, (text) => text.replaceAll(/(?<=' ')[^']*(?=' hook)/gu, other));
  expect(box, ['claude-stranger']);
  back();
  back = edit(box, (text) => text.replaceAll('"PreCompact"', '"Other"'));
  expect(box, ['claude-partly', 'claude-works']);
  back();
  // As an earlier version had it: Claude Code 2.1.197 tells of no end then.
  edit(box, (text) =>
    text.replace(/("command": .* hook (?:stop|compact) .*\n *"timeout": 5)/gu, '$1,\n            "async": true'),
  );
  assert.match(expect(box, ['claude-old', 'claude-works']), /The hooks PreCompact and Stop in .* earlier version/u);
  assert.match(box.dk('project', ['install', 'claude', '--yes', '--no-first-night']).stdout, /Done\./u);
  assert.equal(box.read(settings), asInstalled, 'upgraded, and no other byte');
  const cached = box.write('.npm/_npx/0123/node_modules/dreamkeeper/dist/bin.js', '');
  back = edit(box, (text) => text.replaceAll(/(?<=' ')[^']*(?=' hook)/gu, cached));
  assert.match(expect(box, ['claude-in-cache']), /is in a cache that npm empties/u);
  assert.match(box.dk('project', ['status']).stdout, /hooks-in-cache the hooks in .*_npx.*\n.*npm install -g/u);
  back();
  const more = (line: string): (() => void) => edit(box, (text) => text.replace('{', `{ ${line},`));
  back = more('"disableAllHooks": true');
  expect(box, ['claude-hooks-off']);
  back();
  back = edit(box, (text) => `${text.trimEnd()} // mine\n`);
  assert.match(expect(box, ['claude-hooks-off']), /comments or commas too many/u);
  back();
  back = more('"enabledPlugins": {"dreamkeeper@dreamkeeper": true}');
  assert.match(expect(box, ['claude-silent', 'claude-twice', 'claude-works']), /the plugin/u);
  back();
  back = more('"autoDreamEnabled": true');
  expect(box, ['claude-dreams-too', 'claude-works']);
  back();
  box.dk('project', ['off']);
  assert.match(expect(box, ['claude-silent']), /off here/u);
  box.dk('project', ['on']);
  box.dk('project', ['off', '--everywhere']);
  assert.match(box.dk('project', ['doctor']).stdout, /off everywhere\)\.\n {2}`dk on --everywhere` switches it on/u);
  box.dk('project', ['on', '--everywhere']);
  const user = join(box.env.HOME ?? '', '.claude', 'settings.json');
  mkdirSync(dirname(user), { recursive: true });
  writeFileSync(user, box.read(settings));
  expect(box, ['claude-twice', 'claude-works', 'claude-works']);
  writeFileSync(user, '{}');
  box.dk('project', ['hook', 'step', '--from', 'claude'], { input: '{' });
  assert.match(expect(box, ['claude-works', 'hooks-dropped']), /1 event .*\(malformed 1\)/u);
  const session = (run: string, event: string, ago = 0): string =>
    JSON.stringify({
      v: 1,
      time: new Date(Date.now() - ago).toISOString(),
      run,
      event,
      from: 'claude',
      why: '',
      pid: null,
    });
  const tell = (...lines: readonly string[]): void =>
    appendFileSync(box.path('project/.dream/.git/dreamkeeper/runs.jsonl'), `${lines.join('\n')}\n`);
  tell(...['a', 'b', 'c', 'd'].map((run, at) => session(run, 'start', 1000 - at)));
  assert.match(
    expect(box, ['claude-unended', 'claude-works', 'hooks-dropped']),
    /The last 3 sessions of Claude Code never reported their end/u,
  );
  tell(session('c', 'end'));
  expect(box, ['claude-works', 'hooks-dropped']);
  keepSession(box, 'd');
  expect(box, ['claude-works', 'hooks-dropped']);
  keepSession(box, 'e');
  assert.match(expect(box, ['claude-unheard', 'claude-works', 'hooks-dropped']), /none of its hooks arrived/u);
  box.write('person/.local/state/dreamkeeper/mcp-token', 'open to all\n');
  const gone = { command: process.execPath, args: ['/nowhere/bin.js', 'mcp'] };
  box.write('project/.mcp.json', JSON.stringify({ mcpServers: { dreamkeeper: gone } }));
  expect(box, ['claude-mcp-gone', 'claude-unheard', 'claude-works', 'hooks-dropped', 'mcp-token-open'], 14);
  assert.deepEqual([...seen].toSorted(), [...harnessFindingIds].toSorted(), 'a finding that nothing here brings about');
});

test('a session in another worktree that was not heard of is told in the main one, too', (t) => {
  const box = sandbox(t);
  installed(box);
  box.git('project', 'worktree', 'add', '-q', '-b', 'feat/x', box.path('other'));
  expect(box, ['claude-works']);
  keepSession(box, 'w', 'other');
  const found = box.dk('project', ['doctor']).stdout;
  assert.match(found, /claude-unheard Claude Code had a session in \S+\/other on .*none of its hooks arrived/u);
  assert.match(found, /before 2\.1\.211 loads no hooks in another worktree\. .*`dk install claude --user`/u);
  box.git('project', 'worktree', 'remove', '--force', box.path('other'));
  expect(box, ['claude-works']);
});

test('a session that was held while Dreamkeeper was off here is no session that was not heard of', (t) => {
  const box = sandbox(t);
  installed(box);
  box.dk('project', ['off']);
  keepSession(box, 'o', 'project', 0);
  box.dk('project', ['on']);
  expect(box, ['claude-works']);
  box.dk('project', ['off']);
  box.dk('project', ['on']);
  expect(box, ['claude-works']);
  keepSession(box, 'p');
  assert.match(expect(box, ['claude-unheard', 'claude-works']), /none of its hooks arrived/u);
});

test('after an uninstall status promises no dream at the end of a session', (t) => {
  const box = sandbox(t);
  installed(box);
  const step = (): unknown => box.dk('project', ['step', '--tool', 'bash', '--target', 'npm test', '--exit', '0']);
  step();
  box.dk('project', ['sleep', '--force']);
  step();
  assert.match(
    box.dk('project', ['status']).stdout,
    /possible in \d+ min \(at the end of a session it may come sooner\);/u,
  );
  assert.equal(box.dk('project', ['uninstall', 'claude', '--yes']).code, 0);
  assert.match(box.dk('project', ['status']).stdout, /possible in \d+ min; the last one/u);
});

test('once a session has come, it says when', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.dk('project', ['install', 'claude', '--yes', '--no-first-night']);
  agent.wake('s1');
  assert.match(expect(box, ['claude-works']), /The last that a session said of itself was at .* UTC: it began\./u);
});

test('nothing is said where nothing of ours is installed', (t) => {
  const box = sandbox(t);
  harness(box);
  expect(box, []);
  assert.ok(!existsSync(box.path(settings)));
});
