// All checks in order, and another look where somebody was at work during the first.
import type { FoundHome, World } from '../world/world.ts';
import { attempt } from './attempt.ts';
import { checkBoard } from './board.ts';
import { checkCorpora } from './corpora.ts';
import { checkEntries } from './entries.ts';
import { type Finding, type FindingId, type Found, finding } from './finding.ts';
import { checkChain } from './fix-ledger.ts';
import { checkForeign, checkMalformed } from './foreign.ts';
import { checkLocks, gitLocks, isYoung } from './git-locks.ts';
import { checkIndex } from './index-behind.ts';
import { checkIndexFile } from './index-file.ts';
import { checkClock, checkForeignLines, checkLedgerFile, checkShrunk, checkUncommittedLines } from './ledger.ts';
import { checkLeftOvers } from './leftovers.ts';
import { checkAttributes, checkManifest } from './manifest.ts';
import { checkMemory } from './memory.ts';
import type { OpenRepository } from './open-repository.ts';
import { checkLease, checkLockFiles } from './own-locks.ts';
import { checkOwners } from './owners.ts';
import { isAtWork, type Patient, readPatient } from './patient.ts';
import { checkPlaces } from './places.ts';
import { checkExcludes, checkLink, checkModes, checkRecord, checkTracked } from './private.ts';
import { checkPrivateNames } from './private-names.ts';
import { checkPartial } from './project.ts';
import { readState, type State } from './read-state.ts';
import { checkGit, checkObjects, checkReadable, checkStanding } from './repository.ts';
import { checkFiles, checkHistory } from './secrets.ts';
import { checkReceipts, checkSettings, checkSteps, checkToolkits } from './settings.ts';
import {
  checkAside,
  checkIntents,
  checkLost,
  checkNewer,
  checkOutbox,
  checkParked,
  checkPlace,
  checkStore,
} from './state.ts';
import { checkSweeps } from './sweeps.ts';

/** A check that looks at files alone, or one that needs the repository. `ids` is everything it may say. */
type Check =
  | { readonly ids: readonly FindingId[]; look(patient: Patient): Found | Promise<Found> }
  | { readonly ids: readonly FindingId[]; ask(patient: Patient, open: OpenRepository): Found | Promise<Found> };

const checks: readonly Check[] = [
  { ids: ['git-version'], look: checkGit },
  { ids: ['repository-unreadable'], look: checkReadable },
  { ids: ['repository-busy', 'head-detached'], ask: checkStanding },
  { ids: ['index-lock', 'head-lock', 'ref-lock'], ask: checkLocks },
  { ids: ['place-taken'], look: checkPlaces },
  { ids: ['objects-missing'], ask: checkObjects },
  { ids: ['index-missing', 'index-unreadable'], ask: checkIndexFile },
  { ids: ['index-behind'], ask: checkIndex },
  { ids: ['state-damaged', 'state-foreign'], look: checkStore },
  { ids: ['state-newer'], look: checkNewer },
  { ids: ['state-elsewhere'], look: checkPlace },
  { ids: ['state-lost'], look: checkLost },
  { ids: ['corpus-damaged'], look: checkCorpora },
  { ids: ['intent-open'], look: checkIntents },
  { ids: ['intent-parked'], look: checkParked },
  { ids: ['intent-aside'], look: checkAside },
  { ids: ['outbox-waits'], look: checkOutbox },
  { ids: ['lease-held'], look: checkLease },
  { ids: ['locks-dead'], look: checkLockFiles },
  { ids: ['record-foreign'], look: checkRecord },
  { ids: ['owner-mixed'], look: checkOwners },
  { ids: ['private-mode'], look: checkModes },
  { ids: ['private-tracked'], ask: checkTracked },
  { ids: ['private-committed', 'private-staged'], ask: checkPrivateNames },
  { ids: ['exclude-missing'], ask: checkExcludes },
  { ids: ['link-broken'], look: checkLink },
  { ids: ['project-partial'], ask: checkPartial },
  { ids: ['leftover'], look: checkLeftOvers },
  { ids: ['ledger-unreadable'], look: checkLedgerFile },
  { ids: ['ledger-broken'], look: checkChain },
  { ids: ['ledger-uncommitted'], ask: checkUncommittedLines },
  { ids: ['ledger-foreign'], ask: checkForeignLines },
  { ids: ['ledger-shrunk'], ask: checkShrunk },
  { ids: ['entry-missing', 'entry-changed', 'entry-reverted', 'entry-uncommitted'], ask: checkEntries },
  { ids: ['entry-foreign'], ask: checkForeign },
  { ids: ['entry-malformed'], look: checkMalformed },
  { ids: ['manifest-missing', 'manifest-wrong'], look: checkManifest },
  { ids: ['attributes-missing'], look: checkAttributes },
  { ids: ['clock-behind'], look: checkClock },
  { ids: ['board-missing', 'board-unreadable', 'board-binary', 'board-conflict'], look: checkBoard },
  { ids: ['memory-encoding', 'memory-conflict'], look: checkMemory },
  { ids: ['settings-unreadable', 'settings-dangerous', 'settings-inert', 'format-newer'], look: checkSettings },
  { ids: ['toolkit-unknown'], look: checkToolkits },
  { ids: ['sweep-no-heartbeat', 'sweep-hopeless'], look: checkSweeps },
  { ids: ['steps-torn'], look: checkSteps },
  { ids: ['receipts-torn'], look: checkReceipts },
];

