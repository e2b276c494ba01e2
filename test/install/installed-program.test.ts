// The program our hooks start: by whatever path it lies at, renewed when it moved, and harmless when it is gone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import type { DreamkeeperError } from '../../src/errors/errors.ts';
import { refuseInCache } from '../../src/install/lasting.ts';
import { install, planInstall } from '../../src/verbs/verbs.ts';
import { bin, project, root, type Sandbox, sandbox } from '../sandbox.ts';
import { claudeHooks, everything, local, ours, projectWith, works } from './installing.ts';

/** Another copy of the program, in a folder whose name is a trial for every shell. */
function otherProgram(box: Sandbox): string {
  const folder = box.path(`o'ther "dk" $HOME`);
  cpSync(dirname(dirname(bin)), folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist', 'bin.js');
}

describe('the program that is started', () => {
  test('works from paths with spaces, quotes and dollars, in a home and project of such names', (t) => {
    const box = sandbox(t);
    const name = `my "pro'ject $X`;
    project(box, name);
    mkdirSync(box.path(`per'son "x"`));
    const env = { ...box.env, HOME: box.path(`per'son "x"`) };
    const at = { cwd: box.path(name), env, encoding: 'utf8' } as const;
    const args = ['install', 'claude', '--yes', '--no-first-night'];
    const ran = spawnSync(process.execPath, [otherProgram(box), ...args], at);
    assert.equal(ran.status, 0, ran.stderr + ran.stdout);
    const settings = JSON.parse(box.read(`${name}/.claude/settings.local.json`)) as {
      readonly hooks: Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>;
    };
    const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 's1', cwd: box.path(name) });
    for (const { event } of claudeHooks.filter(({ word }) => word === 'stop')) {
      const told = spawnSync('sh', ['-c', settings.hooks[event]?.[0]?.hooks[0]?.command ?? ''], { ...at, input });
      assert.deepEqual([told.status, told.stdout, told.stderr], [0, '', '']);
    }
    assert.match(box.read(`${name}/.dream/.git/dreamkeeper/runs.jsonl`), /"run":"s1"/u, 'it arrived');
    rmSync(box.path(`o'ther "dk" $HOME`), { recursive: true });
    const gone = spawnSync('sh', ['-c', settings.hooks.Stop?.[0]?.hooks[0]?.command ?? ''], { ...at, input });
    assert.deepEqual([gone.status, gone.stdout, gone.stderr], [0, '', ''], 'also when we are gone');
  });
  test('is renewed in place when it moved, and the way back stays', (t) => {
    const box = sandbox(t);
    const text = '{\n\t"hooks": {\n\t\t"Stop": [ ]\n\t},\n\t"model": "opus"\n}';
    projectWith(box, text);
    const moved = otherProgram(box);
    const old = spawnSync(process.execPath, [moved, 'install', 'claude', '--yes', '--no-first-night'], {
      cwd: box.path('project'),
      env: box.env,
    });
    assert.equal(old.status, 0);
    const first = box.read(local);
    const ran = works(box, 'project', 'install', 'claude', '--yes', '--show');
    assert.equal(ran.stdout.match(/^ {2}\+ .*hook [a-z-]+ --from/gmu)?.length, 8);
    assert.equal(ours(box), 8);
    assert.ok(box.read(local).includes(realpathSync(bin)) && !box.read(local).includes('ther'));
    assert.equal(box.read(local).split('\n').length, first.split('\n').length);
    works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.equal(box.read(local), text);
  });
  test('is never one in a cache that npm empties: refused, with what to do', async (t) => {
    const box = sandbox(t);
    const before = projectWith(box);
    const node = '/home/zoe/.npm/_npx/0123/node_modules/node/bin/node';
    for (const [lies, says] of [
      [{ node, script: '/usr/lib/node_modules/dreamkeeper/dist/bin.js' }, /Node is in[\s\S]*nodejs\.org/u],
      [{ node: '/usr/bin/node', script: '/home/zoe/.cache/pnpm/dlx/0123/dist/bin.js' }, /dk is in[\s\S]*install -g/u],
      [{ node: '/tmp/bunx-0-node@24/bin/node', script: '/usr/bin/dk' }, /Node is in/u],
      [{ node: '/tmp/xfs-1/dlx-24/bin/node', script: '/usr/bin/dk' }, /Node is in/u],
    ] as const)
      assert.throws(
        () => refuseInCache(lies, 'claude'),
        (error: DreamkeeperError) => error.code === 'E_IN_CACHE' && says.test(`${error.message}\n${error.hint}`),
      );
    refuseInCache({ node: '/home/zoe/.nvm/versions/node/v24.1.0/bin/node', script: '/opt/dlx.d/npx/bin.js' }, 'claude');
    const program = box.write('.npm/_npx/0123/node_modules/dreamkeeper/dist/bin.js', '');
    const at = { cwd: box.path('project'), env: box.env, program };
    for (const scope of ['local', 'user'] as const)
      await assert.rejects(install(at, { harness: 'claude', scope }), { code: 'E_IN_CACHE' });
    assert.deepEqual(everything(box), before);
    // There it is started by its name.
    assert.equal((await planInstall(at, { harness: 'claude', scope: 'shared' })).result, 'change');
  });
  test('what somebody changed between two installations is not undone by leaving', (t) => {
    const box = sandbox(t);
    projectWith(box, '{\n  "model": "opus"\n}\n');
    works(box, 'project', 'install', 'claude', '--yes');
    const edited = box.read(local).replace('"opus"', '"haiku"').replaceAll('/bin.js', '/../dist/bin.js');
    box.write(local, edited);
    works(box, 'project', 'install', 'claude', '--yes');
    works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.equal(box.read(local), '{\n  "model": "haiku"\n}\n');
  });
});
