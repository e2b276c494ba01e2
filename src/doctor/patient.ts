// A home as it lies before the doctor: everything several checks ask for, read once, and nothing changed by reading.
import { join } from 'node:path';
import { asWritten, madeHere } from '../change/change.ts';
import { type HomeSettings, parseHomeSettings } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { isDream, isNight, type LedgerRead, ledgerPath, readLedger } from '../journal/journal.ts';
import type { FoundHome, World } from '../world/world.ts';
import { attempt, type Tried } from './attempt.ts';
import { committedLedger, type OpenRepository, openRepository } from './open-repository.ts';
import { readState, type State } from './read-state.ts';

export interface Patient {
  readonly world: World;
  readonly home: FoundHome;
  readonly now: number;
  /** Whether git itself can be used. */
  readonly git: Tried<true>;
  readonly repository: Tried<OpenRepository>;
  readonly settings: Tried<HomeSettings>;
  readonly state: State;
  readonly ledger: Tried<{ readonly bytes: Uint8Array | undefined; readonly read: LedgerRead }>;
  /** Another dk is changing this home right now. */
  readonly isAtWork: boolean;
}

export async function readPatient(world: World, home: FoundHome): Promise<Patient> {
  const git = await attempt(async (): Promise<true> => {
    await world.git.require(home.home);
    return true;
  });
  const repository = 'error' in git ? git : await attempt(() => openRepository(world, home));
  return {
    world,
    home,
    now: world.now().getTime(),
    git,
    repository,
    isAtWork: isAtWork(world, home),
    settings: await attempt(() => {
      const bytes = world.files.read(home.home, 'dreamkeeper.yaml') ?? new Uint8Array();
      return parseHomeSettings(bytes, join(home.home, 'dreamkeeper.yaml'), "the operator's config.yaml");
    }),
    state: readState(world, home),
    ledger: await attempt(async () => {
      const open = 'value' in repository ? repository.value : undefined;
      const isHidden = open?.hidden.has(ledgerPath) === true;
      const bytes =
        open !== undefined && isHidden ? await committedLedger(open) : world.files.read(home.home, ledgerPath);
      return { bytes, read: asWritten(readLedger(bytes), madeHere(world, home)) };
    }),
  };
}

/** Asked of the lock that changes are made under, if there is one yet; one that cannot be used is told about by its own check. */
export function isAtWork(world: World, home: FoundHome): boolean {
  const { disk, locks, stores } = world;
  if (disk.at(home.privateDir)?.kind !== 'folder') return false;
  if (disk.at(join(stores.folder(home.privateDir), 'lock.db')) === undefined) return false;
  const lock = tryOr(
    () => locks.take(home.privateDir, 'lock.db'),
    () => 'unusable' as const,
  );
  if (lock === 'unusable') return false;
  lock?.release();
  return lock === undefined;
}

/** The ledger as far as it can be read. */
export function ledgerOf({ ledger }: Patient): LedgerRead {
  return 'value' in ledger ? ledger.value.read : { lines: [], broken: undefined };
}

/** Whether a sparse checkout leaves this file out. */
export function isHidden({ repository }: Patient, path: string): boolean {
  return 'value' in repository && repository.value.hidden.has(path);
}

/** A night with an entry. */
export type Night = ReturnType<typeof dreamsIn>[number];

export function dreamsIn(ledger: LedgerRead) {
  return ledger.lines.filter(isDream);
}

/** Every night, dreamt or not. */
export function nightsIn(ledger: LedgerRead) {
  return ledger.lines.filter(isNight);
}
