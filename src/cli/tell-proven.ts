// What a proof came to, as a small table.
import type { ProvenNight } from '../history/history.ts';
import { paint, type Terminal } from './terminal.ts';

const signs = { passed: '✓', failed: '✗', 'not reached': '·' } as const;

export function tellProven({ id, result, why, checks }: ProvenNight, terminal: Terminal, isShort: boolean): void {
  terminal.say(paint('bold', id), `  ${result}${checks.length > 0 && result === 'proven' ? '' : `: ${why}`}`);
  if (isShort) return;
  for (const { name, asks, result: how, why: reason } of checks)
    terminal.say(`  ${signs[how]} ${name.padEnd(10)} `, reason ?? paint('dim', asks));
}