const secretChecks: readonly Check[] = [
  { ids: ['secret-in-file'], look: checkFiles },
  { ids: ['secret-in-history'], ask: checkHistory },
];

interface Examined {
  readonly patient: Patient;
  readonly findings: readonly Finding[];
  /** The checks that ran. */
  readonly checks: readonly FindingId[];
}

/** How often a home is looked at again in which somebody is just at work, and what passes in between. */
const looks = 4;
const pause = 250;

export async function examine(world: World, home: FoundHome, withSecrets: boolean): Promise<Examined> {
  for (let look = 1; ; look += 1) {
    const examined = await examineOnce(world, home, withSecrets ? [...checks, ...secretChecks] : checks);
    const isAlarmed = examined.findings.some(({ level }) => level !== 'info');
    if (!isAlarmed || look >= looks || !(await isMoving(examined.patient))) return examined;
    await world.pause(pause * look);
  }
}

async function examineOnce(world: World, home: FoundHome, list: readonly Check[]): Promise<Examined> {
  const patient = await readPatient(world, home);
  const open = 'value' in patient.repository ? patient.repository.value : undefined;
  const findings: Finding[] = [];
  const ran: FindingId[] = [];
  for (const check of list) {
    if (!('look' in check) && open === undefined) continue;
    const found = await attempt(() =>
      'look' in check ? check.look(patient) : open === undefined ? [] : check.ask(patient, open),
    );
    if ('value' in found) {
      findings.push(...[found.value].flat().filter((each) => each !== false));
      ran.push(...check.ids);
      // Where objects are missing, or something lies in our place, much else cannot be asked: that has been said.
    } else if (!findings.some(({ id }) => id === 'objects-missing' || id === 'place-taken')) {
      const { message, hint } = found.error;
      findings.push(finding('not-examined', `${check.ids.join(', ')} could not be checked: ${message}.`, hint));
    }
  }
  return { patient, findings, checks: ran };
}

/** Another dk, or a git, was in the middle of something while we looked. */
async function isMoving(before: Patient): Promise<boolean> {
  if (before.isAtWork) return true;
  const { world, home } = before;
  if ('value' in before.repository) {
    const open = before.repository.value;
    if (gitLocks(world, open).some(({ path }) => isYoung(before, path))) return true;
  }
  if (isAtWork(world, home) || sealedIn(readState(world, home)) !== sealedIn(before.state)) return true;
  if ('error' in before.repository) return false;
  const { head, repository } = before.repository.value;
  const now = await attempt(() => repository.head());
  return 'value' in now && (now.value.ref !== head.ref || now.value.commit !== head.commit);
}

function sealedIn(state: State): string {
  return state.kind === 'open' ? `${state.lastSealed} ${state.unfinished.length}` : state.kind;
}
