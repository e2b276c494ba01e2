// An org file: each heading with its own text is a chunk, and what stands before the first is one.
import type { Cutter } from './chunk-list.ts';

const star = 0x2a;

export function cutOrg(cutter: Cutter): void {
  const { bytes } = cutter;
  const above: { readonly level: number; readonly heading: number }[] = [];
  cutter.begin(-1, 0);
  while (cutter.at < bytes.length) {
    const level = bytes[cutter.at] === star ? levelAt(bytes, cutter.at) : 0;
    if (level === 0) {
      cutter.readLine();
      continue;
    }
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const heading = cutter.addHeading(above.at(-1)?.heading ?? -1);
    above.push({ level, heading });
    cutter.begin(heading, 0);
    cutter.readLine(heading);
  }
  cutter.end();
}

function levelAt(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === star) at += 1;
  return bytes[at] === 0x20 ? at - from : 0;
}
