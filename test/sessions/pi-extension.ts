// Our extension for Pi, loaded as Pi would, and played what was recorded of its events.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOurCommand } from '../../src/install/command.ts';
import { piSettings } from '../../src/sessions/pi/settings.ts';
import type { Message } from './harness-contract.ts';

export interface Context {
  readonly cwd: string;
  readonly sessionManager: { getSessionId(): string; getSessionFile(): string };
}

type Handler = (event: object, context: Context) => Promise<unknown> | unknown;

/** Gives what Pi would do at an event. */
export async function loaded(folder: string, commandOf: (word: string) => string): Promise<Map<string, Handler>> {
  const { form } = piSettings;
  if (typeof form !== 'function') throw new TypeError('its form is a plugin');
  const text = form((command) => isOurCommand('pi', command)).withHooks('', ({ word }) => commandOf(word));
  mkdirSync(folder, { recursive: true });
  const file = join(mkdtempSync(join(folder, 'extension-')), 'dreamkeeper.mjs');
  writeFileSync(file, text);
  const handlers = new Map<string, Handler>();
  const { default: extension } = (await import(pathToFileURL(file).href)) as {
    readonly default: (pi: { on(name: string, handler: Handler): void }) => void;
  };
  extension({ on: (name, handler) => void handlers.set(name, handler) });
  return handlers;
}

export const contextOf = (cwd: string, id = '01a1f5eb-6261-720b-8a0b-945574701a56'): Context => ({
  cwd,
  sessionManager: { getSessionId: () => id, getSessionFile: () => join(cwd, `${id}.jsonl`) },
});

/** Plays a recorded session; gives what the extension answered. */
export async function play(handlers: Map<string, Handler>, lines: readonly string[], cwd: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const line of lines) {
    const { k, e } = JSON.parse(line) as { readonly k: string; readonly e: object };
    answers.push(await handlers.get(k)?.(e, contextOf(cwd)));
  }
  return answers.filter((answer) => answer !== undefined);
}

/** What the extension would hand to `dk hook` in a recorded session. */
export async function piMessagesOf(lines: readonly string[], directory: string): Promise<Message[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dk-extension-'));
  const told = join(folder, 'told');
  const commandOf = (word: string): string => `{ printf '${word}\\t'; cat; echo; } >> '${told}'`;
  await play(await loaded(folder, commandOf), lines, folder);
  const text = existsSync(told) ? readFileSync(told, 'utf8') : '';
  rmSync(folder, { recursive: true });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [word = '', json = ''] = line.split('\t');
      return { word, text: json.replaceAll(folder, directory) };
    });
}
