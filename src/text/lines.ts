// The lines of a file by their place in its bytes: whatever encoding a line is in, and however it ends, its place is known.

export interface Line {
  /** Without its end. Broken bytes read as U+FFFD, and stay what they are. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Its bytes, with its end. */
  readonly from: number;
  readonly to: number;
}

/** A byte order mark belongs to no line. */
export function linesOf(content: Uint8Array): Line[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const lines: Line[] = [];
  let from = bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  for (let line = 1; from < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end + 1;
    lines.push({ text: bytes.toString('utf8', from, to).replace(/\r?\n$|\r$/u, ''), line, from, to });
    from = to;
  }
  return lines;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
