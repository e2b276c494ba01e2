// A shell command taken apart as far as its exit code means something; what is too clever for us proves nothing.

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

type Operator = '&&' | '||' | ';' | '|' | '&';
type Token = { readonly word: string; readonly typed: string } | { readonly operator: Operator };

/** Reads a command, or gives undefined if it has something in it that we do not follow (substitution, loops, here-documents). */
export function readShell(command: string, depth = 3): ShellReading | undefined {
  const tokens = tokenise(command);
  if (tokens === undefined) return undefined;
  const statements = split(tokens, [';', '&']);
  const options = statements.flatMap(({ tokens: part }) => {
    const words = wordsOf(part);
    return words[0] === 'set' ? words.slice(1) : [];
  });
  // After `set -e` the whole ends with 0 only if every statement did; after `pipefail`, every part of a pipe.
  const stopsAtErrors = options.some((word) => /^-[a-z]*e/u.test(word) || word === 'errexit');
  const pipesFail = options.includes('pipefail');
  const calls: ShellCall[] = [];
  const proven: ShellCall[] = [];
  let folder = '';
  for (const [index, statement] of statements.entries()) {
    const isLast = statements.slice(index + 1).every(({ tokens: part }) => part.length === 0);
    const isMeant = (isLast || stopsAtErrors) && statement.end !== '&' && !hasOr(statement.tokens);
    for (const { tokens: chained } of split(statement.tokens, ['&&', '||'])) {
      const pipe = split(chained, ['|']);
      for (const [position, { tokens: part }] of pipe.entries()) {
        const words = plainWords(wordsOf(part));
        if (words === undefined) return undefined;
        const typed = part
          .slice(part.length - words.length)
          .flatMap((token) => ('word' in token ? [token.typed] : []))
          .join(' ');
        if (words[0] === 'cd' && pipe.length === 1 && words[1] !== undefined) {
          folder = words[1].startsWith('/') || folder === '' ? words[1] : `${folder}/${words[1]}`;
          continue;
        }
        const counts = isMeant && (position === pipe.length - 1 || pipesFail) && wordsOf(part)[0] !== '!';
        const inner = innerCommand(words, depth);
        const found = inner?.calls ?? [{ words, typed, folder }];
        calls.push(...found.filter((call) => call.words.length > 0));
        if (counts) proven.push(...(inner?.proven ?? found).filter((call) => call.words.length > 0));
      }
    }
  }
  return { calls, proven };
}

/** `bash -lc "npm test"` is about what is in the quotes. */
function innerCommand(words: readonly string[], depth: number): ShellReading | undefined {
  const [program = '', flag = '', inner] = words;
  if (depth === 0 || !/^(?:\/\S*\/)?(?:ba|z|da)?sh$/u.test(program) || !/^-[a-z]*c$/u.test(flag) || inner === undefined)
    return undefined;
  return readShell(inner, depth - 1);
}

const wrappers: Readonly<Record<string, RegExp>> = {
  time: /^-/u,
  nice: /^-|^\d+$/u,
  timeout: /^-|^\d+(?:\.\d+)?[smhd]?$/u,
  env: /^-|=/u,
  command: /^$/u,
  exec: /^$/u,
  nohup: /^$/u,
  stdbuf: /^-/u,
  'xvfb-run': /^-/u,
};

/** Without assignments before the program, and without programs that only start another. Undefined if a keyword of the shell is in the way. */
function plainWords(words: readonly string[]): readonly string[] | undefined {
  let rest = words.filter((word, index) => !(word === '!' && index === 0));
  for (;;) {
    while (/^[A-Za-z_]\w*=/u.test(rest[0] ?? '')) rest = rest.slice(1);
    const skip = wrappers[rest[0] ?? ''];
    if (skip === undefined) break;
    rest = rest.slice(1);
    while (rest[0] !== undefined && skip.test(rest[0])) rest = rest.slice(1);
  }
  return /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|\{|\}|\[\[)$/u.test(rest[0] ?? '')
    ? undefined
    : rest;
}

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => ('word' in token ? [token.word] : []));
}

function hasOr(tokens: readonly Token[]): boolean {
  return tokens.some((token) => 'operator' in token && token.operator === '||');
}

function split(tokens: readonly Token[], at: readonly Operator[]): { tokens: Token[]; end: Operator | undefined }[] {
  const parts: { tokens: Token[]; end: Operator | undefined }[] = [{ tokens: [], end: undefined }];
  for (const token of tokens) {
    const last = parts.at(-1);
    if (last === undefined) break;
    if ('operator' in token && at.includes(token.operator)) {
      last.end = token.operator;
      parts.push({ tokens: [], end: undefined });
    } else last.tokens.push(token);
  }
  return parts.filter((part, index) => part.tokens.length > 0 || index === 0);
}

/** Words and operators. Redirections are taken out; quotes are taken off; brackets around a whole command are looked through. */
function tokenise(command: string): Token[] | undefined {
  const bracketed = /^\s*\(([^()]*)\)\s*$/u.exec(command)?.[1];
  const text = (bracketed ?? command).replace(/\\\n/gu, ' ');
  const tokens: Token[] = [];
  const pattern =
    /(?<space>[ \t]+)|(?<comment>(?<=^|[\s;&|])#[^\n]*)|(?<redirect>(?:\d|&)?>{1,2}(?:&\d|\|)?|<(?!<)|\d?>&-?)|(?<operator>&&|\|\||\|&|;|\n|\||&)|(?<word>(?:"(?:[^"\\`$]|\\.|\$(?!\())*"|'[^']*'|\\.|\$(?!\()|[^\s"'`\\$();&|<>])+)/gsuy;
  let at = 0;
  let skipsWord = false;
  while (at < text.length) {
    pattern.lastIndex = at;
    const groups = pattern.exec(text)?.groups;
    // A here-document, a substitution, a bracket in the middle, or an open quote.
    if (groups === undefined) return undefined;
    at = pattern.lastIndex;
    const { redirect, operator, word } = groups;
    if (redirect !== undefined) skipsWord = !/&[\d-]$/u.test(redirect);
    else if (operator !== undefined)
      tokens.push({ operator: operator === '\n' ? ';' : operator === '|&' ? '|' : (operator as Operator) });
    else if (word !== undefined) {
      // `2` in `2>file` is part of the redirection that follows.
      if (!skipsWord) tokens.push({ word: unquoted(word), typed: word });
      skipsWord = false;
    }
  }
  return tokens;
}

function unquoted(word: string): string {
  return word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gsu, (_, double, single, escaped) =>
    double === undefined ? (single ?? escaped) : String(double).replace(/\\(["\\$`])/gu, '$1'),
  );
}
