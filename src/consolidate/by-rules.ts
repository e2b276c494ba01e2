// The builtin consolidator: no model, the same facts always the same lines. What it says of itself are counts that it can show.
import { nextAction, plainNames, withoutPrivate } from '../facts/facts.ts';
import { isRestful } from '../fatigue/fatigue.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import type { Observed } from '../observations/observations.ts';
import { counted, inWords, oneLine } from '../text/text.ts';
import { demandsIn } from './demands.ts';
import type { Lived } from './lived.ts';

/** What a consolidation comes to, whoever thought about it. */
export interface Thought {
  readonly observations: readonly Observed[];
  readonly reflection: string;
  readonly priority: string;
}

const most = { demands: 5, failures: 5, commits: 3, files: 3, tools: 3 } as const;
/** What is broken is critical for a while, not for ever. */
const brokenFor = 7 * 24 * 60 * 60 * 1000;

export function thinkByRules(lived: Lived): Thought {
  return { observations: observedIn(lived), reflection: reflectionOn(lived), priority: priorityOf(lived) };
}

/** Names in these lines were given by others. One that reads like an order is left out. */
function observedIn(lived: Lived): Observed[] {
  const { prompts, failures, commits, end } = lived;
  const demands = eachOnce(
    prompts.flatMap(({ text, time }) => demandsIn(text).map((demand) => ({ demand, time }))),
  ).map(({ demand, time }) => observed('RED', time, `Asked: ${JSON.stringify(demand)}`));
  const broken = failures
    .slice(-most.failures)
    .map(({ command, time }) =>
      observed(
        'RED',
        time,
        `\`${oneLine(command, 120)}\` fails and has not passed since (until ${new Date(Date.parse(time) + brokenFor).toISOString().slice(0, 10)})`,
      ),
    );
  const [newest] = commits;
  const landed = newest === undefined ? [] : [observed('YLW', newest.time, landedIn(lived))];
  const passing = lived.passed
    .filter(({ command }, at, all) => all.findLastIndex((each) => each.command === command) === at)
    .slice(-most.failures)
    .map(({ command, time }) => observed('GRN', time, `\`${oneLine(command, 120)}\` passed`));
  const edited = filesIn(lived);
  const quiet = [
    ...passing,
    ...(edited.length === 0 ? [] : [observed('GRN', end, `Edited ${someOf(edited, 'file')}`)]),
    ...(lived.calls.length === 0 ? [] : [observed('GRN', end, actionsOf(lived))]),
  ];
  return [
    ...demands.slice(-most.demands),
    ...[...broken, ...landed, ...quiet].filter(({ fact }) => !readsLikeOrder(fact)),
  ];
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

function landedIn({ commits }: Lived): string {
  const named = commits
    .filter(({ subject }) => !readsLikeOrder(subject))
    .slice(0, most.commits)
    .map(({ id, subject }) => `${id.slice(0, 7)} ${oneLine(subject, 72)}`);
  const more = commits.length - named.length;
  return `${counted(commits.length, 'commit')}: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')}`;
}

function filesIn({ edited }: Lived): string[] {
  return edited.filter((path) => !readsLikeOrder(path));
}

function someOf(paths: readonly string[], one: string): string {
  const shown = paths.slice(0, most.files).map((path) => plainNames.path(path));
  const more = paths.length - shown.length;
  return `${counted(paths.length, one)}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function actionsOf({ actions, calls }: Lived): string {
  const own = calls.filter(({ tool }) => !isRestful(tool));
  const byTool = [...Map.groupBy(own, ({ tool }) => tool)].toSorted(
    ([one, first], [other, second]) => second.length - first.length || (one < other ? -1 : 1),
  );
  const tools = byTool.slice(0, most.tools).map(([tool, of]) => `${of.length} ${oneLine(tool, 40)}`);
  return `${counted(actions, 'action')} (${tools.join(', ')}${byTool.length > most.tools ? ', …' : ''})${failedOf(calls)}`;
}

function failedOf(calls: Lived['calls']): string {
  const failed = calls.filter(({ outcome }) => outcome === 'failed').length;
  return failed === 0 ? '' : `, ${failed} failed`;
}

function reflectionOn(lived: Lived): string {
  const { actions, calls, commits, failures, start, end } = lived;
  const edited = filesIn(lived).length;
  const failed = calls.filter(({ outcome }) => outcome === 'failed').length;
  const done = [
    commits.length > 0 && counted(commits.length, 'commit'),
    edited > 0 && `${counted(edited, 'file')} edited`,
  ].filter((each) => each !== false);
  const took = inWords(Date.parse(end) - Date.parse(start));
  const last = failures.at(-1);
  return [
    `${counted(actions, 'action')} in ${took}${done.length === 0 ? '; nothing was edited or committed' : `: ${done.join(', ')}`}.`,
    ...(edited > 0 && commits.length === 0 ? ['Nothing of it is committed.'] : []),
    ...(failed > 0 ? [`${failed} of ${counted(calls.length, 'call')} failed.`] : []),
    ...(last === undefined || readsLikeOrder(last.command)
      ? []
      : [`${counted(failures.length, 'command')} ${failures.length === 1 ? 'fails' : 'fail'} and did not pass again.`]),
  ].join(' ');
}

/** The exact next action. What a person said in private is not in it. */
function priorityOf({ facts }: Lived): string {
  const next = oneLine(nextAction(withoutPrivate(facts)), 200);
  const said = readsLikeOrder(next) ? 'See what is in flight' : `${next.slice(0, 1).toUpperCase()}${next.slice(1)}`;
  return `${said}.`;
}
