// Whoever wants to leave can, whatever has become of the home: the settings come back, and `--data` takes what is left of it.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  carryOutInstall,
  carryOutUninstall,
  planInstall,
  planUninstall,
  type UninstallPlan,
} from '../../src/install/install.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { homeIn, project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { siteIn } from './installing.ts';

const settings = '{"model": "opus"}\n';

/** Takes something away, and puts something else there. */
function instead(home: string, name: string, content?: string | 'a folder'): void {
  rmSync(join(home, name), { recursive: true, force: true });
  if (content === 'a folder') mkdirSync(join(home, name, 'x'), { recursive: true });
  else if (content !== undefined) writeFileSync(join(home, name), content);
}

/** `isNoted`: what was there before us can still be known, so that every byte comes back. */
const damages: readonly { readonly what: string; readonly isNoted: boolean; readonly hurt: (home: string) => void }[] =
  [
    { what: 'it is gone', isNoted: false, hurt: (home) => instead(home, '') },
    { what: 'its repository is gone', isNoted: false, hurt: (home) => instead(home, '.git') },
    { what: 'its repository is a file', isNoted: false, hurt: (home) => instead(home, '.git', 'gitdir: /nowhere\n') },
    { what: 'it has no HEAD', isNoted: true, hurt: (home) => instead(home, '.git/HEAD') },
    { what: 'its HEAD is garbage', isNoted: true, hurt: (home) => instead(home, '.git/HEAD', '\0\0') },
    { what: 'its objects are gone', isNoted: true, hurt: (home) => instead(home, '.git/objects', 'a folder') },
    { what: 'its index is garbage', isNoted: true, hurt: (home) => instead(home, '.git/index', 'garbage') },
    { what: 'its settings are gone', isNoted: true, hurt: (home) => instead(home, 'dreamkeeper.yaml') },
    { what: 'its settings are a folder', isNoted: true, hurt: (home) => instead(home, 'dreamkeeper.yaml', 'a folder') },
    { what: 'its settings are broken', isNoted: true, hurt: (home) => instead(home, 'dreamkeeper.yaml', 'a: [') },
    {
      what: 'it is of a later version',
      isNoted: true,
      hurt: (home) => instead(home, 'dreamkeeper.yaml', 'format: 99\n'),
    },
    { what: 'its private folder is a file', isNoted: false, hurt: (home) => instead(home, '.git/dreamkeeper', 'x') },
    {
      what: 'the note is a folder',
      isNoted: false,
      hurt: (home) => instead(home, '.git/dreamkeeper/installed-claude.json', 'a folder'),
    },
    {
      what: 'its locks are garbage',
      isNoted: true,
      hurt: (home) => instead(home, '.git/dreamkeeper/lock.db', 'no lock'),
    },
    {
      what: 'its locks are folders',
      isNoted: true,
      hurt: (home) => instead(home, '.git/dreamkeeper/night.db', 'a folder'),
    },
  ];

const tree = (box: Sandbox, name: string): Record<string, string> =>
  snapshot(box.path(name), (path) => path === '.git/index');

async function installed(box: Sandbox): Promise<void> {
  const site = await siteIn(box, 'project', await realWorld(box.env));
  await carryOutInstall(site, await planInstall(site, 'local'));
}

async function uninstalled(box: Sandbox, wantsData: boolean): Promise<UninstallPlan> {
  const site = await siteIn(box, 'project', await realWorld(box.env));
  const plan = await planUninstall(site, undefined, wantsData);
  carryOutUninstall(site, plan);
  return plan;
}

test('whatever has become of the home, the settings come back, and --data takes the rest', async (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/.claude/settings.local.json', settings);
  const before = tree(box, 'project');
  await installed(box);
  cpSync(box.path('project'), box.path('pattern'), { recursive: true, preserveTimestamps: true });
  for (const { what, isNoted, hurt } of damages)
    for (const wantsData of [false, true]) {
      rmSync(box.path('project'), { recursive: true });
      cpSync(box.path('pattern'), box.path('project'), { recursive: true, preserveTimestamps: true });
      hurt(box.path('project/.dream'));
      const plan = await uninstalled(box, wantsData);
      assert.equal(box.read('project/.claude/settings.local.json'), settings, what);
      const after = tree(box, 'project');
      const names = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
      const unnamed = names.filter(
        (name) => !plan.left.some(({ path }) => `${box.path('project', name)}/`.startsWith(`${path}/`)),
      );
      assert.deepEqual(unnamed, [], `${what}${wantsData ? ', --data' : ''}`);
      if (wantsData && isNoted) assert.deepEqual(after, before, what);
    }
});

test('a folder of that name that is not ours stays, and is named', async (t) => {
  const box = sandbox(t);
  project(box);
  await installed(box);
  rmSync(box.path('project/.dream'), { recursive: true });
  box.write('project/.dream/diary.txt', 'mine\n');
  const plan = await uninstalled(box, true);
  assert.match(plan.data?.stays ?? '', /not a home we know/u);
  assert.equal(box.read('project/.dream/diary.txt'), 'mine\n');
});

test('a home elsewhere that is gone: the note of where it was goes, too', async (t) => {
  const box = sandbox(t);
  project(box);
  const before = tree(box, 'project');
  assert.equal(box.dk('project', ['init', '--home', box.path('memory')]).code, 0);
  rmSync(box.path('memory'), { recursive: true });
  await uninstalled(box, true);
  assert.deepEqual(tree(box, 'project'), before);
});

test('in one repository, what an agent keeps to itself stays hidden when we leave', async (t) => {
  const box = sandbox(t);
  homeIn(box, 'project');
  for (const name of ['_steps.jsonl', '_other.jsonl', '.self/conversation.jsonl', '.self/waldo/memory.jsonl'])
    box.write(`project/${name}`, '{}\n');
  const plan = await uninstalled(box, true);
  assert.equal(box.git('project', 'status', '--porcelain', '-uall'), '');
  const stays = ['/_*.jsonl', '/.self/conversation.jsonl', '/.self/*/memory.jsonl'];
  assert.deepEqual(
    box
      .read('project/.git/info/exclude')
      .split('\n')
      .filter((line) => line.endsWith('.jsonl')),
    stays,
  );
  for (const line of stays)
    assert.ok(
      plan.left.some(({ what }) => what.includes(line)),
      line,
    );
  assert.ok(!existsSync(box.path('project/_steps.jsonl')) && existsSync(box.path('project/_other.jsonl')));
});
