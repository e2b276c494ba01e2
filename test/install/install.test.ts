// `dk install claude`: in every shape of settings, shown first, done once, unseen by git; and what it refuses.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { bin, homeIn, needs, project, sandbox, snapshot } from '../sandbox.ts';
import { claudeHooks, everything, json, local, noteFile, ours, projectWith, status, works } from './installing.ts';

test('the exact change is shown; nothing happens unless somebody says yes', (t) => {
  const box = sandbox(t);
  const before = projectWith(box, '{\n  "model": "opus"\n}\n');
  const asked = box.dk('project', ['install', 'claude']);
  assert.equal(asked.code, 12);
  assert.match(
    asked.stdout,
    /^8 hooks into .*project\/\.claude\/settings\.local\.json; `--show` for the diff {2}\(local: only you, only this project with its worktrees\)\na skill into .*project\/\.claude\/skills\/dreamkeeper {2}\(.*your git does not see it\)\na new home for the memory in .*\.dream\n/u,
  );
  assert.match(asked.stdout, /`dk uninstall claude` removes this again[\s\S]*2\.1\.211 loads none .* worktrees/u);
  assert.match(asked.stdout, /Nothing was changed, because there is no terminal to ask in\. Add --yes/u);
  assert.doesNotMatch(asked.stdout, /^ {2}[+-]/mu);
  const shown = box.dk('project', ['install', 'claude', '--show']);
  assert.equal(shown.code, 12);
  assert.match(
    shown.stdout,
    /^.*project\/\.claude\/settings\.local\.json {2}\(local: only you, only this project with its worktrees\)/u,
  );
  assert.match(shown.stdout, /\n {2}- {3}"model": "opus"\n {2}\+ {3}"model": "opus",\n {2}\+ {3}"hooks": \{\n/u);
  for (const { word } of claudeHooks)
    assert.match(
      shown.stdout,
      new RegExp(`\\n {2}\\+ +"command": .* hook ${word} --from claude --pid \\$PPID 2>`, 'u'),
    );
  assert.match(shown.stdout, /\.git\/info\/exclude .*\n {2}\+ \/\.claude\/settings\.local\.json\n/u);
  assert.match(
    shown.stdout,
    /skills\/dreamkeeper .*\n {2}SKILL\.md, a copy of .*\n {2}\.gitignore, which has \* in it\n/u,
  );
  assert.match(
    shown.stdout,
    /project\/\.dream {2}\(a new home for the memory: [\s\S]*hidden from your git by a line in info\/exclude/u,
  );
  const dry = works(box, 'project', 'install', 'claude', '--dry-run');
  assert.match(dry.stdout, /Nothing was changed \(--dry-run\)/u);
  const { changes, ...planned } = json(works(box, 'project', 'install', 'claude', '--dry-run', '--json'));
  assert.deepEqual(
    (changes as readonly { readonly sign: string; readonly text: string }[]).map(
      ({ sign, text }) => `  ${sign} ${text}`,
    ),
    dry.stdout.split('\n').filter((line) => /^ {2}[+-] [^/]/u.test(line)),
  );
  assert.deepEqual(planned, {
    schema: 1,
    file: box.path(local),
    scope: 'local',
    result: 'change',
    changed: false,
    dryRun: true,
    home: box.path('project/.dream'),
    shape: 'nested',
    makesHome: true,
    exclude: '/.claude/settings.local.json',
    elsewhere: [],
    why: 'this repository has work of its own, so the home is a repository beside it that your own git never sees',
    plugin: null,
    title: 'Claude Code',
    target: null,
    hooks: 8,
    renews: false,
    mcp: null,
    skill: {
      folder: box.path('project/.claude/skills/dreamkeeper'),
      result: 'add',
      hidden: true,
      source: join(dirname(dirname(realpathSync(bin))), 'plugins/dreamkeeper/skills/dreamkeeper/SKILL.md'),
    },
    worktreesFrom: '2.1.211',
    lines: [
      { file: box.path('project/.git/info/exclude'), line: '/.claude/settings.local.json', hides: 'settings' },
      { file: box.path('project/.git/info/exclude'), line: '/.dream/', hides: 'home' },
    ],
    program: realpathSync(bin),
    ignored: null,
    afterwards: null,
    isUndreamt: true,
    uninstall: 'dk uninstall claude',
  });
  assert.equal(box.dk('project', ['install', 'claude', '--json']).code, 2);
  assert.equal(box.dk('project', ['install', 'claude', '--yes', '--dry-run', '--json']).code, 0);
  assert.deepEqual(everything(box), before);
});

test('a person at a terminal is asked, and only a yes is one', (t) => {
  if (!needs(t, 'script', 'install util-linux')) return;
  const box = sandbox(t);
  const before = projectWith(box);
  const answer = (text: string): { readonly code: number | null; readonly out: string } => {
    const command = `'${process.execPath}' '${bin}' install claude --no-first-night`;
    const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: box.path('project'),
      env: box.env,
      input: text,
      encoding: 'utf8',
      timeout: 30_000,
    });
    return { code: ran.status, out: ran.stdout };
  };
  for (const no of ['\n', 'n\n', 'yesterday\n', '\u0004']) {
    const { code, out } = answer(no);
    assert.match(out, /Do this\? \[y\/N\]/u);
    assert.match(out, /Nothing was changed\./u);
    assert.equal(code, 0);
    assert.deepEqual(everything(box), before, JSON.stringify(no));
  }
  const { code, out } = answer('y\n');
  assert.equal(code, 0, out);
  assert.match(out, /Done\./u);
  assert.equal(ours(box), claudeHooks.length);
});

