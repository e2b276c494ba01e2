// Strict, line by line: what a model said becomes an observation only if it has the form, its time was lived through, and it names nothing that was not gathered.
import type { LeftOutLine } from '../asking/asking.ts';
import { type AllowedSecrets, netOf } from '../change/change.ts';
import { groundsOf, privateWordsIn } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { isRealTime, type Level, levels, type Observed } from '../observations/observations.ts';
import { matchKey, oneLine, sentencesOf } from '../text/text.ts';
import type { SaidLines } from './answer.ts';
import type { Thought } from './by-rules.ts';
import { demandsIn } from './demands.ts';
import type { Lived } from './lived.ts';
import { againstRecord } from './only-repeated.ts';
import type { Known } from './prompt.ts';

/** RED survives all pruning: a model gives it away a few times only. */
export const mostSaid = { lines: 20, red: 5 } as const;
const longest = { fact: 300, reflection: 900, priority: 240 } as const;

export interface Judged extends Thought {
  readonly leftOut: readonly LeftOutLine[];
}

/** `rules` fill in what is missing: there is always a reflection, and always a priority. */
export function judged(
  said: SaidLines,
  {
    lived,
    rules,
    record,
    code,
  }: { readonly lived: Lived; readonly rules: Thought; readonly record: Known; readonly code: string },
  allowed: AllowedSecrets,
): Judged {
  const leftOut: LeftOutLine[] = [];
  const leave = (line: string, why: string): void => {
    leftOut.push({ line: oneLine(line, 300), why, isVerdict: false });
  };
  const against = againstRecord(lived, record);
  const unsound = flawsFor(lived, code, allowed);
  const flawIn = (text: string): string | undefined => unsound(text) ?? against.flaw(text);
  const known = new Set(record.there.map(({ fact }) => keyOf(fact)));
  const taken: Observed[] = [];
  for (const line of said.observations) {
    const read = observedIn(line, lived);
    const flaw =
      typeof read === 'string'
        ? read
        : (flawIn(read.fact) ?? (known.has(keyOf(read.fact)) ? 'it is there already' : undefined));
    if (typeof read === 'string' || flaw !== undefined) leave(line, flaw ?? '');
    else if (taken.length >= mostSaid.lines) leave(line, `a consolidation takes ${mostSaid.lines} lines at most`);
    else {
      known.add(keyOf(read.fact));
      // RED is kept for ever: a model's word alone is not enough for that.
      const isTooMuch =
        read.level === 'RED' &&
        (!against.isCritical(read.fact) || taken.filter(({ level }) => level === 'RED').length >= mostSaid.red);
      taken.push(isTooMuch ? { ...read, level: 'YLW' } : read);
    }
  }
  const sound = (text: string, most: number): string => {
    const sentences = sentencesOf(text).filter((sentence) => {
      const flaw = flawIn(sentence);
      if (flaw !== undefined) leave(sentence, flaw);
      return flaw === undefined;
    });
    return oneLine(sentences.join(' '), most);
  };
  return {
    observations: withDemands(taken, rules),
    reflection: sound(said.reflection, longest.reflection) || rules.reflection,
    priority: sound(said.priority, longest.priority) || rules.priority,
    leftOut,
  };
}

/** What a person demanded is kept, whether a model thought of it or not. */
function withDemands(taken: readonly Observed[], { observations }: Thought): Observed[] {
  const said = taken.map(({ fact }) => keyOf(fact)).join('\n');
  const isSaid = (fact: string): boolean => said.includes(keyOf(fact.replace(/^Asked: /u, '')));
  return [
    ...observations.filter(({ level, fact }) => level === 'RED' && fact.startsWith('Asked: ') && !isSaid(fact)),
    ...taken,
  ];
}

const keyOf = (fact: string): string => matchKey(fact).key;

/** Bullets, bold and a day before the time are forgiven; another word for a level, or a time that no clock has, is not. */
function observedIn(line: string, { start, end }: Lived): Observed | string {
  const bare = line.replace(/^[\s>*_\-–•`]*(?:\d{1,2}[.)]\s+)?[*_`]*/u, '').replace(/[*_`]+$/u, '');
  const [, word = '', day, hour = '', minute = '', between = '', rest = ''] =
    /^([A-Z]{3})\b[\s*_`:\-–|[(]*(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2}):(\d\d)(?::\d\d)?(?:Z| UTC)?([\s*_`:\-–|\])]+)(.*)$/iu.exec(
      bare,
    ) ?? [];
  const level = levels.find((each) => each === word.toUpperCase());
  if (level === undefined) return 'it is not RED, YLW or GRN with a time and a fact';
  const clock = `${hour.padStart(2, '0')}:${minute}`;
  const fact = oneLine(withItsTicks(rest, between, line), longest.fact);
  if (fact === '') return 'it says nothing';
  if (!isRealTime(`2026-01-01T${clock}`)) return 'no clock has that time';
  return placed(level, day, clock, fact, start, end) ?? 'nothing of this was lived through at that time';
}

/** What was taken off as decoration may have been a half of a pair: `` `npm test` passed ``. */
function withItsTicks(fact: string, before: string, line: string): string {
  if ((fact.split('`').length - 1) % 2 === 0) return fact;
  if (/\s`$/u.test(before)) return `\`${fact}`;
  return /`\s*$/u.test(line) ? `${fact}\`` : fact;
}

const dayLength = 24 * 60 * 60 * 1000;

/** On the day that it names, or the last one on which the clock said so. */
function placed(
  level: Level,
  named: string | undefined,
  clock: string,
  fact: string,
  start: string,
  end: string,
): Observed | undefined {
  const from = start.slice(0, 16);
  const days =
    named === undefined
      ? [0, 1, 2].map((back) => new Date(Date.parse(end) - back * dayLength).toISOString().slice(0, 10))
      : [named];
  const day = days.find((each) => `${each}T${clock}` <= end.slice(0, 16) && `${each}T${clock}` >= from);
  return day === undefined ? undefined : { level, day, clock, fact };
}

function flawsFor(lived: Lived, code: string, allowed: AllowedSecrets): (text: string) => string | undefined {
  const { facts, prompts } = lived;
  const grounds = groundsOf(facts);
  const plain = prompts.flatMap(({ text }) => (demandsIn(text).length === 0 ? [text] : []));
  const isPrivate = privateWordsIn({ ...facts, asked: plain });
  const net = netOf(allowed);
  return (text) => {
    // What an answer had of one is taken out before it is read.
    if (text.includes('[REDACTED') || !net.isClean(text)) return 'there is a credential in it';
    if (readsLikeOrder(text)) return 'it reads like an order';
    if (isPrivate(text)) return 'it repeats what is private';
    if (text.includes(code)) return 'it repeats the question';
    const invented = grounds.ungrounded(text);
    return invented === undefined ? undefined : `${oneLine(invented, 80)} was not gathered`;
  };
}
