// What one life knows for certain: what was acknowledged, and what was decided for good before somebody died.
import { isDream, type WakeLine } from '../../src/journal/journal.ts';
import type { FoundHome } from '../../src/world/world.ts';
import { type Known, ledgerOf } from './checks.ts';
import { firstTasks } from './person.ts';

export interface LifeRecord extends Known {
  readonly changes: Set<string>;
  readonly entries: Map<string, string>;
  readonly tasks: Map<string, string>;
  readonly notes: string[];
  readonly open: Set<string>;
  /** Lines of the ledger that were taken over. */
  readonly read: Set<string>;
}

export function newRecord(): LifeRecord {
  return {
    ...{ changes: new Set(), entries: new Map(), notes: [], open: new Set(), read: new Set() },
    tasks: new Map(firstTasks.map((title) => [title, 'TODO'])),
  };
}

/** Takes over what the ledger says since the last time; from here on it may not be gone. */
export function readLedgerInto(record: LifeRecord, home: FoundHome): void {
  const { lines } = ledgerOf(home);
  for (const line of lines) {
    if (record.read.has(line.id)) continue;
    record.read.add(line.id);
    record.changes.add(line.id);
    if (isDream(line)) {
      record.entries.set(line.entry, line.sha256);
      continue;
    }
    if (line.kind === 'undo') {
      for (const each of lines.filter(({ id }) => line.undid.includes(id)))
        if (isDream(each)) record.entries.set(each.entry, line.redo ? each.sha256 : 'absent');
        else if (each.kind === 'wake') move(record, each, line.redo);
      continue;
    }
    if (line.kind === 'wake') move(record, line, true);
  }
}

function move({ tasks }: LifeRecord, { verdicts }: WakeLine, isForth: boolean): void {
  for (const { result, task, from, to } of verdicts) {
    const state = isForth ? to : from;
    if (result === 'applied' && task !== null && state !== null) tasks.set(task, state);
  }
}
