// The builtin consolidator: no model, the same facts always the same lines. What it says of itself are counts that it can show.
import { nextAction, plainNames, seeWhetherPasses, withoutPrivate } from '../facts/facts.ts';
import { isRestful } from '../fatigue/fatigue.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import type { Observation, Observed } from '../observations/observations.ts';
import { counted, inWords, oneLine } from '../text/text.ts';
import { demandsIn } from './demands.ts';
import { brokenFor, type Lived } from './lived.ts';

/** What a consolidation comes to, whoever thought about it. */
export interface Thought {
  readonly observations: readonly Observed[];
  readonly reflection: string;
  readonly priority: string;
}

const most = { demands: 5, failures: 5, commits: 3, files: 3, stuck: 3 } as const;
/** `there` is what stands in the file: what nobody would want to read again is not said again. */
export function thinkByRules(lived: Lived, there: readonly Observation[] = []): Thought {
  return { observations: observedIn(lived, there), reflection: reflectionOn(lived), priority: priorityOf(lived) };
}

/**
 * Few lines, each of them worth to be read again: what a person demanded, what is broken, what was broken and is mended. What landed and how much was
 * done is in the reflection. Names in these lines were given by others. One that reads like an order is left out.
 */
function observedIn(lived: Lived, there: readonly Observation[]): Observed[] {
  const { prompts, failures } = lived;
  const wishes = prompts.flatMap(({ text, time }) => demandsIn(text).map((demand) => ({ demand, time })));
  const demands = eachOnce(wishes).map(({ demand, time }) => observed('RED', time, `Asked: ${JSON.stringify(demand)}`));
  const open = openNotesIn(there);
  const broken = failures
    .filter(({ command }) => !open.has(oneLine(command, 120)))
    .slice(-most.failures)
    .map(({ command, time }) =>
      observed(
        'RED',
        time,
        `\`${oneLine(command, 120)}\` fails and has not passed since (until ${new Date(Date.parse(time) + brokenFor).toISOString().slice(0, 10)})`,
      ),
    );
  const mended = lived.passed
    .filter(({ command }) => open.has(oneLine(command, 120)) && !failures.some((each) => each.command === command))
    .filter(({ command }, at, all) => all.findLastIndex((each) => each.command === command) === at)
    .map(({ command, time }) => observed('GRN', time, `\`${oneLine(command, 120)}\` passed`));
  return [
    ...demands.slice(-most.demands),
    ...[...broken, ...mended, ...apartIn(lived, there)].filter(({ fact }) => !readsLikeOrder(fact)),
  ];
}

/** The commands of which it was noted that they fail, and not yet that they passed. */
function openNotesIn(there: readonly Observation[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const { fact } of there.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))) {
    const [, command = '', how] = /^`(.+)` (fails and has not passed since|passed$)/u.exec(fact) ?? [];
    if (how === 'passed') open.delete(command);
    else if (how !== undefined) open.add(command);
  }
  return open;
}

const timeOf = ({ day, clock }: Pick<Observed, 'day' | 'clock'>): string => `${day}T${clock}`;

/** Of an agent whose work lies in no repository that is looked at nothing else tells what it wrote, and what it tried in vain. */
function apartIn(lived: Lived, there: readonly Observation[]): Observed[] {
  if (!lived.isApart) return [];
  const said = there.slice(-100).map(({ fact }) => fact);
  const edited = filesIn(lived).filter((path) => !said.some((fact) => isNamedIn(fact, plainNames.path(path))));
  return [
    ...stuckIn(lived)
      .map(({ what, times, time }) =>
        observed('GRN', time, `\`${oneLine(what, 120)}\` failed ${counted(times, 'time')}, and has not worked since`),
      )
      .filter(({ fact }) => !said.includes(fact)),
    ...(edited.length === 0 ? [] : [observed('GRN', lived.end, `Edited ${someOf(edited, 'file')}`)]),
  ];
}

const isNamedIn = (fact: string, name: string): boolean =>
  fact.startsWith('Edited ') && ` ${fact.replaceAll(/[,:]/gu, ' ')} `.includes(` ${name} `);

/** What runs whatever it is given: that it failed three times says nothing of itself. */
const runsAnything = /bash|shell|terminal|command|exec|^(?:sh|run)$/iu;

