// A tick of a home without a lifecycle: the agent runs, and the dream goes on beside, so that a slow or broken one delays nothing.
import { ownInProject } from '../change/change.ts';
import { intervalOf, shutFor } from '../dream/dream.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { homeText } from '../facts/facts.ts';
import { ledgerPath, newestNight } from '../journal/journal.ts';
import type { Keeping } from './keeping.ts';
import { daydream, runOnce } from './step-state.ts';
import type { StepRequest, TickEnd } from './step-types.ts';
import { whoIsAtWork } from './tick.ts';

/** Runs the agent if somebody is set up to, then lets go of a dream. Nobody has to wait for `beside`; it never fails. */
export async function stepWithout(
  keeping: Keeping,
  request: StepRequest,
): Promise<{ readonly ended: TickEnd; readonly beside: Promise<void> | undefined }> {
  const wanted = { cadence: null, kind: 'work', prose: '', claims: true };
  const ended: TickEnd =
    keeping.runner === undefined
      ? { outcome: 'gated', message: 'no program is set up to run, so it only sleeps' }
      : await runOnce(keeping, request, wanted);
  const mayDream = ended.outcome !== 'stopped' && request.isDreaming !== true;
  return { ended, beside: mayDream ? dreamBeside(keeping, request) : undefined };
}

/** After an audit the cycle is whole, and becomes a dream; in between there is time for a daydream. */
async function dreamBeside(keeping: Keeping, { tell }: StepRequest): Promise<void> {
  try {
    if (!(await isTimeToDream(keeping))) return await daydream(keeping, tell);
    const { id, outcome, reason, message } = await keeping.sleep({
      trigger: 'cadence',
      env: keeping.env,
      dreamer: keeping.dreamer,
    });
    tell({ event: 'night', id, outcome, reason, message });
  } catch (error) {
    // Nobody waits for it, so nobody could catch it: even a bug is told here, and the next tick comes all the same.
    const hint = error instanceof DreamkeeperError ? `. ${error.hint}` : '';
    tell({ event: 'failed', message: `a dream: ${error instanceof Error ? error.message : String(error)}${hint}` });
  }
}

async function isTimeToDream({ world, home, agent, settings, env }: Keeping): Promise<boolean> {
  const last = newestNight(homeText(world, home, ledgerPath), agent);
  if (shutFor(last, intervalOf(settings, env), world.now().toISOString()) > 0) return false;
  if ((await whoIsAtWork({ world, home })) !== undefined) return false;
  const repository = await world.git.open(home.project, home.privateDir);
  const { commit } = await repository.head();
  if (commit === undefined) return false;
  const [newest] = await world.git.commits(repository, commit, 1, ownInProject(world, home));
  return newest?.subject.startsWith('audit:') === true;
}
