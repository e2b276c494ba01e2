// Nothing lands that would harm memory: what an act says it does is checked, one operation after the other, and then the very bytes.
// The proof is loaded when there is something to prove: most nights leave memory as it is, and every session start would wait for it.
import type { Proposal } from '../asking/asking.ts';
import { type ChangeCheck, netOf, type Refusal, type StagedFile } from '../change/change.ts';
import { homeLedger, type Note, ownObservations, rememberedNow } from '../facts/facts.ts';
import { takenSince, unitsWritten } from '../journal/journal.ts';
import { identityOf, isMemoryFile, isProtected, notesFolder } from '../memory/memory.ts';
import { isObservationsPath } from '../observations/observations.ts';
import type { Claimant, Given } from '../proof/proof.ts';
import type { AgentHome } from '../world/world.ts';
import type { Proposals } from './land.ts';

/** The proposal without operations that may not land by themselves; the refusals, if the rest does not stand without them. */
export async function soundProposal(
  { settings }: Pick<AgentHome, 'settings'>,
  by: string,
  proposal: Proposal,
): Promise<Proposal | readonly Refusal[]> {
  const operations = proposal.memory?.operations ?? [];
  if (operations.length === 0) return proposal;
  const { unsound } = await import('../proof/proof.ts');
  const refusals = unsound(by, operations, netOf(settings));
  return refusals.length === 0 ? proposal : (withoutOperations(proposal, refusals) ?? refusals);
}

/** The rest of a proposal, with a word on each operation that is left out; undefined if there is none, or if all of it is meant. */
export function withoutOperations(proposal: Proposal, refusals: readonly Refusal[]): Proposal | undefined {
  const whys = new Map(
    refusals.flatMap(({ operation, why }) => (operation === undefined ? [] : [[operation, why] as const])),
  );
  if (whys.size === 0 || refusals.some(({ operation }) => operation === undefined)) return undefined;
  const rest = proposal.memory?.without(new Set(whys.keys()));
  if (rest === undefined || rest.memory?.operations.some(({ name }) => whys.has(name)) === true) return undefined;
  const left = [...whys].map(([line, why]) => ({ line, why, isVerdict: false }));
  return { ...rest, leftOut: [...rest.leftOut, ...left] };
}

/** Looks at what would land of these proposals. Whose words an entry is, is only asked if memory is touched. */
export function proofOf(
  sleeper: AgentHome,
  proposals: Proposals,
  { isApproved = false }: { readonly isApproved?: boolean } = {},
): ChangeCheck {
  return async (staged) => {
    const acts = proposals.map(({ name, proposal: { edits, memory } }) => ({
      ...{ name, memory },
      paths: edits.map(({ path }) => path),
    }));
    const observed = await observedBy(sleeper, staged, acts);
    if (observed.length > 0) return observed;
    const left = leftOnDisk(staged, acts);
    if (left.length > 0) return left;
    if (
      !staged.some(({ path }) => isMemoryFile(path)) &&
      proposals.every(({ proposal }) => proposal.memory === undefined)
    )
      return [];
    const { world, home, settings } = sleeper;
    const { notes, ledger } = await rememberedNow(sleeper);
    const { prove } = await import('../proof/proof.ts');
    return prove({
      ...{ staged, acts, isApproved, net: netOf(settings), written: unitsWritten(ledger) },
      known: knownFrom(notes),
      takenThisWeek: takenSince(ledger, new Date(world.now().getTime() - week)),
      others: recentNotes(sleeper).flatMap((path) => {
        const content = staged.some((file) => file.path === path) ? undefined : world.files.read(home.home, path);
        return content === undefined ? [] : [{ path, content }];
      }),
    });
  };
}

/** What takes an entry out has to be in the commit: of what is only in the file no undo and no clone would know. */
function leftOnDisk(staged: readonly StagedFile[], acts: readonly Claimant[]): Refusal[] {
  const left = staged.filter(
    ({ path, before, after, committed }) => isMemoryFile(path) && before !== after && committed === undefined,
  );
  return left.flatMap(({ path }) =>
    acts.flatMap(({ name: by, memory }) =>
      memory?.operations.some((each) => each.path === path && each.takes.length > 0) === true
        ? [
            {
              by,
              why: `what would change in ${path} could not be committed: it has edits that no commit has, or git keeps it in another form. Commit the file, and the next night does it`,
            },
          ]
        : [],
    ),
  );
}

async function observedBy(
  { world, home, agent }: AgentHome,
  staged: readonly StagedFile[],
  acts: readonly Claimant[],
): Promise<readonly Refusal[]> {
  if (!staged.some(({ path }) => isObservationsPath(path))) return [];
  const { proveObserved } = await import('../proof/proof.ts');
  const ours = ownObservations(homeLedger(world, home), agent);
  return proveObserved(staged, acts, world.now(), (id) => ours.has(id));
}

const week = 7 * 24 * 60 * 60 * 1000;
/** Files of notes that questions are made from. */
const mostNotes = 14;

function recentNotes({ world, home }: AgentHome): string[] {
  const names = world.files.list(home.home, notesFolder).filter((name) => /^\d{4}-\d\d-\d\d\.md$/u.test(name));
  return names
    .toSorted()
    .slice(-mostNotes)
    .map((name) => `${notesFolder}/${name}`);
}

/** What nobody knows is a person's. */
export function knownFrom(notes: readonly Note[]): Given['known'] {
  const known = new Map(notes.map((note) => [note.sha256, note]));
  return (_, words) => {
    const note = known.get(identityOf(words).sha256);
    return {
      isProtected: note === undefined || isProtected({ origin: note.origin, isPinned: note.pinned !== null }),
      origin: note?.origin ?? null,
      // When what was taken over was written, nobody knows.
      time: note === undefined || note.origin === 'import' ? null : note.time,
    };
  };
}
