// What hooks of real agents were handed, line by line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sandbox.ts';

export function recordedLines(name: string): string[] {
  return readFileSync(join(root, 'test', 'sessions', 'recorded', `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
}
