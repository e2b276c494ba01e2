// A week as data: nights, how memory grew, what hand-overs took, how often the dreamer was right, and whether it helps.
import { netOf } from '../change/change.ts';
import { zoneOf } from '../config/config.ts';
import { unlessBug } from '../errors/errors.ts';
import { rememberedNow } from '../facts/facts.ts';
import { deedsIn, isNight, isUndone, type LedgerRead, type NightLine } from '../journal/journal.ts';
import { type CountedReceipt, readReceipts } from '../night/night.ts';
import { type FollowedVerdict, followHome } from '../record/record.ts';
import { counted, localTime } from '../text/text.ts';
import { handedOvers } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';
import { costOf } from './cost.ts';
import { inLetters, joined } from './headline.ts';
import { helpsIn, judged } from './helps.ts';
import { notedSince } from './learned.ts';
import { memorySizes } from './memory-sizes.ts';
import type { MemoryDeed, MorningNight } from './morning-types.ts';
import { deedWords } from './night-memory.ts';
import { shownNight } from './shown-night.ts';
import { deedInWords } from './told.ts';
import type { Week, WeekDay } from './week-types.ts';

const day = 24 * 60 * 60 * 1000;
const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export async function weekOf(home: AgentHome, waits: number): Promise<Week> {
  const { world, home: place, settings, agent } = home;
  const unknown: string[] = [];
  const orSay = <T>(what: string, instead: T): ((error: unknown) => T) =>
    unlessBug(({ message }) => {
      unknown.push(`${what} could not be read: ${message}.`);
      return instead;
    });
  const now = world.now();
  const zone = zoneOf(settings, world);
  const dayOf = (time: string): string => localTime(time, zone).split(' ')[1] ?? '';
  const wanted = sevenDays(dayOf(now.toISOString()));
  const isIn = ({ time }: { readonly time: string }): boolean => wanted.includes(dayOf(time));
  const memories = await rememberedNow(home).catch(orSay('The ledger', undefined));
  const ledger: LedgerRead = memories?.ledger ?? { lines: [], broken: undefined };
  const written = (memories === undefined ? [] : notedSince(memories, '', now.toISOString())).filter(isIn).length;
  const lines = ledger.lines.filter(isNight).filter((line) => line.agent === agent && isIn(line));
  const receipts = readReceipts(world, place).filter((each) => each.agent === agent && isIn({ time: each.startedAt }));
  const followed = await followHome(world, place, agent);
  const moments = wanted.map((each) => endOf(each, dayOf, now).toISOString());
  const sizes = await memorySizes(home, moments).catch(
    orSay(
      'How memory grew',
      moments.map(() => null),
    ),
  );
  const packs = handedOvers(home)
    .filter(isIn)
    .toReversed()
    .map(({ time, pack }) => ({ time, characters: pack.length, tokens: Math.ceil(pack.length / 4) }));
  const cost = costOf(
    receipts,
    lines.map(({ id }) => id),
  );
  if (!cost.isWhole)
    unknown.push('What some of these nights took is not known here: their receipts are on another machine.');
  if (ledger.broken !== undefined)
    unknown.push(
      `The ledger is damaged in line ${ledger.broken.line} (${ledger.broken.reason}), so what it says is not complete. \`dk doctor\` says what to do.`,
    );
  const days = wanted.map(
    (each, at): WeekDay => ({
      ...{ day: each, name: names[new Date(`${each}T00:00:00Z`).getUTCDay()] ?? '' },
      ...figuresOf(each, { lines, receipts, followed, dayOf }),
      memories: sizes[at] ?? null,
    }),
  );
  const nights = lines.map((line) => shownNight(line, receipts, null, isUndone(ledger, line.id)));
  const changes = changesIn(lines.filter(({ id }) => !isUndone(ledger, id)));
  const sum = (of: (each: WeekDay) => number): number => days.reduce((total, each) => total + of(each), 0);
  const week: Week = {
    ...{ agent, home: place.home, time: now.toISOString(), zone, days, nights, changes, packs, cost, waits },
    ...headlineOf(nights, { changes, written, zone }),
    legend: legendOf(nights),
    record: { right: sum(({ right }) => right), wrong: sum(({ wrong }) => wrong), open: sum(({ open }) => open) },
    helps: await helpsIn(home, ledger).catch(orSay('The record of steps', judged([], []))),
    unknown,
  };
  return netOf(settings).within(week);
}

