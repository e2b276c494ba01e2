// A home of a test in which an agent works: real git, real files, the real world but for its pauses.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { agentIn, type HomeSettings } from '../../src/config/config.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { type Dispatcher, dispatcher } from '../../src/work/tools/dispatch.ts';
import { groundOf } from '../../src/work/tools/ground.ts';
import type { Bench } from '../../src/work/tools/tool.ts';
import type { AgentHome } from '../../src/world/world.ts';
import { env } from '../models/asking.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';

export const plan = `#+TODO: TODO NEXT DOING | DONE CANCELLED
* board
** NEXT mend the door
** TODO paint the wall
* log
`;
export const bold = '* worker :agent:\n:PROPERTIES:\n:TOOLKITS: files board git memory\n:EXEC: yes\n:END:\n';

export interface Making {
  readonly shape?: 'one' | 'nested';
  readonly agent?: string;
  readonly settings?: HomeSettings;
  readonly files?: Readonly<Record<string, string>>;
  readonly plan?: string;
}

export interface Workshop {
  readonly box: Sandbox;
  readonly worker: AgentHome;
  readonly bench: Bench;
  readonly use: Dispatcher;
  /** The folder the agent works in, in the sandbox. */
  readonly place: string;
  readonly home: string;
  /** What the record of the day has: calls that ended, unless starts are asked for. */
  steps(
    phase?: 'start' | 'end',
  ): readonly { readonly tool: string; readonly target: string; readonly exit: number; readonly run: string }[];
  log(format?: string): string[];
}

export async function workshop(t: TestContext, making: Making = {}): Promise<Workshop> {
  const box = sandbox(t);
  const shape = making.shape ?? 'one';
  const place = 'place';
  const home = shape === 'one' ? place : `${place}/.dream`;
  const files = making.files ?? { 'src/a.ts': 'one\ntwo\nthree\n', 'docs/x.md': 'x\n' };
  const own = {
    'dreamkeeper.yaml': 'format: 1\n',
    'plan.org': making.plan ?? plan,
    'agent.org': making.agent ?? bold,
    '.gitignore': '_*.jsonl\n',
  };
  for (const [name, content] of Object.entries(files)) box.write(join(place, name), content);
  for (const [name, content] of Object.entries(own)) box.write(join(home, name), content);
  if (shape === 'nested') box.write(`${place}/.gitignore`, '.dream/\n');
  for (const folder of new Set([place, home])) {
    mkdirSync(box.path(folder), { recursive: true });
    box.git(folder, 'init', '-q', '-b', 'main');
    box.git(folder, 'add', '-A');
    box.git(folder, 'commit', '-q', '-m', 'first');
  }
  const world = await realWorld({ ...box.env, ...env });
  const found = world.places.find({ cwd: box.path(place), env: box.env });
  if (found === undefined || found.shape !== shape) throw new Error(`no home of the shape ${shape}`);
  const worker: AgentHome = {
    world: { ...world, pause: () => Promise.resolve() },
    home: found,
    settings: making.settings ?? {},
    agent: 'worker',
  };
  const agent = agentIn(making.agent ?? bold, 'worker');
  const bench: Bench = {
    worker,
    run: 'r-aaaaaaaaaa',
    agent,
    ground: groundOf(worker, agent.territory),
    written: new Map(),
    whole: new Set(),
  };
  return {
    ...{ box, worker, bench, place, home },
    use: dispatcher(bench, () => Promise.resolve({ head: null, branch: null })),
    steps: (wanted = 'end') =>
      readFileSync(box.path(home, '_steps.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ phase }) => phase === wanted),
    log: (format = '%s') => box.git(home, 'log', `--format=${format}`).trim().split('\n'),
  };
}
