// `dk uninstall claude`: the bytes before us come back; what others did since stays; the memory only goes if that is said.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { describe, test } from 'node:test';
import { homeIn, project, sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { besidesHome, everything, json, local, noteFile, ours, projectWith, status, works } from './installing.ts';
import { shapes } from './settings-shapes.ts';

/** Of these also what comes back without the note. */
const often = ['usual', 'comments', 'CRLF', 'trailing commas', 'empty hooks', 'empty file'];

describe('install, then uninstall: every byte as before', () => {
  // The others by their text alone, in settings-text.test.ts.
  const every = some(shapes, 3);
  for (const { name, text, withoutNotes } of shapes.filter(
    (each) => often.includes(each.name) || every.includes(each),
  )) {
    test(name, (t) => {
      const box = sandbox(t);
      const before = projectWith(box, text);
      const seen = status(box);
      works(box, 'project', 'install', 'claude', '--yes');
      assert.equal(ours(box), 8);
      assert.equal(status(box), '');
      works(box, 'project', 'uninstall', 'claude', '--yes');
      assert.equal(box.read(local), text);
      assert.deepEqual(besidesHome(box), before);
      assert.equal(status(box), seen);
      assert.ok(!existsSync(box.path(noteFile)));
      // Of the others, settings-text.test.ts tells what comes back.
      if (!often.includes(name)) return;
      // Once more, and what was before is not known any more: our hooks are still recognised.
      works(box, 'project', 'install', 'claude', '--yes');
      rmSync(box.path(noteFile));
      works(box, 'project', 'uninstall', 'claude', '--yes');
      assert.equal(box.read(local), withoutNotes ?? text, 'without the note');
    });
  }
  test('no file, and no folder', (t) => {
    for (const hasFolder of [true, false]) {
      const box = sandbox(t);
      project(box);
      if (hasFolder) mkdirSync(box.path('project/.claude'));
      const before = everything(box);
      works(box, 'project', 'install', 'claude', '--yes');
      const ran = works(box, 'project', 'uninstall', 'claude', '--yes');
      assert.match(ran.stdout, /there was no such file before us/u);
      assert.match(ran.stdout, /\(the line that hides it, \/\.dream\/\)/u);
      assert.deepEqual(besidesHome(box), before);
      assert.equal(status(box), '');
    }
  });
  test('rights are kept', (t) => {
    const box = sandbox(t);
    projectWith(box, '{"model":"opus"}');
    for (const mode of [0o600, 0o664]) {
      chmodSync(box.path(local), mode);
      works(box, 'project', 'install', 'claude', '--yes');
      assert.equal(statSync(box.path(local)).mode & 0o777, mode);
      works(box, 'project', 'uninstall', 'claude', '--yes');
      assert.equal(statSync(box.path(local)).mode & 0o777, mode);
    }
  });
  test('an exclude file without a final newline, or none at all', (t) => {
    for (const content of ['# mine\n*.log', '# caf\u00e9 \u{1F600}\r\n*.tmp\r\n', undefined]) {
      const box = sandbox(t);
      project(box);
      if (content === undefined) rmSync(box.path('project/.git/info/exclude'));
      else box.write('project/.git/info/exclude', content);
      const before = everything(box);
      works(box, 'project', 'install', 'claude', '--yes');
      works(box, 'project', 'uninstall', 'claude', '--yes', '--data');
      assert.deepEqual(everything(box), before);
    }
  });
  test('the same in two steps, and after it was installed again in between', (t) => {
    for (const content of ['# mine\n*.log', '# mine\n', undefined]) {
      const box = sandbox(t);
      project(box);
      if (content === undefined) rmSync(box.path('project/.git/info/exclude'));
      else box.write('project/.git/info/exclude', content);
      const before = everything(box);
      works(box, 'project', 'install', 'claude', '--yes');
      works(box, 'project', 'uninstall', 'claude', '--yes');
      works(box, 'project', 'install', 'claude', '--yes');
      works(box, 'project', 'uninstall', 'claude', '--yes');
      works(box, 'project', 'uninstall', 'claude', '--yes', '--data');
      assert.deepEqual(everything(box), before);
    }
  });
});

describe('what others did since', () => {
  test('their edit stays and ours goes', (t) => {
    const box = sandbox(t);
    projectWith(box, '{\n  "model": "opus"\n}\n');
    works(box, 'project', 'install', 'claude', '--yes');
    box.write(local, box.read(local).replace('"opus"', '"haiku", // faster\n  "env": {}'));
    const ran = works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.match(ran.stdout, /it was edited since; only our hooks go/u);
    assert.equal(box.read(local), '{\n  "model": "haiku", // faster\n  "env": {}\n}\n');
  });
  test('a file that we made and they use stays, and stays hidden; one that only was reformatted goes', (t) => {
    const box = sandbox(t);
    projectWith(box);
    works(box, 'project', 'install', 'claude', '--yes');
    box.write(local, box.read(local).replace('{\n', '{\n  "model": "opus",\n'));
    works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.equal(box.read(local), '{\n  "model": "opus"\n}\n');
    assert.equal(status(box), '');
    const other = sandbox(t);
    const before = projectWith(other);
    works(other, 'project', 'install', 'claude', '--yes');
    other.write(local, JSON.stringify(JSON.parse(other.read(local))));
    works(other, 'project', 'uninstall', 'claude', '--yes');
    assert.deepEqual(besidesHome(other), before);
  });
  test('other files in the folder we made stay', (t) => {
    const box = sandbox(t);
    projectWith(box);
    works(box, 'project', 'install', 'claude', '--yes');
    box.write('project/.claude/agents/x.md', 'x');
    works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.ok(existsSync(box.path('project/.claude/agents/x.md')) && !existsSync(box.path(local)));
  });
  test('a line of theirs like ours is left alone', (t) => {
    const box = sandbox(t);
    projectWith(box);
    works(box, 'project', 'install', 'claude', '--yes');
    const twice = `${box.read('project/.git/info/exclude')}/.claude/settings.local.json\n`;
    box.write('project/.git/info/exclude', twice);
    works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.equal(box.read('project/.git/info/exclude'), twice);
  });
  test('a file that is broken now is refused and left as it is', (t) => {
    const box = sandbox(t);
    projectWith(box, '{}');
    works(box, 'project', 'install', 'claude', '--yes');
    box.write(local, `${box.read(local)} oops`);
    const before = everything(box);
    const ran = box.dk('project', ['uninstall', 'claude', '--yes']);
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /E_CONFIG .*cannot be read/u);
    assert.deepEqual(everything(box), before);
  });
  test('a note that was cut off is as good as none', (t) => {
    const box = sandbox(t);
    projectWith(box, '{"model":"opus"}');
    works(box, 'project', 'install', 'claude', '--yes');
    box.write(noteFile, box.read(noteFile).slice(0, 90));
    works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.equal(box.read(local), '{"model":"opus"}');
  });
});

