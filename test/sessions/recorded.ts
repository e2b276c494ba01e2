// What hooks of real agents were handed, line by line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sandbox.ts';

export function recordedLines(name: string): string[] {
  return readFileSync(recordedFile(name), 'utf8').trimEnd().split('\n');
}

export function recordedFile(name: string): string {
  return join(root, 'test', 'sessions', 'recorded', `${name}.jsonl`);
}
