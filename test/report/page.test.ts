// The page in a real browser: light and dark, phone and desk, on paper, without scripts, with hostile texts; nothing leaves, and nothing keeps people from reading it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { morningPage, weekPage } from '../../src/report/report.ts';
import type { Morning, Week } from '../../src/verbs/verbs.ts';
import { root, type Sandbox, sandbox } from '../sandbox.ts';
import { type Browser, findingsOn, type Look, openBrowser, type Tab } from './browser.ts';
import { hostile, payloads } from './hostile.ts';

const golden = <T>(name: string): T => JSON.parse(readFileSync(join(root, 'test/report/golden', name), 'utf8')) as T;
const morning = golden<Morning>('morning.json');
const week = golden<Week>('week.json');
const bad = hostile(morning, (at) => payloads[at % payloads.length] ?? '');

const pages: Readonly<Record<string, string>> = {
  'a morning': morningPage(morning),
  'a week': weekPage(week),
  'an empty week': weekPage(emptyWeek()),
  'a hostile week': weekPage(hostile(week, (at) => payloads[at % payloads.length] ?? '')),
  'an empty home': morningPage({ ...morning, ...nothingOf(morning), kind: 'empty' }),
  'a hostile morning': morningPage(bad),
};

function emptyWeek(): Week {
  const days = week.days.map((day) => ({
    ...day,
    nights: 0,
    attempts: 0,
    memories: null,
    right: 0,
    wrong: 0,
    open: 0,
  }));
  const helps = { withPack: [], withoutPack: [], isEnough: false, told: 'Whether it helps cannot be said yet.' };
  return { ...week, days, helps, nights: [], packs: [], changes: {}, record: { right: 0, wrong: 0, open: 0 } };
}

function nothingOf(report: Morning): Partial<Morning> {
  const lists = Object.entries(report).filter(([, value]) => Array.isArray(value));
  return { ...Object.fromEntries(lists.map(([name]) => [name, []])), board: { moves: [], earlier: [] } };
}

interface Opened {
  readonly tab: Tab;
  readonly requests: readonly string[];
  readonly dialogs: readonly string[];
}

async function open(t: TestContext, browser: Browser, box: Sandbox, page: string, look: Look = {}): Promise<Opened> {
  const context = await browser.newContext({ ...look, offline: true });
  t.after(() => context.close());
  const tab = await context.newPage();
  const [requests, dialogs]: [string[], string[]] = [[], []];
  tab.on('request', (request) => requests.push(request.url()));
  tab.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  const file = box.path(`page-${requests.length}.html`);
  writeFileSync(file, page);
  await tab.goto(pathToFileURL(file).href);
  return { tab, requests, dialogs };
}

