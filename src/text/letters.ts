// A hash as a short name: eight letters and digits that nobody mistakes for each other.

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** The first forty bits of a hash in hex, in base 32. */
export function base32Of(hex: string): string {
  let text = '';
  let left = Number.parseInt(hex.slice(0, 10), 16);
  for (let at = 0; at < 8; at += 1, left = Math.floor(left / 32)) text = `${letters[left % 32]}${text}`;
  return text;
}
