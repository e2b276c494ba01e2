// An answer that fits: its head and its tail, and how much lies between.
import { decodeUtf8 } from '../../text/text.ts';

/** Bytes of an answer. */
export const longestAnswer = 8000;

/** Cut in the middle, at characters; what it says is never longer than `most` bytes. */
export function short(text: string, most: number = longestAnswer): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  const half = Math.floor((most - 60) / 2);
  const head = whole(bytes.subarray(0, half));
  const tail = whole(bytes.subarray(bytes.length - half));
  const left = bytes.length - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${head}\n[… ${left} bytes left out …]\n${tail}`;
}

/** Without the halves of characters at its ends. */
function whole(bytes: Uint8Array): string {
  return decodeUtf8(bytes).replace(/^\uFFFD{1,3}|\uFFFD{1,3}$/gu, '');
}
