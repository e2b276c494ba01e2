// A file as lines without losing a byte: one character of the text is one byte of the file, so every position is a byte offset.
import { decodeUtf8 } from '../text/text.ts';

/** One line: its content without line end, and where it lies. `next` is where the following line starts. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Bytes as a string of the same length. Only ASCII in it may be given a meaning; everything else is carried along. */
export function asByteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** What a person reads where the byte text has these characters. */
export function readable(byteText: string): string {
  // Nearly all of it reads as it is stored, and a board is read many times a night.
  if (!/[\u0080-\u00FF]/u.test(byteText)) return byteText;
  return decodeUtf8(Buffer.from(byteText, 'latin1'));
}

/** The byte text for something a person wrote. */
export function toByteText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Splits at `\n` only; a `\r` before it belongs to the line end, any other separator is content. A byte order mark is not content. */
export function splitLines(byteText: string): Line[] {
  const lines: Line[] = [];
  let at = byteText.startsWith('\u00EF\u00BB\u00BF') ? 3 : 0;
  while (at < byteText.length) {
    const newline = byteText.indexOf('\n', at);
    const next = newline === -1 ? byteText.length : newline + 1;
    let end = newline === -1 ? byteText.length : newline;
    if (newline !== -1 && end > at && byteText[end - 1] === '\r') end -= 1;
    lines.push({ text: byteText.slice(at, end), start: at, end, next });
    at = next;
  }
  return lines;
}

/** The line end this file uses; what we add follows it. */
export function lineEndOf(byteText: string): '\n' | '\r\n' {
  const first = byteText.indexOf('\n');
  return first > 0 && byteText[first - 1] === '\r' ? '\r\n' : '\n';
}
