// What an agent of somebody's own program is told when it wakes: it may have no shell, no `dk` and no repository, so it is told the things themselves, and each once.
import { netOf } from '../change/change.ts';
import { nothingInFlight, ownWorkIn, someNamed } from '../facts/facts.ts';
import { conversationPath, observationsPath, selfFolder } from '../observations/observations.ts';
import { inWords, oneLine, present } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { boardLines } from './board-lines.ts';
import { framed } from './frame.ts';
import type { PackParts } from './pack.ts';
import { lastDream, type Slept, toldObservations, wakeBudget } from './woke-up.ts';

/** What is known of it beside its observations. */
export interface OfNow {
  /** The commands that fail now. */
  readonly failing: ReadonlySet<string>;
  /** Of those that were run again since, and nobody knows how that ended: what is to be done about them. */
  readonly unsure: ReadonlyMap<string, string>;
  /** What comes next, by the facts of now; in words of ours. */
  readonly next: string;
  /** What else there is to be told when it begins; nothing when it only wakes. */
  readonly work: string;
  /** Everything that was said is kept. */
  readonly isLogged: boolean;
}

/** `news` are new lines of `MESSAGES.md`. */
export function wokeInProgram(home: AgentHome, slept: Slept, news: readonly string[], of: OfNow): string {
  const { world, settings, agent, home: place } = home;
  const net = netOf(settings);
  const text = (given: string): string => net.redact(oneLine(given));
  const last = lastDream(home);
  const priority = priorityNow(last, of);
  // What the priority says is not said again.
  const known = toldObservations(home, wakeBudget, { failing: of.failing })
    .map(text)
    .filter((line) => !isSaidBy(priority, line));
  const isOfThisSleep = last !== undefined && slept.night !== null && last.night === slept.night;
  const reflection = isOfThisSleep ? text(last.reflection) : '';
  if (slept.isBegin === true && known.length + news.length === 0 && priority === '' && of.work === '')
    return slept.isFirst === true
      ? 'Your memory is new: nothing is in it yet.\n'
      : `${firstLine(world.now(), slept)}\n`;
  const folder = selfFolder(settings, agent);
  const kept = present([
    of.isLogged && `${place.home}/${conversationPath(folder)} (everything that was said)`,
    known.length > 0 && `${place.home}/${observationsPath(folder)} (what you noted)`,
  ]);
  const blocks = [
    [
      firstLine(world.now(), slept),
      ...(slept.wanted === undefined
        ? []
        : [`You wanted to sleep ${slept.wanted}s${slept.reason ? `, and were woken: ${text(slept.reason)}` : ''}.`]),
    ],
    reflection === '' ? [] : ['During sleep you reflected:', reflection],
    priority === '' ? [] : [`Your priority: ${text(priority)}`],
    known.length === 0
      ? []
      : ['Recent observations (RED is critical, YLW important, GRN good to know; times are UTC):', ...known],
    news.length === 0 ? [] : ['New messages to you:', ...news.map((line) => `> ${text(line)}`)],
    of.work === '' ? [] : [of.work.trimEnd()],
    kept.length === 0 ? [] : [`Kept for you: ${kept.join(', ')}.`],
    slept.isBegin === true ? ['This is from before. What you are asked now comes first.'] : [],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** Only after a sleep it is said to have slept. */
function firstLine(now: Date, { seconds, isRestart, isBegin }: Slept): string {
  const at = now.toISOString().replace(/\.\d{3}Z$/u, 'Z');
  if (isRestart !== true) return `You woke up at ${at} after sleeping ${seconds}s.`;
  if (isBegin !== true) return `It is ${at}.`;
  return `You begin again at ${at}${seconds < 60 ? '' : `, ${inWords(seconds * 1000)} after your last action`}.`;
}

/** What rules thought came first is thought anew; what failed stays first as long as it fails. What a model thought stays until it thinks again. */
function priorityNow(last: ReturnType<typeof lastDream>, { failing, unsure, next }: OfNow): string {
  const said = last?.priority.trim() ?? '';
  if (last !== undefined && last.model !== 'builtin') return said;
  const [, command] = /`(.+?)`/u.exec(said) ?? [];
  const isFailing = command !== undefined && failing.has(command);
  const see = command === undefined ? undefined : unsure.get(command);
  if (isFailing && see === undefined) return said;
  const now = see ?? (next === nothingInFlight ? '' : next);
  return now === '' ? '' : `${now.slice(0, 1).toUpperCase()}${now.slice(1)}.`;
}

function isSaidBy(priority: string, line: string): boolean {
  const [, command] = /^RED (?:\S+ )?\d\d:\d\d `(.+)` fails and has not passed since\b/u.exec(line) ?? [];
  return command !== undefined && priority.includes(`\`${command}\``);
}

/** What there is beside a priority and observations: the board, work in a repository if there is one, what was asked, notes. Nothing if there is nothing. */
export function workToTell(parts: PackParts, isApart: boolean): string {
  const { facts, doing, midFlight, words, code, memory, remembered } = parts;
  const own = isApart ? [] : ownWorkIn({ ...facts, inFlight: midFlight });
  const { branch, head } = facts.project;
  const where = `${branch === null ? 'on no branch' : `on branch ${words.names.path(branch)}`}${head === null ? '' : ` at ${head.slice(0, 7)}`}`;
  const ours = present([
    doing !== null && `Under way: ${words.names.title(doing)}`,
    !isApart && `The repository of your work is ${where}.`,
    own.length > 0 && `Changed by you and not committed: ${someNamed(own, words.names, 8)}`,
  ]);
  const list = (title: string, lines: readonly string[], where_: string): string[] =>
    lines.length === 0 ? [] : [title, ...words.lines(lines, where_).map((line) => `- ${line}`)];
  const board = boardLines(parts).map((line) => `- ${line}`);
  const others = [
    ...list('You were asked last:', present([facts.wanted]), 'it is in the log'),
    ...(board.length === 0 ? [] : ['On your board:', ...board]),
    ...list('Remembered:', remembered, 'the notes have it'),
    ...list('From your long-term memory:', memory, 'MEMORY.md has it'),
  ];
  if (ours.length + others.length === 0) return '';
  // Whoever reads this has no command of ours.
  return framed(code, ours, others, []).replaceAll(/; dk [a-z]+\]|: `dk [a-z]+`(?=\))/gu, (found) =>
    found.endsWith(']') ? ']' : '',
  );
}
