// Models: which model does what, who decided that, and what it may take.
import { type ModelLimits, type StartedProgram, startOf } from '../config/config.ts';
import { type ModelsToday, modelsOf } from '../report/report.ts';
import { openHome, openModels } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface Models extends ModelsToday {
  readonly acts: readonly {
    readonly act: 'dream' | 'daydream';
    readonly name: string;
    /** Who decided that. */
    readonly by: string;
    /** Others that were wanted and could not be meant. */
    readonly passedOver: readonly string[];
    /** Why it could not be asked right now; null if it could. */
    readonly missing: string | null;
    /** How it is started, if it is a program. */
    readonly program: StartedProgram | null;
  }[];
  readonly limits: ModelLimits;
  /** Where the operator's settings lie, or would lie. */
  readonly file: string;
}

export async function models(at: Standpoint): Promise<Models> {
  const [opened, { chosenFor, openOperator, whyNotReady }] = await Promise.all([openHome(at), openModels()]);
  const { file, limits } = openOperator(opened.world, at);
  const acts = await Promise.all(
    (['dream', 'daydream'] as const).map(async (act) => {
      const { name, by, passedOver, source } = chosenFor(act, opened, at);
      const missing = (await whyNotReady(source, at)) ?? null;
      return { act, name, by, passedOver, missing, program: source.kind === 'command' ? startOf(source.argv) : null };
    }),
  );
  return { acts, ...modelsOf(opened), limits, file };
}
