// Who runs the agent of a home: the operator's choice, read, checked, and put together with the home's limits.
import { milliseconds, ownOf } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import { builtinRunner, commandRunner, type Runner } from '../work/work.ts';
import type { AgentHome, Standpoint, World } from '../world/world.ts';
import { consolidatingFor } from './consolidating.ts';
import { chosenFor, openOperator } from './dreamer.ts';

export interface ChosenRunner {
  readonly runner: Runner;
  /** In milliseconds: the operator's, or the home's if that is shorter. */
  readonly limit: number;
}

/** A run may take so long if nobody says otherwise. */
const usualLimit = 15 * 60 * 1000;

/** The runner that the operator set up for this agent. Throws `E_NO_RUNNER`, saying what to write where, if there is none. */
export function chosenRunner(home: AgentHome, at: Standpoint): ChosenRunner {
  const { settings, file } = openOperator(home.world, at);
  const set = settings.runner;
  if (set === undefined) throw noRunner(file, 'no program is set up to run');
  const { agents, ...everybodys } = set;
  const runner = { ...everybodys, ...ownOf(agents, home.agent) };
  const limit = limitOf(home, runner.limit);
  if ((runner.kind ?? (runner.command === undefined ? 'builtin' : 'command')) === 'builtin')
    return { runner: builtinRunner(workModel(home, at, file), consolidatingFor(home, at)), limit };
  if (runner.command === undefined) throw noRunner(file, 'the runner is to be a program, and none is named');
  return {
    runner: commandRunner({
      ...{
        argv: runner.command,
        pack: runner.pack ?? (runner.command.some((arg) => arg.includes('{pack}')) ? 'file' : 'stdin'),
        env: at.env,
      },
      withheld: withheldFrom(settings, runner.env),
    }),
    limit,
  };
}

/** The model that takes the turns of our own tool loop. Without one nobody could work, and that is known before anything is claimed. */
function workModel(home: AgentHome, at: Standpoint, file: string): ReturnType<typeof chosenFor> {
  const chosen = chosenFor('work', home, at);
  if (chosen.source.kind !== 'builtin') return chosen;
  throw new DreamkeeperError('E_NO_RUNNER', 'the built-in agent needs a model, and none is chosen for work', {
    hint: `\`dk models use ollama/<model> --for default\` chooses one (docs/models.md). Or name a program as \`runner.command\` in ${printSafe(file)}.`,
  });
}

/** How long a run may take: as long as the operator (or whoever asks now) says, and never longer than the home does. */
export function limitOf({ settings }: Pick<AgentHome, 'settings'>, wanted?: string | number): number {
  const own = settings.work?.limit;
  const limits = [wanted, own].flatMap((limit) => (limit === undefined ? [] : [milliseconds(limit)]));
  return limits.length === 0 ? usualLimit : Math.min(...limits);
}

/** The variables that a program is not given: where the operator's providers have their keys, but for those it is allowed. */
export function withheldVariables(world: World, at: Standpoint): string[] {
  const { settings } = openOperator(world, at);
  return withheldFrom(settings, settings.runner?.env);
}

function withheldFrom(
  { providers }: ReturnType<typeof openOperator>['settings'],
  allowed: readonly string[] | undefined,
): string[] {
  const keys = Object.values(providers ?? {}).flatMap(({ key }) => /^env:(.+)$/u.exec(key ?? '')?.[1] ?? []);
  return keys.filter((name) => allowed?.includes(name) !== true);
}

function noRunner(file: string, what: string): DreamkeeperError {
  return new DreamkeeperError('E_NO_RUNNER', what, {
    hint: `Write this into ${printSafe(file)}:\nrunner:\n  kind: command\n  command: [claude, -p]\nOr run a program only once: \`dk run -- claude\`.`,
  });
}
