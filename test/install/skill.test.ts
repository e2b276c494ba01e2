// The skill comes with the hooks and goes with them; git sees it only where it is shared, and what is somebody's own stays.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { besidesHome, json, local, noteFile, projectWith, status, works } from './installing.ts';

const published = readFileSync(join(root, 'plugins/dreamkeeper/skills/dreamkeeper/SKILL.md'), 'utf8');
const folder = 'project/.claude/skills/dreamkeeper';
const page = `${folder}/SKILL.md`;

const install = (box: Sandbox, ...more: readonly string[]): string =>
  works(box, 'project', 'install', 'claude', '--yes', ...more).stdout;
const uninstall = (box: Sandbox, ...more: readonly string[]): string =>
  works(box, 'project', 'uninstall', 'claude', '--yes', ...more).stdout;

test('it comes with each scope and is said; git sees it only where it is shared; it goes with the hooks, to the byte', (t) => {
  const box = sandbox(t);
  const before = projectWith(box);
  const person = snapshot(box.path('person'));
  for (const [scope, place, said, seen] of [
    ['--local', folder, /your git does not see it/u, ''],
    ['--user', 'person/.claude/skills/dreamkeeper', /your git does not see it/u, ''],
    [
      '--shared',
      folder,
      /your git sees it: commit it/u,
      '?? .claude/settings.json\n?? .claude/skills/dreamkeeper/SKILL.md\n',
    ],
  ] as const) {
    const shown = install(box, scope);
    assert.match(shown, new RegExp(`a skill into ${box.path(place)} `, 'u'));
    assert.match(shown, said);
    assert.equal(box.read(join(place, 'SKILL.md')), published);
    assert.equal(status(box), seen, scope);
    assert.match(install(box, scope), /as they should be\. Nothing was changed/u);
    assert.match(uninstall(box, scope), new RegExp(`${box.path(place)} {2}\\(our skill\\)\n`, 'u'));
    assert.deepEqual(besidesHome(box), before, scope);
    assert.deepEqual(
      snapshot(box.path('person'), (name) => name.startsWith('.local')),
      person,
      scope,
    );
  }
});

describe('what is somebody’s own stays', () => {
  for (const [what, hurt, said] of [
    ['edited since', (box: Sandbox) => box.write(page, `${published}\nMine.\n`), /our skill, which somebody edited/u],
    ['a file beside it', (box: Sandbox) => box.write(`${folder}/more.md`, 'mine'), /our skill, which somebody edited/u],
  ] as const)
    test(what, (t) => {
      const box = sandbox(t);
      projectWith(box);
      install(box);
      hurt(box);
      const theirs = snapshot(box.path(folder));
      assert.match(uninstall(box), said);
      assert.deepEqual(snapshot(box.path(folder)), theirs);
      assert.equal(status(box), '', 'and stays hidden');
      assert.ok(!existsSync(box.path(local)));
    });
  test('a skill of that name, or a folder of skills that is a link: the hooks go in, the skill does not', (t) => {
    for (const set of [
      (box: Sandbox) => box.write(page, 'their own\n'),
      (box: Sandbox) => {
        mkdirSync(box.path('elsewhere'));
        mkdirSync(box.path('project/.claude'));
        symlinkSync(box.path('elsewhere'), box.path('project/.claude/skills'));
      },
    ]) {
      const box = sandbox(t);
      projectWith(box);
      set(box);
      const before = [besidesHome(box), status(box)];
      assert.match(install(box), /There is a skill of your own in .*; it stays as it is, and ours is left out/u);
      assert.ok(existsSync(box.path(local)));
      assert.match(install(box), /Nothing was changed/u);
      uninstall(box);
      assert.deepEqual([besidesHome(box), status(box)], before);
    }
  });
});

test('one of an earlier version is renewed; where an earlier version brought none it comes; without a note it is known', (t) => {
  const box = sandbox(t);
  const before = projectWith(box, '{"model":"opus"}');
  install(box);
  const note = JSON.parse(box.read(noteFile)) as {
    readonly installations: [{ skill?: { files: Record<string, string> } }];
  };
  // As a version wrote it that had another page.
  const [{ skill }] = note.installations;
  assert.ok(skill !== undefined);
  const older = 'an older page\n';
  skill.files['SKILL.md'] = createHash('sha256').update(older).digest('hex');
  box.write(noteFile, JSON.stringify({ v: 1, ...note }));
  box.write(page, older);
  assert.equal(json(works(box, 'project', 'install', 'claude', '--yes', '--json')).changed, true);
  assert.equal(box.read(page), published);
  // As one wrote it that had none.
  rmSync(box.path('project/.claude/skills'), { recursive: true });
  delete note.installations[0].skill;
  box.write(noteFile, JSON.stringify({ v: 1, ...note }));
  assert.match(install(box), /a skill into/u);
  rmSync(box.path(noteFile));
  uninstall(box);
  assert.deepEqual(Object.keys(besidesHome(box)).toSorted(), Object.keys(before).toSorted());
});
