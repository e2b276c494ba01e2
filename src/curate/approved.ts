// A proposal that a person approved: exactly what they read is done, or nothing.
import type { Proposal } from '../asking/asking.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { Memories } from '../facts/facts.ts';
import { memoryPath } from '../memory/memory.ts';
import type { AgentHome } from '../world/world.ts';
import { heldIn } from './held.ts';
import { planned } from './planned.ts';
import { changesOf, tell } from './proposal.ts';
import type { Waiting } from './waiting.ts';

/** Throws E_STALE if an entry that it is about is not there any more as it was read. */
export function approvedChange(
  home: AgentHome,
  { id, operation, takes, rests, brings }: Waiting,
  memories: Memories,
): Pick<Proposal, 'edits'> & { readonly memory: NonNullable<Proposal['memory']>; readonly did: string } {
  const held = heldIn(home.world.files.read(home.home.home, memoryPath) ?? new Uint8Array(), memories);
  const plan = planned(operation, held);
  if (typeof plan === 'string') throw stale(id, plan);
  const now = [plan.claim.takes, plan.claim.rests ?? [], plan.claim.brings];
  if (JSON.stringify(now) !== JSON.stringify([takes, rests, brings])) throw stale(id, 'an entry was changed since');
  return { ...changesOf(home, { planned: [plan], memories }), did: tell([plan]) };
}

export function stale(id: string, why: string): DreamkeeperError {
  return new DreamkeeperError('E_STALE', `${id} is not what you read any more: ${why}`, {
    hint: 'Nothing was changed. `dk pending reject` drops it; the next curation looks at memory as it is now.',
  });
}