test('nothing of ours: says so and changes nothing, also where nothing could be', (t) => {
  const box = sandbox(t);
  const before = projectWith(box, '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"dk status"}]}]}}');
  mkdirSync(box.path('plain'));
  for (const cwd of ['project', 'plain'])
    assert.match(works(box, cwd, 'uninstall', 'claude').stdout, /None of our hooks were found/u);
  box.write('person/.claude/settings.json', 'not even JSON');
  assert.equal(json(works(box, 'project', 'uninstall', 'claude', '--yes', '--json')).changed, false);
  assert.equal(box.dk('plain', ['uninstall', 'claude', '--local', '--yes']).code, 2);
  assert.deepEqual(everything(box), before);
});

test('shows first and asks; this project’s own, or the one that is named', (t) => {
  const box = sandbox(t);
  const start = projectWith(box, '{"model":"opus"}');
  works(box, 'project', 'install', 'claude', '--yes');
  // As somebody has it who copied settings by hand.
  box.write('person/.claude/settings.json', box.read(local));
  const before = everything(box);
  const asked = box.dk('project', ['uninstall', 'claude']);
  assert.equal(asked.code, 12);
  assert.match(
    asked.stdout,
    /Our hooks are also in .*person\/\.claude\/settings\.json; `dk uninstall claude --user`[\s\S]+settings\.local\.json {2}\(local: as it was before us; `--show` for the diff\)\n/u,
  );
  assert.doesNotMatch(asked.stdout, /"model"/u, 'short, as install is');
  const shown = box.dk('project', ['uninstall', 'claude', '--show']);
  assert.match(shown.stdout, /settings\.local\.json[\s\S]+ {2}\+ \{"model":"opus"\}/u);
  assert.equal(box.dk('project', ['uninstall', 'claude', '--json']).code, 2);
  works(box, 'project', 'uninstall', 'claude', '--dry-run');
  assert.deepEqual(everything(box), before);
  works(box, 'project', 'uninstall', 'claude', '--user', '--yes');
  assert.equal(box.read('person/.claude/settings.json'), '{"model":"opus"}');
  assert.equal(ours(box), 8);
  box.write('person/.claude/settings.json', box.read(local));
  const done = json(works(box, 'project', 'uninstall', 'claude', '--yes', '--json'));
  const [{ changes, ...file } = { changes: [] }, ...more] = done.files as { readonly changes: readonly object[] }[];
  assert.deepEqual([changes.at(-1), more], [{ sign: '+', text: '{"model":"opus"}' }, []]);
  assert.deepEqual(file, {
    file: box.path(local),
    scope: 'local',
    how: 'restored',
    isEdited: false,
    removed: false,
    exclude: { file: box.path('project/.git/info/exclude'), line: '/.claude/settings.local.json' },
    skill: box.path('project/.claude/skills/dreamkeeper'),
  });
  works(box, 'project', 'uninstall', 'claude', '--user', '--yes');
  assert.deepEqual(besidesHome(box), start);
});

