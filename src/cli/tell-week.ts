// A week for somebody at a terminal: a small table with bars, and one honest line.
import { localTime, oneLine } from '../text/text.ts';
import type { Week } from '../verbs/verbs.ts';
import { sheetOn } from './tell-report.ts';
import { paint, type Terminal } from './terminal.ts';

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

export function tellWeek(week: Week, terminal: Terminal): void {
  const sheet = sheetOn(terminal);
  const { days, packs, record, nights } = week;
  terminal.say(paint('bold', 'Good morning.'));
  sheet.prose(
    `Dreamkeeper puts the memory of your agent ${oneLine(week.agent)} in order while nobody works. This is its week, as of ${localTime(week.time, week.zone)} ${week.zone}.`,
    0,
    'dim',
  );
  terminal.say('');
  sheet.prose(week.headline, 0, 'bold');
  sheet.prose(week.did, 0);
  sheet.prose(
    week.waits === 0
      ? 'Nothing waits for you.'
      : `${week.waits === 1 ? 'One thing waits' : `${week.waits} things wait`} for you: \`dk report\` says what.`,
    0,
  );

  sheet.heading('Day by day');
  const row = (name: string, values: readonly (number | null)[]): void => {
    const cells = values.map((value) => `${value ?? '–'}`.padStart(5));
    const most = Math.max(1, ...values.map((value) => value ?? 0));
    const all = values.map((value) =>
      value === null || value === 0 ? ' ' : (bars[Math.ceil((value / most) * bars.length) - 1] ?? ' '),
    );
    // Bars that are all as long say nothing.
    const drawn = new Set(all.filter((bar) => bar !== ' ')).size > 1 ? all : [];
    terminal.say(
      '  ',
      paint('dim', name.padEnd(13)),
      cells.join(''),
      drawn.length === 0 || terminal.width < 60 ? '' : paint('blue', `  ${drawn.join('')}`),
    );
  };
  terminal.say('  ', paint('dim', `${' '.repeat(13)}${days.map(({ name }) => name.padStart(5)).join('')}`));
  row(
    'nights',
    days.map((day) => day.nights),
  );
  row(
    'in memory',
    days.map(({ memories }) => memories),
  );
  if (record.right + record.wrong + record.open > 0) {
    terminal.say('  ', paint('dim', 'suggestions:'));
    row(
      '  right',
      days.map(({ right }) => right),
    );
    row(
      '  wrong',
      days.map(({ wrong }) => wrong),
    );
    row(
      '  still open',
      days.map(({ open }) => open),
    );
  }
  sheet.prose(
    packs.length === 0
      ? 'No hand-over of this week is kept here.'
      : `A hand-over is what a session gets to read when it starts. ${packs.length === 1 ? 'The one of this week that is' : `The ${packs.length} of this week that are`} kept here ${packs.length === 1 ? 'is' : 'are'} about ${rangeOf(packs.map(({ tokens }) => tokens))} tokens long.`,
  );
  sheet.prose(week.legend.map((each) => oneLine(each)).join(' '), 2, 'dim');

  sheet.heading('Does it help?');
  sheet.prose(week.helps.told);
  if (nights.length > 0) sheet.heading('Nights');
  for (const { time, id, acts, isUndone } of nights.slice(-14))
    sheet.row(
      localTime(time, week.zone),
      `${id}  ${acts.map((act) => oneLine(act, 20)).join(', ')}${isUndone ? ' (taken back)' : ''}`,
      isUndone ? 'yellow' : 'dim',
      22,
    );
  sheet.heading('Cost');
  sheet.prose(oneLine(week.cost.told));
  if (week.unknown.length > 0) sheet.heading('What is not known');
  for (const each of week.unknown) sheet.prose(oneLine(each));
}

function rangeOf(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? `${least}` : `${least} to ${most}`;
}
