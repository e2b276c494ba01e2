// Other programs tell what an agent did; they are never failed or slowed for it.

import type { Harnesses } from '../sessions/sessions.ts';

// Each by its own file, loaded when it is asked for: a hook has no time for the rest.
export async function runStep(args: readonly string[]): Promise<void> {
  const step = await import('./step.ts');
  return step.runStep(args);
}

export async function runHook(args: readonly string[], known?: Harnesses): Promise<void> {
  const hook = await import('./hook.ts');
  return hook.runHook(args, known);
}
