// What stands before a program and only starts it: assignments, `timeout 60`, `env X=1`, another shell.
import { type Token, wordsOf } from './shell-words.ts';

/** Programs that only start another, and which of the words behind them are their own. */
const wrappers: ReadonlyMap<string, RegExp> = new Map([
  ['time', /^-/u],
  ['nice', /^-|^\d+$/u],
  ['ionice', /^-|^\d$/u],
  ['timeout', /^-|^\d+(?:\.\d+)?[smhd]?$|^(?:SIG)?(?:KILL|TERM|INT|HUP|QUIT)$/u],
  ['gtimeout', /^-|^\d+(?:\.\d+)?[smhd]?$|^(?:SIG)?(?:KILL|TERM|INT|HUP|QUIT)$/u],
  ['env', /^-|=/u],
  ['command', /^$/u],
  ['nohup', /^$/u],
  ['stdbuf', /^-/u],
  ['unbuffer', /^-/u],
  ['chronic', /^-/u],
  ['caffeinate', /^-/u],
  ['xvfb-run', /^-/u],
]);

/** Without assignments before the program, and without programs that only start another. */
export function ownWords(tokens: readonly Token[]): readonly Token[] {
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

/** The command in `bash -lc "…"`, `bash -eo pipefail -c "…"`; `unclear` if its flags may change what happens: with `-n` nothing is run at all. */
export function innerShell(
  words: readonly string[],
): { readonly command: string; readonly pipesFail: boolean } | 'unclear' | undefined {
  if (!/^(?:\/\S*\/)?(?:ba|z|da)?sh$/u.test(words[0] ?? '')) return undefined;
  const at = words.findIndex((word) => /^-[a-z]*c$/u.test(word));
  const command = words[at + 1];
  // Behind a script's name it is the script's own.
  if (at === -1 || command === undefined || !/^[-+]/u.test(words[1] ?? '')) return undefined;
  const flags = words.slice(1, at + 1).join(' ');
  const pipefail = /^-[lieux]*o pipefail /u;
  return /^-[lieux]*c$/u.test(flags.replace(pipefail, '')) ? { command, pipesFail: pipefail.test(flags) } : 'unclear';
}