describe('--data', () => {
  test('removes a home beside the project, after saying what is in it', (t) => {
    const box = sandbox(t);
    const before = projectWith(box);
    works(box, 'project', 'install', 'claude', '--yes');
    box.write('project/.dream/rem/2026-06-10-1430.org', '* tale\n');
    const asked = box.dk('project', ['uninstall', 'claude', '--data']);
    assert.equal(asked.code, 12);
    assert.match(asked.stdout, /\.dream {2}\(the home: 1 dream, 1 commit, 1 file in no commit\)/u);
    assert.ok(existsSync(box.path('project/.dream')));
    works(box, 'project', 'uninstall', 'claude', '--data', '--yes');
    assert.deepEqual(everything(box), before);
    assert.match(works(box, 'project', 'uninstall', 'claude', '--data').stdout, /There is no home here/u);
  });
  test('never one that is the project, or lies elsewhere', (t) => {
    const box = sandbox(t);
    homeIn(box);
    const one = works(box, 'home', 'uninstall', 'claude', '--data', '--yes');
    assert.match(one.stdout, /stays: home and project are one repository/u);
    assert.ok(existsSync(box.path('home/plan.org')));
    project(box);
    works(box, 'project', 'init', '--home', box.path('memory'));
    works(box, 'project', 'install', 'claude', '--yes');
    const other = works(box, 'project', 'uninstall', 'claude', '--data', '--yes');
    assert.match(other.stdout, /memory \(0 dreams, 1 commit\) stays: it is not this project’s own/u);
    assert.ok(existsSync(box.path('memory/plan.org')) && !existsSync(box.path(local)));
  });
  test('without it the memory stays', (t) => {
    const box = sandbox(t);
    projectWith(box);
    works(box, 'project', 'install', 'claude', '--yes');
    const ran = works(box, 'project', 'uninstall', 'claude', '--yes');
    assert.match(ran.stdout, /What was remembered is still in .*\.dream/u);
    assert.ok(existsSync(box.path('project/.dream/plan.org')));
    assert.equal(status(box), '');
  });
});
