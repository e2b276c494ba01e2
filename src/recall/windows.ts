// Text that has no sections: twenty lines are a chunk, and so are the next twenty.
import { type Cutter, flag } from './chunk-list.ts';

export const windowLines = 20;

export function cutWindows(cutter: Cutter): void {
  while (cutter.at < cutter.bytes.length) {
    cutter.begin(-1, flag.isWindow);
    cutter.readLines(windowLines);
  }
  cutter.end();
}
