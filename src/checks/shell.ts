// A shell command taken apart as far as its exit code means something; what is too clever for us proves nothing.
import { posix } from 'node:path';
import { innerShell, ownWords } from './shell-starters.ts';
import { type Operator, splitAt, type Token, tokensOf, wordsOf } from './shell-words.ts';

/** One program call: its words, and the folder it was called in if the command changed it. */
export interface ShellCall {
  readonly words: readonly string[];
  /** The words as they were typed. */
  readonly typed: string;
  readonly folder: string;
  /** What its output goes through before anybody sees it. */
  readonly into?: readonly ShellCall[];
}

export interface ShellReading {
  /** Every call in it. */
  readonly calls: readonly ShellCall[];
  /** Those that must have succeeded if the whole ended with 0. */
  readonly proven: readonly ShellCall[];
  /** For each `echo "… $?"` in it, those that must have succeeded if that prints 0. */
  readonly echoed: readonly (readonly ShellCall[])[];
}

/** After one of these the rest may never run, or mean something else: then nothing is proven. */
const leaves =
  /^(?:exit|exec|eval|trap|return|source|\.|alias|unalias|shopt|enable|kill|logout|break|continue|builtin|set)$/u;
const keyword = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|select|coproc|\{|\}|\[\[)$/u;
/** So many filters are looked at, and so many words for codes that are printed. */
const longestPipe = 12;
const mostTokens = 2000;
/** The code of the last pipe, and that of its first program. */
const lastCode = '$?';
const firstCode = `\${PIPESTATUS[0]}`;

/** Reads a command, or gives undefined if it has something in it that we do not follow (substitution, loops, here-documents). */
export function readShell(command: string, folder = '', depth = 3, doPipesFail = false): ShellReading | undefined {
  const tokens = tokensOf(command);
  if (tokens === undefined) return undefined;
  const parts = splitAt(tokens, [';', '&']);
  const isSet = failsWithItsPipes(parts[0]?.tokens ?? []);
  const reading: Reading = { folder, depth, pipesFail: doPipesFail || isSet };
  const statements: Statement[] = [];
  for (const part of parts) {
    const statement = readStatement(part, reading);
    if (statement === undefined) return undefined;
    statements.push(statement);
  }
  const last = statements.at(-1);
  const before = statements.at(-2);
  const asked = last?.asks === undefined || before?.end !== ';' ? [] : codeOf(before, last.asks);
  // To leave with a code at the very end is to end with it.
  const isEnd = ({ asks, pipes }: Statement, at: number): boolean =>
    at === statements.length - 1 && asks !== undefined && pipes.length === 1;
  const isSure = statements.every(
    (statement, at) => !statement.doesLeave || (at === 0 && isSet) || isEnd(statement, at),
  );
  const decisive = last === undefined || last.end === '&' ? [] : [...asked, ...codeOf(last, lastCode)];
  return {
    calls: statements.flatMap(({ pipes }) => pipes.flatMap(({ calls }) => calls)),
    proven: isSure ? decisive : [],
    echoed:
      isSure && tokens.length <= mostTokens
        ? statements.flatMap((statement, at) => echoedIn(statement, statements[at - 1]))
        : [],
  };
}

interface Reading {
  folder: string;
  readonly depth: number;
  readonly pipesFail: boolean;
}

type Part = { readonly tokens: readonly Token[]; readonly end: Operator | undefined };

interface Pipe {
  readonly calls: readonly ShellCall[];
  /** Those that succeeded if the pipe did, and if its first program did. */
  readonly good: readonly ShellCall[];
  readonly goodFirst: readonly ShellCall[];
  readonly isAlone: boolean;
  readonly isNegated: boolean;
  readonly doesLeave: boolean;
  /** It prints a code, or is about one: which. */
  readonly echoes: string | undefined;
  readonly asks: string | undefined;
}

interface Statement {
  readonly pipes: readonly Pipe[];
  readonly end: Operator | undefined;
  readonly hasOr: boolean;
  readonly doesLeave: boolean;
  /** The code of the statement before on which its own hangs. */
  readonly asks: string | undefined;
}

function readStatement({ tokens, end }: Part, reading: Reading): Statement | undefined {
  const pipes: Pipe[] = [];
  for (const { tokens: chained } of splitAt(tokens, ['&&', '||'])) {
    const pipe = readPipe(splitAt(chained, ['|']), reading);
    if (pipe === undefined) return undefined;
    pipes.push(pipe);
  }
  const hasOr = tokens.some((token) => 'operator' in token && token.operator === '||');
  const asks = hasOr || pipes[0]?.isNegated === true ? undefined : pipes[0]?.asks;
  return { pipes, end, hasOr, asks, doesLeave: pipes.some((pipe) => pipe.doesLeave) };
}

/** What succeeded if a code of a statement is 0. */
function codeOf({ pipes, hasOr }: Statement, code: string): readonly ShellCall[] {
  if (hasOr) return [];
  const earlier = pipes.slice(0, -1);
  if (code === lastCode) return pipes.flatMap(({ isNegated, doesLeave, good }) => (isNegated || doesLeave ? [] : good));
  // If an earlier pipe had ended the chain, the code would be that of its own first program.
  const isClear = earlier.every(({ isAlone }) => isAlone) && pipes.every(({ isNegated }) => !isNegated);
  return isClear ? [...earlier.flatMap(({ good }) => good), ...(pipes.at(-1)?.goodFirst ?? [])] : [];
}

function echoedIn(statement: Statement, before: Statement | undefined): (readonly ShellCall[])[] {
  return statement.pipes.flatMap(({ echoes }, at) => {
    if (echoes === undefined) return [];
    const isFirst = at === 0;
    if (statement.hasOr || (isFirst && before?.end !== ';')) return [[]];
    return [
      codeOf(isFirst && before !== undefined ? before : { ...statement, pipes: statement.pipes.slice(0, at) }, echoes),
    ];
  });
}

/** Reads one pipe; undefined if it cannot be followed. */
function readPipe(parts: readonly Part[], reading: Reading): Pipe | undefined {
  const found: { readonly calls: readonly ShellCall[]; readonly good: readonly ShellCall[] }[] = [];
  let doesLeave = false;
  for (const { tokens } of parts) {
    const own = ownWords(tokens);
    const words = wordsOf(own);
    const [program = ''] = words;
    if (keyword.test(program)) return undefined;
    if (leaves.test(program)) doesLeave = true;
    if (/^(?:cd|pushd|popd)$/u.test(program)) {
      const moved = parts.length === 1 ? movedTo(reading.folder, words) : undefined;
      if (moved === undefined) return undefined;
      reading.folder = moved;
    }
    const inner = innerCommand(words, reading);
    if (inner === 'unclear') return undefined;
    const calls = /^(?:cd|pushd|popd|)$/u.test(program) ? [] : [{ words, typed: typedOf(own), folder: reading.folder }];
    found.push({ calls: inner?.calls ?? calls, good: inner?.proven ?? calls });
  }
  const piped = found.map(({ calls, good }, at) => {
    const into = found.slice(at + 1, at + 1 + longestPipe).flatMap((later) => later.calls);
    const through = new Map(
      calls.map((call) => [call, into.length === 0 ? call : { ...call, into: [...(call.into ?? []), ...into] }]),
    );
    return { calls: [...through.values()], good: good.map((call) => through.get(call) ?? call) };
  });
  const words = wordsOf(parts[0]?.tokens ?? []);
  return {
    calls: piped.flatMap(({ calls }) => calls),
    good: reading.pipesFail ? piped.flatMap(({ good }) => good) : (piped.at(-1)?.good ?? []),
    goodFirst: piped[0]?.good ?? [],
    isAlone: parts.length === 1,
    isNegated: words[0] === '!',
    doesLeave,
    echoes: words[0] === 'echo' ? codeIn(words.slice(1).join(' ')) : undefined,
    asks: parts.length === 1 ? asksFor(words) : undefined,
  };
}

function codeIn(text: string): string | undefined {
  return [firstCode, lastCode].find((code) => text.includes(code));
}

/** `exit ${PIPESTATUS[0]}`, `[ $? -eq 0 ]` */
function asksFor(words: readonly string[]): string | undefined {
  const text = words.join(' ');
  return [firstCode, lastCode].find((code) =>
    [`exit ${code}`, `[ ${code} -eq 0 ]`, `test ${code} -eq 0`].includes(text),
  );
}

/** Only as the very first thing, and only so: whatever else `set` says, nothing is proven any more. */
function failsWithItsPipes(statement: readonly Token[]): boolean {
  const [first] = splitAt(statement, ['&&', '||', '|']);
  const words = wordsOf(first?.tokens ?? []);
  return first?.end !== '|' && first?.end !== '||' && /^set -(?:[eux]*o) pipefail$/u.test(words.join(' '));
}

export function movedTo(folder: string, words: readonly string[]): string | undefined {
  const [program, to = ''] = words;
  if (program !== 'cd' || words.length !== 2 || to === '' || /^[-~]|[$*?]/u.test(to) || folder.length > 500)
    return undefined;
  const moved = posix.normalize(posix.isAbsolute(to) ? to : posix.join(folder, to)).replace(/(?<=.)\/$/u, '');
  return moved === '.' ? '' : moved;
}

/** `bash -lc "npm test"` is about what is in the quotes. */
function innerCommand(words: readonly string[], { folder, depth }: Reading): ShellReading | 'unclear' | undefined {
  const inner = innerShell(words);
  if (inner === undefined) return undefined;
  if (depth === 0 || inner === 'unclear') return 'unclear';
  return readShell(inner.command, folder, depth - 1, inner.pipesFail) ?? 'unclear';
}

function typedOf(tokens: readonly Token[]): string {
  return tokens.flatMap((token) => ('word' in token ? [token.typed] : [])).join(' ');
}
