// What nights, wakes and undos rely on in any git: asked of the real one, and of the one in memory that simulated lives are lived on.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Repository, World } from '../../src/world/world.ts';
import type { PersonsGit } from '../persons-git.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { commitContract } from './git-contract-commit.ts';
import { historyContract } from './git-contract-history.ts';
import { refusalContract } from './git-contract-refusals.ts';
import { worktreeContract } from './git-contract-worktree.ts';
import { placeOf } from './support.ts';

/** A git, and how a person uses it. */
export interface AnyGit {
  readonly git: World['git'];
  person(folder: string, env: Readonly<Record<string, string>>): PersonsGit;
}

/** A repository with nothing in it yet. */
export interface Bench {
  readonly git: World['git'];
  readonly person: PersonsGit;
  readonly repository: Repository;
  readonly box: Sandbox;
  /** Its root. */
  readonly folder: string;
  /** Writes files, or removes them. */
  put(files: Readonly<Record<string, string | undefined>>): void;
  /** Writes files, and a person commits everything. Gives the commit. */
  commit(files: Readonly<Record<string, string | undefined>>, message: string, when?: string): Promise<string>;
}

/** What a git may refuse; all else it has to do. */
export type Refusable = 'snapshot' | 'blame' | 'patch' | 'throughLens' | 'inside' | 'checkout';

export type Ask = (what: string, act: (bench: Bench, t: TestContext) => Promise<void>) => void;

export function gitContract(
  name: string,
  make: (env: Readonly<Record<string, string>>) => Promise<AnyGit>,
  refuses: readonly Refusable[] = [],
): void {
  const ask: Ask = (what, act) =>
    void test(`${name}: ${what}`, async (t) => {
      const box = sandbox(t);
      await act(await bench(box, await make(box.env), 'repo'), t);
    });
  commitContract(ask);
  historyContract(ask);
  worktreeContract(ask);
  refusalContract(ask, new Set(refuses));
}

export async function bench(box: Sandbox, { git, person }: AnyGit, name: string): Promise<Bench> {
  const folder = box.path(name);
  mkdirSync(folder);
  const hands = person(folder, box.env);
  hands.init();
  const repository = await git.open(placeOf(folder), join(folder, '.git/dreamkeeper'));
  const put: Bench['put'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      if (text === undefined) rmSync(join(folder, path), { force: true });
      else writeFileSync(join(folder, path), text);
    }
  };
  return {
    ...{ git, repository, box, folder, put, person: hands },
    commit: async (files, message, when) => {
      put(files);
      hands.add();
      hands.commit(message, when === undefined ? {} : { when });
      return (await repository.head()).commit ?? '';
    },
  };
}
