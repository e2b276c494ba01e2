// Our plugin for OpenCode, loaded as OpenCode would, and played what was recorded of its calls.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOurCommand } from '../../src/install/command.ts';
import { opencodeSettings } from '../../src/sessions/opencode/settings.ts';
import type { Message } from './harness-contract.ts';

type Hook = (input: unknown, output?: unknown) => Promise<void>;
export type Hooks = Readonly<Record<string, Hook>>;

interface Recorded {
  readonly k: string;
  readonly i?: unknown;
  readonly o?: unknown;
  readonly type?: string;
  readonly p?: unknown;
}

/** Its hooks, with a command of ours for each word. */
export async function loaded(folder: string, directory: string, commandOf: (word: string) => string): Promise<Hooks> {
  const { form } = opencodeSettings;
  if (typeof form !== 'function') throw new TypeError('its form is a plugin');
  const text = form((command) => isOurCommand('opencode', command)).withHooks('', ({ word }) => commandOf(word));
  mkdirSync(folder, { recursive: true });
  const file = join(mkdtempSync(join(folder, 'plugin-')), 'dreamkeeper.mjs');
  writeFileSync(file, text);
  const { Dreamkeeper } = (await import(pathToFileURL(file).href)) as {
    readonly Dreamkeeper: (place: { readonly directory: string }) => Promise<Hooks>;
  };
  return Dreamkeeper({ directory });
}

/** Plays a recorded session; gives what the plugin pushed to the system prompts. */
export async function play(hooks: Hooks, lines: readonly string[]): Promise<string[]> {
  const names: Readonly<Record<string, string>> = {
    message: 'chat.message',
    after: 'tool.execute.after',
    dispose: 'dispose',
  };
  const pushed: string[] = [];
  for (const line of lines) {
    const { k, i, o, type, p } = JSON.parse(line) as Recorded;
    if (k === 'event') await hooks.event?.({ event: { type, properties: p } });
    else if (k === 'system') {
      const system: string[] = [];
      await hooks['experimental.chat.system.transform']?.(i ?? {}, { system });
      pushed.push(...system);
    } else await hooks[names[k] ?? '']?.(i, o);
  }
  return pushed;
}

/** What the plugin would hand to `dk hook` in a recorded session. */
export async function messagesOf(lines: readonly string[], directory: string): Promise<Message[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dk-plugin-'));
  const told = join(folder, 'told');
  const commandOf = (word: string): string => `{ printf '${word}\\t'; cat; echo; } >> '${told}'`;
  await play(await loaded(folder, folder, commandOf), lines);
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
