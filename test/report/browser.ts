// A real browser: the Chromium that the system has, driven by `playwright-core`, which brings none along.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TestContext } from 'node:test';

const require = createRequire(import.meta.url);

/** The little of `playwright-core` that is used. Its own types want those of a web page, which nothing else here knows. */
export interface Tab {
  goto(address: string): Promise<unknown>;
  evaluate<Result>(code: string): Promise<Result>;
  emulateMedia(media: { readonly media?: 'print'; readonly colorScheme?: 'light' | 'dark' }): Promise<void>;
  pdf(options: { readonly format: 'A4'; readonly printBackground: boolean }): Promise<Buffer>;
  screenshot(options: { readonly path?: string; readonly fullPage: boolean }): Promise<Buffer>;
  on(event: 'request', heard: (request: { url(): string }) => void): void;
  on(event: 'dialog', heard: (dialog: { dismiss(): Promise<void>; message(): string }) => void): void;
  on(event: 'console', heard: (message: { text(): string }) => void): void;
  locator(selector: string): { innerText(): Promise<string>; count(): Promise<number> };
}

export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly javaScriptEnabled?: boolean;
}

export interface Browser {
  newContext(look: Look & { readonly offline: boolean }): Promise<{ newPage(): Promise<Tab>; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Undefined where there is none: then the test says so and skips; where skips could have been avoided (CI), it fails. */
export async function openBrowser(test: TestContext): Promise<Browser | undefined> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const path = names
    .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
    .find((found) => found !== '');
  if (path === undefined) {
    const how = 'install `chromium` from the packages of your system';
    if (process.env.DREAMKEEPER_NO_SKIP === '1') throw new Error(`there is no Chromium here: ${how}`);
    test.skip(`there is no Chromium here (${how})`);
    return undefined;
  }
  const { chromium } = require('playwright-core') as {
    readonly chromium: {
      launch(options: { readonly executablePath: string; readonly args: readonly string[] }): Promise<Browser>;
    };
  };
  // Whoever is root in a container has no other sandbox to give it; what it opens is ours.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: path, args });
  test.after(() => browser.close());
  return browser;
}

export interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What keeps people from reading a page, as far as a program can tell. */
export async function findingsOn(tab: Tab): Promise<readonly Finding[]> {
  await tab.evaluate(`${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')}; undefined`);
  return tab.evaluate<readonly Finding[]>('axe.run().then(({ violations }) => violations)');
}
