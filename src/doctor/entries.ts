// The entries of the journal: each is there, as it was written, in a commit, and somebody's.
import { createHash } from 'node:crypto';
import { homeBytes } from '../facts/facts.ts';
import { isUndone } from '../journal/journal.ts';
import { type Finding, type Found, finding, some } from './finding.ts';
import { isRight, leftToPerson, vouchedFor } from './ledger.ts';
import type { OpenRepository } from './open-repository.ts';
import { dreamsIn, ledgerOf, type Night, type Patient } from './patient.ts';
import { onTheirWay } from './read-state.ts';

/** Nights whose entry should lie there: not taken back, and not on its way. */
export function nightsThatStand(patient: Patient): Night[] {
  const ledger = ledgerOf(patient);
  const coming = onTheirWay(patient.state);
  return dreamsIn(ledger).filter(({ id, entry }) => !isUndone(ledger, id) && !coming.has(entry));
}

interface Compared {
  readonly night: Night;
  readonly disk: Uint8Array | undefined;
  /** The blob of it in the last commit. */
  readonly headBlob: string | undefined;
  /** The commit in which it landed, and its blob there. */
  readonly firstCommit: string | undefined;
  readonly firstBlob: string | undefined;
}

/** Compares every entry with its line, with the last commit, and with the commit it landed in. */
export async function checkEntries(patient: Patient, open: OpenRepository): Promise<Found> {
  const compared = await compareAll(patient, open);
  // Of several nights under one name (two clones, joined) the one that lies there will do.
  const right = new Set(compared.filter(isAsWritten).map(({ night }) => night.entry));
  const wrong = compared.filter((each) => !isAsWritten(each) && !right.has(each.night.entry));
  const isForged = (each: Compared): boolean =>
    each.disk !== undefined && each.firstBlob !== undefined && each.firstBlob !== open.repository.blobName(each.disk);
  const findings: Finding[] = [];
  for (const each of wrong) findings.push(await tellOf(patient, open, each));
  for (const each of compared.filter((one) => isAsWritten(one) && isForged(one)))
    findings.push(
      finding(
        'entry-changed',
        `${each.night.entry} and the ledger differ from the commit that brought the dream (${each.firstCommit?.slice(0, 7)}).`,
        `Look at \`git log -p -- ${each.night.entry}\` in the home: somebody rewrote both.`,
      ),
    );
  const sound = compared.filter((one) => isAsWritten(one) && !isForged(one));
  return [...findings, ...(await uncommitted(patient, open, sound))];
}

async function compareAll(patient: Patient, open: OpenRepository): Promise<Compared[]> {
  const { world, home } = patient;
  const nights = nightsThatStand(patient).filter(({ entry }) => !open.hidden.has(entry));
  const { repository, head, busy, committed } = open;
  if (head.commit === undefined || committed === undefined || busy !== undefined || nights.length === 0)
    return nights.map((night) => ({ night, disk: homeBytes(world, home, night.entry), ...nowhere }));
  const firstCommit = new Map(open.nightCommits.map(({ id, commit }) => [id, commit]));
  const known = nights.filter(({ id }) => firstCommit.has(id));
  const blobs = await world.git.blobsThen(
    repository,
    known.map(({ id, entry }) => ({ commit: firstCommit.get(id) ?? '', path: entry })),
  );
  const blobThen = new Map(known.map(({ id }, index) => [id, blobs[index]]));
  return nights.map((night) => ({
    night,
    disk: homeBytes(world, home, night.entry),
    headBlob: committed.get(night.entry),
    firstCommit: firstCommit.get(night.id),
    firstBlob: blobThen.get(night.id),
  }));
}

const nowhere = { headBlob: undefined, firstCommit: undefined, firstBlob: undefined };

function isAsWritten({ night, disk }: Compared): boolean {
  return disk !== undefined && createHash('sha256').update(disk).digest('hex') === night.sha256;
}

/** Gone or changed: on disk alone, or by a commit that is not ours. */
async function tellOf({ world }: Patient, { repository, head }: OpenRepository, each: Compared): Promise<Finding> {
  const { night, disk, headBlob, firstCommit, firstBlob } = each;
  const isSameInHead = headBlob === (disk === undefined ? undefined : repository.blobName(disk));
  if (isSameInHead && firstCommit !== undefined && firstBlob !== undefined && head.commit !== undefined) {
    const since = await world.git.touching(repository, head.commit, night.entry, firstCommit);
    const last = since.at(-1);
    if (last !== undefined && last.id === undefined)
      return finding(
        'entry-reverted',
        `${night.entry} (${night.id}) was ${disk === undefined ? 'removed' : 'changed'} by a commit that is not ours: ${last.commit.slice(0, 7)} "${last.subject}".`,
        `\`git checkout ${firstCommit.slice(0, 7)} -- ${night.entry}\` in the home brings it back; \`dk undo ${night.id}\` takes the dream back for good.`,
      );
  }
  const inCommit =
    headBlob === undefined ? '' : ` \`git restore ${night.entry}\` in the home brings back what is committed.`;
  return disk === undefined
    ? finding(
        'entry-missing',
        `${night.entry} (${night.id}) is gone.`,
        `The ledger still has its night, so it was not taken back with \`dk undo\`.${inCommit}`,
      )
    : finding(
        'entry-changed',
        `${night.entry} (${night.id}) was changed after it was written.`,
        `Look at \`git diff -- ${night.entry}\` in the home.${inCommit}`,
      );
}

async function uncommitted(
  patient: Patient,
  open: OpenRepository,
  right: readonly Compared[],
): Promise<readonly (Finding | false)[]> {
  const { busy, committed } = open;
  if (busy !== undefined || committed === undefined) return [];
  const missing = right.filter(({ headBlob }) => headBlob === undefined);
  const gone = missing.filter(({ firstBlob }) => firstBlob !== undefined);
  const left = leftToPerson(patient);
  const waiting = missing.filter(({ firstBlob, night }) => firstBlob === undefined && !left.has(night.id));
  const names = waiting.map(({ night }) => night.entry);
  const isKnown = waiting.some(({ night }) => vouchedFor(patient)(night));
  return [
    ...gone.map(({ night, firstCommit }) =>
      finding(
        'entry-reverted',
        `${night.entry} (${night.id}) is there, but a later commit took it out of git.`,
        `It landed in ${firstCommit?.slice(0, 7)}. \`git add ${night.entry}\` in the home and commit, or \`dk undo ${night.id}\`.`,
      ),
    ),
    names.length > 0 &&
      finding(
        'entry-uncommitted',
        `${some(names)} ${names.length === 1 ? 'is' : 'are'} in the ledger, but in no commit.`,
        '`dk doctor --fix` commits it if this machine wrote that night. Otherwise you have to judge it.',
        isKnown && (await isRight(patient, open)),
      ),
  ];
}
