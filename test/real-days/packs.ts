// `npm run real-days:packs`: for every day of the thirteen histories that no rule was made with, the pack of the version before the letter was rewritten and the pack of this one. With `--page`
// ten of them are written into docs/real-days.md instead: those that readers were given.
//
// The packs before were made with this harness on the code as it stood before the letter was rewritten, and are kept beside it.
import { readFileSync, writeFileSync } from 'node:fs';
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
/** The ten days of the fourth trial, drawn by lot, by the name of the repository and the number of the day. */
const shown =
  'linkding 4, oil-nvim 9, lustre 10, rustlings 2, nicegui 4, oil-nvim 4, blink 10, blink 3, plot 10, jsoup 4'.split(
    ', ',
  );
const page = new URL('../../docs/real-days.md', import.meta.url);
const isPage = process.argv.includes('--page');
const told = new Map<string, string>();
try {
  for (const stretch of stretchNames().map(readStretch)) {
    if (before[stretch.name] === undefined) continue;
    for (const { day, woken } of await liveStretch(sandbox(context), stretch)) {
      const then = before[stretch.name]?.[day] ?? '(none)';
      told.set(`${stretch.name} ${day + 1}`, sideBySide(then, woken.pack));
      if (isPage) continue;
      console.log(`\n=== ${stretch.name}, day ${day + 1}, before\n${then}`);
      console.log(`\n=== ${stretch.name}, day ${day + 1}, after\n${woken.pack}`);
    }
  }
} finally {
  for (const end of ends) end();
}
if (isPage) {
  const days = shown.map((name) => `### ${name.replace(' ', ', day ')}\n\n${told.get(name) ?? '(not lived)'}`);
  const text = readFileSync(page, 'utf8').replace(
    /(<!-- packs[^\n]*-->\n)[\s\S]*(<!-- packs end -->)/u,
    (_, begin: string, end: string) => `${begin}${days.join('\n\n')}\n${end}`,
  );
  writeFileSync(page, text);
}

function sideBySide(then: string, now: string): string {
  const cell = (text: string): string =>
    `<td valign="top"><pre>${text.trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre></td>`;
  return `<table><tr><th>before</th><th>now</th></tr><tr>${cell(then)}${cell(now)}</tr></table>`;
}
