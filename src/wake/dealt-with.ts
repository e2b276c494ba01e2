// Whether a dream's verdicts were dealt with: each dream once, on whichever machine it was.
import { madeHere } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type LedgerRead, parseLedger } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import type { Dream } from './newest-dream.ts';

/**
 * Of our own dreams, a wake that was written elsewhere counts only if it moved something: there the dream was advice, and here it still waits.
 * Of one from elsewhere, any wake does.
 */
export function isDealtWith(
  ledger: LedgerRead,
  evidence: LedgerRead['lines'],
  { id, sha256, whose }: Pick<Dream, 'id' | 'sha256' | 'whose'>,
): boolean {
  const here = new Set(evidence.map(({ hash }) => hash));
  return ledger.lines.some(
    (line) =>
      line.kind === 'wake' &&
      (line.dream === id || line.sha256 === sha256) &&
      (whose === 'foreign' || here.has(line.hash) || line.verdicts.some(({ result }) => result === 'applied')),
  );
}

/** The same by the bytes of a ledger as they are now. */
export function isDealtWithIn({ world, home }: Place, bytes: Uint8Array | undefined, dream: Dream): boolean {
  const ledger = parseLedger(decodeUtf8(bytes ?? new Uint8Array()));
  const made = madeHere(world, home).lines;
  const here = ledger.lines.filter(({ hash }) => made.has(hash));
  return isDealtWith(ledger, here, dream);
}

/** Asked under the lock, before the first byte is written: of several wakes at once, one carries a dream's verdicts out. */
export function onlyOnce(place: Place, bytes: Uint8Array | undefined, dream: Dream): void {
  if (!isDealtWithIn(place, bytes, dream)) return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', 'another wake has dealt with this dream', {
    hint: 'Nothing is left to do.',
  });
}
