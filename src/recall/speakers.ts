// Who speaks in a line: `- **Ann Lee:** …`, `[10:30] Ben: …`.
import { letters } from './letters.ts';

/** Marks of lists and of bold letters, blanks, brackets of a time, a dot in a name. */
const mayStandBefore: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  '-*+_#>[]() .'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** How far from the beginning of a line a name may stand that speaks. */
const nameWithin = 48;

/** Where the colon behind the name stands with which a line begins; -1 if nobody speaks. Asked for one line many times, it looks once. */
export function makeSpeakers(): (bytes: Uint8Array, lineFrom: number) => number {
  let [ofBytes, ofLine, until]: [Uint8Array | undefined, number, number] = [undefined, -1, -1];
  return (bytes, lineFrom) => {
    if (ofBytes === bytes && ofLine === lineFrom) return until;
    until = colonIn(bytes, lineFrom);
    [ofBytes, ofLine] = [bytes, lineFrom];
    return until;
  };
}

function colonIn(bytes: Uint8Array, lineFrom: number): number {
  let words = 0;
  let isInWord = false;
  for (let at = lineFrom; at < lineFrom + nameWithin && at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0x3a) return words <= 3 && words > 0 ? at : -1;
    const isLetter = letters[byte] !== 0;
    if (isLetter && !isInWord) words += 1;
    isInWord = isLetter;
    if (!isLetter && mayStandBefore[byte] === 0) return -1;
  }
  return -1;
}
