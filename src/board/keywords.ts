// The words that are states on this board: what its `#+TODO:` lines declare, or the usual ones.
import { readable, toByteText } from './lines.ts';

/** Keywords in byte text, as they stand in the file. `open` ones are still to be done, `done` ones never reopen. */
export interface Keywords {
  readonly open: readonly string[];
  readonly done: readonly string[];
  readonly declared: boolean;
}

const usual: Keywords = {
  open: ['TODO', 'NEXT', 'WAITING', 'DOING', 'STARTED', 'BLOCKED'],
  done: ['DONE', 'CANCELLED', 'CANCELED'],
  declared: false,
};

/** All of them, open and done. */
export const usualStates: readonly string[] = [...usual.open, ...usual.done];

// Whatever side of the bar a file puts them on, these words mean the end to every reader.
const alwaysDone: readonly string[] = usual.done;

const declaration = /^[ \t]*#\+(?:SEQ_|TYP_)?TODO:(.*)$/iu;

/** Reads all declarations among the given lines; several add up, as in org. */
export function readKeywords(lines: Iterable<string>): Keywords {
  const open: string[] = [];
  const done: string[] = [];
  for (const line of lines) {
    if (!line.includes('#+')) continue;
    const words =
      declaration
        .exec(line)?.[1]
        ?.split(/[ \t]+/u)
        .filter((word) => word !== '') ?? [];
    const bar = words.indexOf('|');
    // Without a bar the last word is the done one.
    const firstDone = bar === -1 ? words.length - 1 : bar;
    for (const [index, word] of words.entries()) {
      const name = withoutFastKey(word);
      if (name === '|' || name === '' || open.includes(name) || done.includes(name)) continue;
      if (index >= firstDone || alwaysDone.includes(name)) done.push(name);
      else open.push(name);
    }
  }
  return open.length + done.length === 0 ? usual : { open, done, declared: true };
}

/** `TODO(t)`, `WAIT(w@/!)` → the bare word. */
function withoutFastKey(word: string): string {
  const bracket = word.indexOf('(');
  return bracket > 0 && word.endsWith(')') ? word.slice(0, bracket) : word;
}

/** The board's own spelling of a state that a person or a verdict names, or undefined if it has no such state. */
export function findKeyword(keywords: Keywords, name: string): string | undefined {
  const wanted = toByteText(name);
  const all = [...keywords.open, ...keywords.done];
  return all.find((word) => word === wanted) ?? all.find((word) => word.toUpperCase() === wanted.toUpperCase());
}

/** As `findKeyword`, for whoever has the board and wants to show the word. */
export function findState(board: { readonly keywords: Keywords }, name: string): string | undefined {
  const word = findKeyword(board.keywords, name);
  return word === undefined ? undefined : readable(word);
}

/** The states of a board as people read them. */
export function statesOf({ keywords }: { readonly keywords: Keywords }): {
  readonly open: string[];
  readonly done: string[];
} {
  return { open: keywords.open.map(readable), done: keywords.done.map(readable) };
}
