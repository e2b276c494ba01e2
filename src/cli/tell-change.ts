// A change told in full: what is known about it, what became of its verdicts, every file before and after.
import type { ShownChange } from '../history/history.ts';
import type { VerdictOutcome } from '../journal/journal.ts';
import { billOf } from './bill.ts';
import { paint, type Terminal } from './terminal.ts';

/** So many lines of an answer nobody could read are shown. */
const mostSaid = 60;

export function tellChange(shown: ShownChange, terminal: Terminal): void {
  const when = (shown.time ?? shown.receipt?.startedAt ?? '').slice(0, 16).replace('T', ' ');
  terminal.say(paint('bold', shown.id), `  ${when} UTC  ${shown.subject ?? shown.receipt?.message ?? ''}`);
  if (shown.isUndone) terminal.say(paint('yellow', 'It was taken back.'));
  if (shown.receipt !== null) {
    const { outcome, reason, model, leftOut } = shown.receipt;
    terminal.say(`${outcome}:${reason}  model ${model}  commit ${shown.commit?.slice(0, 10) ?? '(none)'}`);
    const { acts } = shown.receipt;
    if (acts.length > 1)
      for (const act of acts) terminal.say(`  ${act.name} ${act.outcome}:${act.reason}  ${act.message}`);
    const bill = billOf(shown.receipt);
    if (bill !== '') terminal.say(bill);
    if (shown.said !== null) terminal.say('What it said:');
    for (const line of shown.said?.split('\n').slice(0, mostSaid) ?? []) terminal.say(paint('dim', `  ${line}`));
    if (leftOut.length > 0) terminal.say(model === 'builtin' ? 'Left out:' : 'Said by the model and not taken:');
    for (const { line, why } of leftOut) terminal.say(`  ${line}`, paint('dim', `  (${why})`));
  } else terminal.say(`commit ${shown.commit?.slice(0, 10) ?? '(none)'}`);
  if (shown.outcomes !== null) {
    terminal.say(
      `Carried out by ${shown.wake ?? ''} (\`dk nights show ${shown.wake ?? ''}\` has the board before and after):`,
    );
    tellOutcomes(shown.outcomes, terminal);
  }
  tellFates(shown.fates, terminal);
  for (const line of shown.patch.trimEnd().split('\n')) {
    if (/^(?:diff|index|new file|deleted file)/u.test(line) || line === '') continue;
    const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
    terminal.say(paint(colour, line));
  }
}

const colours = { right: 'green', wrong: 'red', open: 'bold', neutral: 'dim' } as const;

/** What became of each verdict in the end; what was only `keep course` needs no word. */
function tellFates(fates: ShownChange['fates'], terminal: Terminal): void {
  const told = fates.filter(({ fate }) => fate !== 'no move');
  if (told.length > 0) terminal.say('What became of its verdicts:');
  for (const { fate, judgement, line } of told)
    terminal.say('  ', paint(colours[judgement], fate), `${line === '' ? '' : `: ${line}`}`);
}

/** What became of verdicts, a line each. */
export function tellOutcomes(outcomes: readonly VerdictOutcome[], terminal: Terminal): void {
  for (const { result, line, from, to } of outcomes)
    terminal.say(`  ${result}${from !== null && to !== null ? ` ${from} → ${to}` : ''}: ${line}`);
}
