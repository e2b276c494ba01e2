// Caches that are emptied without anybody being asked: hooks that start a program in one of them do nothing from that day on, and nobody is told.
import { existsSync } from 'node:fs';
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { Program } from './command.ts';
import { programIn } from './command.ts';
import type { SettingsPlace } from './installed.ts';

/** Where `npx`, `npm exec`, `pnpm dlx`, `yarn dlx` and `bunx` put what they start. */
const cache = /[\\/](?:_npx|_cacache|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/u;

/** The program is in no registry yet: whoever published something under its name there would be installed instead. */
export const fromClone = 'in a clone of dreamkeeper, `npm ci && npm install -g "$(npm pack --silent)"`';

export const howToLast = {
  node: `Get a Node that stays from https://nodejs.org, or with \`nvm install 24\`. Then run, ${fromClone}`,
  script: `Run, ${fromClone}. That puts \`dk\` where it stays`,
} as const;

type Part = keyof typeof howToLast;

/** Which of the two lies in a cache; undefined if both last. */
export function inCache(program: Exclude<Program, 'dk'>): { readonly part: Part; readonly path: string } | undefined {
  const part = (['node', 'script'] as const).find((each) => cache.test(program[each]));
  return part === undefined ? undefined : { part, path: program[part] };
}

/** `command` is what was asked for, to be asked again with a program that lasts. */
export function refuseInCache(program: Exclude<Program, 'dk'>, command: string): void {
  const found = inCache(program);
  if (found === undefined) return;
  const what = found.part === 'node' ? 'this Node' : 'this dk';
  throw new DreamkeeperError('E_IN_CACHE', `${what} is in a cache that npm empties: ${printSafe(found.path)}`, {
    hint: `One day there would be nothing to start, and no error would tell you so. ${howToLast[found.part]}. Then run \`${command}\` again. Nothing was changed.`,
  });
}

/** Why the hooks in a settings file do nothing, or will one day, in words that follow "The hooks in …"; undefined if they last. */
export function troubleOf({
  entries,
}: Pick<SettingsPlace, 'entries'>):
  | { readonly is: 'gone' | 'in-cache'; readonly part: Part; readonly path: string }
  | undefined {
  const program = programIn(entries[0]?.command ?? '');
  if (program === undefined || program.node === undefined) return undefined;
  const { node, script } = program;
  if (!existsSync(node)) return { is: 'gone', part: 'node', path: node };
  if (!existsSync(script)) return { is: 'gone', part: 'script', path: script };
  const cached = inCache({ node, script });
  return cached === undefined ? undefined : { is: 'in-cache', ...cached };
}
