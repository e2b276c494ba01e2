// The pack of a run: what the wake said, and behind it what this run is for and what counts as done.
import { cut, oneLine } from '../text/text.ts';
import { canonFor } from './canon.ts';
import type { RunTask } from './claim.ts';
import type { Worker, WorkRequest } from './work-types.ts';

/** A task that says more than this is read on the board. */
const mostBody = 3000;
const mostProse = 4000;

/** The text that a runner hands to its agent. */
export function runPack(
  worker: Worker,
  woken: string,
  run: string,
  { cadence, kind, prose }: Pick<WorkRequest, 'cadence' | 'kind' | 'prose'>,
  task: RunTask | undefined,
): string {
  const body = cut(task?.body.join('\n').trim() ?? '', mostBody);
  const canon = canonFor(worker, kind).trim();
  const sections = [
    // The wake did not know of the claim yet.
    task?.how === 'claimed' ? asClaimed(woken, task.title).trim() : woken.trim(),
    `This run (${run}): ${oneLine(kind, 80)}${cadence === null ? '' : `, in the state ${oneLine(cadence.state, 80)}`}.`,
    cut(prose.trim(), mostProse),
    task === undefined ? '' : [taskLine(task), ...(body === '' ? [] : [body])].join('\n'),
    task?.note === undefined ? '' : `Note: ${task.note}.`,
    canon,
    `Commit what you finish.${task === undefined ? '' : ` ${whenDone(worker, task)}`} If there is nothing to do, begin your answer with NO-WORK.`,
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function taskLine({ how, title }: RunTask): string {
  const words = { claimed: 'Your task, claimed for this run', 'under way': 'Your task, under way', open: 'Your task' };
  return `${words[how]}: ${oneLine(title, 600)}`;
}

/** The wake did not know of the claim yet: what it said of that task is put right. */
function asClaimed(woken: string, title: string): string {
  const said = oneLine(title, 200);
  return woken
    .replace(/^DOING: nothing$/mu, () => `DOING: ${oneLine(title, 600)}`)
    .replace(/^Next action: start .*$/mu, () => `Next action: ${said}`)
    .split('\n')
    .filter((line) => line !== `- TODO ${said}` && line !== `- NEXT ${said}`)
    .join('\n')
    .replace(/^On the board:\n(?!- )/mu, '');
}

/** Nobody else says that a task is done. */
function whenDone({ home }: Worker, { title }: RunTask): string {
  const where = home.shape === 'one' ? 'in plan.org, in the same commit' : 'on the board';
  return `When the task is done, say so ${where}: \`dk board move ${JSON.stringify(oneLine(title, 200))} DONE\`${home.shape === 'one' ? ', or edit its keyword' : ''}.`;
}
