// Whose MEMORY.md is: a person may let sleeps put it in order, whole or entry by entry, and take that back. No byte of it changes.
import { changeId, ledgerAttributes, ledgerLine, makeChange } from '../change/change.ts';
import { rememberedNow, upkeepOf } from '../facts/facts.ts';
import { isUndone, type MemoryDeeds, type WhoseLine } from '../journal/journal.ts';
import { memoryPath, recordOf } from '../memory/memory.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { requireMemory } from './find-memory.ts';
import { type Landed, landedFrom } from './landed.ts';

export interface WhoseRequest {
  /** `agent`: sleeps may put these entries in order. `mine`: they may not. */
  readonly whose: 'agent' | 'mine';
  /** Entries by their ids; all of MEMORY.md if none is named. */
  readonly ids?: readonly string[] | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface Given extends Landed {
  readonly whose: 'agent' | 'mine';
  /** The entries that are another's now; what is pinned stays out of reach all the same. */
  readonly memories: readonly string[];
  readonly result: 'applied' | 'noop';
  /** For `dk undo`; null if nothing was done. */
  readonly change: string | null;
}

export async function memoryWhose(at: Standpoint, { whose, ids = [], dryRun }: WhoseRequest): Promise<Given> {
  const opened = await openOwnHome(at);
  const { world, home, agent, settings } = opened;
  const memories = await rememberedNow(opened);
  const named = ids.map((id) => requireMemory(memories, id).id);
  const isPersons = (id: string): boolean => {
    const origin = memories.notes.find((note) => note.id === id)?.origin ?? null;
    return origin === null || origin === 'person';
  };
  const meant = memories.notes.filter(
    ({ id, places }) =>
      (named.length === 0 ? places.some(({ path }) => path === memoryPath) : named.includes(id)) &&
      isPersons(id) === (whose === 'agent'),
  );
  const about = { whose, memories: meant.map(({ id }) => id) };
  // "Mine" is an answer, also where nothing changes: then nobody asks again.
  const isAnswer =
    whose === 'mine' &&
    named.length === 0 &&
    memories.ledger.lines.every(({ kind, id }) => kind !== 'whose' || isUndone(memories.ledger, id));
  if (meant.length === 0 && !isAnswer)
    return { ...about, result: 'noop', change: null, ...landedFrom({ kind: 'unchanged', note: undefined }) };
  if (dryRun === true) return { ...about, result: 'applied', change: null, ...landedFrom(undefined) };
  const id = changeId(world, 'o');
  const came = meant.flatMap(({ id: memory, sha256 }): MemoryDeeds['came'] => {
    const there = memories.placed.find((each) => each.sha256 === sha256);
    return there === undefined ? [] : [{ memory, sha256, ...recordOf(there, memories.placed), origin: 'import' }];
  });
  const memory: MemoryDeeds = {
    ...{ operations: [], frame: [] },
    came: whose === 'agent' ? came : [],
    left: whose === 'agent' ? [] : meant.map((each) => ({ memory: each.id, sha256: each.sha256 })),
  };
  const line: WhoseLine = {
    ...{ kind: 'whose', id, agent, time: world.now().toISOString(), memory },
    ...upkeepOf(memories.upkeep),
  };
  const changed = await makeChange(world, home, {
    files: [ledgerLine(world, home, line), ledgerAttributes],
    subject: `note: ${meant.length === 0 ? 'MEMORY.md is' : meant.length === 1 ? '1 entry is' : `${meant.length} entries are`} ${whose === 'agent' ? 'the agent’s to put in order' : 'a person’s'}`,
    ...{ agent, id, secrets: settings.secrets },
  });
  return { ...about, result: 'applied', change: id, ...landedFrom(changed) };
}
