// A ledger made whole again, from what is known to be ours; what stood there is kept aside.
import { asWritten, madeHere, makeChange, revertedLines } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { inChain, ledgerPath, readLedger, type SoundLine, soundLines } from '../journal/journal.ts';
import { type Found, finding } from './finding.ts';
import { look, vouchedFor } from './ledger.ts';
import { committedLedger, type OpenRepository } from './open-repository.ts';
import { ledgerOf, type Patient } from './patient.ts';

/** How far back a version is looked for that is whole. */
const mostVersions = 200;

/**
 * The ledger as it should be; undefined if it is whole, or cannot be made so.
 *
 * It has the lines of the last commit in which it was whole, those that later commits of ours brought, and those on disk that this machine
 * remembers; each as one of us wrote it, behind the one it follows. Whatever else stands in the damaged one came from nobody we know, and a repair
 * is not how it becomes ours.
 */
async function wholeAgain(patient: Patient, open: OpenRepository): Promise<Uint8Array | undefined> {
  if ('error' in patient.ledger || open.busy !== undefined || open.head.ref === undefined) return undefined;
  const { bytes, read } = patient.ledger.value;
  if (read.broken === undefined) return undefined;
  const onDisk = soundLines(bytes);
  const seen = [...onDisk, ...soundLines(await committedLedger(open))];
  const base = await lastWhole(patient, open);
  const text = base.map(({ raw }) => Buffer.from(raw).toString('latin1')).join('\n');
  const brought = await revertedLines(patient.world, patient.home, open.repository, open.head.commit, text);
  const isOurs = vouchedFor(patient);
  const ours = [
    ...base,
    ...soundLines(Buffer.from(brought.join('\n'), 'latin1')),
    ...onDisk.filter(({ line }) => isOurs(line)),
  ];
  const ordered = inChain(withThoseBefore(ours, seen));
  if (ordered === undefined || ordered.length === 0) return undefined;
  const whole = Buffer.from(ordered.map(({ raw }) => `${raw}\n`).join(''));
  const made = madeHere(patient.world, patient.home);
  return asWritten(readLedger(whole), made).broken === undefined ? whole : undefined;
}

/** The newest version in the history that is whole. */
async function lastWhole({ world, home }: Patient, { repository, head }: OpenRepository): Promise<SoundLine[]> {
  if (head.commit === undefined) return [];
  const made = madeHere(world, home);
  const listed = await repository.throughLens(['rev-list', `-n${mostVersions}`, head.commit, '--', ledgerPath]);
  for (const commit of listed.toString('utf8').split('\n')) {
    const [blob] = commit === '' ? [] : await world.git.blobsThen(repository, [{ commit, path: ledgerPath }]);
    const bytes = blob === undefined ? undefined : await repository.readBlob(blob);
    if (bytes !== undefined && asWritten(readLedger(bytes), made).broken === undefined) return soundLines(bytes);
  }
  return [];
}

/** Each line once, and with those it follows: what a line of ours goes on from was there when it was written. */
function withThoseBefore(ours: readonly SoundLine[], seen: readonly SoundLine[]): SoundLine[] {
  const known = new Map(seen.map((each) => [each.line.hash, each]));
  const wanted = new Map(ours.map((each) => [each.line.hash, each]));
  for (const { line } of wanted.values()) {
    const before = line.prev === null || wanted.has(line.prev) ? undefined : known.get(line.prev);
    // A map that is walked through also gives what is added meanwhile.
    if (before !== undefined) wanted.set(before.line.hash, before);
  }
  return [...wanted.values()];
}

/** The chain of the ledger. Until it is whole, nothing is carried out or added. */
export async function checkChain(patient: Patient): Promise<Found> {
  const { broken } = ledgerOf(patient);
  if (broken === undefined) return [];
  const isFixable =
    'value' in patient.repository && (await wholeAgain(patient, patient.repository.value)) !== undefined;
  const hint = isFixable
    ? '`dk doctor --fix` repairs it from our commits and from what this machine remembers, and keeps a copy of the damaged one.'
    : look;
  return finding(
    'ledger-broken',
    `Line ${broken.line} of ${ledgerPath}: ${broken.reason}. Until it is repaired, Dreamkeeper does not dream, move tasks or undo.`,
    hint,
    isFixable,
  );
}

export async function mendLedger(patient: Patient, agent: string): Promise<string[]> {
  const { world, home } = patient;
  if ('error' in patient.repository || 'error' in patient.ledger) return [];
  const { bytes } = patient.ledger.value;
  const whole = await wholeAgain(patient, patient.repository.value);
  if (whole === undefined || bytes === undefined) return [];
  const kept = `lost-and-found/ledger.jsonl.${world.now().toISOString().replace(/[-:.]/gu, '')}-${world.random(3)}`;
  world.files.write(home.privateDir, kept, bytes, { mode: 0o600 });
  const changed = await makeChange(world, home, {
    files: [
      {
        path: ledgerPath,
        isHosts: true,
        rule: 'refuse',
        edit: (now) => {
          if (world.files.hash(now) === world.files.hash(bytes)) return whole;
          throw new DreamkeeperError('E_CHANGED_MEANWHILE', `somebody changed ${ledgerPath} meanwhile`, {
            hint: 'Nothing was changed. Run `dk doctor` again.',
          });
        },
      },
    ],
    subject: 'doctor: made the ledger whole',
    body: `What stood there is kept in the private folder, as ${kept}.`,
    agent,
    repository: patient.repository.value.repository,
  });
  const commit =
    changed.kind === 'changed' ? (changed.commit?.slice(0, 10) ?? changed.note ?? 'not committed yet') : '';
  return [`made the ledger whole (${commit}); what stood there is now ${kept} in the private folder`];
}