test('git sees nothing of it: before, while it is there, and after', (t) => {
  const box = sandbox(t);
  const before = projectWith(box);
  const ran = works(box, 'project', 'install', 'claude', '--yes');
  assert.match(ran.stdout, /dk status, dk doctor/u);
  assert.match(ran.stdout, /dk uninstall claude/u);
  assert.equal(status(box), '');
  assert.equal(ours(box), claudeHooks.length);
  // With one at Stop for which it does not wait, Claude Code 2.1.197 never says that a session ended.
  assert.doesNotMatch(box.read(local), /"async"/u);
  assert.ok(existsSync(box.path('project/.dream/dreamkeeper.yaml')));
  assert.equal(statSync(box.path(noteFile)).mode & 0o777, 0o600);
  box.git('project', 'add', '-A');
  assert.equal(status(box), '');
  box.git('project', 'clean', '-fd');
  assert.equal(ours(box), claudeHooks.length);
  works(box, 'project', 'uninstall', 'claude', '--yes', '--data');
  assert.equal(status(box), '');
  assert.equal(box.git('project', 'status', '--porcelain', '--ignored'), '');
  assert.deepEqual(everything(box), before);
});

test('a home without a dream is offered its first night, unless that is not wanted', (t) => {
  const box = sandbox(t);
  projectWith(box);
  const dreams = (): number =>
    Object.keys(snapshot(box.path('project/.dream/rem'))).filter((name) => /^\d.*\.org$/u.test(name)).length;
  works(box, 'project', 'install', 'claude', '--yes');
  assert.ok(!existsSync(box.path('project/.dream/rem')));
  works(box, 'project', 'uninstall', 'claude', '--yes');
  assert.equal(box.dk('project', ['install', 'claude', '--yes', '--json']).code, 0);
  assert.ok(!existsSync(box.path('project/.dream/rem')), 'whoever wants JSON gets nothing else');
  works(box, 'project', 'uninstall', 'claude', '--yes');
  assert.match(box.dk('project', ['install', 'claude', '--yes']).stdout, /First dream/u);
  assert.equal(dreams(), 1);
  works(box, 'project', 'uninstall', 'claude', '--yes');
  assert.doesNotMatch(box.dk('project', ['install', 'claude', '--yes']).stdout, /First dream/u);
  assert.equal(dreams(), 1);
});

test('twice is once', (t) => {
  const box = sandbox(t);
  projectWith(box, '{"model":"opus"}');
  works(box, 'project', 'install', 'claude', '--yes');
  const before = snapshot(box.folder);
  const again = works(box, 'project', 'install', 'claude', '--yes');
  assert.match(again.stdout, /already, as they should be\. Nothing was changed/u);
  assert.equal(json(works(box, 'project', 'install', 'claude', '--yes', '--json')).changed, false);
  assert.equal(box.dk('project', ['install', 'claude']).code, 0, 'there is nothing to ask about');
  assert.deepEqual(snapshot(box.folder), before);
});

