// Nothing lands that would harm memory: what an act says it does is checked, one operation after the other, and then the very bytes.
import type { Proposal } from '../asking/asking.ts';
import { type ChangeCheck, netOf, type Refusal } from '../change/change.ts';
import { type Note, rememberedNow } from '../facts/facts.ts';
import { identityOf, isProtected } from '../memory/memory.ts';
import { isMemoryFile, prove, unsound } from '../proof/proof.ts';
import type { AgentHome } from '../world/world.ts';
import type { Proposals } from './land.ts';

/** The proposal without operations that may not land by themselves; the refusals, if the rest does not stand without them. */
export function soundProposal(
  { settings }: Pick<AgentHome, 'settings'>,
  by: string,
  proposal: Proposal,
): Proposal | readonly Refusal[] {
  const refusals = unsound(by, proposal.memory?.operations ?? [], netOf(settings));
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
export function proofOf(sleeper: AgentHome, proposals: Proposals): ChangeCheck {
  return async (staged) => {
    if (!staged.some(({ path }) => isMemoryFile(path))) return [];
    const { notes } = await rememberedNow(sleeper);
    const known = new Map(notes.map((note) => [note.sha256, note]));
    const acts = proposals.map(({ name, proposal: { edits, memory } }) => ({
      ...{ name, memory },
      paths: edits.map(({ path }) => path),
    }));
    return prove({
      ...{ staged, acts, net: netOf(sleeper.settings) },
      isProtected: (_, words) => mayNotGo(known.get(identityOf(words).sha256)),
    });
  };
}

/** What nobody knows is a person's. */
function mayNotGo(note: Note | undefined): boolean {
  return note === undefined || isProtected({ origin: note.origin, isPinned: note.pinned !== null });
}
