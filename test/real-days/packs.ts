// `npm run real-days:packs`: for every day of the half that the rules were not made on, the pack of the version before and the pack of this one.
//
// The packs before were made with this harness on the code as it stood before the letter was rewritten, and are kept beside it.
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { liveStretch } from './live.ts';
import { readStretch, stretchNames } from './stretch.ts';

const before = JSON.parse(readFileSync(new URL('packs-before.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;
const ends: (() => void)[] = [];
const context = { after: (end: () => void) => ends.push(end) } as unknown as TestContext;
try {
  for (const stretch of stretchNames().map(readStretch)) {
    if (stretch.half !== 'reporting') continue;
    for (const { day, woken } of await liveStretch(sandbox(context), stretch)) {
      console.log(`\n=== ${stretch.name}, day ${day + 1}, before\n${before[stretch.name]?.[day] ?? '(none)'}`);
      console.log(`\n=== ${stretch.name}, day ${day + 1}, after\n${woken.pack}`);
    }
  }
} finally {
  for (const end of ends) end();
}
