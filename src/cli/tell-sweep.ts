// A sweep in words: what it would promote, and why one memory is or is not.
import { counted, printSafe } from '../text/text.ts';
import type { Explained, Slept } from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';

export function tellExplained(
  { id, text, promotes, why, tally, signals, score, gates, hopeless }: Explained,
  terminal: Terminal,
): void {
  terminal.say(paint('bold', id), `  ${printSafe(text)}`);
  terminal.say(promotes ? 'A sweep would promote it now.' : `Not promoted: ${why}.`);
  terminal.say(
    `Recalled ${counted(tally.recalls, 'time')}, by ${counted(tally.queries, 'different question')}, on ${counted(tally.days, 'day')}${tally.recalls === 0 ? '' : `, last on ${new Date(tally.last).toISOString().slice(0, 10)}`}.`,
  );
  for (const { gate, has, wants, passes } of gates)
    terminal.say(`  ${passes ? 'passes' : 'fails '}  ${gate.padEnd(8)} ${number(has)} of ${number(wants)}`);
  const each = Object.entries(signals).map(([name, value]) => `${name} ${Number(value).toFixed(2)}`);
  terminal.say(paint('dim', `  score ${score.toFixed(6)}: ${each.join(', ')}`));
  if (hopeless !== null) terminal.say(`Note: ${hopeless.why}.`);
}

const number = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** What a dry sweep would do; nothing for other nights. */
export function tellDrySweep({ acts }: Slept, terminal: Terminal): void {
  for (const { name, outcome, message } of acts)
    if (name === 'sweep') terminal.say(`sweep: ${outcome === 'ran' ? 'would write this' : outcome}: ${message}.`);
}
