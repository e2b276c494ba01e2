// A few phrases that say the same, in one of their wordings. What is quoted is somebody's own, and stays as it is.

const quoted =
  /`+[^`\n]+`+|"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|(?<![\p{L}\p{N}])['‘][^'’\n]{1,80}['’](?![\p{L}\p{N}])/gu;
/** Stands for what is quoted; a text that has it already is left alone. */
const stand = '\uE000';

export function inOneWording(text: string): string {
  if (text.includes(stand)) return text;
  const kept = text.match(quoted) ?? [];
  let next = 0;
  return worded(text.replaceAll(quoted, `"${stand}"`)).replaceAll(`"${stand}"`, () => kept[next++] ?? '');
}

function worded(text: string): string {
  return text
    .replaceAll(/\b(is|are) named (?=")/gu, '$1 called ')
    .replaceAll(/\bhas the name (?=")/gu, 'is called ')
    .replace(/^The name of (the [\p{L} -]+) is (?=")/u, '$1 is called ')
    .replaceAll(/\b([Ee]verything) that (?=\p{Ll})/gu, '$1 ')
    .replaceAll(/\b(?:lives?|lies?) in (?=[\w.@-]+\/[\w.@-])/gu, 'is in ')
    .replace(
      /^((?:the )?(?:code|source|tests|docs|config)) for (?=[\p{L}\p{N} -]+ (?:is|are) in [\w.@-]+\/[\w.@/-]+$)/iu,
      '$1 of ',
    )
    .replaceAll(/\b(kept|lasts?|waits?) for (?=\d+ (?:second|minute|hour|day|week|month|year)s?\b)/gu, '$1 ')
    .replaceAll(/\b(?:may|can) (have|be|last|take|use|weigh)(?= (?:at most|up to)\b)/giu, '$1');
}
