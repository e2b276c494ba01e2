// What can safely be put right: only what is provably ours, each step said, nothing deleted that somebody could miss.

import { dirname, join } from 'node:path';
import { finishChanges, oneAtATime, patience, withStore } from '../change/change.ts';
import { agentOf } from '../config/config.ts';
import { counted } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { attempt } from './attempt.ts';
import type { Finding, FindingId } from './finding.ts';
import { mendJournal } from './fix-journal.ts';
import { mendLedger } from './fix-ledger.ts';
import { gitLocks, isDead, isOurs } from './git-locks.ts';
import { followCommit } from './index-behind.ts';
import { remakeIndex } from './index-file.ts';
import { leftOversIn } from './leftovers.ts';
import type { OpenRepository } from './open-repository.ts';
import { deadLocks } from './own-locks.ts';
import { type Patient, readPatient } from './patient.ts';
import { clearPlaces } from './places.ts';
import { foreignPieces, missingLines, wrongModes } from './private.ts';
import { putAside } from './put-aside.ts';
import { stateFolder } from './read-state.ts';
import { asideIn, isAllCommitted, isPutAside, parkedIn } from './state.ts';

type Step = (patient: Patient, agent: string) => readonly string[] | Promise<readonly string[]>;

/** In this order: places and locks first, for everything after is done under them; the commit last, for it needs everything before. */
const steps: readonly (readonly [wanted: readonly FindingId[], step: Step])[] = [
  // Before anybody's rights are set right: what others could write does not become ours by that.
  [['record-foreign'], putPiecesAside],
  [['private-mode'], setModes],
  [['place-taken'], clearPlaces],
  [['locks-dead'], putLocksAside],
  // A taken place may be that of the lines: whether they are missing can be asked only now.
  [['exclude-missing', 'place-taken'], addLines],
  [['leftover', 'index-lock', 'head-lock', 'ref-lock'], sweep],
  [['index-unreadable', 'index-missing'], remakeIndex],
  [['intent-open'], finish],
  [['index-behind'], followCommit],
  [['state-damaged', 'state-foreign'], putStateAside],
  [['intent-parked', 'intent-aside'], forgetParked],
  [['ledger-broken'], mendLedger],
  [
    ['manifest-missing', 'manifest-wrong', 'attributes-missing', 'ledger-uncommitted', 'entry-uncommitted'],
    mendJournal,
  ],
];

/** Puts right what it can of what was found. What a newer program wrote is never touched. */
export async function mend(
  world: World,
  home: FoundHome,
  findings: readonly Finding[],
  agent?: string,
): Promise<{ readonly fixed: readonly string[]; readonly failed: readonly string[] }> {
  const fixed: string[] = [];
  const failed: string[] = [];
  if (findings.some(({ id }) => id === 'state-newer' || id === 'format-newer')) return { fixed, failed };
  for (const [wanted, step] of steps) {
    if (!findings.some(({ id, fixable }) => fixable && wanted.includes(id))) continue;
    const done = await attempt(async () => {
      const patient = await readPatient(world, home);
      return step(patient, agent ?? agentIn(patient));
    });
    if ('value' in done) fixed.push(...done.value);
    else failed.push(`${done.error.message}. ${done.error.hint}`);
  }
  return { fixed, failed };
}

/** The agent the settings name. */
function agentIn({ settings }: Patient): string {
  return 'value' in settings ? agentOf(settings.value, undefined) : 'agent';
}

function putLocksAside(patient: Patient): string[] {
  return deadLocks(patient).map((path) => putAside(patient, path, dirname(path)));
}

async function putPiecesAside(patient: Patient): Promise<string[]> {
  const { home } = patient;
  return (await foreignPieces(patient)).map(({ name }) => putAside(patient, join(home.home, name), home.privateDir));
}

function setModes(patient: Patient): string[] {
  const wrong = wrongModes(patient);
  for (const { path, mode } of wrong) patient.world.disk.setMode(path, mode);
  return wrong.map(({ path, mode }) => `set ${path} to 0${mode.toString(8)}`);
}

/** One line each, behind what stands there, byte for byte. */
async function addLines(patient: Patient): Promise<string[]> {
  const { world } = patient;
  if ('error' in patient.repository) return [];
  const missing = await missingLines(patient, patient.repository.value);
  return missing.flatMap(({ commonDir, line }) => {
    const before = world.files.read(commonDir, 'info/exclude');
    const text = Buffer.from(before ?? []);
    const separator = text.length === 0 || text.at(-1) === 0x0a ? '' : '\n';
    const after = Buffer.concat([text, Buffer.from(`${separator}${line}\n`)]);
    const done = world.files.write(commonDir, 'info/exclude', after, { expect: world.files.hash(before) });
    return done === 'written' ? [`added ${line} to ${join(commonDir, 'info', 'exclude')}`] : [];
  });
}

/** Only while no other dk can be at work: what has our marks then is a dead one's. */
async function sweep(patient: Patient): Promise<string[]> {
  const { world, home, now } = patient;
  const lock = await oneAtATime(world, home, patience);
  try {
    const done: string[] = [];
    const { beside, drafts, files } = leftOversIn(world, home, now);
    world.files.sweep(home.home, beside);
    if (beside.length > 0) done.push(`removed temporary files of ours beside ${beside.join(', ')}`);
    for (const { root, path } of files) {
      world.files.remove(root, path);
      done.push(`removed ${join(root, path)}`);
    }
    if ('error' in patient.repository) return done;
    const { repository } = patient.repository.value;
    const index = join(repository.place.gitDir, 'index.lock');
    const wasOurs = isOurs(patient, index);
    world.git.reclaim(repository);
    if (wasOurs) done.push('took back our own lock on the index');
    if (drafts.length > 0) done.push(`removed ${counted(drafts.length, 'draft')} of ours`);
    return [...done, ...putGitLocksAside(patient, patient.repository.value)];
  } finally {
    lock.release();
  }
}

function putGitLocksAside(patient: Patient, open: OpenRepository): string[] {
  const { world, now } = patient;
  return gitLocks(world, open)
    .filter(({ path }) => isDead(world, now, path))
    .map(({ path }) => putAside(patient, path, patient.home.privateDir));
}

async function finish({ world, home }: Patient): Promise<string[]> {
  const { finished } = await finishChanges(world, home);
  return finished.map((id) => `finished the change ${id}`);
}

/** The kept copy of a store that was damaged or not ours; and one that still opens, after all that it knows is finished. */
async function putStateAside(patient: Patient): Promise<string[]> {
  const { world, home, state } = patient;
  const folder = stateFolder(world, home);
  if (folder === undefined) return [];
  const lock = await oneAtATime(world, home, patience);
  try {
    const kept = world.disk.names(folder).filter((name) => isPutAside.test(name));
    const isDamaged = state.kind === 'open' && state.problems.length > 0 && state.unfinished.length === 0;
    const journal = world.disk.at(join(folder, 'state.db-journal'));
    const names = [...kept, ...(isDamaged && (journal?.size ?? 0) === 0 ? ['state.db'] : [])];
    return names.map((name) => putAside(patient, join(folder, name), folder));
  } finally {
    lock.release();
  }
}

async function forgetParked(patient: Patient): Promise<string[]> {
  const parked = (await isAllCommitted(patient)) ? parkedIn(patient) : [];
  return withStore(patient.world, patient.home, (store) =>
    [...parked, ...asideIn(patient)].map(({ id }) => {
      store.forget(id);
      return `took ${id} off the list of changes that wait for a person`;
    }),
  );
}
