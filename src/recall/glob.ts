// Patterns as in `.gitignore`, matched in time that no pattern can make long: whoever wrote it may be a stranger.

type Part =
  | { readonly kind: 'letter'; readonly letter: string }
  /** `?`, and a class in brackets: one letter that is no slash. */
  | { readonly kind: 'one'; may(letter: string): boolean }
  /** `*`: any number of letters, and no slash. */
  | { readonly kind: 'some' }
  /** A leading or inner `**` with its slash: any number of folders. */
  | { readonly kind: 'folders' }
  /** A `**` at the end: anything at all. */
  | { readonly kind: 'all' };

export type Glob = (text: string) => boolean;

/** Whether it fits nothing but itself. */
export function isPlainGlob(pattern: string): boolean {
  return !/[*?[\\\ufffd]/u.test(pattern);
}

export function globOf(pattern: string): Glob {
  // Most of them are a name, or an ending.
  if (isPlainGlob(pattern)) return (text) => text === pattern;
  const ending = /^\*([^*?[\\/\ufffd]+)$/u.exec(pattern)?.[1];
  if (ending !== undefined)
    return (text) => text.endsWith(ending) && text.lastIndexOf('/', text.length - ending.length) === -1;
  const parts = partsOf(pattern);
  return (text) => matches(parts, text);
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const isAtName = at === 0 || pattern[at - 1] === '/';
    const [taken, part] = partAt(rest, isAtName);
    parts.push(part);
    at += taken;
  }
  return parts;
}

function partAt(rest: string, isAtName: boolean): [taken: number, part: Part] {
  if (isAtName && rest.startsWith('**/')) return [3, { kind: 'folders' }];
  if (isAtName && rest === '**') return [2, { kind: 'all' }];
  const stars = /^\*+/u.exec(rest)?.[0].length ?? 0;
  if (stars > 0) return [stars, { kind: 'some' }];
  const [letter = ''] = rest;
  // What stood there was no text, and may be any bytes of a name: rather one file too many is left out.
  if (letter === '\ufffd') return [1, { kind: 'some' }];
  if (letter === '?') return [1, { kind: 'one', may: () => true }];
  const group = letter === '[' ? /^\[([!^]?)(\]?(?:\\.|\[:[a-z]+:\]|[^\]\\])*)\]/u.exec(rest) : null;
  if (group !== null) return [group[0].length, { kind: 'one', may: classOf(group[2] ?? '', group[1] !== '') }];
  if (letter === '\\' && rest.length > 1)
    return [1 + (rest[1] ?? '').length, { kind: 'letter', letter: rest[1] ?? '' }];
  return [1, { kind: 'letter', letter }];
}

const named: Readonly<Record<string, RegExp>> = {
  '[:alpha:]': /^[A-Za-z]$/u,
  '[:digit:]': /^\d$/u,
  '[:alnum:]': /^[A-Za-z\d]$/u,
  '[:upper:]': /^[A-Z]$/u,
  '[:lower:]': /^[a-z]$/u,
  '[:space:]': /^\s$/u,
};

function classOf(inside: string, isNot: boolean): (letter: string) => boolean {
  const members = [...inside.matchAll(/(\[:[a-z]+:\])|(\\?.)-(\\?.)|\\?(.)/gsu)];
  return (letter) =>
    isNot !==
    members.some(([, name, low, high, single]) => {
      if (name !== undefined) return named[name]?.test(letter) === true;
      if (low !== undefined && high !== undefined) return letter >= low.slice(-1) && letter <= high.slice(-1);
      return letter === single;
    });
}

/** All places in the pattern at once, letter by letter: a place is doubled, the second of them being inside of `folders`. */
function matches(parts: readonly Part[], text: string): boolean {
  let here = new Set<number>();
  const enter = (to: Set<number>, at: number): void => {
    if (to.has(at * 2)) return;
    to.add(at * 2);
    const kind = parts[at]?.kind;
    if (kind === 'some' || kind === 'folders' || kind === 'all') enter(to, at + 1);
  };
  enter(here, 0);
  for (const letter of text.split('')) {
    const next = new Set<number>();
    for (const place of here) {
      const at = place >> 1;
      const part = parts[at];
      if (part === undefined) continue;
      if (part.kind === 'letter' && part.letter === letter) enter(next, at + 1);
      if (part.kind === 'one' && letter !== '/' && part.may(letter)) enter(next, at + 1);
      if ((part.kind === 'some' && letter !== '/') || part.kind === 'all') enter(next, at);
      if (part.kind !== 'folders') continue;
      next.add(at * 2 + 1);
      if (letter === '/') enter(next, at + 1);
    }
    here = next;
  }
  return here.has(parts.length * 2);
}
