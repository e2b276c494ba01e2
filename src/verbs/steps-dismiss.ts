// Steps, dismiss: somebody says that a failure is known. Private, as everything in the record of the day; over when the command fails again.
import { DreamkeeperError } from '../errors/errors.ts';
import { gatherFacts } from '../facts/facts.ts';
import { dismissal } from '../steps/steps.ts';
import { nearest, oneLine, printSafe } from '../text/text.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface DismissRequest {
  /** The command as `dk wake` and the journal name it. */
  readonly command: string;
}

export interface Dismissed {
  readonly command: string;
  /** When it last failed, and on which branch. */
  readonly failed: string;
  readonly branch: string | null;
  /** What else stands as failed. */
  readonly others: readonly string[];
}

export async function dismiss(at: Standpoint, { command: given }: DismissRequest): Promise<Dismissed> {
  const opened = await openOwnHome(at);
  const { world, home } = opened;
  const { steps, project } = await gatherFacts({ ...opened, purpose: 'wake' });
  const open = [...steps.lastFailed, ...steps.failures];
  const wanted = oneLine(given, 400);
  const failure = open.findLast(({ command }) => command === wanted);
  const commands = [...new Set(open.map(({ command }) => command))];
  if (failure === undefined) throw noSuchFailure(wanted, commands);
  const { command, time: failed, branch } = failure;
  const now = world.now();
  // A clock that went back must not leave it standing.
  const time = failed > now.toISOString() ? new Date(failed) : now;
  const { worktree, mainWorktree } = home.project;
  world.lines.step(
    home,
    { tool: dismissal, target: command },
    {
      ...{ run: at.env.DREAMKEEPER_RUN ?? null, agent: at.env.DREAMKEEPER_AGENT ?? null, seq: 0, time },
      ...{ head: project.head, branch: project.branch, worktree: worktree === mainWorktree ? null : worktree },
    },
  );
  return { command, failed, branch, others: commands.filter((each) => each !== command) };
}

function noSuchFailure(wanted: string, commands: readonly string[]): DreamkeeperError {
  const named = commands.map((command) => `\`${printSafe(oneLine(command, 80))}\``);
  const guess = nearest(wanted, commands);
  return new DreamkeeperError('E_NO_SUCH_FAILURE', `\`${printSafe(oneLine(wanted, 80))}\` is not an open failure`, {
    hint:
      guess === undefined
        ? named.length === 0
          ? 'No failure is open.'
          : `Open failures: ${named.join(', ')}.`
        : `Did you mean \`${printSafe(oneLine(guess, 80))}\`? Open failures: ${named.join(', ')}.`,
  });
}
