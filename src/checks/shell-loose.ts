// The calls in a command that is too clever to be followed, or cut off: that they are there, and nothing that an exit code could prove.
import { movedTo, type ShellCall } from './shell.ts';
import { ownWords } from './shell-starters.ts';
import { tokensOf, wordsOf } from './shell-words.ts';

const hereDocument = /<<-?\s*(["']?)(\w+)\1[^\n]*\n[\s\S]*?(?:\n[ \t]*\2\b|$)/gu;
/** What stands between operators and brackets; quotes are whole. */
const piece = /(?<bar>\|(?!\|)&?)?(?<text>(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^"'\\;&|\n(){}]|(?<=[<>])&|&(?=>))+)/gsu;
/** No calls: how a loop begins, and how it ends. */
const frames = /^(?:for|case|select|function|done|fi|esac|in)$/u;
const begins = /^\s*(?:(?:if|then|else|elif|while|until|do|!)\s+)+/u;
const longest = 4096;

/** Every call that can be made out. What is left of one that was cut off is none. */
export function looseCalls(command: string): ShellCall[] {
  const calls: { call: ShellCall; readonly isFilter: boolean }[] = [];
  let folder = '';
  const text = command.slice(0, longest).replace(hereDocument, ' ');
  for (const match of text.matchAll(piece)) {
    const { bar, text: found = '' } = match.groups ?? {};
    const isCut = command.endsWith('…') && match.index + match[0].length >= text.length;
    // A substitution in it: what it says is not known.
    if (isCut || /[`$]\s*$|`/u.test(found)) continue;
    const own = ownWords(tokensOf(found.replace(begins, '')) ?? []);
    const words = wordsOf(own);
    if (words[0] === 'cd') folder = movedTo(folder, words) ?? '';
    if (words.length === 0 || words[0] === 'cd' || frames.test(words[0] ?? '')) continue;
    const typed = own.flatMap((token) => ('word' in token ? [token.typed] : [])).join(' ');
    calls.push({ call: { words, typed, folder }, isFilter: bar !== undefined });
  }
  // Brackets are not followed, so that all filters behind a call may be its own.
  return calls.map(({ call }, at) => {
    const into = calls.slice(at + 1, at + 13).flatMap((later) => (later.isFilter ? [later.call] : []));
    return into.length === 0 ? call : { ...call, into };
  });
}
