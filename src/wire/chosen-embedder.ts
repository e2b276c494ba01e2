// Who turns texts into vectors here, as the operator settled it. Reads settings and decides; nobody is asked.
import { type EmbedSource, embedderIn } from '../config/config.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import type { Standpoint, World } from '../world/world.ts';
import { openOperator } from './dreamer.ts';

/** The table, and why, if the operator's settings cannot be read or name nobody. */
export interface ChosenEmbedder {
  readonly source: EmbedSource;
  readonly why: string | null;
}

export function chosenEmbedder(world: World, at: Standpoint): ChosenEmbedder {
  const table: EmbedSource = { kind: 'table' };
  const settings = tryOr(
    () => openOperator(world, at).settings,
    (error) => error,
  );
  if (settings instanceof DreamkeeperError) return { source: table, why: 'your config.yaml cannot be read' };
  const source = embedderIn(settings);
  if (typeof source !== 'string') return { source, why: null };
  return { source: table, why: `\`embedder\` in your config.yaml cannot be meant: ${source}` };
}
