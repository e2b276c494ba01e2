// Private state: the store, changes that were not finished, the locks, and what is lost if it is gone.
import { boardPath } from '../board/board.ts';
import { isDeliverable } from '../change/change.ts';
import { counted, oneLine, printSafe } from '../text/text.ts';
import { type Finding, type Found, finding, some } from './finding.ts';
import { ledgerOf, nightsIn, type Patient } from './patient.ts';
import { stateFolder } from './read-state.ts';

/** What could not be used as a store was put aside by whoever opened it, as `….damaged` or, if it is somebody else's, `….foreign`. */
export const isPutAside: RegExp = /\.(?:damaged|foreign)(?:-journal|-wal|-shm)?$/u;

export function checkStore({ world, home, state }: Patient): Found {
  const folder = stateFolder(world, home);
  const kept = folder === undefined ? [] : world.disk.names(folder).filter((name) => isPutAside.test(name));
  const problems = state.kind === 'open' ? state.problems : [];
  return [
    problems.length > 0 &&
      finding(
        'state-damaged',
        `The private state is damaged: ${some(problems, 1)}.`,
        '`dk doctor --fix` finishes the changes that it still holds, moves it into lost-and-found/, and begins a new one. Ledger and files have everything else.',
        true,
      ),
    ...kept
      .filter((name) => name.endsWith('.damaged'))
      .map((name) => ({
        ...finding(
          'state-damaged',
          `A damaged private state was put aside as ${name}; a new one has begun.`,
          `Nothing of the journal is lost. \`dk doctor --fix\` moves it into lost-and-found/; look at the disk if this happens again.`,
          true,
        ),
        level: 'warning' as const,
      })),
    ...kept
      .filter((name) => name.endsWith('.foreign'))
      .map((name) =>
        finding(
          'state-foreign',
          `Something that is not ours was in place of our private state. Dreamkeeper put it aside as ${name}.`,
          '`dk doctor --fix` moves it into lost-and-found/. If it comes back, find the program that puts it there.',
          true,
        ),
      ),
    state.kind === 'refused' &&
      state.error.code !== 'E_FORMAT_NEWER' &&
      finding('state-damaged', `The private state cannot be opened: ${state.error.message}.`, state.error.hint),
  ];
}

export function checkNewer({ state }: Patient): Found {
  if (state.kind !== 'refused' || state.error.code !== 'E_FORMAT_NEWER') return [];
  return finding('state-newer', `${state.error.message}.`, state.error.hint);
}

export function checkPlace({ world, home }: Patient): Found {
  const folder = stateFolder(world, home);
  if (folder === undefined || folder === home.privateDir) return [];
  return finding(
    'state-elsewhere',
    `The private state is in ${folder}, because the file system of the home has no file locks that we can rely on.`,
    'Keep that folder as private as the home.',
  );
}

export function checkLost(patient: Patient): Found {
  const nights = nightsIn(ledgerOf(patient));
  if (patient.state.kind !== 'none' || nights.length === 0) return [];
  return finding(
    'state-lost',
    `The ledger has ${counted(nights.length, 'night')}, and there is no private state: this is a clone, or it was removed.`,
    'Dreams, ledger and board are complete. Receipts of nights without a dream, drafts and packs are lost. The next change begins a new state.',
  );
}

export function checkIntents({ state, repository }: Patient): Finding[] {
  if (state.kind !== 'open') return [];
  const open = 'value' in repository ? repository.value : undefined;
  const busy = open?.busy ?? (open !== undefined && open.head.ref === undefined ? 'detached HEAD' : undefined);
  const lock = open?.repository.lockOn(undefined);
  const why =
    open === undefined
      ? 'the repository cannot be read'
      : busy !== undefined
        ? `it waits until the ${busy} is over`
        : lock !== undefined
          ? `it waits for git's lock (${lock})`
          : 'the process that made it was killed';
  return state.unfinished.map(({ id, time }) =>
    finding(
      'intent-open',
      `The change ${id} of ${time.slice(0, 16).replace('T', ' ')} UTC was begun and is not finished: ${why}.`,
      busy === undefined
        ? 'The next dk that changes or shows anything finishes it, and so does `dk doctor --fix`.'
        : `Finish or abort the ${busy}; then any dk finishes it.`,
      open !== undefined && busy === undefined,
    ),
  );
}

export async function checkParked(patient: Patient): Promise<Finding[]> {
  const parked = parkedIn(patient);
  if (parked.length === 0) return [];
  const isClean = await isAllCommitted(patient);
  return parked.map(({ id, note }) =>
    finding(
      'intent-parked',
      `The change ${id} is half made: ${note}.`,
      isClean
        ? 'By now everything in the home is committed, so `dk doctor --fix` takes it off the list.'
        : 'Nothing of anybody was overwritten. Compare with `git diff` in the home, commit what is right, then run `dk doctor --fix`.',
      isClean,
    ),
  );
}

/** Changes that nobody could ever finish; a copy of each is kept. */
export function checkAside(patient: Patient): Finding[] {
  return asideIn(patient).map(({ id, note }) =>
    finding(
      'intent-aside',
      `The change ${id} cannot be made, and was put aside: ${note}.`,
      '`git diff` in the home shows what of it was written. Look at the copy if you miss something. `dk doctor --fix` takes the change off the list.',
      true,
    ),
  );
}

/** What changes that are done left to be delivered, and this version cannot. */
export function checkOutbox({ state }: Patient): Found {
  const waiting = state.kind === 'open' ? state.undelivered.filter((item) => !isDeliverable(item)) : [];
  if (waiting.length === 0) return [];
  const kinds = [...new Set(waiting.map(({ kind }) => printSafe(oneLine(kind, 40))))];
  return finding(
    'outbox-waits',
    `${counted(waiting.length, 'thing')} that a later version of Dreamkeeper wanted to deliver waits for that version (${some(kinds)}).`,
    'Nothing is lost, and the changes themselves were made. That version delivers them as soon as it runs here.',
  );
}

export function asideIn({ state }: Patient): readonly { readonly id: string; readonly note: string }[] {
  return state.kind === 'open' ? state.ended.filter(({ ending }) => ending === 'aside') : [];
}

export function parkedIn({ state }: Patient): readonly { readonly id: string; readonly note: string }[] {
  return state.kind === 'open' ? state.ended.filter(({ ending }) => ending === 'parked') : [];
}

/** Nothing of the home differs from its last commit: whatever was half made, somebody has decided about it. */
export async function isAllCommitted({ world, repository, state }: Patient): Promise<boolean> {
  if ('error' in repository || (state.kind === 'open' && state.unfinished.length > 0)) return false;
  const { files } = await world.git.changed(repository.value.repository);
  return !files.some(({ path }) => path === boardPath || /^(?:dreamkeeper\.yaml|rem(?:\/.*)?)$/u.test(path));
}
