// A dream for somebody at a terminal: local time, prose that fits, and what became of each verdict below it.
import type { JudgedVerdict } from '../history/history.ts';
import type { DreamEntry } from '../journal/journal.ts';
import { present } from '../text/text.ts';
import type { ReadDream } from '../verbs/verbs.ts';
import { localTime } from './local-time.ts';
import { type Painted, paint, type Terminal } from './terminal.ts';
import { wrapped } from './wrap.ts';

/** Longer lines are hard to read, however wide a terminal is. */
const widest = 100;

export function tellDream(
  { path, dream, verdicts }: ReadDream & { readonly dream: DreamEntry },
  terminal: Terminal,
): void {
  const { header, tale, goals, blueSky, fears, carry } = dream;
  const width = Math.min(terminal.width, widest);
  const heading = (name: string): void => {
    terminal.say('');
    terminal.say(paint('magenta', name));
  };
  const item = (text: string, mark = '- '): void => {
    for (const [at, line] of wrapped(text, width - 4).entries()) terminal.say(`  ${at === 0 ? mark : '  '}${line}`);
  };
  const list = (name: string, lines: readonly string[]): void => {
    if (lines.length > 0) heading(name);
    for (const line of lines) item(line);
  };

  terminal.say(paint('bold', header.time === null ? path : localTime(header.time)));
  for (const line of wrapped(origin(dream, path), width)) terminal.say(paint('dim', line));
  heading('tale');
  for (const line of wrapped(tale, width - 2)) terminal.say(`  ${line}`);
  list('goals', goals);
  list('blue sky', blueSky);
  list('fears', fears);
  if (verdicts.length > 0) heading('verdicts');
  for (const verdict of verdicts) {
    item(verdict.line);
    const [became, ...more] = wrapped(tellBecame(verdict), width - 6);
    for (const [at, line] of [became ?? '', ...more].entries())
      terminal.say('    ', paint(colourOf(verdict), `${at === 0 ? '→ ' : '  '}${line}`));
  }
  heading('carry');
  for (const line of carryLines(carry)) item(line);
}

function origin({ header: { time, model, branch, head, id } }: DreamEntry, path: string): string {
  const where = present([
    `by ${model}`,
    branch !== null && `on ${branch}${head === null ? '' : ` at ${head.slice(0, 7)}`}`,
  ]).join(' ');
  return present([time !== null && path, where, id !== null && id]).join(' · ');
}

/** `taken: TODO → NEXT`, `refused: …`, `taken back by waldo, Wed 2026-06-10 16:30 (u-…)`. */
function tellBecame({ became, from, to, why, undone }: JudgedVerdict): string {
  const move = from === null || to === null ? '' : `: ${from} → ${to}`;
  if (undone !== null) return `taken${move}; taken back by ${undone.agent}, ${localTime(undone.time)} (${undone.id})`;
  if (became === 'waiting') return 'waiting: no wake has heard it yet';
  if (became === 'unheard') return 'unheard: a later dream came before any wake';
  return `${became}${move}${why === '' ? '' : `: ${why}`}`;
}

const colours = {
  taken: 'green',
  'taken back': 'yellow',
  advised: 'blue',
  refused: 'red',
  'no move': 'dim',
  waiting: 'dim',
  unheard: 'dim',
} as const satisfies Record<JudgedVerdict['became'], Painted['colour']>;

function colourOf({ became }: JudgedVerdict): Painted['colour'] {
  return colours[became];
}

function carryLines({ doing, next, midFlight, moreMidFlight, verified, other }: DreamEntry['carry']): string[] {
  const more = moreMidFlight > 0 ? ` and ${moreMidFlight} more` : '';
  return present([
    `DOING: ${doing ?? 'nothing'}`,
    `next action: ${next ?? 'nothing is in flight'}`,
    midFlight.length > 0 && `in flight: ${midFlight.join(', ')}${more}`,
    verified.length > 0 && `verified: ${verified.map(({ text }) => text).join('; ')}`,
    ...other,
  ]);
}
