// What an attacker found in the installer: programs that came with a clone, homes of others, and settings that are not this project's.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { project, sandbox } from '../sandbox.ts';
import { local, projectWith, works } from './installing.ts';

test('the doctor starts nothing that came with a clone', (t) => {
  const box = sandbox(t);
  projectWith(box);
  works(box, 'project', 'init');
  box.write('project/tools/bin.js', `#!/bin/sh\necho owned > '${box.path('owned')}'\n`);
  const command = "'/bin/sh' '/proc/self/cwd/tools/bin.js' hook stop --from claude";
  const settings = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
  for (const name of ['settings.json', 'settings.local.json']) {
    box.write(`project/.claude/${name}`, settings);
    const ran = box.process('project', ['doctor']);
    assert.ok(!existsSync(box.path('owned')), name);
    if (name === 'settings.local.json') assert.match(ran.stdout, /claude-stranger .*The doctor did not try it/u);
  }
  box.write('project/.claude/settings.local.json', '{}');
  assert.match(works(box, 'project', 'install', 'claude', '--yes').stdout, /Done/u, 'nor does it stop an installation');
});

test('a home that is not this project’s own is never removed', (t) => {
  const box = sandbox(t);
  project(box, 'owner');
  works(box, 'owner', 'init');
  const isThere = (): boolean => existsSync(box.path('owner/.dream/dreamkeeper.yaml'));
  project(box, 'linked');
  works(box, 'linked', 'init', '--home', box.path('owner/.dream'));
  works(box, 'linked', 'install', 'claude', '--yes');
  assert.match(works(box, 'linked', 'uninstall', 'claude', '--data', '--yes').stdout, /stays: it is not this project/u);
  assert.ok(isThere());
  project(box, 'owner/vendor');
  works(box, 'owner/vendor', 'uninstall', 'claude', '--data', '--yes');
  assert.ok(isThere());
  mkdirSync(box.path('named'));
  project(box, 'named');
  box.dk('named', ['uninstall', 'claude', '--data', '--yes'], { env: { DREAMKEEPER_HOME: box.path('owner/.dream') } });
  assert.ok(isThere());
});

test('without a scope only what is this project’s goes; the rest is named', (t) => {
  const box = sandbox(t);
  projectWith(box);
  works(box, 'project', 'install', 'claude', '--user', '--yes');
  project(box, 'second');
  works(box, 'second', 'init');
  const said = works(box, 'second', 'uninstall', 'claude', '--yes').stdout;
  assert.match(said, /Our hooks are in .*person\/\.claude\/settings\.json; `dk uninstall claude --user`/u);
  assert.match(box.read('person/.claude/settings.json'), /hook session-start/u);
  const shared = JSON.stringify({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'dk hook stop --from claude' }] }] },
  });
  box.write('second/.claude/settings.json', shared);
  works(box, 'second', 'uninstall', 'claude', '--yes');
  assert.equal(box.read('second/.claude/settings.json'), shared);
  assert.ok(!existsSync(box.path(local)));
});
