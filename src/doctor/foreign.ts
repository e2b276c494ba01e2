// Entries that are not ours, and entries that make no sense.
import { entryFiles, homeBytes } from '../facts/facts.ts';
import { parseEntry } from '../journal/journal.ts';
import { nightsThatStand } from './entries.ts';
import { type Finding, finding } from './finding.ts';
import type { OpenRepository } from './open-repository.ts';
import { dreamsIn, ledgerOf, type Patient } from './patient.ts';
import { onTheirWay } from './read-state.ts';

/** Entries that no night of ours wrote. What lay there before our first night was taken over with the home. */
export async function checkForeign(patient: Patient, open: OpenRepository): Promise<Finding[]> {
  const { world, home } = patient;
  const foreign = foreignEntries(patient);
  if (foreign.length === 0) return [];
  const { commit } = open.head;
  const first = open.nightCommits.at(-1)?.commit;
  const findings: Finding[] = [];
  for (const path of foreign) {
    const added = commit === undefined ? undefined : await world.git.additionOf(open.repository, commit, path);
    const wasBefore =
      first === undefined || (added !== undefined && (await world.git.contains(open.repository, first, added)));
    const foreignEntry = finding(
      'entry-foreign',
      `${path} was not written by a sleep of ours${wasBefore ? '' : added === undefined ? ', and is in no commit' : ` (commit ${added.slice(0, 7)})`}.`,
      added === undefined
        ? 'Nobody reads it. Remove it, or, if it is yours and should be read as advice, commit it.'
        : 'Dreamkeeper reads it as advice, and moves nothing because of it. If you do not know who wrote it, remove it. If it is your own, from another machine, set `rem: {foreign: apply}` in your config.yaml to let it count.',
    );
    findings.push(wasBefore ? { ...foreignEntry, level: 'info' } : foreignEntry);
  }
  for (const path of entriesOnDisk(patient)) {
    const read = parseEntry(homeBytes(world, home, path) ?? new Uint8Array());
    if (read.kind === 'malformed' && foreign.includes(path)) findings.push(malformed(path, read.reason));
  }
  return findings;
}

/** Ours are readable as they were written; one that was changed may not be. */
export function checkMalformed(patient: Patient): Finding[] {
  const { world, home } = patient;
  const ours = new Set(nightsThatStand(patient).map(({ entry }) => entry));
  return entriesOnDisk(patient)
    .filter((path) => ours.has(path))
    .flatMap((path) => {
      const read = parseEntry(homeBytes(world, home, path) ?? new Uint8Array());
      return read.kind === 'malformed' ? [malformed(path, read.reason)] : [];
    });
}

function malformed(path: string, reason: string): Finding {
  return finding(
    'entry-malformed',
    `${path} is not a readable entry: ${reason}.`,
    'Dreamkeeper goes on without it. Correct it, or move it out of rem/.',
  );
}

function entriesOnDisk({ world, home }: Patient): string[] {
  return entryFiles(world, home.home).map((name) => `rem/${name}`);
}

export function foreignEntries(patient: Patient): string[] {
  const ours = new Set(dreamsIn(ledgerOf(patient)).map(({ entry }) => entry));
  const coming = onTheirWay(patient.state);
  return entriesOnDisk(patient).filter((path) => !ours.has(path) && !coming.has(path));
}
