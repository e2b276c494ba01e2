// What a line of Markdown begins, told by its first bytes.

/** One for all lines of a file: a new one for each would be most of the work. */
export interface MarkdownLine {
  kind: 'blank' | 'heading' | 'item' | 'fence' | 'text';
  /** Blanks before it; a tab is four. */
  indent: number;
  /** Of a fence, which sign it is made of. */
  mark: number;
  /** How many signs a fence or a heading has. */
  length: number;
}

const [tab, newline, blank, hash, star, plus, dash, dot, bracket, tick, tilde] = [
  ...[0x09, 0x0a, 0x20, 0x23, 0x2a, 0x2b, 0x2d, 0x2e, 0x29, 0x60, 0x7e],
] as const;

/** Says of a line what it is. */
export function seeLine(line: MarkdownLine, bytes: Uint8Array, from: number): void {
  let at = from;
  let indent = 0;
  while (bytes[at] === blank || bytes[at] === tab) indent += bytes[at++] === tab ? 4 : 1;
  const mark = bytes[at] ?? newline;
  line.indent = indent;
  line.mark = mark;
  line.length = mark === hash || mark === tick || mark === tilde ? runOf(bytes, at, mark) : 0;
  line.kind = kindOf(bytes, at, line);
}

function kindOf(bytes: Uint8Array, from: number, { mark, indent, length }: MarkdownLine): MarkdownLine['kind'] {
  if (mark > 0x39 && mark !== tick && mark !== tilde) return 'text';
  if (mark === newline || mark === 0x0d) return 'blank';
  if (mark === hash) return indent < 4 && length < 7 && endsWord(bytes[from + length]) ? 'heading' : 'text';
  if (mark === tick || mark === tilde) return length > 2 ? 'fence' : 'text';
  if (mark === dash || mark === star || mark === plus)
    return endsWord(bytes[from + 1]) && !isRule(bytes, from, mark, 3) ? 'item' : 'text';
  if (mark < 0x30) return 'text';
  let at = from;
  while ((bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39) at += 1;
  return (bytes[at] === dot || bytes[at] === bracket) && endsWord(bytes[at + 1]) ? 'item' : 'text';
}

/** Whether the rest of the line is only this sign, at least so often, and blanks. */
export function isRule(bytes: Uint8Array, from: number, mark: number, least: number): boolean {
  let count = 0;
  for (let at = from; at < bytes.length && bytes[at] !== newline; at += 1) {
    const byte = bytes[at];
    if (byte === mark) count += 1;
    else if (byte !== blank && byte !== tab && byte !== 0x0d) return false;
  }
  return count >= least;
}

function runOf(bytes: Uint8Array, from: number, mark: number): number {
  let at = from;
  while (bytes[at] === mark) at += 1;
  return at - from;
}

function endsWord(byte: number | undefined): boolean {
  return byte === undefined || byte === blank || byte === tab || byte === newline || byte === 0x0d;
}
