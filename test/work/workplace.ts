// A place to work in: a project with commits, a home nested in it, and somebody who runs programs there.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parseHomeSettings } from '../../src/config/config.ts';
import { realWorld } from '../../src/wire/wire.ts';
import {
  type CommandOptions,
  commandRunner,
  type RunDone,
  type Runner,
  type WorkRequest,
  workOnce,
} from '../../src/work/work.ts';
import type { AgentHome, FoundHome, World } from '../../src/world/world.ts';
import { homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';

export interface Workplace {
  readonly box: Sandbox;
  readonly worker: AgentHome;
  readonly world: World;
  readonly home: FoundHome;
  /** Runs a shell script as the agent. */
  run(script: string, more?: Partial<WorkRequest> & { readonly options?: Partial<CommandOptions> }): Promise<RunDone>;
  /** The pack that the last script was given. */
  pack(): string;
  board(): string;
  /** `git` in the home. */
  homeGit(...args: readonly string[]): string;
  git(...args: readonly string[]): string;
}

export const boardOf = (tasks: string): string =>
  `#+TODO: TODO NEXT DOING | DONE CANCELLED\n\n* board\n${tasks}\n* log\n`;

export async function workplace(
  t: TestContext,
  tasks = '** NEXT honest faq\nAsk before you write.\n- [ ] five questions\n** TODO later\n',
  settings = 'format: 1\nagent: waldo\n',
): Promise<Workplace> {
  const box = sandbox(t);
  project(box);
  mkdirSync(box.path('project/.git/info'), { recursive: true });
  box.write('project/.git/info/exclude', '/.dream/\n');
  homeIn(box, 'project/.dream');
  box.write('project/.dream/plan.org', boardOf(tasks));
  box.write('project/.dream/dreamkeeper.yaml', settings);
  box.git('project/.dream', 'commit', '-q', '-am', 'the plan');
  const world = await realWorld(box.env);
  const home = world.places.find({ cwd: box.path('project'), env: {} });
  if (home === undefined) throw new Error('no home');
  const worker: AgentHome = {
    ...{ world, home, agent: 'waldo' },
    settings: parseHomeSettings(readFileSync(join(home.home, 'dreamkeeper.yaml')), 'dreamkeeper.yaml', 'config.yaml'),
  };
  return {
    ...{ box, world, home, worker },
    run: (script, { options = {}, ...more } = {}) => {
      const runner = shellRunner(box, script, options);
      return workOnce(worker, { ...usual(runner), ...more });
    },
    pack: () => box.read('pack'),
    board: () => box.read('project/.dream/plan.org'),
    homeGit: (...args) => box.git('project/.dream', ...args),
    git: (...args) => box.git('project', ...args),
  };
}

/** Keeps its pack beside the project, then does what the script says. */
export function shellRunner(box: Sandbox, script: string, options: Partial<CommandOptions> = {}): Runner {
  writeFileSync(box.path('script.sh'), script);
  return commandRunner({
    ...{ argv: ['sh', '-c', 'cat > ../pack; . ../script.sh'], pack: 'stdin', env: box.env, withheld: [] },
    ...options,
  });
}

export function usual(runner: Runner): WorkRequest {
  return {
    runner,
    cadence: { state: 'wake_add', hits: 1 },
    kind: 'add',
    prose: 'Add something good.',
    claims: true,
    limit: 60_000,
  };
}
