// A change of ours found by whatever name a person has for it: an id or its beginning, an entry's file, a commit, `last`.
import { asWritten, madeHere, type OwnCommits, ownCommits } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { homeLedger } from '../facts/facts.ts';
import { isUndone, type LedgerRead } from '../journal/journal.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { FoundHome, Repository, ShownCommit, World } from '../world/world.ts';

/** A change, and where it landed. */
export interface FoundChange {
  readonly id: string;
  /** Undefined if no commit of this branch has it. */
  readonly commit: ShownCommit | undefined;
}

/** What history is asked with. */
export interface Archive {
  readonly world: World;
  readonly home: FoundHome;
  readonly repository: Repository;
  readonly ledger: LedgerRead;
  /** The last commit, if there is one. */
  readonly head: string | undefined;
  readonly own: OwnCommits;
}

export async function openArchive(world: World, home: FoundHome): Promise<Archive> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit: head } = await repository.head();
  const ledger = asWritten(homeLedger(world, home), madeHere(world, home));
  return { world, home, repository, head, ledger, own: ownCommits(world, home, undefined, ledger) };
}

const isId = /^[a-z]-[a-z2-7]{10}$/u;

/** Finds the change, or says that there is none of this name. `last` is the last night there is; to put one back, the last that was taken back. */
export async function findChange(archive: Archive, wanted: string, isRedo = false): Promise<FoundChange> {
  const id = idOf(archive, wanted, isRedo);
  if (id !== undefined) return { id, commit: await commitOf(archive, id) };
  // A verb's change stands in no ledger; its commit knows it.
  const begun = /^[a-z]-[a-z2-7]{2,9}$/u.test(wanted) ? await commitOf(archive, wanted) : undefined;
  if (begun?.id !== undefined) return { id: begun.id, commit: begun };
  const shown = /^[0-9a-f]{4,64}$/u.test(wanted) ? await archive.world.git.show(archive.repository, wanted) : undefined;
  if (shown?.id !== undefined && (await isOurs(archive, shown.commit))) return { id: shown.id, commit: shown };
  throw new DreamkeeperError(
    'E_NO_SUCH_NIGHT',
    shown === undefined
      ? `there is no change of Dreamkeeper called "${printSafe(oneLine(wanted, 60))}"`
      : `commit ${shown.commit.slice(0, 7)} is not one of ours (${printSafe(oneLine(shown.author, 60))}: ${printSafe(oneLine(shown.subject, 60))})`,
    { hint: 'Run `dk nights list`, or `git log` in the home, to see them.' },
  );
}

/**
 * The commit of a change in what leads to the last one. Of several that claim to be it, the one that this machine made, else the first of
 * those that may be ours: whoever copies a trailer comes later.
 */
export async function commitOf(archive: Archive, id: string): Promise<ShownCommit | undefined> {
  const { world, repository, head, own } = archive;
  if (head === undefined) return undefined;
  const claiming = await world.git.claiming(repository, head, id, undefined);
  const made = claiming.find((commit) => own.isMadeHere(commit));
  if (made !== undefined) return world.git.show(repository, made);
  for (const commit of claiming.toReversed()) {
    const shown = await world.git.show(repository, commit);
    if (shown?.id !== undefined && (own.knows(shown.id) || (await isOurs(archive, commit)))) return shown;
  }
  return undefined;
}

/**
 * The commits that claim to be a change and may be: of several, one that this machine made is it. Where none is, and several have our name as
 * their committer, nobody can tell: a copied trailer may have any date.
 */
export async function claimantsOf(archive: Archive, id: string): Promise<readonly ShownCommit[]> {
  const { world, repository, head, own } = archive;
  const claiming = head === undefined ? [] : await world.git.claiming(repository, head, id, undefined);
  const shown = await Promise.all(claiming.map((commit) => world.git.show(repository, commit)));
  const ours = shown.filter((each) => each?.committer.endsWith('@dreamkeeper.local') === true) as ShownCommit[];
  const made = ours.filter(({ commit }) => own.isMadeHere(commit));
  return made.length > 0 ? made.slice(0, 1) : ours;
}

/** Whether a commit is ours, or the agent's by our hand: a trailer alone says nothing. */
export async function isOurs({ world, repository, own }: Archive, commit: string): Promise<boolean> {
  const mark = await world.git.mark(repository, commit);
  return mark?.id !== undefined && (own.isMadeHere(commit) || own.isOurs(mark));
}

function idOf({ ledger }: Archive, wanted: string, isRedo: boolean): string | undefined {
  if (isId.test(wanted)) return wanted;
  const nights = ledger.lines.filter((line) => line.kind === 'night');
  if (wanted === 'last') {
    const last = nights.findLast(({ id }) => isUndone(ledger, id) === isRedo);
    if (last !== undefined) return last.id;
    throw new DreamkeeperError(
      'E_NO_SUCH_NIGHT',
      isRedo
        ? 'no night is there to be put back'
        : nights.length > 0
          ? 'every night was taken back'
          : 'there is no night yet',
      {
        hint:
          nights.length > 0 && !isRedo
            ? '`dk undo last --redo` puts the last one back.'
            : 'Run `dk nights list` to see what there is.',
      },
    );
  }
  const file = wanted.replace(/^rem\//u, '').replace(/\.org$/u, '');
  const named = nights.findLast(({ entry }) => entry === `rem/${file}.org`);
  if (named !== undefined) return named.id;
  if (!/^[a-z]-[a-z2-7]{2,9}$/u.test(wanted)) return undefined;
  const beginning = new Set(ledger.lines.map(({ id }) => id).filter((id) => id.startsWith(wanted)));
  if (beginning.size <= 1) return [...beginning][0];
  throw new DreamkeeperError('E_NO_SUCH_NIGHT', `more than one change begins with ${wanted}`, {
    hint: `They are ${[...beginning].slice(0, 5).join(', ')}.`,
  });
}