/** The last second of a day where somebody is, or now if that is earlier. */
export function endOf(wanted: string, dayOf: (time: string) => string, now: Date): Date {
  const minute = 60_000;
  // No zone is further away than that.
  let [within, beyond] = [Date.parse(wanted) - 15 * 60 * minute, Date.parse(wanted) + 39 * 60 * minute];
  while (beyond - within > minute) {
    const middle = within + Math.round((beyond - within) / 2 / minute) * minute;
    if (dayOf(new Date(middle).toISOString()) <= wanted) within = middle;
    else beyond = middle;
  }
  return new Date(Math.min(now.getTime(), beyond - 1000));
}

/** By the calendar, whatever a clock does in spring. */
function sevenDays(today: string): string[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: 7 }, (_, at) => new Date(last - (6 - at) * day).toISOString().slice(0, 10));
}

interface Known {
  readonly lines: readonly NightLine[];
  readonly receipts: readonly CountedReceipt[];
  readonly followed: readonly FollowedVerdict[];
  dayOf(time: string): string;
}

function figuresOf(
  wanted: string,
  { lines, receipts, followed, dayOf }: Known,
): Omit<WeekDay, 'day' | 'name' | 'memories'> {
  const own = lines.filter(({ time }) => dayOf(time) === wanted);
  const ids = new Set(own.map(({ id }) => id));
  const verdicts = followed.filter(({ night }) => ids.has(night));
  const many = (judgement: FollowedVerdict['judgement']): number =>
    verdicts.filter((each) => each.judgement === judgement).length;
  const attempts = receipts.filter(({ outcome, startedAt }) => outcome !== 'ran' && dayOf(startedAt) === wanted);
  return {
    ...{ nights: own.length, right: many('right'), wrong: many('wrong'), open: many('open') },
    attempts: attempts.reduce((total, { count }) => total + count, 0),
  };
}

function changesIn(lines: readonly NightLine[]): Week['changes'] {
  const changes: Partial<Record<MemoryDeed, number>> = {};
  for (const { act, deeds } of lines.flatMap(({ acts }) => deedsIn(acts)))
    for (const { kind } of deeds.operations) {
      const did = act === 'deep' ? 'forgotten' : (deedWords[kind] ?? 'moved');
      changes[did] = (changes[did] ?? 0) + 1;
    }
  return changes;
}

/** In the order in which acts come. */
const actWords: Readonly<Record<string, string>> = {
  sweep: 'sweep brings notes into MEMORY.md',
  consolidate: 'consolidate keeps what the sessions showed, such as your rules and what failed',
  deep: 'deep puts old observations into the archive',
  curate: 'curate puts MEMORY.md in order',
  dream: 'dream writes the journal and suggests tasks',
};

function legendOf(nights: readonly MorningNight[]): readonly string[] {
  const done = Object.entries(actWords).filter(([name]) => nights.some(({ acts }) => acts.includes(name)));
  return [
    'A night is one run of Dreamkeeper; it can also come by day.',
    'In memory: how many different notes and entries of MEMORY.md there were at the end of the day (today: now). What stands in both counts once.',
    'A suggestion counts on the day when it was made.',
    ...(done.length === 0 ? [] : [`What a night does: ${joined(done.map(([, words]) => words))}.`]),
  ];
}

interface Done {
  readonly changes: Week['changes'];
  /** Notes of these days that still stand. */
  readonly written: number;
  readonly zone: string;
}

function headlineOf(nights: readonly MorningNight[], { changes, written, zone }: Done): Pick<Week, 'headline' | 'did'> {
  if (nights.length === 0)
    return { headline: 'A week without a night.', did: 'Nobody slept in these seven days, so nothing was changed.' };
  const back = nights.filter(({ isUndone }) => isUndone);
  const told = new Map<string, number>();
  for (const [did, number] of Object.entries(changes)) {
    const label = deedInWords(did as MemoryDeed);
    told.set(label, (told.get(label) ?? 0) + number);
  }
  const did = [
    ...[...told].map(([word, number]) => `${number} ${word}`),
    ...(written === 0 ? [] : [`${counted(written, 'note')} written meanwhile`]),
  ];
  const first = back[0];
  const also =
    first === undefined
      ? ''
      : back.length > 1
        ? ` ${counted(back.length, 'night')} were taken back with \`dk undo\`: nothing of them stands.`
        : ` The night of ${localTime(first.time, zone).replace(/ \d\d:\d\d$/u, '')} was taken back with \`dk undo\`: nothing of it stands.`;
  const gone =
    back.length === 0
      ? ''
      : nights.length === 1
        ? ', which was taken back'
        : `, ${inLetters(back.length).toLowerCase()} of them taken back`;
  return {
    headline: `A week with ${nights.length === 1 ? 'one night' : `${inLetters(nights.length).toLowerCase()} nights`}${gone}.`,
    did: `In memory: ${did.length === 0 ? 'no change' : joined(did)}.${also}`,
  };
}
