// Explain: why a sweep promotes a memory, or what it still lacks. Reading writes nothing.
import { rememberedNow } from '../facts/facts.ts';
import { type Explained, explainMemory } from '../sweep/sweep.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { requireMemory } from './find-memory.ts';

export interface ExplainRequest {
  /** `m-…`, or a beginning that only one has. */
  readonly memory: string;
}

export async function sleepExplain(at: Standpoint, { memory }: ExplainRequest): Promise<Explained> {
  const opened = await openHomeAnyhow(at);
  const memories = await rememberedNow(opened);
  return explainMemory(opened, memories, requireMemory(memories, memory));
}
