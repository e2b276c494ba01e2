// Text that has no sections: twenty lines are a chunk, and so are the next twenty.
import { type Cutter, flag } from './chunk-list.ts';

export const windowLines = 20;

export function cutWindows(cutter: Cutter): void {
  const { bytes } = cutter;
  while (cutter.at < bytes.length) {
    if ((cutter.lineNumber - 1) % windowLines === 0) cutter.begin(-1, flag.isWindow);
    cutter.readLine();
  }
  cutter.end();
}
