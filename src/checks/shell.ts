// A shell command taken apart as far as its exit code means something; what is too clever for us proves nothing.
import { posix } from 'node:path';
import { type Operator, splitAt, type Token, tokensOf, wordsOf } from './shell-words.ts';

/** One program call: its words, and the folder it was called in if the command changed it. */
export interface ShellCall {
  readonly words: readonly string[];
  /** The words as they were typed. */
  readonly typed: string;
  readonly folder: string;
}

export interface ShellReading {
  /** Every call in it. */
  readonly calls: readonly ShellCall[];
  /** Those that must have succeeded if the whole ended with 0. */
  readonly proven: readonly ShellCall[];
}

/** After one of these the rest may never run, or mean something else: then nothing is proven. */
const leaves =
  /^(?:exit|exec|eval|trap|return|source|\.|alias|unalias|shopt|enable|kill|logout|break|continue|builtin|set)$/u;
const keyword = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|select|coproc|\{|\}|\[\[)$/u;
/** Programs that only start another, and which of the words behind them are their own. */
const wrappers: ReadonlyMap<string, RegExp> = new Map([
  ['time', /^-/u],
  ['nice', /^-|^\d+$/u],
  ['timeout', /^-|^\d+(?:\.\d+)?[smhd]?$/u],
  ['env', /^-|=/u],
  ['command', /^$/u],
  ['nohup', /^$/u],
  ['stdbuf', /^-/u],
  ['xvfb-run', /^-/u],
]);

/** Reads a command, or gives undefined if it has something in it that we do not follow (substitution, loops, here-documents). */
export function readShell(command: string, folder = '', depth = 3): ShellReading | undefined {
  const tokens = tokensOf(command);
  if (tokens === undefined) return undefined;
  const statements = splitAt(tokens, [';', '&']);
  const last = statements.findLastIndex((statement) => statement.tokens.length > 0);
  const reading: Reading = {
    calls: [],
    proven: [],
    folder,
    depth,
    pipesFail: failsWithItsPipes(statements[0]?.tokens ?? []),
  };
  let isSure = true;
  for (const [index, statement] of statements.entries()) {
    const isDecisive = index === last && statement.end !== '&' && !hasOr(statement.tokens);
    for (const { tokens: chained } of splitAt(statement.tokens, ['&&', '||'])) {
      const outcome = readPipe(splitAt(chained, ['|']), isDecisive, reading);
      if (outcome === 'unclear') return undefined;
      if (outcome === 'leaves' && !(index === 0 && reading.pipesFail)) isSure = false;
    }
  }
  return { calls: reading.calls, proven: isSure ? reading.proven : [] };
}

interface Reading {
  readonly calls: ShellCall[];
  readonly proven: ShellCall[];
  folder: string;
  readonly depth: number;
  readonly pipesFail: boolean;
}

type Part = { readonly tokens: readonly Token[]; readonly end: Operator | undefined };

/** Reads one pipe and adds its calls. `leaves` if one of them may end the whole, `unclear` if it cannot be followed. */
function readPipe(pipe: readonly Part[], isDecisive: boolean, reading: Reading): 'ok' | 'leaves' | 'unclear' {
  const isNegated = wordsOf(pipe[0]?.tokens ?? [])[0] === '!';
  let doesLeave = false;
  for (const [position, { tokens }] of pipe.entries()) {
    const own = plainTokens(tokens);
    const words = wordsOf(own);
    const [program = ''] = words;
    if (keyword.test(program)) return 'unclear';
    if (leaves.test(program)) doesLeave = true;
    if (/^(?:cd|pushd|popd)$/u.test(program)) {
      const moved = pipe.length === 1 ? movedTo(reading.folder, words) : undefined;
      if (moved === undefined) return 'unclear';
      reading.folder = moved;
      continue;
    }
    if (program === '') continue;
    const inner = innerCommand(words, reading);
    if (inner === 'unclear') return 'unclear';
    const found = inner?.calls ?? [{ words, typed: typedOf(own), folder: reading.folder }];
    reading.calls.push(...found);
    const counts = isDecisive && !isNegated && (position === pipe.length - 1 || reading.pipesFail);
    if (counts) reading.proven.push(...(inner?.proven ?? found));
  }
  return doesLeave ? 'leaves' : 'ok';
}

/** Only as the very first thing, and only so: whatever else `set` says, nothing is proven any more. */
function failsWithItsPipes(statement: readonly Token[]): boolean {
  const [first] = splitAt(statement, ['&&', '||', '|']);
  const words = wordsOf(first?.tokens ?? []);
  return first?.end !== '|' && first?.end !== '||' && /^set -(?:[eux]*o) pipefail$/u.test(words.join(' '));
}

function movedTo(folder: string, words: readonly string[]): string | undefined {
  const [program, to = ''] = words;
  if (program !== 'cd' || words.length !== 2 || to === '' || /^[-~]|[$*?]/u.test(to) || folder.length > 500)
    return undefined;
  const moved = posix.normalize(posix.isAbsolute(to) ? to : posix.join(folder, to)).replace(/(?<=.)\/$/u, '');
  return moved === '.' ? '' : moved;
}

/** `bash -lc "npm test"` is about what is in the quotes. */
function innerCommand(words: readonly string[], { folder, depth }: Reading): ShellReading | 'unclear' | undefined {
  const [program = '', flag = '', inner] = words;
  if (!/^(?:\/\S*\/)?(?:ba|z|da)?sh$/u.test(program) || !/^-[a-z]*c$/u.test(flag) || inner === undefined)
    return undefined;
  // Other flags may change what happens: with `-n` nothing is run at all.
  if (depth === 0 || !/^-[lieux]*c$/u.test(flag)) return 'unclear';
  return readShell(inner, folder, depth - 1) ?? 'unclear';
}

/** Without assignments before the program, and without programs that only start another. */
function plainTokens(tokens: readonly Token[]): readonly Token[] {
  const words = wordsOf(tokens);
  let at = words[0] === '!' ? 1 : 0;
  for (;;) {
    while (/^[A-Za-z_]\w*=/u.test(words[at] ?? '')) at += 1;
    const own = wrappers.get(words[at] ?? '');
    if (own === undefined) break;
    at += 1;
    while (words[at] !== undefined && own.test(words[at] ?? '')) at += 1;
  }
  return tokens.filter((token) => 'word' in token).slice(at);
}

function typedOf(tokens: readonly Token[]): string {
  return tokens.flatMap((token) => ('word' in token ? [token.typed] : [])).join(' ');
}

function hasOr(tokens: readonly Token[]): boolean {
  return tokens.some((token) => 'operator' in token && token.operator === '||');
}
