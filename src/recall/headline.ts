// What a chunk is called: its heading with those above it, its first line where it has none, or its lines.
import { cut, oneLine } from '../text/text.ts';

export interface Titled {
  readonly path: string;
  readonly content: Uint8Array;
  readonly line: number;
  readonly endLine: number;
  readonly from: number;
  /** Where its heading and those above it stand, the nearest first. */
  readonly headings: readonly number[];
}

const longest = 160;
const usualKeywords = ['TODO', 'NEXT', 'DOING', 'STARTED', 'WAITING', 'BLOCKED', 'DONE', 'CANCELLED', 'CANCELED'];

/** `redact` takes out credentials: before anything is cut, since half a key is not recognised. */
export function headlineOf(
  { path, content, line, endLine, from, headings }: Titled,
  redact: (text: string) => string,
): string {
  const isOrg = /\.org$/iu.test(path);
  if (headings.length === 0) {
    if (isOrg || /\.(?:md|markdown|mdx)$/iu.test(path)) return cut(redact(firstLine(content, from)), longest);
    return line === endLine ? `line ${line}` : `lines ${line}–${endLine}`;
  }
  const keywords = isOrg ? keywordsIn(content) : [];
  const names = headings.map((at) =>
    isOrg ? orgTitle(lineAt(content, at), keywords) : markdownTitle(lineAt(content, at)),
  );
  const whole = names.toReversed().filter((name) => name !== '');
  return cut(redact(whole.join(' › ')), longest);
}

function lineAt(content: Uint8Array, from: number): string {
  const end = content.indexOf(10, from);
  return new TextDecoder().decode(content.subarray(from, Math.min(end === -1 ? content.length : end, from + 1024)));
}

function firstLine(content: Uint8Array, from: number): string {
  let at = from;
  while (at < content.length && (content[at] as number) <= 0x20) at += 1;
  return oneLine(lineAt(content, at).replace(/^(?:[-*+]|\d+[.)])\s+/u, ''));
}

function markdownTitle(line: string): string {
  return oneLine(line.replace(/^\s*#+/u, '').replace(/\s#+\s*$/u, ''));
}

function orgTitle(line: string, keywords: readonly string[]): string {
  const bare = line.replace(/^\*+\s+/u, '').replace(/\s+:[\w@#%:]+:\s*$/u, '');
  const [word = ''] = bare.split(/\s/u, 1);
  return oneLine((keywords.includes(word) ? bare.slice(word.length) : bare).replace(/^\s*\[#\w{1,2}\]/u, ''));
}

/** As its own first lines declare them, beside the usual ones. */
function keywordsIn(content: Uint8Array): string[] {
  const top = new TextDecoder().decode(content.subarray(0, 8192));
  const declared = [...top.matchAll(/^#\+(?:SEQ_|TYP_)?TODO:(.*)$/gimu)].flatMap(([, words = '']) =>
    words.split(/[\s|]+/u),
  );
  return [...usualKeywords, ...declared.map((word) => word.replace(/\(.*\)$/u, ''))].filter((word) => word !== '');
}
