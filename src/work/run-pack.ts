// The pack of a run: what the wake says, what this run is for and what counts as done; what others wrote stands in the same frame.
import { cut, oneLine } from '../text/text.ts';
import { framed, type PackParts, packLines } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';
import { canonFor } from './canon.ts';
import type { RunTask } from './claim.ts';
import { definitionLines } from './definition.ts';
import type { Runner, WorkRequest } from './work-types.ts';

/** A task that says more than this is read on the board. */
const mostBody = 3000;
const mostProse = 4000;

/** The text that a runner hands to its agent. */
export function runPack(
  worker: AgentHome,
  woken: PackParts,
  budget: number,
  run: string,
  {
    runner,
    cadence,
    kind,
    prose,
  }: Pick<WorkRequest, 'cadence' | 'kind' | 'prose'> & { readonly runner: Pick<Runner, 'isBriefed'> },
  task: RunTask | undefined,
): string {
  const { words, code } = woken;
  const { ours, others, last } = packLines(
    told(isToldByItself(runner, woken) ? { ...woken, kept: undefined } : woken, task),
    budget,
  );
  const state = cadence === null ? '' : `, in the state ${words.names.command(cadence.state)}`;
  const body = cut(task?.body.join('\n').trim() ?? '', mostBody);
  const canon = canonFor(worker, kind, words);
  const sections = [
    // Our own loop has it as its system prompt, and keeps to its territory by itself.
    runner.isBriefed === true ? '' : definitionLines(worker, words).join('\n'),
    `This run (${run}): ${words.names.command(kind)}${state}.`,
    // What the cadence says this state is for: like the definition a text of the home that is meant as an instruction.
    words.prose(cut(prose.trim(), mostProse), 'read lifecycle.org').join('\n'),
    task === undefined ? '' : taskLine(task, words.names.title(task.title)),
    `Commit what you finish.${task === undefined ? '' : ` ${whenDone(worker, task, words.names.title(task.title))}`} If there is nothing to do, begin your answer with NO-WORK.`,
  ];
  return framed(
    code,
    [...ours, '', ...sections.filter((section) => section !== '').flatMap((section) => [section, ''])],
    [
      ...others,
      ...(body === '' ? [] : ['What the board says of your task:', ...words.prose(body, 'dk board')]),
      ...(task?.note === undefined ? [] : [words.line(`Note: ${task.note}.`, 'dk status')]),
      ...canon,
    ],
    last,
  );
}

/** Our own loop wakes its agent with what it knows, if it ever consolidated: it is not told twice. */
export function isToldByItself({ isBriefed }: Pick<Runner, 'isBriefed'>, { kept }: Pick<PackParts, 'kept'>): boolean {
  return isBriefed === true && kept?.hasDreamt === true;
}

function taskLine({ how }: RunTask, title: string): string {
  const said = { claimed: 'Your task, claimed for this run', 'under way': 'Your task, under way', open: 'Your task' };
  return `${said[how]}: ${title}`;
}

/** What the board says of the run's own task stands beside what the wake says. */
function told(woken: PackParts, task: RunTask | undefined): PackParts {
  if (task === undefined) return woken;
  return { ...(task.how === 'claimed' ? asClaimed(woken, task.title) : woken), toldTask: task.title };
}

/** The wake did not know of the claim yet: what it said of that task is put right. */
function asClaimed(woken: PackParts, title: string): PackParts {
  // A run was asked for its task, and for nothing else.
  const work = woken.next.replace(
    /^(?:go on with what you were asked|see whether what you were asked is done); (?=finish)/u,
    '',
  );
  const isOfBoard = /^(?:start |go on with what you were asked|see whether what you were asked is done)/u.test(work);
  const next = isOfBoard ? `go on with ${woken.words.names.title(title)}` : work;
  return { ...woken, doing: woken.doing ?? title, next, claimed: title };
}

/** Nobody else says that a task is done. */
function whenDone({ home }: AgentHome, { title }: RunTask, said: string): string {
  // A title that is not said whole is looked up there; half of one would find nothing. In a command only what no shell gives a meaning.
  const isPlain = /^[\p{L}\p{N} .,:;()/_-]+$/u.test(title) && !title.startsWith('-');
  const named = isPlain && said === JSON.stringify(oneLine(title)) ? said : '"<its whole title>"';
  const move = `\`dk board done ${named}\``;
  return home.shape === 'one'
    ? `When the task is done, make its keyword in plan.org DONE in the commit that ships the work, or say so after it with ${move}, which is a commit of its own.`
    : `When the task is done, say so on the board: ${move}.`;
}
