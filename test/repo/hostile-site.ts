// How a repository is prepared against us.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sandbox } from '../sandbox.ts';

/** A repository somebody prepared. `outside` is a folder that has nothing to do with it. */
export interface Site {
  readonly worktree: string;
  readonly gitDir: string;
  readonly outside: string;
}

export interface Vector {
  readonly name: string;
  /** What it sets; of two with the same, one would hide the other if they were in one repository. */
  readonly sets: string;
  plant(site: Site, program: string): void;
}

export function put(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
}

/** A program that leaves a mark when it is run. */
export function evil(box: Sandbox, name: string): string {
  mkdirSync(box.path('marks'), { recursive: true });
  put(box.path('evil', name), `#!/bin/sh\n: > '${box.path('marks', name)}'\n`, 0o755);
  return box.path('evil', name);
}

/** The marks there are. */
export function marked(box: Sandbox): readonly string[] {
  return existsSync(box.path('marks')) ? readdirSync(box.path('marks')).sort() : [];
}

/** Plain git, for planting only. */
export function plainGit(cwd: string, args: readonly string[], input = ''): string {
  const env = {
    PATH: process.env.PATH ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    HOME: '/dev/null',
  };
  return spawnSync('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...args], {
    cwd,
    env,
    input,
  }).stdout.toString();
}

export const configure = ({ gitDir }: Site, text: string): void =>
  appendFileSync(join(gitDir, 'config'), `\n${text}\n`);
export const attribute = ({ worktree }: Site, line: string): void =>
  appendFileSync(join(worktree, '.gitattributes'), `${line}\n`);
export const hooks =
  'applypatch-msg commit-msg post-checkout post-commit post-index-change post-merge pre-auto-gc pre-commit pre-merge-commit pre-push prepare-commit-msg reference-transaction'.split(
    ' ',
  );

/** A hook is run with its own arguments, so the program itself is what lies there. */
export function hookFolder(folder: string, program: string, names: readonly string[] = hooks): void {
  for (const name of names) put(join(folder, name), `#!/bin/sh\nexec ${program}\n`, 0o755);
}

export function setting(key: string, text: (program: string, site: Site) => string, sets = key): Vector {
  return { name: key, sets, plant: (site, program) => configure(site, text(program, site)) };
}

/** A remote that would be asked for a file that is missing, as in a partial clone. */
export function promised(
  name: string,
  remote: (program: string, site: Site) => string,
  more: (program: string) => string = () => '',
): Vector {
  return {
    name: `partial clone, ${name}`,
    sets: name,
    plant: (site, program) => {
      configure(site, `[remote "${name}"]\n\tpromisor = true\n\t${remote(program, site)}\n${more(program)}`);
      const blob = plainGit(site.worktree, ['rev-parse', 'HEAD:app.js']).trim();
      rmSync(join(site.gitDir, 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    },
  };
}

export function included(name: string, section: string): Vector {
  return {
    name,
    sets: name,
    plant: (site, program) => {
      put(join(site.outside, `${name.replaceAll(/\W/gu, '-')}.config`), `[core]\n\tfsmonitor = ${program}\n`);
      configure(site, `${section}\n\tpath = ${join(site.outside, `${name.replaceAll(/\W/gu, '-')}.config`)}`);
    },
  };
}

export function filter(
  name: string,
  keys: readonly string[],
  where: (site: Site, line: string) => void = attribute,
): Vector {
  const driver = name.replaceAll(/\W/gu, '-');
  return {
    name,
    sets: name,
    plant: (site, program) => {
      put(join(site.worktree, driver), 'filtered\n');
      // Younger than any index: git has doubts about it, and looks into it when it writes one.
      utimesSync(join(site.worktree, driver), new Date('2100-01-01'), new Date('2100-01-01'));
      plainGit(site.worktree, ['add', driver]);
      where(site, `${driver} filter=${driver}`);
      configure(site, `[filter "${driver}"]\n${keys.map((key) => `\t${key} = ${program}`).join('\n')}`);
    },
  };
}

/** The last commit gets a signature, so that there is one to verify. */
export function sign({ worktree }: Site): void {
  const commit = plainGit(worktree, ['cat-file', 'commit', 'HEAD']);
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n';
  const signed = plainGit(
    worktree,
    ['hash-object', '-t', 'commit', '-w', '--stdin'],
    commit.replace('\n\n', `\n${signature}\n`),
  );
  plainGit(worktree, ['update-ref', 'refs/heads/main', signed.trim()]);
}

/** Places in a repository where a link would let us write outside; these are refused, not used. */
export const links: readonly { readonly name: string; plant(site: Site): void }[] = [
  { name: 'our folder is a link', plant: ({ gitDir, outside }) => symlinkSync(outside, join(gitDir, 'dreamkeeper')) },
  {
    name: 'our git folder is a link',
    plant: ({ gitDir, outside }) => {
      mkdirSync(join(gitDir, 'dreamkeeper'));
      symlinkSync(outside, join(gitDir, 'dreamkeeper', 'lens-sha1'));
    },
  },
  {
    name: 'its configuration is a link',
    plant: ({ gitDir, outside }) => {
      mkdirSync(join(gitDir, 'dreamkeeper', 'lens-sha1'), { recursive: true });
      symlinkSync(join(outside, 'precious'), join(gitDir, 'dreamkeeper', 'lens-sha1', 'config'));
    },
  },
];
