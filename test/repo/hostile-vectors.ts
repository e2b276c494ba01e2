// Ways in which a repository can make git run a program, one row each.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  attribute,
  configure,
  filter,
  hookFolder,
  hooks,
  included,
  plainGit,
  promised,
  put,
  setting,
  sign,
  type Vector,
} from './hostile-site.ts';

const builtins =
  'rev-parse symbolic-ref for-each-ref ls-files update-index update-ref ls-tree cat-file unpack-objects read-tree init config version';

const signing = '[commit]\n\tgpgSign = true\n[tag]\n\tgpgSign = true\n[user]\n\tsigningKey = /dev/null';

export const vectors: readonly Vector[] = [
  ...hooks.map(
    (name): Vector => ({
      name: `hook ${name}`,
      sets: `hook ${name}`,
      plant: ({ gitDir }, program) => hookFolder(join(gitDir, 'hooks'), program, [name]),
    }),
  ),
  {
    name: 'core.hooksPath',
    sets: 'core.hooksPath',
    plant: (site, program) => {
      hookFolder(join(site.outside, 'hooks'), program);
      configure(site, `[core]\n\thooksPath = ${join(site.outside, 'hooks')}`);
    },
  },
  {
    name: 'core.hooksPath, relative',
    sets: 'core.hooksPath',
    plant: (site, program) => {
      hookFolder(join(site.worktree, 'tools'), program);
      configure(site, '[core]\n\thooksPath = tools');
    },
  },
  {
    name: 'configured hook',
    sets: 'hook.*',
    plant: (site, program) =>
      configure(site, `[hook "evil"]\n\tcommand = ${program}\n${hooks.map((name) => `\tevent = ${name}`).join('\n')}`),
  },
  {
    name: 'configured hook, odd name',
    sets: 'hook.*',
    plant: (site, program) =>
      configure(
        site,
        `[hook "reference-transaction"]\n\tparallel = true\n[hook "a=b. c\\"d"]\n\tenabled = true\n\tcommand = ${program}\n\tevent = reference-transaction\n\tevent = post-index-change`,
      ),
  },
  setting('core.fsmonitor', (program) => `[core]\n\tfsmonitor = ${program}`),
  included('include.path', '[include]'),
  included('includeIf gitdir', '[includeIf "gitdir:**"]'),
  included('includeIf onbranch', '[includeIf "onbranch:**"]'),
  {
    name: 'config.worktree',
    sets: 'config.worktree',
    plant: (site, program) => {
      configure(site, '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true');
      put(join(site.gitDir, 'config.worktree'), `[core]\n\tfsmonitor = ${program}\n`);
    },
  },
  filter('filter clean', ['clean']),
  filter('filter smudge', ['smudge', 'clean']),
  filter('filter process', ['process']),
  filter('filter required', ['clean', 'required = true\n\tprocess']),
  filter('filter of info/attributes', ['clean'], ({ gitDir }, line) =>
    put(join(gitDir, 'info', 'attributes'), `${line}\n`),
  ),
  filter('filter of core.attributesFile', ['clean'], (site, line) => {
    put(join(site.outside, 'attributes'), `${line}\n`);
    configure(site, `[core]\n\tattributesFile = ${join(site.outside, 'attributes')}`);
  }),
  setting('diff.external', (program) => `[diff]\n\texternal = ${program}`),
  {
    name: 'diff driver',
    sets: 'diff driver',
    plant: (site, program) => {
      attribute(site, '* diff=evil');
      configure(site, `[diff "evil"]\n\tcommand = ${program}`);
    },
  },
  {
    name: 'textconv',
    sets: 'diff driver',
    plant: (site, program) => {
      attribute(site, '* diff=evil');
      configure(site, `[diff "evil"]\n\ttextconv = ${program}\n\tcachetextconv = true`);
    },
  },
  {
    name: 'merge driver',
    sets: 'merge driver',
    plant: (site, program) => {
      attribute(site, '* merge=evil');
      configure(site, `[merge]\n\tdefault = evil\n[merge "evil"]\n\tdriver = ${program} %A`);
    },
  },
  setting('gpg.program', (program) => `[gpg]\n\tprogram = ${program}\n${signing}`),
  setting('gpg.openpgp.program', (program) => `[gpg "openpgp"]\n\tprogram = ${program}\n${signing}`),
  setting(
    'gpg.x509.program',
    (program) => `[gpg]\n\tformat = x509\n[gpg "x509"]\n\tprogram = ${program}\n${signing}`,
    'gpg',
  ),
  setting(
    'gpg.ssh.program',
    (program) => `[gpg]\n\tformat = ssh\n[gpg "ssh"]\n\tprogram = ${program}\n${signing}`,
    'gpg',
  ),
  setting(
    'gpg.ssh.defaultKeyCommand',
    (program) => `[gpg]\n\tformat = ssh\n[gpg "ssh"]\n\tdefaultKeyCommand = ${program}\n[commit]\n\tgpgSign = true`,
    'gpg',
  ),
  {
    name: 'log.showSignature',
    sets: 'log.showSignature',
    plant: (site, program) => {
      sign(site);
      configure(site, `[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${program}`);
    },
  },
  promised(
    'core.sshCommand',
    () => 'url = ssh://localhost/x',
    (program) => `[core]\n\tsshCommand = ${program}`,
  ),
  promised(
    'core.gitProxy',
    () => 'url = git://localhost/x',
    (program) => `[core]\n\tgitProxy = ${program}`,
  ),
  promised('uploadpack', (program, { worktree }) => `url = ${worktree}\n\tuploadpack = ${program}`),
  promised('receivepack', (program, { worktree }) => `url = ${worktree}\n\treceivepack = ${program}`),
  promised(
    'ext',
    (program) => `url = ext::${program}`,
    () => '[protocol "ext"]\n\tallow = always',
  ),
  promised(
    'insteadOf',
    () => 'url = mine:x',
    (program) => `[protocol "ext"]\n\tallow = always\n[url "ext::${program} "]\n\tinsteadOf = mine:`,
  ),
  promised(
    'vcs',
    (program) => `vcs = ext\n\turl = ${program}`,
    () => '[protocol]\n\tallow = always',
  ),
  promised(
    'credential.helper',
    () => 'url = https://localhost:9/x',
    (program) =>
      `[credential]\n\thelper = ${program}\n[credential "https://localhost:9"]\n\thelper = ${program}\n[core]\n\taskPass = ${program}`,
  ),
  setting('core.editor', (program) => `[core]\n\teditor = ${program}\n[sequence]\n\teditor = ${program}`),
  setting('core.pager', (program) => `[core]\n\tpager = ${program}`),
  setting(
    'pager.*',
    (program) =>
      `[pager]\n${builtins
        .split(' ')
        .map((name) => `\t${name} = ${program}`)
        .join('\n')}`,
  ),
  setting('interactive.diffFilter', (program) => `[interactive]\n\tdiffFilter = ${program}`),
  setting(
    'alias.*',
    (program) =>
      `[alias]\n\tst = !${program}\n${builtins
        .split(' ')
        .map((name) => `\t${name} = !${program}`)
        .join('\n')}`,
  ),
  setting(
    'trailer.*',
    (program) =>
      `[trailer "evil"]\n\tkey = Evil\n\tcommand = ${program}\n[trailer "worse"]\n\tkey = Worse\n\tcmd = ${program}`,
  ),
  setting('core.alternateRefsCommand', (program, { gitDir, outside }) => {
    plainGit(outside, ['init', '-q', '--bare', 'alternate']);
    put(join(gitDir, 'objects', 'info', 'alternates'), `${join(outside, 'alternate', 'objects')}\n`);
    return `[core]\n\talternateRefsCommand = ${program}`;
  }),
  setting(
    'gc.recentObjectsHook',
    (program) =>
      `[gc]\n\tauto = 1\n\tautoDetach = false\n\trecentObjectsHook = ${program}\n[maintenance]\n\tauto = true`,
  ),
  setting(
    'submodule.*.update',
    (program) =>
      `[submodule]\n\trecurse = true\n[submodule "evil"]\n\turl = .\n\tactive = true\n\tupdate = !${program}`,
  ),
  setting('init.templateDir', (program, { outside }) => {
    hookFolder(join(outside, 'template', 'hooks'), program);
    return `[init]\n\ttemplateDir = ${join(outside, 'template')}`;
  }),
  setting('tools', (program) =>
    ['tar "tgz"', 'man "x"', 'browser "x"', 'difftool "x"', 'mergetool "x"', 'guitool "x"', 'uploadpack', 'imap']
      .map(
        (section) =>
          `[${section}]\n\tcmd = ${program}\n\tcommand = ${program}\n\tpackObjectsHook = ${program}\n\ttunnel = ${program}`,
      )
      .join('\n'),
  ),
  {
    name: 'core.worktree',
    sets: 'core.worktree',
    plant: (site, program) => {
      put(join(site.outside, 'tree', '.gitattributes'), '* filter=elsewhere\n');
      put(join(site.outside, 'tree', 'app.js'), readFileSync(join(site.worktree, 'app.js'), 'utf8'));
      configure(site, `[core]\n\tworktree = ${join(site.outside, 'tree')}\n[filter "elsewhere"]\n\tclean = ${program}`);
    },
  },
  {
    name: 'our own git folder, configured',
    sets: 'lens',
    plant: ({ gitDir }, program) => {
      put(
        join(gitDir, 'dreamkeeper', 'lens-sha1', 'config'),
        `[core]\n\tbare = true\n\tfsmonitor = ${program}\n[hook "x"]\n\tcommand = ${program}\n\tevent = post-index-change\n`,
      );
      hookFolder(join(gitDir, 'dreamkeeper', 'lens-sha1', 'hooks'), program);
    },
  },
  {
    name: 'our own git folder, led elsewhere',
    sets: 'lens',
    plant: ({ gitDir, outside }, program) => {
      plainGit(outside, ['init', '-q', '--bare', 'elsewhere.git']);
      appendFileSync(
        join(outside, 'elsewhere.git', 'config'),
        `[core]\n\tfsmonitor = ${program}\n[hook "x"]\n\tcommand = ${program}\n\tevent = post-index-change\n`,
      );
      put(join(gitDir, 'dreamkeeper', 'lens-sha1', 'commondir'), `${join(outside, 'elsewhere.git')}\n`);
    },
  },
];
