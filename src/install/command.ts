// The command a harness starts at an event, and how one of our own is recognised again.
import { existsSync, realpathSync } from 'node:fs';
import { basename, posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DreamkeeperError } from '../errors/errors.ts';
import type { Standpoint } from '../world/world.ts';

/** How `dk` is started: by full paths on this machine, or by name where others with other paths read the same file. */
export type Program = { readonly node: string; readonly script: string } | 'dk';

/**
 * How this very dk is started. What runs now may be any program that calls us as a library, so ours is looked for beside our own files, as
 * they are published or as source; unless it was named.
 */
export function thisProgram({ program }: Standpoint): Exclude<Program, 'dk'> {
  const beside = ['./bin.js', '../bin.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const script = program ?? beside.find(existsSync);
  if (script !== undefined) return { node: process.execPath, script: realpathSync(script) };
  throw new DreamkeeperError('E_USAGE', 'the program `dk` that hooks would start is not beside this library', {
    hint: 'Use the command `dk` for this; a bundle of the library does not contain it. Nothing was changed.',
  });
}

/** The command of a hook. Whatever becomes of us, the agent sees a success and no complaint. */
export function commandOf(harness: string, word: string, program: Program): string {
  const start = program === 'dk' ? 'dk' : `${quoted(program.node)} ${quoted(program.script)}`;
  return `${start} hook ${word} --from ${harness} --pid $PPID 2>/dev/null || true`;
}

/**
 * Whether a command is one of ours, whichever Node and script it names, in any quoting.
 *
 * A command that does anything besides is somebody's own, even if we are in it: to take it out would take out theirs.
 */
export function isOurCommand(harness: string, command: string): boolean {
  const words = wordsOf(command.replace(/\s*\|\|\s*true\s*$/u, '').replace(/\s*2>\s*\/dev\/null\s*$/u, ''));
  const at = words.lastIndexOf('hook');
  const [event = '', from, name, ...rest] = words.slice(at + 1);
  if (at === -1 || !/^[a-z-]+$/u.test(event) || from !== '--from' || name !== harness) return false;
  if (rest.length > 0 && !(rest.length === 2 && rest[0] === '--pid')) return false;
  return isOurProgram(words.slice(0, at));
}

/** How a command of ours is started, if it is written as we write it; without a Node it is `dk` by its name. */
export function programIn(command: string): { readonly node: string | undefined; readonly script: string } | undefined {
  if (/^(?:dk|dreamkeeper) hook /u.test(command)) return { node: undefined, script: 'dk' };
  const [, node, script] = /^'((?:[^']|'\\'')*)' '((?:[^']|'\\'')*)' hook /u.exec(command) ?? [];
  if (node === undefined || script === undefined) return undefined;
  const plain = (text: string): string => text.replaceAll(String.raw`'\''`, "'");
  return { node: plain(node), script: plain(script) };
}

/** Our program by name, by full paths of a Node and of our script, or through `npx`. */
function isOurProgram(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  const isPath = (word: string): boolean => posix.isAbsolute(word) || win32.isAbsolute(word);
  const name = basename(words.at(-1)?.replaceAll('\\', '/') ?? '');
  const isNamed = /^(?:dk|dreamkeeper)(?:\.[cm]?[jt]s|\.cmd|\.exe)?$/u.test(name);
  if (words.length === 1) return isNamed;
  if (/^(?:npx|pnpx|bunx)$/u.test(first)) return isNamed && words.slice(1, -1).every((word) => word.startsWith('-'));
  return words.length === 2 && isPath(first) && isPath(second) && (isNamed || /^bin\.[cm]?[jt]s$/u.test(name));
}

/** For `sh`: inside single quotes nothing means anything but the next single quote. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

const inQuotes = /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]/gu;

/** The words of a simple command, without their quotes; none if it is more than one command. */
function wordsOf(command: string): string[] {
  if (/[\n;&|<>()`]/u.test(command.replace(inQuotes, ''))) return [];
  const words = command.match(/(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\])+/gu) ?? [];
  return words.map((word) => word.replace(inQuotes, unquoted));
}

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (part.startsWith('\\')) return part.slice(1);
  return part.slice(1, -1).replace(/\\([$`"\\])/gu, '$1');
}
