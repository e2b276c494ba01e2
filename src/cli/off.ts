// `dk off` and `dk on`: the switch, here or everywhere, for good or until a time.
import type { Command } from 'commander';
import { milliseconds } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { openSwitch } from '../wire/wire.ts';
import type { Terminal } from './terminal.ts';

interface OffOptions {
  readonly everywhere?: boolean;
  readonly until?: string;
  readonly json?: boolean;
}

export function addOff(program: Command, terminal: Terminal): void {
  program
    .command('off')
    .summary('switch Dreamkeeper off: here, everywhere, until a time')
    .description(
      'Nothing is recorded, dreamt or moved by itself while it is off. Wake packs are still printed, and what you ask for yourself (board, undo, doctor) still works.',
    )
    .option('--everywhere', 'in all homes of this person, not only here')
    .option('--until <time>', 'switch on again by itself: 2h, 3d, 18:30, 2026-06-11, 2026-06-11T08:00')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk off --until 2h\n  dk off --everywhere\n')
    .action(async (options: OffOptions) => {
      const lever = await openSwitch(terminal.standpoint(), options.everywhere === true);
      const now = new Date();
      const until = options.until === undefined ? null : timeOf(options.until, now);
      lever.set({ since: now.toISOString(), until });
      tell(lever.state(), options, terminal);
    });
  program
    .command('on')
    .summary('switch it on again')
    .description('The other way round. What was switched off everywhere needs --everywhere.')
    .option('--everywhere', 'in all homes of this person')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk on\n')
    .action(async (options: OffOptions) => {
      const lever = await openSwitch(terminal.standpoint(), options.everywhere === true);
      lever.set(undefined);
      tell(lever.state(), options, terminal);
    });
}

type State = ReturnType<Awaited<ReturnType<typeof openSwitch>>['state']>;

function tell(off: State, { json }: OffOptions, terminal: Terminal): void {
  if (json === true) return terminal.json({ off: off ?? null });
  if (off === undefined) return terminal.say('Dreamkeeper is on.');
  const until = off.until === null ? '' : ` until ${off.until.slice(0, 16).replace('T', ' ')} UTC`;
  const how = off.where === 'everywhere' ? '`dk on --everywhere`' : '`dk on`';
  terminal.say(`Dreamkeeper is off ${off.where}${until}. ${how} switches it on again.`);
}

/** A duration from now, a time of the day to come, or a date. */
function timeOf(text: string, now: Date): string {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/u.exec(text);
  if (clock !== null) {
    const at = new Date(now);
    at.setHours(Number(clock[1]), Number(clock[2]), 0, 0);
    if (at <= now) at.setDate(at.getDate() + 1);
    return at.toISOString();
  }
  const time = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/u.test(text)
    ? Date.parse(text.length === 10 ? `${text}T00:00` : text)
    : /^\d{1,5}[smhd]$/u.test(text)
      ? now.getTime() + milliseconds(text)
      : Number.NaN;
  // 30 February is no day, though a Date makes one of it.
  const isDay =
    !/^\d{4}-/u.test(text) || new Date(`${text.slice(0, 10)}T00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (Number.isNaN(time) || time <= now.getTime() || !isDay)
    throw new DreamkeeperError('E_USAGE', `"${printSafe(oneLine(text, 40))}" is not in the future, or no time at all`, {
      hint: 'Such as 2h, 3d, 18:30, 2026-06-11 or 2026-06-11T08:00.',
    });
  return new Date(time).toISOString();
}
