// Whether a text may give a value to a name at all: a cheap look before patterns that take milliseconds to be made ready.
import { kindOfName, tellingName } from './names.ts';

/** So many names are looked at; a text with more is read with the patterns anyway, and so are names as long as this. */
const mostNames = 50;
const longestName = 60;
/** What may stand behind a name if something is assigned to it: each operator by its beginning, and never less than there are. */
const assigns =
  /^[\s"'`\])]{0,60}(?:[:?|+!=<>*&(]|->|\.[:?|.+!=]{0,2}=|,\s{0,8}(?:<<)?["'`]|,?\s{0,40}["']?(?:value|parametervalue|content)|or |is |lautet |string|str|secretstr|option|any)|^[^\n]{0,12}["'`]/iu;
const reach = 128;
const setsSomething = /(?:ENV|ARG|[Ss]et|setenv|setx|SetEnv) /u;

/**
 * False only if no pattern of assignments can find anything: prose that speaks of a session or a code, and sets none. When in doubt it may.
 *
 * A name is a whole run of letters, digits and `_$.-`. Beside other letters than ours nothing is said for sure.
 */
export function mayAssign(text: string): boolean {
  const telling = new RegExp(tellingName.source, 'giu');
  let looked = 0;
  for (let match = telling.exec(text); match !== null; match = telling.exec(text)) {
    let [start, end] = [match.index, match.index + match[0].length];
    while (start > 0 && isOfName(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isOfName(text.charCodeAt(end))) end += 1;
    looked += 1;
    const isStrange = text.charCodeAt(start - 1) > 127 || text.charCodeAt(end) > 127 || match[0].charCodeAt(0) > 127;
    if (looked > mostNames || end - start > longestName || isStrange) return true;
    const run = text.slice(start, end);
    if (kindOfName(run) !== undefined) {
      // The signs at its end may belong to what follows: `token->`.
      const signs = /[.-]*$/u.exec(run)?.[0].length ?? 0;
      const isAssigned = [end, end - 1, end - 2].some(
        (behind) => behind >= end - signs && assigns.test(text.slice(behind, behind + reach)),
      );
      if (run.startsWith('-') || signs > 2 || isAssigned) return true;
    }
    telling.lastIndex = end;
  }
  return setsSomething.test(text);
}

/** In ASCII. */
function isOfName(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code === 46 ||
    code === 45
  );
}
