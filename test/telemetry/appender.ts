// A process that appends lines and says which ones were acknowledged. Started by append.test.ts, and killed there.
import { writeSync } from 'node:fs';
import { appendLine } from '../../src/telemetry/telemetry.ts';

const [path = '', who = '', count = '0', largest = '200'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n += 1) {
  const size = 20 + ((n * 7919 + Number(who) * 104_729) % Number(largest));
  appendLine(path, JSON.stringify({ who: Number(who), n, filler: 'x'.repeat(size) }));
  // Said after the append returned: what is said here may never be missing there.
  writeSync(1, `${n}\n`);
}
