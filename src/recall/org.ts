// An org file: each heading with its own text is a chunk, and what stands before the first is one. What a dream keeps for programs is none.
import type { Cutter } from './chunk-list.ts';

const star = 0x2a;

export function cutOrg(cutter: Cutter): void {
  const { bytes } = cutter;
  const above: { readonly level: number; readonly heading: number }[] = [];
  let isReceipts = false;
  const begin = (heading: number): void => {
    if (isReceipts) cutter.drop();
    isReceipts = false;
    cutter.begin(heading, 0);
  };
  cutter.begin(-1, 0);
  while (cutter.at < bytes.length) {
    const level = bytes[cutter.at] === star ? levelAt(bytes, cutter.at) : 0;
    if (level === 0) {
      const heading = above.at(-1)?.heading ?? -1;
      const isLast = isReceipts && isAt(bytes, cutter.at, end);
      if (!isReceipts && isAt(bytes, cutter.at, receipts)) {
        begin(heading);
        isReceipts = true;
      }
      cutter.readLine();
      if (isLast) begin(heading);
      continue;
    }
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const heading = cutter.addHeading(above.at(-1)?.heading ?? -1);
    above.push({ level, heading });
    begin(heading);
    cutter.readLine(heading);
  }
  if (isReceipts) cutter.drop();
  cutter.end();
}

/** As a dream has them: a drawer of records, each in a line of its own. Any other drawer is what somebody wrote. */
const receipts = Buffer.from(':RECEIPTS:\n- {');
const end = Buffer.from(':END:');

function isAt(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let next = 0; next < wanted.length; next += 1) if (bytes[at + next] !== wanted[next]) return false;
  return true;
}

function levelAt(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === star) at += 1;
  return bytes[at] === 0x20 ? at - from : 0;
}
