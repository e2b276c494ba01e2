// Models: which model does what, who decided that, and what it may take.
import { type ModelLimits, type ModelSource, ownOf, type StartedProgram, startOf } from '../config/config.ts';
import { type ModelsToday, modelsOf } from '../report/report.ts';
import { openHome, openModels } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface Models extends ModelsToday {
  readonly acts: readonly {
    readonly act: 'dream' | 'daydream' | 'work';
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
  const { file, limits, settings } = openOperator(opened.world, at);
  const { agents, ...everybodys } = settings.runner ?? {};
  const { command } = { ...everybodys, ...ownOf(agents, opened.agent) };
  const acts = await Promise.all(
    (['dream', 'daydream', 'work'] as const).map(async (act) => {
      if (act === 'work' && command !== undefined) return byProgram(command, await whyNotReady(programOf(command), at));
      const { name, by, passedOver, source } = chosenFor(act, opened, at);
      if (act === 'work' && source.kind === 'builtin')
        return { act, name: 'nobody', by: nobodyWorks, passedOver, missing: null, program: null };
      const missing = (await whyNotReady(source, at)) ?? null;
      return { act, name, by, passedOver, missing, program: source.kind === 'command' ? startOf(source.argv) : null };
    }),
  );
  return { acts, ...modelsOf(opened), limits, file };
}

const nobodyWorks = 'no program and no model is set up to work; `dk help run` says how';

/** Whoever is set up to run the agent brings a model of its own. */
function byProgram(argv: readonly string[], missing: string | undefined): Models['acts'][number] {
  const by = "the operator's config.yaml (runner.command); it has its own model";
  return { act: 'work', name: argv[0] ?? '', by, passedOver: [], missing: missing ?? null, program: null };
}

function programOf(argv: readonly string[]): ModelSource {
  return { kind: 'command', provider: argv[0] ?? '', argv };
}
