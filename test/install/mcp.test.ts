// `dk install claude --mcp`: our server in the project's list of servers, beside what is there, and out again to the byte.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { project, type Sandbox, sandbox } from '../sandbox.ts';

const install = (box: Sandbox, ...more: string[]) =>
  box.dk('project', ['install', 'claude', '--mcp', '--yes', '--no-first-night', ...more]);
const uninstall = (box: Sandbox, ...more: string[]) => box.dk('project', ['uninstall', 'claude', '--yes', ...more]);
const list = 'project/.mcp.json';
const entryOf = (box: Sandbox): unknown =>
  (JSON.parse(box.read(list)) as { readonly mcpServers: Readonly<Record<string, unknown>> }).mcpServers.dreamkeeper;

const shapes: Readonly<Record<string, string | undefined>> = {
  'no file': undefined,
  'an empty object': '{}\n',
  'another server': '{\n  "mcpServers": {\n    "db": { "command": "db-mcp", "args": [] }\n  }\n}\n',
  'tabs, and no line end': '{\n\t"mcpServers": {\n\t\t"db": {"command": "x"}\n\t},\n\t"other": 1\n}',
  'on one line': '{"mcpServers":{"db":{"command":"x"}}}',
  'an empty list': '{ "mcpServers": {} }\n',
  'with a comment': '{\n  // mine\n  "mcpServers": { "db": { "command": "x" } },\n}\n',
};

for (const [shape, before] of Object.entries(shapes))
  test(`in and out: ${shape}`, (t) => {
    const box = sandbox(t);
    project(box);
    if (before !== undefined) box.write(list, before);
    const status = box.git('project', 'status', '--porcelain');
    const ran = install(box);
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
    assert.match(ran.stdout, /our server into .*\.mcp\.json/u);
    const text = box.read(list);
    assert.match(text, /"dreamkeeper"/u);
    if (before?.includes('db') === true) assert.match(text, /"db"/u);
    if (before === undefined) assert.equal(box.git('project', 'status', '--porcelain'), status, 'git does not see it');
    assert.match(install(box).stdout, /Nothing was changed/u, 'a second time');
    assert.equal(box.read(list), text);
    const out = uninstall(box);
    assert.equal(out.code, 0, out.stdout + out.stderr);
    assert.equal(existsSync(box.path(list)) ? box.read(list) : undefined, before);
    assert.equal(box.git('project', 'status', '--porcelain'), status);
    assert.doesNotMatch(readFileSync(box.path('project/.git/info/exclude'), 'utf8'), /mcp\.json/u);
  });

test('somebody added a server since: ours goes, theirs stays', (t) => {
  const box = sandbox(t);
  project(box);
  install(box);
  const { mcpServers } = JSON.parse(box.read(list)) as { readonly mcpServers: object };
  box.write(list, `${JSON.stringify({ mcpServers: { ...mcpServers, mine: { command: 'mine' } } }, null, 2)}\n`);
  assert.equal(uninstall(box).code, 0);
  assert.deepEqual(JSON.parse(box.read(list)), { mcpServers: { mine: { command: 'mine' } } });
});

test('a server of somebody else with our name stays, and is not taken out', (t) => {
  const box = sandbox(t);
  project(box);
  const before = '{"mcpServers":{"dreamkeeper":{"command":"docker","args":["run","dk","mcp"],"env":{"A":"1"}}}}\n';
  box.write(list, before);
  assert.match(install(box).stdout, /server of your own called dreamkeeper/u);
  uninstall(box);
  assert.equal(box.read(list), before);
});

test('a list that git tracks: not for one alone, and by name for everybody', (t) => {
  const box = sandbox(t);
  project(box);
  box.write(list, '{"mcpServers":{}}\n');
  box.git('project', 'add', '.mcp.json');
  box.git('project', 'commit', '-q', '-m', 'servers');
  const ran = install(box);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /git tracks .*\.mcp\.json[\s\S]*--shared --mcp/u);
  assert.equal(install(box, '--shared').code, 0);
  assert.deepEqual(entryOf(box), { command: 'dk', args: ['mcp'] });
  uninstall(box, '--shared');
  assert.equal(box.git('project', 'status', '--porcelain', '.mcp.json'), '');
  const user = install(box, '--user');
  assert.equal(user.code, 2);
  assert.match(user.stderr, /claude mcp add --scope user dreamkeeper/u);
});

test('a list that nobody can read is not touched, and the doctor says when its program is gone or the token is open', (t) => {
  const box = sandbox(t);
  project(box);
  box.write(list, '{ "mcpServers": [');
  assert.equal(install(box).code, 2);
  assert.equal(box.read(list), '{ "mcpServers": [');
  rmSync(box.path(list));
  assert.equal(install(box).code, 0);
  assert.doesNotMatch(box.dk('project', ['doctor']).stdout, /claude-mcp-gone|mcp-token-open/u);
  box.write(list, box.read(list).replace(/"[^"]*bin\.js"/u, '"/nowhere/bin.js"'));
  box.write('person/.local/state/dreamkeeper/mcp-token', 'x\n');
  const said = box.dk('project', ['doctor']).stdout;
  assert.match(said, /claude-mcp-gone[\s\S]*\/nowhere\/bin\.js, which is gone[\s\S]*dk install claude --mcp/u);
  assert.match(said, /mcp-token-open/u);
});
