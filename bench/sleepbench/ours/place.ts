// A project with a home beside it, as `dk init` makes it, on a clock and a chance that are arguments; on a git in memory unless real git is wanted.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foundHome, prepareHome } from '../../../src/adopt/adopt.ts';
import { realWorld } from '../../../src/wire/wire.ts';
import type { FoundHome, Standpoint, World } from '../../../src/world/world.ts';
import { scriptedTimes } from '../../../test/day.ts';
import { type MemoryGit, memoryGit } from '../../../test/memory-git/memory-git.ts';
import { type PersonsGit, realPerson } from '../../../test/persons-git.ts';

export interface Place {
  /** Where verbs stand. */
  readonly at: Standpoint;
  readonly home: FoundHome;
  readonly world: World;
  readonly project: string;
  /** The project's git in the hands of the agent, and of somebody else. */
  readonly git: Readonly<Record<'agent' | 'stranger', PersonsGit>>;
  now(): Date;
  /** What the clock shows from now on. */
  setClock(at: string): void;
  /** Whose session it is. */
  setSession(name: string): void;
}

/** `yaml` is added to the settings of the home; `operator` is the operator's own file. */
export interface Wanted {
  readonly folder: string;
  readonly seed: number;
  readonly yaml: string;
  readonly operator: string;
  readonly isRealGit: boolean;
  /** A fault in the product, planted to see that it is seen. */
  planted?(world: World): World;
}

const began = '2031-01-01T00:00:00.000Z';

export async function makePlace({ folder, seed, yaml, operator, isRealGit, planted }: Wanted): Promise<Place> {
  const project = join(folder, 'project');
  const person = join(folder, 'person');
  mkdirSync(project, { recursive: true });
  put(join(person, '.config/dreamkeeper/config.yaml'), operator);
  let [clock, reading] = [Date.parse(began), 0];
  const now = (): Date => {
    // No two moments are one, and the same life has the same moments.
    reading += 1;
    return new Date(clock + reading);
  };
  const base = {
    ...{ PATH: process.env.PATH ?? '', HOME: person, TZ: 'UTC', LC_ALL: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_COUNT: '1' },
    ...{ GIT_CONFIG_KEY_0: 'maintenance.auto', GIT_CONFIG_VALUE_0: 'false' },
  };
  let session = 'before';
  const memory: MemoryGit | undefined = isRealGit ? undefined : memoryGit();
  const random = seeded(seed);
  const changed = (real: World): World => {
    const world = memory?.world(real) ?? real;
    const scripted = { ...world, now, random, git: { ...world.git, ...scriptedTimes(world) } };
    return planted?.(scripted) ?? scripted;
  };
  const at: Standpoint = {
    cwd: project,
    changed,
    complain: () => undefined,
    get env() {
      return { ...base, DREAMKEEPER_RUN: session };
    },
  };
  const gitOf = (name: string): PersonsGit =>
    (memory?.person ?? realPerson)(project, {
      ...base,
      ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: `${name}@example.org` },
      ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: `${name}@example.org` },
    });
  const git = { agent: gitOf('waldo'), stranger: gitOf('stranger') };
  git.agent.init();
  put(join(project, 'README.md'), '# The project\n');
  git.agent.add();
  git.agent.commit('first', { when: began });
  const world = changed(await realWorld(base, () => undefined));
  const request = { cwd: project, env: base, here: false, home: undefined, agent: 'waldo' };
  await foundHome(world, request, await prepareHome(world, request));
  const home = world.places.find({ cwd: project, env: base });
  if (home === undefined) throw new Error('there is no home');
  if (yaml !== '') put(join(home.home, 'dreamkeeper.yaml'), `format: 1\nagent: waldo\n${yaml}\n`);
  return {
    ...{ at, home, world, project, git, now },
    setClock: (time) => {
      [clock, reading] = [Date.parse(time), 0];
    },
    setSession: (name) => {
      session = name;
    },
  };
}

export function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Always the same for one seed, and never the same twice. */
function seeded(seed: number): (bytes: number) => string {
  let count = 0;
  return (bytes) => {
    count += 1;
    return createHash('sha256')
      .update(`${seed} ${count}`)
      .digest('hex')
      .slice(0, bytes * 2);
  };
}
