// A shell command as words and operators: quotes off, redirections out, and nothing where we are not sure.

export type Operator = '&&' | '||' | ';' | '|' | '&';
export type Token = { readonly word: string; readonly typed: string } | { readonly operator: Operator };

const pattern =
  /(?<space>[ \t]+)|(?<comment>(?<=^|[\s;&|])#[^\n]*)|(?<redirect>(?:\d|&)?>{1,2}(?:&\d|\|)?|<(?!<)|\d?>&-?)|(?<operator>&&|\|\||\|&|;|\n|\||&)|(?<word>(?:"(?:[^"\\`$]|\\.|\$(?!\())*"|'[^']*'|\\[^\n]|\$(?![('"])|[^\s"'`\\$();&|<>])+)/gsuy;

/** The tokens, or undefined for a here-document, a substitution, a bracket in the middle, or an open quote. Brackets around the whole are looked through. */
export function tokensOf(command: string): Token[] | undefined {
  const text = joinedLines(/^\s*\(([^()]*)\)\s*$/u.exec(command)?.[1] ?? command);
  if (text === undefined) return undefined;
  const tokens: Token[] = [];
  const matching = new RegExp(pattern);
  let skipsWord = false;
  for (let at = 0; at < text.length; at = matching.lastIndex) {
    matching.lastIndex = at;
    const groups = matching.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const { redirect, operator, word } = groups;
    if (redirect !== undefined) skipsWord = !/&[\d-]$/u.test(redirect);
    else if (operator !== undefined)
      tokens.push({ operator: operator === '\n' ? ';' : operator === '|&' ? '|' : (operator as Operator) });
    else if (word !== undefined) {
      if (!skipsWord) tokens.push({ word: unquoted(word), typed: word });
      skipsWord = false;
    }
  }
  return tokens;
}

/** Lines that a backslash joins, where that is plainly meant: behind a blank, and with no comment around. */
function joinedLines(text: string): string | undefined {
  if (!text.includes('\\\n')) return text;
  const joined = text.replace(/[ \t]\\\n[ \t]*/gu, ' ');
  return text.includes('#') || joined.includes('\\\n') ? undefined : joined;
}

export function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => ('word' in token ? [token.word] : []));
}

/** The parts between some operators, and which one ended each. */
export function splitAt(
  tokens: readonly Token[],
  at: readonly Operator[],
): { tokens: Token[]; end: Operator | undefined }[] {
  const parts: { tokens: Token[]; end: Operator | undefined }[] = [];
  let current: Token[] = [];
  for (const token of tokens) {
    if ('operator' in token && at.includes(token.operator)) {
      parts.push({ tokens: current, end: token.operator });
      current = [];
    } else current.push(token);
  }
  parts.push({ tokens: current, end: undefined });
  return parts.filter((part) => part.tokens.length > 0);
}

function unquoted(word: string): string {
  return word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gsu, (_, double, single, escaped) =>
    double === undefined ? (single ?? escaped) : String(double).replace(/\\(["\\$`])/gu, '$1'),
  );
}
