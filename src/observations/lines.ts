// `observations.md` read line by line. What is no observation is nobody's business, and keeps every byte.
import { hash } from 'node:crypto';
import { base32Of, type Line, linesOf } from '../text/text.ts';

/** Critical, important, informational: the words that `rg ^RED` finds. */
export const levels = ['RED', 'YLW', 'GRN'] as const;
export type Level = (typeof levels)[number];

/** What one line says. Day and time are in UTC. */
export interface Observed {
  readonly level: Level;
  /** `2026-02-12` */
  readonly day: string;
  /** `09:32` */
  readonly clock: string;
  readonly fact: string;
}

export interface Observation extends Observed {
  readonly id: string;
  /** From when it no longer holds, if it says so itself: `… (until 2026-03-01)` holds on that day, too. */
  readonly until: Date | undefined;
  /** Its line, from 1, and its bytes with the line end. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** The same words of the same minute are the same observation. It is written nowhere in the file. */
export function observationId({ day, level, clock, fact }: Observed): string {
  return `o-${base32Of(hash('sha256', `${day} ${level} ${clock} ${fact}`, 'hex'))}`;
}

export function printObservation({ level, clock, fact }: Observed): string {
  return `${level} ${clock} ${fact}`;
}

/** In the order of the file. A line before the first day, or inside a fenced block, is a person's text. */
export function observationsIn(content: Uint8Array): Observation[] {
  return placedIn(content).observations;
}

/** A day with the bytes from its heading to the next heading, and where its last line that says something ends. */
export interface Day {
  readonly day: string;
  readonly heading: Line;
  readonly end: number;
  readonly lastWords: number;
  /** Lines below the heading that say something. */
  readonly said: number;
}

export function placedIn(content: Uint8Array): { readonly observations: Observation[]; readonly days: Day[] } {
  const observations: Observation[] = [];
  const days: { -readonly [Name in keyof Day]: Day[Name] }[] = [];
  const lines = linesOf(content);
  const quoted = quotedIn(lines);
  let isBelow = false;
  for (const line of lines) {
    const isQuoted = quoted.has(line.line);
    const current = isBelow ? days.at(-1) : undefined;
    if (!isQuoted && /^#{1,2}(?:\s|$)/u.test(line.text)) {
      const day = dayOf(line.text);
      isBelow = day !== undefined;
      if (day !== undefined) days.push({ day, heading: line, end: line.to, lastWords: line.to, said: 0 });
      continue;
    }
    if (current !== undefined) {
      current.end = line.to;
      if (!/^[ \t]*$/u.test(line.text)) {
        current.lastWords = line.to;
        current.said += 1;
      }
      const observed = isQuoted ? undefined : observedIn(line.text, current.day);
      if (observed !== undefined)
        observations.push({
          ...observed,
          id: observationId(observed),
          until: expiryIn(observed.fact),
          ...{ line: line.line, from: line.from, to: line.to },
        });
    }
  }
  return { observations, days };
}

/** The lines of fenced blocks. A fence that nobody closed is none: else whatever comes later would be quoted. */
function quotedIn(lines: readonly Line[]): ReadonlySet<number> {
  const marks = lines.flatMap(({ text, line }) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(text)?.[1];
    return mark === undefined ? [] : [{ mark, line }];
  });
  const quoted = new Set<number>();
  const open: string[] = [];
  for (let at = 0; at < marks.length; at += 1) {
    const { mark = '', line = 0 } = marks[at] ?? {};
    if (open.some((without) => mark.startsWith(without))) continue;
    // It ends with its own mark, at least as long.
    const end = marks.findIndex((each, next) => next > at && each.mark.startsWith(mark));
    if (end === -1) open.push(mark);
    else {
      for (let each = line; each <= (marks[end]?.line ?? 0); each += 1) quoted.add(each);
      at = end;
    }
  }
  return quoted;
}

function dayOf(text: string): string | undefined {
  const day = /^## (\d{4}-\d\d-\d\d)\s*$/u.exec(text)?.[1];
  return day !== undefined && isRealTime(`${day}T00:00`) ? day : undefined;
}

function observedIn(text: string, day: string): Observed | undefined {
  const [, level, clock = '', fact = ''] = /^(RED|YLW|GRN) (\d\d:\d\d) (\S.*)$/u.exec(text) ?? [];
  if (level === undefined || !isRealTime(`${day}T${clock}`)) return undefined;
  return { level: level as Level, day, clock, fact };
}

/** Whether a minute such as `2026-02-12T09:32` is on any calendar. */
export function isRealTime(minute: string): boolean {
  const time = new Date(`${minute}:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(minute);
}

const dayLength = 24 * 60 * 60 * 1000;

function expiryIn(fact: string): Date | undefined {
  const [, day = '', clock] = /\(until (\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)Z?)?\)[.!]?\s*$/u.exec(fact) ?? [];
  const minute = `${day}T${clock ?? '00:00'}`;
  if (!isRealTime(minute)) return undefined;
  const time = Date.parse(`${minute}:00Z`);
  return new Date(clock === undefined ? time + dayLength : time);
}
