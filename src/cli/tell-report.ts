// The morning report for somebody at a terminal: calm, 80 columns, colour only where somebody looks.
import { cut, localTime, oneLine } from '../text/text.ts';
import type { Morning } from '../verbs/verbs.ts';
import { type Painted, paint, type Terminal } from './terminal.ts';
import { wrapped } from './wrap.ts';

const widest = 80;
const dids = 13;

type Colour = Painted['colour'];

/** What is said below each other on a page, and the helpers to say it. */
export interface Sheet {
  heading(name: string): void;
  /** Lines that fit, all indented so far. */
  prose(text: string, indent?: number, colour?: Colour): void;
  /** A short word, and a text that goes on below itself. */
  row(word: string, text: string, colour?: Colour, width?: number): void;
  command(text: string, indent?: number): void;
}

export function sheetOn(terminal: Terminal): Sheet {
  const width = Math.min(terminal.width, widest);
  const say = (margin: string, text: string, colour: Colour | undefined): void =>
    colour === undefined ? terminal.say(`${margin}${text}`) : terminal.say(margin, paint(colour, text));
  return {
    heading: (name) => {
      terminal.say('');
      terminal.say(paint('magenta', name));
    },
    prose: (text, indent = 2, colour) => {
      for (const line of wrapped(text, width - indent)) say(' '.repeat(indent), line, colour);
    },
    row: (word, text, colour = 'dim', wide = dids) => {
      const [first = '', ...more] = wrapped(text, width - wide - 2);
      terminal.say('  ', paint(colour, word.padEnd(wide)), first);
      for (const line of more) terminal.say(`${' '.repeat(wide + 2)}${line}`);
    },
    // One line, however long it is: it is there to be copied.
    command: (text, indent = 4) => terminal.say(' '.repeat(indent), paint('bold', text)),
  };
}

/** Longer entries are cut here; the page and the JSON have them whole. */
const mostText = 320;
const short = (text: string): string => cut(oneLine(text), mostText);

export function tellMorning(morning: Morning, terminal: Terminal): void {
  const sheet = sheetOn(terminal);
  const { headline, did, zone, agent, time, waiting, back, tales, tried } = morning;
  terminal.say(paint('bold', 'Good morning.'));
  sheet.prose(
    `Dreamkeeper puts the memory of your agent ${oneLine(agent)} in order while nobody works. This is what it did, as of ${localTime(time, zone)} ${zone}.`,
    0,
    'dim',
  );
  terminal.say('');
  sheet.prose(oneLine(headline), 0, 'bold');
  sheet.prose(did, 0);
  sheet.prose(waiting, 0);
  if (back !== null) sheet.prose(back, 0);
  tellWaits(morning, sheet);
  if (tried !== null) sheet.heading('Other attempts');
  if (tried !== null) sheet.prose(oneLine(tried), 2, 'dim');
  if (tales.length > 0)
    sheet.heading(tales.length === 1 ? 'The work before the night' : 'The work before these nights');
  for (const { text } of tales) sheet.prose(oneLine(text));
  tellMemory(morning, sheet);
  tellLearned(morning, sheet);
  tellBoard(morning, sheet);
  tellProof(morning, sheet);
  tellCost(morning, sheet);
  tellUndo(morning, sheet);
  if (morning.unknown.length > 0) sheet.heading('What is not known');
  for (const each of morning.unknown) sheet.prose(each);
  terminal.hint(paint('dim', '\n`dk report --week` shows the week, `dk report --html night.html` makes a page of it.'));
}

function tellWaits({ waits }: Morning, sheet: Sheet): void {
  if (waits.length > 0) sheet.heading('Waits for you');
  for (const { what, lines, commands, answers } of waits) {
    sheet.prose(oneLine(what));
    const wide = Math.max(0, ...lines.map(({ label }) => label.length)) + 2;
    for (const { label, text } of lines) sheet.row(`  ${label}:`, short(text), 'dim', wide + 2);
    for (const command of commands) sheet.command(command);
    if (answers !== null) sheet.prose(oneLine(answers), 4);
  }
}

const colours: Readonly<Record<Morning['memory'][number]['did'], Colour>> = {
  ...{ promoted: 'green', noticed: 'green', merged: 'blue', superseded: 'yellow', reworded: 'blue', moved: 'blue' },
  ...{ demoted: 'yellow', forgotten: 'yellow' },
};

function tellMemory({ memory }: Morning, sheet: Sheet): void {
  if (memory.length === 0) return;
  sheet.heading('Memory');
  for (const { did, label, lines, why, restore } of memory) {
    for (const [at, line] of lines.entries())
      sheet.row(
        at === 0 ? label : '',
        `${line.label === '' ? '' : `${line.label}: `}${short(line.text)}`,
        colours[did],
      );
    if (why !== null) sheet.row('', `(${short(why)})`);
    for (const command of restore) sheet.command(command, dids + 2);
  }
}

function tellLearned({ learned }: Morning, sheet: Sheet): void {
  if (learned.length === 0) return;
  sheet.heading('Learned');
  for (const { label, level, told } of learned)
    sheet.row(label, short(told), level === 'RED' ? 'red' : level === 'YLW' ? 'yellow' : 'dim');
}

function tellBoard({ board: { moves, earlier }, looksDone }: Morning, sheet: Sheet): void {
  if (moves.length + earlier.length + looksDone.length > 0) sheet.heading('Board');
  for (const { became, told } of moves) sheet.row('suggested', short(told), became === 'taken' ? 'green' : 'dim');
  for (const { told, judgement } of earlier)
    sheet.row(
      judgement === 'open' ? 'still open' : `was ${judgement}`,
      short(told),
      judgement === 'right' ? 'green' : judgement === 'wrong' ? 'red' : 'dim',
    );
  for (const { isSure, command, told } of looksDone) {
    sheet.row(isSure ? 'looks done' : 'perhaps done', short(told));
    if (command !== null) sheet.command(command, dids + 2);
  }
}

const signs = { passed: '✓', failed: '✗', 'not reached': '·' } as const;

function tellProof({ proof, checks }: Morning, sheet: Sheet): void {
  if (proof.length === 0) return;
  sheet.heading('Proof that it did no harm');
  for (const { night, result, why } of proof)
    sheet.row(
      night,
      `${result}: ${oneLine(why)}`,
      result === 'proven' ? 'green' : result === 'refused' ? 'red' : 'yellow',
      14,
    );
  for (const { name, asks, result, why } of checks)
    sheet.row(`${signs[result]} ${name}`, why ?? asks, result === 'failed' ? 'red' : 'dim', 14);
}

function tellCost({ cost, nights }: Morning, sheet: Sheet): void {
  if (nights.length === 0 && cost.calls === 0) return;
  sheet.heading('Cost');
  sheet.prose(oneLine(cost.told));
}

function tellUndo({ undo, partly }: Morning, sheet: Sheet): void {
  if (undo.length === 0) return;
  sheet.heading('Take it back');
  for (const { command, told, after } of undo) {
    sheet.prose(told);
    sheet.command(command);
    if (after !== null) sheet.prose(after);
  }
  if (partly !== null) sheet.prose(partly);
}
