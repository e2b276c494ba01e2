// What a sleeper would see, and what a model would be told, for whoever wants to look first.
import type { Act } from '../asking/asking.ts';
import { netOf } from '../change/change.ts';
import type { Form } from '../config/config.ts';
import { printInput } from '../dream/dream.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { gatherFacts } from '../facts/facts.ts';
import { musePrompt, musePromptVersion } from '../muse/muse.ts';
import type { AgentHome } from '../world/world.ts';
import { opening } from './opening.ts';

export interface ShownPrompt {
  readonly version: string;
  readonly system: string;
  readonly prompt: string;
  readonly withheld: number;
}

/** What a model would be told by an act; the code of a question nobody asks is as random as any. */
export async function showPrompt(
  home: AgentHome,
  act: Act | 'daydream',
  form: Form,
  hasTools = false,
): Promise<ShownPrompt> {
  const code = home.world.random(8);
  if (act === 'daydream') {
    const facts = await gatherFacts({ ...home, purpose: 'dream' });
    return { version: musePromptVersion, ...musePrompt(facts, code), withheld: 0 };
  }
  const { id } = opening(home);
  const tonight = { id, trigger: 'hand', isForced: true, env: {}, interval: undefined, hasTools } as const;
  const gathered = await act.gather(home, tonight);
  if (gathered.kind === 'not now' || gathered.question === undefined)
    throw new DreamkeeperError(
      'E_USAGE',
      gathered.kind === 'ready'
        ? `${act.name} does not ask a model`
        : `${act.name} would not ask a model now: ${gathered.message}`,
      { hint: 'Nothing was sent. If something is wrong, `dk doctor` says more.' },
    );
  const { version, prompt } = gathered.question;
  return { version, withheld: 0, ...prompt(code, form) };
}

/** What the dreamer would see. */
export async function showInput(home: AgentHome): Promise<string> {
  return netOf(home.settings).redact(printInput(await gatherFacts({ ...home, purpose: 'dream' })));
}
