// What a run of some kind has to know before it begins: the texts that its home calls canon.
import type { Worker } from './work-types.ts';

/** The text; '' if there is none. */
export function canonFor(_worker: Worker, _kind: string): string {
  return '';
}
