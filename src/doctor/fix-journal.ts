// The journal put right in one commit that `dk undo` knows: manifest and attributes made anew, what the ledger vouches for committed.
import { createHash } from 'node:crypto';
import { type FileEdit, ledgerAttributes, makeChange, rememberMade, withStore } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { journalGaps } from '../facts/facts.ts';
import { attributesPath, ledgerPath, manifestPath, printManifest, readLedger, unionLine } from '../journal/journal.ts';
import { makeManifest, readReceipts } from '../night/night.ts';
import { nightsThatStand } from './entries.ts';
import type { Finding } from './finding.ts';
import { goesOn, isRight, leftToPerson, uncommittedLines, vouchedFor } from './ledger.ts';
import { checkAttributes, checkManifest, keepOf, mayBeAdded } from './manifest.ts';
import { committedLedger, type OpenRepository } from './open-repository.ts';
import { ledgerOf, type Patient } from './patient.ts';

export async function mendJournal(patient: Patient, agent: string): Promise<string[]> {
  const { world, home } = patient;
  if ('error' in patient.repository || 'error' in patient.settings) return [];
  // What a ledger that is not whole says, nothing is made from.
  if (ledgerOf(patient).broken !== undefined) return [];
  const open = patient.repository.value;
  const journal = await uncommitted(patient, open);
  const needsManifest = journal.length > 0 || isFixable(checkManifest(patient));
  const needsAttributes = journal.length > 0 || isFixable(checkAttributes(patient));
  const files = [...journal, ...(needsAttributes ? [attributes] : []), ...(needsManifest ? [manifest(patient)] : [])];
  if (files.length === 0) return [];
  const names = files.map(({ path }) => path.replace(/^rem\//u, ''));
  // A single night or wake gets the commit it never got, with its own name: by that the ledger's line is known to be ours.
  const strange = journal.length === 0 ? [] : await strangeLines(patient, open);
  const [only, ...others] = strange;
  const own = only !== undefined && others.length === 0 ? only.id : undefined;
  // The store keeps what has ended for a while, and takes no name twice.
  if (own !== undefined) withStore(world, home, (store) => store.forget(own));
  const changed = await makeChange(world, home, {
    files,
    agent,
    repository: open.repository,
    isAsleep: own?.startsWith('n-') === true,
    ...(own === undefined ? {} : { id: own }),
    subject: `doctor: ${journal.length > 0 ? `committed ${own ?? 'what a killed process left'}` : `made anew ${names.join(', ')}`}`,
    body: `Put right: ${files.map(({ path }) => path).join(', ')}.`,
  });
  if (changed.kind === 'unchanged') return [];
  // What our private state vouched for by its id is known by its line from now on.
  for (const { id, hash } of strange)
    rememberMade(world, home, { id, line: hash, commit: changed.commit ?? null }, true);
  const commit = changed.commit === undefined ? (changed.note ?? 'not committed yet') : changed.commit.slice(0, 10);
  return [`put right ${names.join(', ')} (${changed.id}, ${commit})`];
}

function isFixable(found: Finding | false): boolean {
  return found !== false && found.fixable;
}

async function strangeLines(patient: Patient, open: OpenRepository) {
  const left = leftToPerson(patient);
  return (await uncommittedLines(patient, open)).filter(({ id }) => !left.has(id));
}

function manifest({ world, home, ...rest }: Patient): FileEdit {
  const patient = { world, home, ...rest };
  return {
    path: manifestPath,
    isHosts: true,
    undo: 'reverse',
    edit: async () => {
      const made = makeManifest({
        world,
        home,
        ledger: ledgerOf(patient),
        receipts: readReceipts(world, home),
        keep: keepOf(patient),
        secrets: 'value' in rest.settings ? rest.settings.value.secrets : undefined,
        journalGaps: await journalGaps(world, home),
      });
      return Buffer.from(printManifest(made));
    },
  };
}

const attributes: FileEdit = {
  ...ledgerAttributes,
  path: attributesPath,
  undo: 'reverse',
  edit: async (bytes) => {
    if (bytes === undefined || !mayBeAdded(bytes)) return ledgerAttributes.edit(bytes);
    const separator = bytes.length === 0 || bytes.at(-1) === 0x0a ? '' : '\n';
    return Buffer.concat([bytes, Buffer.from(`${separator}${unionLine}\n`)]);
  },
};

/**
 * The ledger, and the entries its lines speak of, as they lie on disk: if the chain holds, goes on from what is committed, and every entry is
 * the one its line names. Looked at once more under the lock, on the very bytes that are committed.
 */
async function uncommitted(patient: Patient, open: OpenRepository): Promise<FileEdit[]> {
  if (!(await isRight(patient, open))) return [];
  const left = leftToPerson(patient);
  const lines = await uncommittedLines(patient, open);
  const before = await committedLedger(open);
  const landed = new Set(open.nightCommits.map(({ id }) => id));
  // An entry that only a line of somebody else speaks of stays where it is.
  const missing = nightsThatStand(patient)
    .filter(({ id, entry }) => !left.has(id) && !landed.has(id) && open.committed?.has(entry) === false)
    .filter(vouchedFor(patient));
  const isOnlyTheirs = lines.length > 0 && lines.every(({ id }) => left.has(id));
  if ((lines.length === 0 && missing.length === 0) || isOnlyTheirs) return [];
  return [
    ...missing.map(
      ({ entry, sha256 }): FileEdit => ({
        path: entry,
        isHosts: true,
        rule: 'refuse',
        edit: (bytes) => {
          if (bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
          throw notRight(entry);
        },
      }),
    ),
    {
      path: ledgerPath,
      isHosts: true,
      edit: (bytes) => {
        const isGood = bytes !== undefined && readLedger(bytes).broken === undefined;
        if (isGood && goesOn(before, bytes)) return bytes;
        throw notRight(ledgerPath);
      },
    },
  ];
}

function notRight(path: string): DreamkeeperError {
  return new DreamkeeperError('E_CHANGED_MEANWHILE', `${path} is not what the ledger says it should be`, {
    hint: 'Nothing was committed. Look at `git diff` in the home.',
  });
}
