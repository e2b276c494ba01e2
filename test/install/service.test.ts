// The text of a service: every path arrives as it is, whatever is in it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { serviceFor, systemdWord } from '../../src/install/service.ts';
import { sandbox } from '../sandbox.ts';

const env = { HOME: '/home/ann', PATH: '/usr/bin:/opt/50% "off"' };
const argv = ['/usr/bin/node', '/opt/dk/bin.js', 'keep', '/home/ann/my $HOME "site" 100%\\'];

test('systemd: quoted, with what it would replace written twice', () => {
  const { path, text, next } = serviceFor({ platform: 'linux', argv, env });
  assert.equal(path, '/home/ann/.config/systemd/user/dreamkeeper.service');
  assert.ok(
    text.includes('ExecStart="/usr/bin/node" "/opt/dk/bin.js" "keep" "/home/ann/my $$HOME \\"site\\" 100%%\\\\"\n'),
    text,
  );
  assert.ok(text.includes('Environment="PATH=/usr/bin:/opt/50%% \\"off\\""\n'), text);
  assert.equal(next[1], 'systemctl --user enable --now dreamkeeper');
  const elsewhere = serviceFor({ platform: 'linux', argv, env: { ...env, XDG_CONFIG_HOME: '/etc/ann' } });
  assert.equal(elsewhere.path, '/etc/ann/systemd/user/dreamkeeper.service');
  assert.equal(systemdWord('plain'), '"plain"');
});

test('systemd itself has nothing against it, where it is installed', (t) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return t.skip('there is no systemd-analyze here');
  const box = sandbox(t);
  const { text } = serviceFor({ platform: 'linux', argv: ['/bin/true', ...argv.slice(1)], env });
  const unit = box.write('run/dreamkeeper.service', text);
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--user', unit], {
    env: { ...box.env, XDG_RUNTIME_DIR: box.path('run') },
    encoding: 'utf8',
  });
  assert.deepEqual([stderr, status], ['', 0]);
});

test('launchd: XML that says the same', () => {
  const { path, text } = serviceFor({ platform: 'darwin', argv: [...argv, '/a & <b>'], env });
  assert.equal(path, '/home/ann/Library/LaunchAgents/dreamkeeper.keep.plist');
  assert.ok(text.includes('<string>/a &amp; &lt;b&gt;</string>'));
  assert.ok(text.includes('<string>/home/ann/my $HOME "site" 100%\\</string>'));
});

test('what cannot be written down safely is refused', () => {
  for (const [platform, words, more] of [
    ['linux', [...argv, '/a\nExecStartPre=/bin/evil'], {}],
    ['darwin', [...argv, '/a\u0000b'], {}],
    ['linux', argv, { PATH: '/a\n[Service]' }],
    ['linux', argv, { HOME: undefined }],
    ['win32', argv, {}],
  ] as const)
    assert.throws(() => serviceFor({ platform, argv: words, env: { ...env, ...more } }), /no service can be written/u);
});