/** Calls that failed twice or more and did not work after that, and tools that failed three times in a row, whatever they were used on. Checks tell of themselves. */
function stuckIn({ calls, failures }: Lived): readonly { what: string; times: number; time: string }[] {
  const ended = calls.filter(
    ({ tool, target, outcome }) =>
      outcome !== 'unfinished' && !isRestful(tool) && !failures.some(({ command }) => target.includes(command)),
  );
  const inVain = (nameOf: (call: Lived['calls'][number]) => string, least: number) =>
    [...Map.groupBy(ended, nameOf)].flatMap(([what, of]) => {
      const last = of.slice(of.findLastIndex(({ outcome }) => outcome !== 'failed') + 1);
      const end = last.at(-1);
      return end === undefined || last.length < least
        ? []
        : [{ what, tool: end.tool, times: last.length, time: end.time }];
    });
  const tools = inVain(({ tool }) => tool, 3).filter(({ tool }) => !runsAnything.test(tool));
  const each = inVain(({ tool, target }) => `${tool} ${target}`.trim(), 2);
  return [...each.filter(({ tool }) => !tools.some((all) => all.tool === tool)), ...tools].slice(-most.stuck);
}

/** A person says a thing again, and the beginning of a long request may end in the middle of it. */
function eachOnce(said: readonly { readonly demand: string; readonly time: string }[]): typeof said {
  const isSaid = (one: string, other: string): boolean =>
    one === other || (one.endsWith('…') && other.startsWith(one.slice(0, -1).trimEnd()));
  return said.filter(
    ({ demand }, at) =>
      !said.some((each, index) => isSaid(demand, each.demand) && (each.demand !== demand || index > at)),
  );
}

function observed(level: Observed['level'], time: string, fact: string): Observed {
  return { level, day: time.slice(0, 10), clock: time.slice(11, 16), fact: oneLine(fact, 300) };
}

/** What landed, by name: git knows it as well, but whoever wakes in a new conversation has not looked yet. */
function landedIn({ commits }: Lived): string {
  const named = commits
    .filter(({ subject }) => !readsLikeOrder(subject))
    .slice(0, most.commits)
    .map(({ id, subject }) => `${id.slice(0, 7)} ${oneLine(subject, 72)}`);
  const more = commits.length - named.length;
  const names = [...named, ...(more > 0 && named.length > 0 ? [`${more} more`] : [])].join('; ');
  return `${counted(commits.length, 'commit')}${names === '' ? '' : ` (${names})`}`;
}

function filesIn({ edited }: Lived): string[] {
  return edited.filter((path) => !readsLikeOrder(path));
}

function someOf(paths: readonly string[], one: string): string {
  const shown = paths.slice(0, most.files).map((path) => plainNames.path(path));
  const more = paths.length - shown.length;
  return `${counted(paths.length, one)}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function reflectionOn(lived: Lived): string {
  const { actions, calls, commits, failures, start, end, isApart } = lived;
  const edited = filesIn(lived).length;
  const failed = calls.filter(({ outcome }) => outcome === 'failed').length;
  const done = [commits.length > 0 && landedIn(lived), edited > 0 && `${counted(edited, 'file')} edited`].filter(
    (each) => each !== false,
  );
  const took = inWords(Date.parse(end) - Date.parse(start));
  // Whose work lies in no repository that is looked at may have done anything, and commits are nothing to it.
  const nothing = isApart ? '' : '; nothing was edited or committed';
  return [
    `${counted(actions, 'action')} in ${took}${done.length === 0 ? nothing : `: ${done.join(', ')}`}.`,
    ...(edited > 0 && commits.length === 0 && !isApart ? ['Nothing of it is committed.'] : []),
    ...(failed > 0 ? [`${failed} of ${counted(calls.length, 'call')} failed.`] : []),
    // A single one is the priority, and told there.
    ...(failures.length > 1 ? [`${counted(failures.length, 'command')} fail and did not pass again.`] : []),
  ].join(' ');
}

/**
 * The exact next action. What a person said in private is not in it. What failed stays first until something shows that it is mended, also if it
 * was not run again in this stretch.
 */
function priorityOf({ facts, standing }: Lived): string {
  const { failures } = facts.steps;
  const steps = { ...facts.steps, failures: failures.length > 0 ? failures : standing.slice(-1) };
  const failure = steps.failures.at(-1);
  const isUnsure = failure?.isRunSince === true;
  const next = isUnsure ? seeWhetherPasses(failure) : oneLine(nextAction(withoutPrivate({ ...facts, steps })), 200);
  const said = readsLikeOrder(next) ? 'See what is in flight' : `${next.slice(0, 1).toUpperCase()}${next.slice(1)}`;
  const often =
    failure === undefined || isUnsure || failure.times < 2 || failure.result !== 'failed'
      ? ''
      : ` It failed ${failure.times} times.`;
  return `${said}.${said.includes(plainNames.command(failure?.command ?? '\0')) ? often : ''}`;
}
