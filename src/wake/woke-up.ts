// What an agent is told when it wakes: how long it slept, what it thought of itself, what comes first, and what it knows.
import { netOf } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { homeBytes, homeLedger, ownObservations } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import {
  conversationPath,
  type DreamEntryLine,
  dreamsIn,
  dreamsPath,
  type Level,
  type Observation,
  observationsIn,
  observationsPath,
  selfFolder,
} from '../observations/observations.ts';
import { oneLine } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';

export interface Slept {
  /** Seconds. */
  readonly seconds: number;
  /** How long it had wanted to, if somebody woke it before that. */
  readonly wanted?: number | undefined;
  /** Why it was woken early, in the words of whoever did. */
  readonly reason?: string | undefined;
  /** The night in which it consolidated; null after a nap. */
  readonly night: string | null;
  /** It did not sleep: its program began again. */
  readonly isRestart?: boolean;
  /** Nothing is known of a sleep or an action of its. */
  readonly isFirst?: boolean;
  /** Its program has just begun. */
  readonly isBegin?: boolean;
}

/** Characters of what it knows; the rest stands in the file. */
export const wakeBudget = 4000;

/**
 * The message, word for word as the OpenSeed design has it. After a nap there is no reflection of that sleep, but what the agent knows and what comes
 * first are told all the same.
 */
export function wokeUp(
  home: AgentHome,
  slept: Slept,
  news: readonly string[] = [],
  budget: number = wakeBudget,
): string {
  const { world, settings, agent } = home;
  const folder = selfFolder(settings, agent);
  const net = netOf(settings);
  const last = lastDream(home);
  const known = toldObservations(home, budget);
  const isOfThisSleep = last !== undefined && slept.night !== null && last.night === slept.night;
  const text = (given: string): string => net.redact(oneLine(given));
  const blocks = [
    [
      `You woke up at ${world
        .now()
        .toISOString()
        .replace(/\.\d{3}Z$/u, 'Z')} after sleeping ${slept.seconds}s.`,
      ...(slept.wanted === undefined
        ? []
        : [`You wanted to sleep ${slept.wanted}s${slept.reason ? `, and were woken: ${text(slept.reason)}` : ''}.`]),
    ],
    isOfThisSleep && last.reflection.trim() !== '' ? ['During sleep you reflected:', text(last.reflection)] : [],
    last === undefined || last.priority.trim() === '' ? [] : [`Your priority: ${text(last.priority)}`],
    known.length === 0 ? [] : ['Recent observations:', ...known.map(text)],
    news.length === 0 ? [] : ['New in MESSAGES.md:', ...news.map((line) => `> ${text(line)}`)],
    [
      `Full history: ${conversationPath(folder)} and ${observationsPath(folder)}`,
      'Search with rg or jq.',
      'Check MESSAGES.md for any new instructions from your creator.',
    ],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** The newest consolidation of this agent; undefined if there was none, or if its file cannot be read. */
export function lastDream({ world, home, settings, agent }: AgentHome): DreamEntryLine | undefined {
  const path = dreamsPath(selfFolder(settings, agent));
  return dreamsIn(tryOr(() => homeBytes(world, home, path))).at(-1);
}

/** What rules noted of a command that failed, or passed. */
const noted = /^`(.+)` (fails and has not passed since\b|passed$)/u;

/** What failed and passed since is not broken, whatever was noted then. `failing` are the commands that fail now, if that is known. */
function isMended(
  { day, clock, fact }: Observation,
  all: readonly Observation[],
  failing?: ReadonlySet<string>,
): boolean {
  const [, command = '', how = 'passed'] = noted.exec(fact) ?? [];
  if (how === 'passed') return false;
  if (failing !== undefined) return !failing.has(command);
  const later = all.filter((each) => `${each.day}${each.clock}` > `${day}${clock}`);
  return later.some((each) => each.fact === `\`${command}\` passed`);
}

export interface Telling {
  readonly levels?: readonly Level[];
  readonly failing?: ReadonlySet<string> | undefined;
}

/** As many as there is room for, RED ones first; each of these in the order of time. One of another day than the newest says which. */
export function toldObservations(home: AgentHome, budget: number, { levels, failing }: Telling = {}): string[] {
  return tellingOf(home, failing)(budget, levels);
}

/** The same for whoever tells several parts of them: file and ledger are read once. */
export function tellingOf(
  { world, home, settings, agent }: AgentHome,
  failing?: ReadonlySet<string>,
): (budget: number, levels?: readonly Level[]) => string[] {
  const path = observationsPath(selfFolder(settings, agent));
  const read = observationsIn(tryOr(() => homeBytes(world, home, path)) ?? new Uint8Array());
  // Most homes have none, and the ledger of a year is long.
  if (read.length === 0) return () => [];
  const now = world.now();
  // What a person demanded was written by a sleep of ours; whatever else reads like an order may have come with a clone.
  const ours = ownObservations(homeLedger(world, home), agent);
  const all = read
    .filter(({ until }) => until === undefined || until > now)
    .filter(({ id, fact }) => ours.has(id) || !readsLikeOrder(fact))
    .filter((each, _, some) => !(ours.has(each.id) && isMended(each, some, failing)));
  const newest = all.reduce((latest, { day }) => (day > latest ? day : latest), '');
  const spelled = ({ level, day, clock, fact }: Observation): Spelled => ({
    time: `${day}${clock}`,
    line: `${level} ${day === newest ? '' : `${day} `}${clock} ${fact}`,
  });
  return (budget, levels = ['RED', 'YLW', 'GRN']) => {
    const told = all.filter(({ level }) => levels.includes(level));
    const red = fitting(told.filter(({ level }) => level === 'RED').map(spelled), budget);
    const left = red.reduce((room, line) => room - line.length - 1, budget);
    return [...red, ...fitting(told.filter(({ level }) => level !== 'RED').map(spelled), left)];
  };
}

interface Spelled {
  readonly time: string;
  readonly line: string;
}

/** The newest that fit, in the order of time. */
function fitting(some: readonly Spelled[], budget: number): string[] {
  const taken: string[] = [];
  let room = budget;
  for (const { line } of some.toSorted((one, other) => (one.time < other.time ? -1 : 1)).toReversed()) {
    if (line.length + 1 > room) break;
    room -= line.length + 1;
    taken.push(line);
  }
  return taken.toReversed();
}
