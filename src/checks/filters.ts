// What a pipe lets through of a check's output, and who else may have spoken in it.
import { posix } from 'node:path';
import { namesIn } from './check-tools.ts';
import type { ToolFailure } from './output-table.ts';
import type { ShellCall } from './shell.ts';

const letsAllThrough = namesIn('cat tee sort uniq tr less more fold strip-ansi ts column nl rev tac');
const greps = namesIn('grep egrep fgrep rg ag ack ggrep');
/** Those that print nothing that could be taken for a check's word. */
const quiet = namesIn(`
  export echo printf pwd true : set unset umask sleep exit mkdir rm cp mv touch chmod chown ln kill pkill wait date which type test [ ls
  wc du find stat basename dirname clear source . nvm fnm corepack asdf mise pip pip3 brew apt apt-get
`);
const quietVerbs: ReadonlyMap<string, RegExp> = new Map([
  [
    'git',
    /^(?:add|commit|push|pull|fetch|checkout|switch|stash|branch|tag|rm|mv|init|config|restore|reset|status|rev-parse)$/u,
  ],
  ['npm', /^(?:install|i|ci|add|remove|uninstall|prune|dedupe|pack|version)$/u],
  ['pnpm', /^(?:install|i|add|remove)$/u],
  ['yarn', /^(?:install|add|remove)$/u],
  ['bun', /^(?:install|i|add|remove)$/u],
  ['uv', /^(?:sync|lock|add|pip|venv)$/u],
  ['poetry', /^(?:install|lock|add)$/u],
  ['bundle', /^install$/u],
  ['go', /^(?:mod|get|fmt)$/u],
  ['cargo', /^(?:fmt|fetch|add|clean)$/u],
]);

/** Whether a failure that a tool tells might not be seen behind these filters. */
export function isHidden(
  { fails, hiddenBy }: ToolFailure,
  into: readonly ShellCall[],
  lines = Number.POSITIVE_INFINITY,
): boolean {
  return into.some(({ words }) => {
    const program = posix.basename(words[0] ?? '');
    if (letsAllThrough.has(program) || lines < mostLines(words)) return false;
    if (program === 'tail') return hiddenBy === 'any';
    if (program === 'head') return hiddenBy !== undefined;
    if (program === 'sed') return words.some((word) => /^-\w*n|d$/u.test(word)) && hiddenBy !== undefined;
    if (!greps.has(program) || fails === undefined) return true;
    return !letsThrough(words, fails);
  });
}

/** How many lines a `head` or `tail` lets through; none for others. */
function mostLines([program = '', ...args]: readonly string[]): number {
  if (!/^(?:head|tail)$/u.test(posix.basename(program))) return 0;
  const most = /^(?:-n? ?|--lines[= ])(\d+)$/u.exec(args.join(' '))?.[1];
  return most === undefined ? (args.length === 0 ? 10 : 0) : Number(most);
}

/** Whether these only cut, so that what is not there was not there. */
export function isOnlyCut(into: readonly ShellCall[]): boolean {
  return into.every(({ words }) => /^(?:tail|head|cat|tee)$/u.test(posix.basename(words[0] ?? '')));
}

/** Whether a filter by words prints this line. */
function letsThrough([program = '', ...args]: readonly string[], line: string): boolean {
  const flags = args.filter((word) => /^-[A-Za-z]/u.test(word)).join(' ');
  const given = args.flatMap((word, at) => (/^-\w*e$|^--regexp$/u.test(args[at - 1] ?? '') ? [word] : []));
  const isValue = (at: number): boolean => /^-[ABCmde]$/u.test(args[at - 1] ?? '');
  const first = args.find((word, at) => !word.startsWith('-') && !isValue(at));
  const patterns = given.length > 0 ? given : first === undefined ? [] : [first];
  if (patterns.length === 0 || /(?:^| )-\w*[cqlL](?:\w|$| )|--count|--quiet/u.test(flags)) return false;
  const isExtended = /^(?:egrep|rg|ag|ack)$/u.test(program) || /(?:^| )-\w*[EP]/u.test(flags);
  const isInverse = /(?:^| )-\w*v/u.test(flags);
  const found = patterns.some(
    (pattern) => asPattern(pattern, isExtended, /(?:^| )-\w*i/u.test(flags))?.test(line) === true,
  );
  return found !== isInverse;
}

function asPattern(pattern: string, isExtended: boolean, isLoose: boolean): RegExp | undefined {
  // In the old form the backslash is what makes a sign of it.
  const source = isExtended
    ? pattern
    : pattern.replace(/\\?[|(){}+?]/gu, (sign) => (sign.length === 2 ? sign.slice(1) : `\\${sign}`));
  try {
    return new RegExp(source, isLoose ? 'i' : '');
  } catch {
    // A pattern in a dialect that we do not speak.
    return undefined;
  }
}

/** Whether another call of the same command may have printed what was heard. */
export function maySpeak({ words }: ShellCall, command: string): boolean {
  const program = posix.basename(words[0] ?? '');
  if (
    quiet.has(program) ||
    quietVerbs.get(program)?.test(words.find((word, at) => at > 0 && !word.startsWith('-')) ?? '') === true
  )
    return false;
  // Whoever reads what the check was told to write reads the check's words.
  const file = words.at(-1) ?? '';
  const isReader = /^(?:tail|head|cat|grep|egrep|rg)$/u.test(program);
  return !(
    isReader &&
    new RegExp(`(?:>|\\btee\\b(?: -a)?)\\s*${file.replaceAll(/[^\w/-]/gu, '\\$&')}(?:\\s|;|$)`, 'u').test(command)
  );
}
