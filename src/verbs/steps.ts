// Steps: the record of the day, told in few lines.
import { parseSteps, tellSteps } from '../steps/steps.ts';
import { openHome } from '../wire/wire.ts';
import type { LeftPiece, Standpoint } from '../world/world.ts';

export interface StepsRequest {
  readonly run?: string | undefined;
  readonly agent?: string | undefined;
  /** How many single lines; 25 if nobody says. */
  readonly most?: number | undefined;
}

export interface Steps extends ReturnType<typeof tellSteps> {
  readonly records: number;
  readonly skipped: { readonly torn: number; readonly foreign: number };
  /** Pieces of the record that are not taken for ours, with the reason. */
  readonly notRead: readonly LeftPiece[];
  /** Why the whole record could not be read; null if it could. */
  readonly problem: string | null;
}

export async function steps(at: Standpoint, { run, agent, most = 25 }: StepsRequest = {}): Promise<Steps> {
  const home = await openHome(at);
  const day = await home.world.lines.day(home.home);
  const { records, torn, foreign } = parseSteps(day.newest());
  const wanted = records.filter(
    (record) =>
      (run === undefined || record.run === run) && (agent === undefined || (record.agent ?? home.agent) === agent),
  );
  return {
    ...tellSteps(wanted, most),
    records: wanted.length,
    skipped: { torn, foreign },
    notRead: day.left,
    problem: day.problem ?? null,
  };
}
