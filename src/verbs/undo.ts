// Undo: a night or another change of ours taken back, byte for byte.
import { undoChange } from '../history/history.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface UndoRequest {
  /** By its id, a beginning of it, a file in rem/, a commit, or `last`. */
  readonly change: string;
  /** Puts it back again. */
  readonly redo?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface Undone {
  /** The change that was meant. */
  readonly of: string;
  /** All that went with it. */
  readonly undid: readonly string[];
  /** What each of them was, by the subject of its commit. */
  readonly subjects: readonly string[];
  readonly files: readonly string[];
  readonly result: 'undone' | 'redone' | 'dry run' | 'nothing to do';
  readonly id: string | null;
  readonly commit: string | null;
  readonly note: string | null;
}

export async function undo(at: Standpoint, { change, redo, dryRun }: UndoRequest): Promise<Undone> {
  const { world, home, settings, agent } = await openOwnHome(at);
  const { of, undid, what, subjects, result, changed } = await undoChange(world, home, {
    wanted: change,
    isRedo: redo === true,
    isDry: dryRun === true,
    agent,
    keep: settings.rem?.keep ?? 50,
    secrets: settings.secrets,
  });
  const made = changed?.kind === 'changed' ? changed : undefined;
  const note = changed?.note ?? null;
  return { of, undid, subjects, files: what, result, id: made?.id ?? null, commit: made?.commit ?? null, note };
}
