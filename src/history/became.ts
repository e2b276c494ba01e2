// What became of each verdict of a dream, as the ledger tells it.
import { homeText } from '../facts/facts.ts';
import {
  isDream,
  isUndone,
  type LedgerRead,
  lastUndoOf,
  ledgerPath,
  parseLedger,
  type VerdictOutcome,
  wakeFor,
} from '../journal/journal.ts';
import { isAdviceOnly } from '../record/record.ts';
import type { FoundHome, World } from '../world/world.ts';
import type { FoundEntry } from './entries.ts';

/**
 * `taken`: it moved the board. `taken back`: that was undone. `advised`: it was told, and left to its owner. `refused`: it was not carried out.
 * `no move`: it asked for none, or for what was so already. `waiting`: no wake has heard it yet. `unheard`: a later dream came before any did.
 */
export type Became = 'taken' | 'taken back' | 'advised' | 'refused' | 'no move' | 'waiting' | 'unheard';

export interface JudgedVerdict {
  /** As it stands in the entry. */
  readonly line: string;
  readonly became: Became;
  /** The states of its task, where it moved one. */
  readonly from: string | null;
  readonly to: string | null;
  /** Why it was only told, or refused; empty where nothing has to be said. */
  readonly why: string;
  /** The wake that dealt with it. */
  readonly wake: string | null;
  /** Who took it back, and when. */
  readonly undone: { readonly id: string; readonly agent: string; readonly time: string } | null;
}

export function verdictsOf(
  world: World,
  home: FoundHome,
  { path, id, entry }: Pick<FoundEntry, 'path' | 'id' | 'entry'>,
): JudgedVerdict[] {
  const ledger = parseLedger(homeText(world, home, ledgerPath));
  const wake = wakeFor(ledger, id ?? path);
  const left = [...(wake?.verdicts ?? [])];
  const undo = undoOf(ledger, [wake?.id, id ?? undefined]);
  return (entry?.verdicts ?? []).map((line): JudgedVerdict => {
    const at = left.findIndex((outcome) => outcome.line.trim() === line.trim());
    const outcome = at === -1 ? undefined : left.splice(at, 1)[0];
    const { from = null, to = null, why = '' } = outcome ?? {};
    const became = becameOf(line, outcome, undo !== undefined, isPassedBy(ledger, id));
    return {
      line,
      became,
      ...(became === 'taken' || became === 'taken back' ? { from, to, why: '' } : { from: null, to: null }),
      ...(became === 'advised' || became === 'refused' ? { why } : { why: '' }),
      wake: outcome === undefined ? null : (wake?.id ?? null),
      undone: became === 'taken back' && undo !== undefined ? undo : null,
    };
  });
}

function becameOf(line: string, outcome: VerdictOutcome | undefined, isTakenBack: boolean, isPast: boolean): Became {
  if (outcome === undefined) {
    if (/^keep course\b/iu.test(line)) return 'no move';
    return isPast ? 'unheard' : 'waiting';
  }
  if (outcome.result === 'applied') return isTakenBack ? 'taken back' : 'taken';
  if (outcome.move === 'keep course' || outcome.result === 'noop') return 'no move';
  return isAdviceOnly(outcome) ? 'advised' : 'refused';
}

function undoOf(ledger: LedgerRead, ids: readonly (string | undefined)[]): JudgedVerdict['undone'] | undefined {
  const id = ids.find((each) => each !== undefined && isUndone(ledger, each));
  const line = id === undefined ? undefined : lastUndoOf(ledger, id);
  return line === undefined ? undefined : { id: line.id, agent: line.agent, time: line.time };
}

/** A wake hears the newest dream only. */
function isPassedBy({ lines }: LedgerRead, id: string | null): boolean {
  const at = lines.findIndex((line) => line.id === id);
  const night = lines[at];
  return night !== undefined && lines.slice(at + 1).some((line) => isDream(line) && line.agent === night.agent);
}
