// The hooks we ask Claude Code for, as data, and how one of our own commands is recognised again.
import { basename, posix, win32 } from 'node:path';

export interface ClaudeHook {
  readonly event: string;
  /** What `dk hook` is told. */
  readonly word: string;
  readonly matcher?: string;
  /** The agent does not wait for it. */
  readonly isAsync: boolean;
  /** In seconds. */
  readonly timeout: number;
}

/** How `dk` is started: by full paths on this machine, or by name where others with other paths read the same file. */
export type Program = { readonly node: string; readonly script: string } | 'dk';

export const claudeHooks: readonly ClaudeHook[] = [
  {
    event: 'SessionStart',
    word: 'session-start',
    matcher: 'startup|resume|clear|compact',
    isAsync: false,
    timeout: 10,
  },
  { event: 'UserPromptSubmit', word: 'prompt', isAsync: false, timeout: 5 },
  { event: 'PostToolUse', word: 'step', matcher: '*', isAsync: false, timeout: 5 },
  { event: 'PostToolUseFailure', word: 'step', matcher: '*', isAsync: false, timeout: 5 },
  { event: 'PostToolBatch', word: 'batch', isAsync: false, timeout: 5 },
  { event: 'PreCompact', word: 'compact', isAsync: true, timeout: 5 },
  { event: 'Stop', word: 'stop', isAsync: true, timeout: 5 },
  { event: 'SessionEnd', word: 'session-end', isAsync: false, timeout: 5 },
];

/** The command of a hook. Whatever becomes of us, the agent sees a success and no complaint. */
export function commandOf({ word }: ClaudeHook, program: Program): string {
  const start = program === 'dk' ? 'dk' : `${quoted(program.node)} ${quoted(program.script)}`;
  return `${start} hook ${word} --from claude --pid $PPID 2>/dev/null || true`;
}

/** The hook as it stands in a settings file: a group of its own, so that it can go without touching any other. */
export function groupOf(hook: ClaudeHook, program: Program): object {
  const { matcher, isAsync, timeout } = hook;
  const entry = { type: 'command', command: commandOf(hook, program), timeout, ...(isAsync ? { async: true } : {}) };
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] };
}

/**
 * Whether a command is one of ours, whichever Node and script it names, in any quoting.
 *
 * A command that does anything besides is somebody's own, even if we are in it: to take it out would take out theirs.
 */
export function isOurCommand(command: string): boolean {
  const words = wordsOf(command.replace(/\s*\|\|\s*true\s*$/u, '').replace(/\s*2>\s*\/dev\/null\s*$/u, ''));
  const at = words.lastIndexOf('hook');
  const [event = '', from, harness, ...rest] = words.slice(at + 1);
  if (at === -1 || !/^[a-z-]+$/u.test(event) || from !== '--from' || harness !== 'claude') return false;
  if (rest.length > 0 && !(rest.length === 2 && rest[0] === '--pid')) return false;
  return isOurProgram(words.slice(0, at));
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
