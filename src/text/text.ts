// Text from anywhere made safe: one form inside, no forgery in a file, no escape on a terminal.
export { counted } from './counted.ts';
export { fill } from './fill.ts';
export { clock, inWords } from './in-words.ts';
export { isZone, localTime } from './in-zone.ts';
export { hasInvisible } from './invisible.ts';
export { isRecord, jsonIn } from './json-in.ts';
export { base32Of } from './letters.ts';
export { type Line, linesOf } from './lines.ts';
export { skeleton } from './look-alike.ts';
export { matchKey } from './match-key.ts';
export { nearest } from './nearest.ts';
export { decodeUtf8, normaliseText, withoutInvisible } from './normalise.ts';
export { cut, oneLine, wholeLines } from './one-line.ts';
export { escapeOrg, unescapeOrg } from './org-guard.ts';
export { present } from './present.ts';
export { sentencesOf } from './sentences.ts';
export { escapeInJson, printSafe } from './terminal.ts';
export { wholePhrase, wholeWords } from './whole-phrase.ts';
