// The ledger: whether it can be read, whether its chain holds, and whether commits know the same nights.
import { madeHere } from '../change/change.ts';
import { broughtLines } from '../facts/facts.ts';
import { ledgerPath, readLedger } from '../journal/journal.ts';
import { readReceipts } from '../night/night.ts';
import { counted } from '../text/text.ts';
import { type Found, finding, some } from './finding.ts';
import { committedLedger, type OpenRepository } from './open-repository.ts';
import { ledgerOf, nightsIn, type Patient } from './patient.ts';
import { onTheirWay } from './read-state.ts';

export const look: string =
  'If it is not committed, `git restore rem/ledger.jsonl` in the home brings the last good one back; else look at `dk nights verify` and `git log -p -- rem/ledger.jsonl`.';

export function checkLedgerFile({ ledger }: Patient): Found {
  if ('value' in ledger) return [];
  return finding('ledger-unreadable', `The ledger cannot be read: ${ledger.error.message}.`, ledger.error.hint);
}

/** Changes that went to disk and were left to the person's own commit, with the reason we gave. */
export function leftToPerson({ state }: Patient): ReadonlyMap<string, string> {
  if (state.kind !== 'open') return new Map();
  return new Map(
    state.ended.filter(({ ending, note }) => ending === 'done' && note !== '').map(({ id, note }) => [id, note]),
  );
}

/** Lines on disk that the last commit does not have, and no sealed change is about to bring. */
export async function uncommittedLines(patient: Patient, open: OpenRepository) {
  if (open.busy !== undefined || onTheirWay(patient.state).has(ledgerPath)) return [];
  const { lines } = ledgerOf(patient);
  if (lines.length === 0 || open.committed === undefined || isAsCommitted(patient, open)) return [];
  const committed = readLedger(await committedLedger(open));
  const known = new Set(committed.lines.map(({ hash }) => hash));
  return lines.filter(({ hash }) => !known.has(hash));
}

function isAsCommitted({ ledger }: Patient, { repository, committed }: OpenRepository): boolean {
  const bytes = 'value' in ledger ? ledger.value.bytes : undefined;
  return bytes !== undefined && committed?.get(ledgerPath) === repository.blobName(bytes);
}

export async function checkUncommittedLines(patient: Patient, open: OpenRepository): Promise<Found> {
  const lines = await uncommittedLines(patient, open);
  const left = leftToPerson(patient);
  const waiting = lines.filter(({ id }) => left.has(id)).map(({ id }) => id);
  const strange = lines.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  return [
    strange.length > 0 &&
      finding(
        'ledger-uncommitted',
        `${counted(strange.length, 'line')} of the ledger ${strange.length === 1 ? 'is' : 'are'} in no commit (${some(strange)}): written by somebody else, or left by a process that was killed.`,
        '`dk doctor --fix` commits those that this machine wrote. You have to judge the others: look at `git diff -- rem/ledger.jsonl` in the home.',
        await isRight(patient, open),
      ),
    waiting.length > 0 && {
      ...finding(
        'ledger-uncommitted',
        `${counted(waiting.length, 'line')} of the ledger waits for your own commit (${some(waiting)}): ${left.get(waiting[0] ?? '') ?? ''}.`,
        'Commit rem/ with your next commit.',
      ),
      level: 'info',
    },
  ];
}

/**
 * Anybody can write a line whose chain holds, also under an id of ours. Ours are those whose hash this machine remembers, or whose id only our
 * private state knows: no other line has it.
 */
export function vouchedFor(patient: Patient): (line: { readonly id: string; readonly hash: string }) => boolean {
  const { world, home, state } = patient;
  const done = state.kind === 'open' ? state.ended.filter(({ ending }) => ending === 'done').map(({ id }) => id) : [];
  const ran = readReceipts(world, home).filter(({ outcome }) => outcome === 'ran');
  const known = new Set([...done, ...ran.map(({ id }) => id)]);
  const made = madeHere(world, home).lines;
  const all = ledgerOf(patient).lines;
  return ({ id, hash }) => made.has(hash) || (known.has(id) && all.filter((line) => line.id === id).length === 1);
}

/** What is on disk goes on from what is committed, byte for byte; its chain holds; and every line that is new is one of ours. */
export async function isRight(patient: Patient, open: OpenRepository): Promise<boolean> {
  if ('error' in patient.ledger || open.busy !== undefined || open.head.ref === undefined) return false;
  const { bytes, read } = patient.ledger.value;
  if (bytes === undefined || read.broken !== undefined || !goesOn(await committedLedger(open), bytes)) return false;
  return (await uncommittedLines(patient, open)).every(vouchedFor(patient));
}

export function goesOn(before: Uint8Array | undefined, after: Uint8Array): boolean {
  const start = Buffer.from(before ?? []);
  return Buffer.from(after).subarray(0, start.length).equals(start);
}

export async function checkShrunk(
  patient: Patient,
  { repository, nightCommits, busy }: OpenRepository,
): Promise<Found> {
  if (busy !== undefined || 'error' in patient.ledger) return [];
  const known = new Set(ledgerOf(patient).lines.map(({ id }) => id));
  const lost = await broughtLines(
    patient.world,
    repository,
    nightCommits.filter(({ id }) => !known.has(id)),
  );
  const missing = lost.map(({ id, commit }) => `${id} in ${commit.slice(0, 7)}`);
  if (missing.length === 0) return [];
  return finding(
    'ledger-shrunk',
    `The ledger lacks ${counted(missing.length, 'change')} that earlier commits had: ${some(missing)}.`,
    `Lines were cut off, or a commit was reverted by hand. ${look}`,
  );
}

/** Lines that somebody committed, and that no commit of ours brought: a hand in the ledger, or a history that was squashed. */
export async function checkForeignLines(patient: Patient, open: OpenRepository): Promise<Found> {
  if (open.busy !== undefined || open.committed === undefined || open.isShallow) return [];
  const landed = new Set(open.nightCommits.map(({ id }) => id));
  const uncommitted = new Set((await uncommittedLines(patient, open)).map(({ id }) => id));
  const known = leftToPerson(patient);
  // What only a later version understands counts for nothing here, and how that one names its commits is its own matter.
  const foreign = ledgerOf(patient)
    .lines.filter(({ kind }) => kind !== 'other')
    .map(({ id }) => id)
    .filter((id) => !landed.has(id) && !uncommitted.has(id) && !known.has(id));
  if (foreign.length === 0 || onTheirWay(patient.state).has(ledgerPath)) return [];
  return finding(
    'ledger-foreign',
    `${counted(foreign.length, 'line')} of the ledger did not come with a commit of ours (${some(foreign)}): somebody else wrote them, or the history was squashed.`,
    `Dreamkeeper does not use them as evidence. ${look}`,
  );
}

/** A night from the future: gates and `ago` go by its time. */
export function checkClock(patient: Patient): Found {
  const newest = nightsIn(ledgerOf(patient)).reduce((last, { time }) => (time > last ? time : last), '');
  const ahead = newest === '' ? 0 : Date.parse(newest) - patient.now;
  if (ahead <= 10 * 60_000) return [];
  return finding(
    'clock-behind',
    `The newest night is ${Math.round(ahead / 60_000)} min in the future (${newest}).`,
    'Set the clock of this machine, or of the machine that wrote that night. If the night is less than one minimum interval ahead, the next dream waits for that time; otherwise it does not wait. `dk sleep --force` does not wait in any case.',
  );
}
