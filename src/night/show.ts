// What a sleeper would see, and what a model would be told, for whoever wants to look first.
import { netOf } from '../change/change.ts';
import type { Form } from '../config/config.ts';
import { dreamPrompt, printInput, promptVersion } from '../dream/dream.ts';
import { gatherFacts } from '../facts/facts.ts';
import { musePrompt, musePromptVersion } from '../muse/muse.ts';
import type { Sleeper } from './landing.ts';

/** What a model would be told; the code of a question nobody asks is as random as any. */
export async function showPrompt(
  sleeper: Sleeper,
  act: 'dream' | 'daydream',
  form: Form,
): Promise<{ readonly version: string; readonly system: string; readonly prompt: string; readonly withheld: number }> {
  const facts = await gatherFacts({ ...sleeper, purpose: 'dream' });
  const code = sleeper.world.random(8);
  if (act === 'daydream') return { version: musePromptVersion, ...musePrompt(facts, code), withheld: 0 };
  const { system, prompt, withheld } = dreamPrompt(facts, code, form);
  return { version: promptVersion, system, prompt, withheld };
}

/** What the sleeper would see. */
export async function showInput(sleeper: Sleeper): Promise<string> {
  return netOf(sleeper.settings).redact(printInput(await gatherFacts({ ...sleeper, purpose: 'dream' })));
}