const looks = {
  'light, at a desk': { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  'dark, at a desk': { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  'light, on a phone': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'dark, on a phone': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const satisfies Record<string, Look>;

test('in a browser', async (t) => {
  const browser = await openBrowser(t);
  if (browser === undefined) return;
  const box = sandbox(t);
  for (const [name, page] of Object.entries(pages))
    for (const [how, look] of Object.entries(looks).filter(
      (_, at) => name === 'a morning' || name === 'a week' || at % 3 === 0,
    ))
      await t.test(`${name}, ${how}: nothing keeps people from reading it, and nothing is asked for`, async (each) => {
        const { tab, requests, dialogs } = await open(each, browser, box, page, look);
        const found = (await findingsOn(tab)).map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
        assert.deepEqual(found, []);
        const wide = await tab.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(wide <= 0, `it is ${wide} pixels too wide`);
        assert.deepEqual(
          requests.filter((url) => !url.startsWith('file:')),
          [],
        );
        assert.deepEqual([requests.length, dialogs], [1, []]);
      });

  await t.test('what is looked for would be found', async (each) => {
    const faint = (pages['a morning'] ?? '').replace('<html lang="en">', '<html>');
    const { tab } = await open(each, browser, box, faint);
    assert.deepEqual(
      (await findingsOn(tab)).map(({ id }) => id),
      ['html-has-lang'],
    );
  });

  await t.test('light and dark are two, as the reader prefers', async (each) => {
    const back = async (colorScheme: 'light' | 'dark'): Promise<string> => {
      const { tab } = await open(each, browser, box, pages['a morning'] ?? '', { colorScheme });
      return tab.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    assert.notEqual(await back('light'), await back('dark'));
  });

  await t.test('on paper: whole commands, no list of places, and dark stays a matter of screens', async (each) => {
    const { tab } = await open(each, browser, box, pages['a hostile morning'] ?? '', { colorScheme: 'dark' });
    await tab.emulateMedia({ media: 'print' });
    const seen = await tab.evaluate<{ back: string; nav: string; cut: number }>(`({
      back: getComputedStyle(document.body).backgroundColor,
      nav: getComputedStyle(document.querySelector('nav')).display,
      cut: [...document.querySelectorAll('.command')].filter((each) => each.scrollWidth > each.clientWidth + 1).length,
    })`);
    assert.deepEqual(seen, { back: 'rgb(255, 255, 255)', nav: 'none', cut: 0 });
    const paper = await tab.pdf({ format: 'A4', printBackground: true });
    assert.equal(paper.subarray(0, 5).toString(), '%PDF-');
  });

  await t.test('without scripts it says the same', async (each) => {
    const says = async (javaScriptEnabled: boolean): Promise<string> => {
      const { tab } = await open(each, browser, box, pages['a morning'] ?? '', { javaScriptEnabled });
      return tab.locator('body').innerText();
    };
    const said = await says(false);
    assert.equal(said, await says(true));
    for (const word of [morning.headline, morning.undo[0]?.command ?? '?', morning.memory[0]?.after[0] ?? '?'])
      assert.ok(said.includes(word), word);
  });

  await t.test('hostile texts are there to be read, and are nothing else', async (each) => {
    const { tab, requests, dialogs } = await open(each, browser, box, pages['a hostile morning'] ?? '');
    const seen = await tab.evaluate<{ pwned: string; elements: string[]; text: string; attributes: string[] }>(`({
      pwned: typeof window.pwned,
      elements: [...new Set([...document.querySelectorAll('*')].map((each) => each.localName))],
      attributes: [...new Set([...document.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()))],
      text: document.body.textContent,
    })`);
    assert.equal(seen.pwned, 'undefined');
    for (const element of ['script', 'img', 'iframe', 'link', 'object', 'form', 'base'])
      assert.ok(!seen.elements.includes(element), element);
    assert.deepEqual(
      seen.attributes.filter((name) => name.startsWith('on') || name === 'src' || name === 'style'),
      [],
    );
    for (const payload of payloads.slice(0, 6)) assert.ok(seen.text.includes(payload), payload);
    assert.ok(seen.text.includes('‹U+202E›') && !seen.text.includes('\u202E'));
    assert.deepEqual([requests.length, dialogs], [1, []]);
  });

  await t.test('what would get past the escaping would still start nothing and fetch nothing', async (each) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    each.after(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const forged = `<script>window.pwned = 1</script><img src="http://127.0.0.1:${port}/img" onerror="window.pwned = 1"><link rel="stylesheet" href="http://127.0.0.1:${port}/css"><iframe src="http://127.0.0.1:${port}/frame"></iframe><style>body { background: url(http://127.0.0.1:${port}/style) }</style><p style="background: url(http://127.0.0.1:${port}/attribute)">x</p><object data="http://127.0.0.1:${port}/object"></object>`;
    const context = await browser.newContext({ offline: false });
    each.after(() => context.close());
    const tab = await context.newPage();
    writeFileSync(
      box.path('forged.html'),
      (pages['a morning'] ?? '').replace('</header>', () => `</header>${forged}`),
    );
    await tab.goto(pathToFileURL(box.path('forged.html')).href);
    assert.equal(await tab.evaluate<string>('typeof window.pwned'), 'undefined');
    assert.equal(
      await tab.evaluate<number>('document.querySelectorAll("iframe, object, img").length'),
      3,
      'the forgery is in the page',
    );
    assert.deepEqual(asked, []);
  });
});
