// Prose that is put into an org file must stay prose: no line of it may be read as heading, keyword, drawer or table.

// What org gives a meaning at the start of a line. Indentation does not take it away, except from headings.
const meansSomething = /^[ \t]*,*(?:\*|#|:|\|)/u;
const wasEscaped = /^[ \t]*,+(?:\*|#|:|\|)/u;

/** Puts a comma before each such line, as org itself does inside blocks. `unescapeOrg` gives the same text back. */
export function escapeOrg(prose: string): string {
  return eachLine(prose, (line) => {
    if (!meansSomething.test(line)) return line;
    const indent = line.length - line.trimStart().length;
    return `${line.slice(0, indent)},${line.slice(indent)}`;
  });
}

/** Takes the guarding comma away again. */
export function unescapeOrg(prose: string): string {
  return eachLine(prose, (line) => {
    if (!wasEscaped.test(line)) return line;
    const comma = line.indexOf(',');
    return line.slice(0, comma) + line.slice(comma + 1);
  });
}

function eachLine(prose: string, change: (line: string) => string): string {
  return prose.split('\n').map(change).join('\n');
}