describe('where it goes', () => {
  test('--user: the person’s own settings, wherever Claude Code keeps them', (t) => {
    const box = sandbox(t);
    const before = projectWith(box);
    works(box, 'project', 'install', 'claude', '--user', '--yes');
    assert.equal(ours(box, 'person/.claude/settings.json'), claudeHooks.length);
    assert.equal(ours(box), 0);
    assert.equal(box.read('project/.git/info/exclude').includes('.claude'), false);
    const local = works(box, 'project', 'uninstall', 'claude', '--local', '--yes').stdout;
    assert.match(local, /installed-claude\.json {2}\(how your own settings were before us\)/u, 'that stays');
    const gone = works(box, 'project', 'uninstall', 'claude', '--user', '--yes', '--data').stdout;
    assert.doesNotMatch(gone, /installed-claude/u, 'what goes is not said to stay');
    assert.deepEqual(everything(box), before);
    assert.ok(!existsSync(box.path('person/.claude')));
    const env = { CLAUDE_CONFIG_DIR: box.path('else where') };
    assert.equal(box.dk('project', ['install', 'claude', '--user', '--yes', '--json'], { env }).code, 0);
    assert.equal(ours(box, 'else where/settings.json'), claudeHooks.length);
  });
  test('--shared: the project’s, by name, because others have other paths', (t) => {
    const box = sandbox(t);
    projectWith(box);
    works(box, 'project', 'install', 'claude', '--shared', '--yes');
    const text = box.read('project/.claude/settings.json');
    assert.equal(text.match(/"dk hook [a-z-]+ --from claude --pid \$PPID 2>\/dev\/null \|\| true"/gu)?.length, 8);
    assert.ok(!text.includes(process.execPath));
    const seen = '?? .claude/settings.json\n?? .claude/skills/dreamkeeper/SKILL.md\n';
    assert.equal(status(box), seen, 'it is meant for git');
  });
  test('only one scope at a time, and only harnesses we know', (t) => {
    const box = sandbox(t);
    projectWith(box);
    for (const args of [['--user', '--shared'], ['--local', '--user'], ['--nonsense']])
      assert.equal(box.dk('project', ['install', 'claude', '--yes', ...args]).code, 2, args.join(' '));
    assert.equal(box.dk('project', ['install', 'emacs', '--yes']).code, 2);
    assert.equal(box.dk('project', ['install', '--yes']).code, 2);
  });
  test('ours in another place that counts here are not put in twice', (t) => {
    const box = sandbox(t);
    projectWith(box);
    project(box, 'second');
    works(box, 'project', 'install', 'claude', '--user', '--yes');
    const before = snapshot(box.folder, (name) => name.endsWith('.git/index'));
    for (const scope of [[], ['--shared']] as const) {
      const ran = works(box, 'project', 'install', 'claude', '--yes', ...scope);
      assert.match(ran.stdout, /already in .*person\/\.claude\/settings\.json .*user/u);
      assert.match(ran.stdout, /no settings are changed\.\nTo have them here instead: `dk uninstall claude --user`/u);
    }
    assert.deepEqual(
      snapshot(box.folder, (name) => name.endsWith('.git/index')),
      before,
    );
    assert.match(works(box, 'project', 'install', 'claude', '--user', '--yes').stdout, /as they should be/u);
    // In another project there is still a home to make.
    const ran = works(box, 'second', 'install', 'claude', '--yes');
    assert.match(ran.stdout, /no settings are changed/u);
    assert.ok(existsSync(box.path('second/.dream/dreamkeeper.yaml')) && !existsSync(box.path('second/.claude')));
  });
  test('the main worktree, from a linked one, a subfolder or the home: Claude Code reads it in all of them', (t) => {
    const box = sandbox(t);
    projectWith(box);
    box.git('project', 'worktree', 'add', '-q', '-b', 'w', '../tree');
    mkdirSync(box.path('tree/sub'));
    works(box, 'tree/sub', 'install', 'claude', '--yes');
    assert.equal(ours(box), 8);
    assert.ok(!existsSync(box.path('tree/.claude')));
    for (const place of ['project', 'tree']) assert.equal(status(box, place), '');
    assert.match(works(box, 'project/.dream', 'install', 'claude', '--yes').stdout, /as they should be/u);
    works(box, 'tree', 'uninstall', 'claude', '--local', '--yes');
    assert.ok(!existsSync(box.path('project/.claude')));
    assert.doesNotMatch(box.read('project/.git/info/exclude'), /claude/u);
  });
  test('a link stays a link, and its target keeps its rights', (t) => {
    const box = sandbox(t);
    projectWith(box);
    box.write('dotfiles/claude.json', '{"model":"opus"}');
    chmodSync(box.path('dotfiles/claude.json'), 0o600);
    mkdirSync(dirname(box.path(local)));
    symlinkSync('../../dotfiles/claude.json', box.path(local));
    const before = snapshot(box.folder);
    const ran = works(box, 'project', 'install', 'claude', '--yes');
    assert.match(ran.stdout, /which is .*dotfiles\/claude\.json/u);
    assert.equal(ours(box, 'dotfiles/claude.json'), 8);
    assert.equal(statSync(box.path('dotfiles/claude.json')).mode & 0o777, 0o600);
    works(box, 'project', 'uninstall', 'claude', '--yes', '--data');
    const after = snapshot(box.folder);
    assert.deepEqual({ ...after, 'project/.git/index': '' }, { ...before, 'project/.git/index': '' });
  });
  test('what git ignores anyway needs no line', (t) => {
    const box = sandbox(t);
    projectWith(box);
    box.write('person/.config/git/ignore', '**/.claude/settings.local.json\n');
    works(box, 'project', 'install', 'claude', '--yes');
    assert.doesNotMatch(box.read('project/.git/info/exclude'), /claude/u);
    assert.equal(status(box), '');
  });
});

