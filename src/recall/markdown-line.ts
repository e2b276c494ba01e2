// What a line of Markdown begins, told by its first bytes.

export interface MarkdownLine {
  readonly kind: 'blank' | 'heading' | 'item' | 'fence' | 'text';
  /** Blanks before it; a tab is four. */
  readonly indent: number;
  /** Of a fence, which sign it is made of. */
  readonly mark: number;
  /** How many signs a fence or a heading has. */
  readonly length: number;
}

const [tab, newline, blank, hash, star, plus, dash, dot, bracket, tick, tilde] = [
  ...[0x09, 0x0a, 0x20, 0x23, 0x2a, 0x2b, 0x2d, 0x2e, 0x29, 0x60, 0x7e],
] as const;

export function lineKind(bytes: Uint8Array, from: number): MarkdownLine {
  let at = from;
  let indent = 0;
  while (bytes[at] === blank || bytes[at] === tab) indent += bytes[at++] === tab ? 4 : 1;
  const mark = bytes[at];
  const line = (kind: MarkdownLine['kind'], length = 0): MarkdownLine => ({ kind, indent, mark: mark ?? 0, length });
  if (mark === undefined || mark === newline || mark === 0x0d) return line('blank');
  if (mark === hash) {
    const length = runOf(bytes, at, hash);
    return indent < 4 && length < 7 && endsWord(bytes[at + length]) ? line('heading', length) : line('text');
  }
  if (mark === tick || mark === tilde) {
    const length = runOf(bytes, at, mark);
    return length > 2 ? line('fence', length) : line('text');
  }
  if (mark === dash || mark === star || mark === plus)
    return endsWord(bytes[at + 1]) && !isRule(bytes, at, mark, 3) ? line('item') : line('text');
  if (mark < 0x30 || mark > 0x39) return line('text');
  while ((bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39) at += 1;
  return (bytes[at] === dot || bytes[at] === bracket) && endsWord(bytes[at + 1]) ? line('item') : line('text');
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
