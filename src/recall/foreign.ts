// Whether a run of letters is of scripts and signs that nobody could spell in ASCII: then no word of ASCII is in it, and it need not be read.

/** How many bytes follow the first one of such a character; 0 if some of that kind can be spelled (`é`, `ﬁ`, `²`), or there is none. */
const follow: Uint8Array = new Uint8Array(256);
// Cyrillic.
follow.fill(1, 0xd0, 0xd4);
// Indian scripts, Thai and their neighbours; Han; most of Hangul.
follow[0xe0] = 2;
follow.fill(2, 0xe4, 0xea);
follow.fill(2, 0xeb, 0xed);

export function isForeign(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const first = bytes[at] as number;
    const second = at + 1 < to ? (bytes[at + 1] as number) : 0;
    const after = isMixed(first, second, bytes[at + 2]) ? 2 : (follow[first] as number);
    if (after === 0 || at + after >= to) return false;
    // What is no character is read as several, and the next ones may be some that can be spelled.
    for (let next = at + 1; next <= at + after; next += 1) if ((bytes[next] as number) >> 6 !== 2) return false;
    at += after + 1;
  }
  return true;
}

/** Of kinds that have both: dashes and quotes, arrows, frames and blocks, pictures; Kana. */
function isMixed(first: number, second: number, third = 0): boolean {
  if (first === 0xe3) return second >= 0x80 && second <= 0x83;
  if (first !== 0xe2) return false;
  return (
    second === 0x80 ||
    (second === 0x86 && third >= 0x90) ||
    (second >= 0x87 && second <= 0x90) ||
    (second >= 0x94 && second <= 0xaf)
  );
}
