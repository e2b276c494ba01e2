// `lifecycle.org` read: forgiving about how people write, strict about what it means. Every mistake has its line and what to do about it.
import { milliseconds } from '../config/config.ts';
import { decodeUtf8, nearest, oneLine } from '../text/text.ts';
import { type Cadence, type CadenceState, stateOf } from './cadence.ts';

export interface CadenceProblem {
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

export type CadenceRead =
  | { readonly kind: 'cadence'; readonly cadence: Cadence }
  | { readonly kind: 'broken'; readonly problems: readonly CadenceProblem[] };

interface Draft {
  readonly name: string;
  readonly line: number;
  readonly properties: Map<string, { readonly value: string; readonly line: number }>;
  readonly prose: string[];
}

const largest = 256 * 1024;
/** Nobody writes such a line, and to look for the end of its blanks takes the square of its length. */
const longestLine = 1000;
/** `INTERVAL-MS` is advice that nobody follows; it is known so that nobody is told off for it. */
const known = ['KIND', 'REPEAT', 'NEXT', 'MIN-INTERVAL', 'INTERVAL-MS', 'CLAIM'] as const;

/** Reads the file. States come in its order; where nothing says where to begin, the first does. */
export function parseCadence(bytes: Uint8Array): CadenceRead {
  const problems: CadenceProblem[] = [];
  const report = (line: number, message: string, hint: string): void => {
    problems.push({ line, message, hint });
  };
  if (bytes.length > largest)
    report(1, `it has ${bytes.length} bytes`, `Make it shorter: at most ${largest} bytes are read.`);
  const lines = bytes.length > largest ? [] : decodeUtf8(bytes).split(/\r\n|\n|\r/u);
  const { drafts, start } = draftsIn(lines, report);
  const states = drafts.map((draft) => stateFrom(draft, report));
  const named = new Map<string, number>();
  for (const { name, line } of states) {
    const first = named.get(name);
    if (first !== undefined)
      report(line, `the state "${name}" is there twice (first in line ${first})`, 'Give one of them another name.');
    else named.set(name, line);
  }
  const cadence: Cadence = { start: start?.value ?? states[0]?.name ?? '', states };
  const nextLines = new Map(
    drafts.flatMap(({ name, properties }) => {
      const next = properties.get('NEXT');
      return next === undefined ? [] : [[name, next.line] as const];
    }),
  );
  checkEdges(cadence, start?.line ?? 1, nextLines, report);
  return problems.length === 0
    ? { kind: 'cadence', cadence }
    : { kind: 'broken', problems: problems.toSorted((one, other) => one.line - other.line) };
}

type Report = (line: number, message: string, hint: string) => void;

function draftsIn(
  lines: readonly string[],
  report: Report,
): {
  readonly drafts: readonly Draft[];
  readonly start: { readonly value: string; readonly line: number } | undefined;
} {
  const drafts: Draft[] = [];
  let start: { value: string; line: number } | undefined;
  let isInDrawer = false;
  let isInBlock = false;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (text.length > longestLine) {
      report(line, `it has ${text.length} characters`, `A line has at most ${longestLine}.`);
      continue;
    }
    if (/^\s*#\+(?:begin|end)_/iu.test(text)) isInBlock = /^\s*#\+begin_/iu.test(text);
    if (isInBlock) continue;
    const heading = /^\* +(.*)$/u.exec(text)?.[1];
    if (heading !== undefined) {
      const name = nameOf(heading);
      if (name === '') report(line, 'a state without a name', 'Write its name after the star: `* wake_add`.');
      drafts.push({ name, line, properties: new Map(), prose: [] });
      isInDrawer = false;
      continue;
    }
    const begun = /^\s*#\+START:\s*(.*?)\s*$/iu.exec(text)?.[1];
    if (begun !== undefined) start = { value: nameOf(begun), line };
    const last = drafts.at(-1);
    if (last === undefined) continue;
    if (/^\s*:PROPERTIES:\s*$/iu.test(text)) isInDrawer = true;
    else if (/^\s*:END:\s*$/iu.test(text)) isInDrawer = false;
    else if (isInDrawer) property(text, line, last, report);
    else if (!/^\s*#/u.test(text)) last.prose.push(text);
  }
  return { drafts, start };
}

/** Without tags and comments; two words are one name with a line between them, as people mean it. */
function nameOf(text: string): string {
  return text
    .replace(/\s+:[\w@#%:]+:\s*$/u, '')
    .replace(/\s+#\s.*$/u, '')
    .trim()
    .replace(/\s+/gu, '_');
}

function property(text: string, line: number, draft: Draft, report: Report): void {
  if (text.trim() === '') return;
  const [, key = '', value = ''] = /^\s*:([A-Za-z][\w-]*):\s*(.*)$/u.exec(text) ?? [];
  if (key === '')
    return report(line, `"${oneLine(text, 40)}" is no property`, 'Write `:KEY: value`, one on each line.');
  const name = key.toUpperCase().replaceAll('_', '-');
  if (!known.some((each) => each === name)) {
    // Other programs keep theirs in the same drawer. What is almost one of ours was meant to be it.
    const guess = nearest(name, known);
    if (guess !== undefined) report(line, `there is no property ${oneLine(key, 40)}`, `Did you mean ${guess}?`);
    return;
  }
  if (draft.properties.has(name)) return report(line, `${name} is there twice`, 'Keep one of them.');
  draft.properties.set(name, { value: value.replace(/\s+#\s.*$/u, '').trim(), line });
}

function stateFrom({ name, line, properties, prose }: Draft, report: Report): CadenceState {
  const kind = properties.get('KIND');
  const plain = kind?.value.toLowerCase() ?? 'wake';
  if (kind !== undefined && plain !== 'wake' && plain !== 'rem')
    report(kind.line, `KIND is "${oneLine(kind.value, 40)}"`, 'It is `wake` (the agent runs) or `rem` (it sleeps).');
  const repeat = properties.get('REPEAT');
  const times = repeat === undefined ? 1 : Number(repeat.value);
  if (repeat !== undefined && !(Number.isInteger(times) && times >= 1 && times <= 1000))
    report(repeat.line, `REPEAT is "${oneLine(repeat.value, 40)}"`, 'It is a whole number from 1 to 1000.');
  const interval = properties.get('MIN-INTERVAL');
  const gate = interval === undefined ? null : durationOf(interval.value);
  if (interval !== undefined && gate === undefined)
    report(
      interval.line,
      `MIN-INTERVAL is "${oneLine(interval.value, 40)}"`,
      'Write 30s, 10m, 2h, 1d, or milliseconds.',
    );
  const claim = properties.get('CLAIM');
  if (claim !== undefined && !/^(?:yes|no|t|nil|true|false)$/iu.test(claim.value))
    report(claim.line, `CLAIM is "${oneLine(claim.value, 40)}"`, 'It is `yes` or `no`.');
  return {
    name,
    line,
    kind: plain === 'rem' ? 'rem' : 'wake',
    repeat: times,
    next: nameOf(properties.get('NEXT')?.value ?? '') || name,
    minInterval: gate ?? null,
    claims: !/^(?:no|nil|false)$/iu.test(claim?.value ?? ''),
    prose: prose.join('\n').trim(),
  };
}

/** `10m`, `1h 30m`, `2 d`; a bare number is milliseconds; undefined for anything else. */
function durationOf(text: string): number | undefined {
  const plain = text.toLowerCase().replace(/\s+/gu, '');
  if (/^\d{1,12}$/u.test(plain)) return Number(plain);
  return /^(?:\d{1,9}(?:ms|s|m|h|d))+$/u.test(plain) ? milliseconds(plain) : undefined;
}

function checkEdges(cadence: Cadence, startLine: number, nextLines: ReadonlyMap<string, number>, report: Report): void {
  const { states, start } = cadence;
  if (states.length === 0)
    return report(
      1,
      'there is no state in it',
      'A state is a heading: `* wake_add`. `dk lifecycle init` writes a whole one.',
    );
  const names = states.map(({ name }) => name);
  const hintFor = (name: string): string => {
    const near = nearest(name, names);
    if (near !== undefined) return `Did you mean ${near}?`;
    return `States are ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}.`;
  };
  const known = new Set(names);
  if (!known.has(start)) report(startLine, `it begins with "${oneLine(start, 40)}", which is no state`, hintFor(start));
  const dead = states.filter(({ next }) => !known.has(next));
  for (const { next, line, name } of dead)
    report(nextLines.get(name) ?? line, `${name} goes on to "${oneLine(next, 40)}", which is no state`, hintFor(next));
  // What cannot be reached because of these is no mistake of its own.
  if (!known.has(start) || dead.length > 0) return;
  const reached = new Set<string>();
  for (let at = stateOf(cadence, start); at !== undefined && !reached.has(at.name); at = stateOf(cadence, at.next))
    reached.add(at.name);
  for (const { name, line } of states)
    if (!reached.has(name))
      report(
        line,
        `nothing leads to ${name}`,
        `Let a state that is reached from ${start} have it as NEXT, or remove it.`,
      );
  if (!states.some(({ kind, name }) => kind === 'rem' && reached.has(name)))
    report(1, 'no state sleeps', 'Write `:KIND: rem` into one of the states that are reached.');
}
