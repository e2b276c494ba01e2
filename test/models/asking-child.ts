// A process of its own that asks once and says what it took. It loads nothing else, as it is started for every flood.
import { readFileSync } from 'node:fs';
import { ask, sourceAt } from './asking.ts';
import { type Wire, wires } from './shapes.ts';

const [, , url = '', kind = '', mode = ''] = process.argv;

const wire: Wire = wires.find((each) => each === kind) ?? 'chat';
const limits = { total: 30_000, idle: 10_000, bytes: 256 * 1024 };
const outcome = await ask(sourceAt(url, wire, mode === 'stream'), { limits });
process.stdout.write(
  JSON.stringify({ outcome: outcome.kind === 'failed' ? outcome.reason : 'answer', peak: peakMemory() }),
);

/** Of this program alone. What the system calls the largest size of a process also counts the one it was forked from. */
function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
}
