// How each file of a change is taken back, as its commit says it: a line for each, readable without us, and known to every clone.
import { jsonIn } from '../text/text.ts';
import type { HowUndone } from './change-types.ts';

export interface UndoneFile {
  readonly path: string;
  readonly how: HowUndone;
}

const line = /^Dream-Undo: (entry|moves|reverse) (.+)$/gmu;

/** What is never taken back is not named. */
export function printUndos(files: readonly UndoneFile[]): string[] {
  return files.flatMap(({ path, how }) => (how === 'never' ? [] : [`Dream-Undo: ${how} ${quoted(path)}`]));
}

/** Undefined if the commit does not say: it is of an earlier version, or nothing of it can be taken back. */
export function readUndos(message: string): readonly UndoneFile[] | undefined {
  const trailers = message.trimEnd().split('\n\n').at(-1) ?? '';
  const found = [...trailers.matchAll(line)].flatMap(([, how, given = '']): UndoneFile[] => {
    const path = unquoted(given);
    return path === undefined ? [] : [{ path, how: how as HowUndone }];
  });
  return found.length === 0 ? undefined : found;
}

/** A name of any kind stays on its line, and is what it was. */
function quoted(path: string): string {
  return /^[\w./@+-]+$/u.test(path) ? path : JSON.stringify(path);
}

function unquoted(text: string): string | undefined {
  // What is not as we write it says nothing.
  const path = text.startsWith('"') ? jsonIn(text) : text;
  return typeof path === 'string' ? path : undefined;
}