describe('refusals change nothing and say what to do', () => {
  for (const [what, text, code, words] of [
    ['broken JSON', '{"a": 1', 2, /settings\.local\.json cannot be read as JSON \(line 1\)/u],
    ['not an object', '[1]\n', 2, /not an object/u],
    ['hooks that are a list', '{"hooks": []}', 2, /"hooks" that are not an object/u],
    ['an event that is no list', '{"hooks": {"Stop": {}}}', 2, /"Stop" hooks that are not a list/u],
    ['hooks twice', '{"hooks": {}, "hooks": {}}', 2, /"hooks" twice/u],
    ['another encoding', Buffer.from('\uFEFF{"a":1}', 'utf16le'), 2, /not UTF-8/u],
  ] as const) {
    test(what, (t) => {
      const box = sandbox(t);
      const before = projectWith(box, text);
      const ran = box.dk('project', ['install', 'claude', '--yes']);
      assert.equal(ran.code, code, ran.stdout);
      assert.match(ran.stderr, words);
      assert.match(ran.stderr, /^E_CONFIG/u);
      assert.match(ran.stderr, /Nothing was changed/u);
      assert.deepEqual(everything(box), before);
    });
  }
  test('a file that git tracks, and a link that leads nowhere', (t) => {
    const box = sandbox(t);
    projectWith(box, '{}\n');
    box.git('project', 'add', '-f', '.claude/settings.local.json');
    const before = everything(box);
    const ran = box.dk('project', ['install', 'claude', '--yes']);
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /E_USAGE git tracks .*\n.*--user/u);
    assert.deepEqual(everything(box), before);
    const other = sandbox(t);
    projectWith(other);
    mkdirSync(dirname(other.path(local)));
    symlinkSync('nowhere', other.path(local));
    const lost = other.dk('project', ['install', 'claude', '--yes']);
    assert.equal(lost.code, 12);
    assert.match(lost.stderr, /leads nowhere/u);
    assert.ok(!existsSync(other.path('project/.dream')));
  });
  test('a folder without a repository, empty or not', (t) => {
    const box = sandbox(t);
    box.write('plain/file', 'x');
    mkdirSync(box.path('empty'));
    for (const cwd of ['plain', 'empty'])
      for (const scope of [[], ['--user'], ['--shared']]) {
        const ran = box.dk(cwd, ['install', 'claude', '--yes', ...scope]);
        assert.equal(ran.code, 2);
        assert.match(ran.stderr, /E_NOT_A_REPOSITORY[\s\S]*`dk init`/u);
      }
    assert.deepEqual(Object.keys(snapshot(box.folder)).toSorted(), ['empty', 'person', 'plain', 'plain/file']);
  });
  test('a repository that is the home itself is fine', (t) => {
    const box = sandbox(t);
    homeIn(box);
    works(box, 'home', 'install', 'claude', '--yes');
    assert.equal(ours(box, 'home/.claude/settings.local.json'), 8);
    assert.equal(status(box, 'home'), '');
    assert.equal(readFileSync(box.path('home/.git/info/exclude'), 'utf8').match(/claude/gu)?.length, 1);
  });
});
