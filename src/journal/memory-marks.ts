// What the ledger says of memories: which are pinned, and which were forgotten. What was taken back counts for nothing.
import { isUndone, type LedgerRead } from './ledger.ts';
import { isOfMemory, type PinLine, type Tombstone } from './ledger-lines.ts';

export interface MemoryMarks {
  /** By the id of the memory, the line that pinned it. */
  readonly pins: ReadonlyMap<string, PinLine>;
  /** By the id of the memory, the line that says so. It may have been written down again since. */
  readonly forgotten: ReadonlyMap<string, Tombstone>;
}

/** The last word on each counts; whoever forgets something does not want it pinned, either. */
export function memoryMarks(ledger: LedgerRead): MemoryMarks {
  const pins = new Map<string, PinLine>();
  const forgotten = new Map<string, Tombstone>();
  for (const line of ledger.lines.filter(isOfMemory)) {
    if (isUndone(ledger, line.id)) continue;
    pins.delete(line.memory);
    if (line.kind === 'tombstone') forgotten.set(line.memory, line);
    else if (line.pinned) pins.set(line.memory, line);
  }
  return { pins, forgotten };
}
