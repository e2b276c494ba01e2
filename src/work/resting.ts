// A run of ours between two turns: what was said is logged, the agent is told that it is tired, and sleeps when it wants to or has to.
import { type During, logSaid, type Sleeper } from '../sleeper/sleeper.ts';
import type { Said } from '../steps/steps.ts';
import { clock } from '../text/text.ts';
import type { AgentHome, TalkMessage } from '../world/world.ts';

/** What comes before the next turn: nothing but what is to be said, or the end of the run. */
export type Rested =
  | { readonly kind: 'goes on'; readonly say: string | undefined; readonly hasConsolidated: boolean }
  | { readonly kind: 'asleep'; readonly message: string }
  | { readonly kind: 'stopped' };

export async function restIfDue(sleeper: Sleeper | undefined, during: During): Promise<Rested> {
  const due = sleeper?.shouldSleep();
  if (sleeper === undefined || due === undefined)
    return { kind: 'goes on', say: sleeper?.beforeStep(), hasConsolidated: false };
  const { kind, fell } = await sleeper.sleep(due, during);
  if (kind === 'stopped') return { kind };
  if (kind === 'asleep') return { kind, message: `it sleeps until ${clock(fell.until)}` };
  return { kind: 'goes on', say: sleeper.wake(), hasConsolidated: fell.receipt?.outcome === 'ran' };
}

/** What a run that is over still wants: to sleep. Nobody waits for it here. */
export async function sleepAtEnd(
  sleeper: Sleeper | undefined,
  during: Omit<During, 'left'>,
): Promise<string | undefined> {
  const rested =
    sleeper?.shouldSleep() === undefined ? undefined : await restIfDue(sleeper, { ...during, left: () => 0 });
  return rested?.kind === 'asleep' ? rested.message : undefined;
}

/** Keeps what was said, word for word but for credentials. */
export function logMessage(home: AgentHome, run: string, message: TalkMessage): void {
  const t = home.world.now().toISOString();
  for (const { role, content } of wordsOf(message)) logSaid(home, { t, run, role, content });
}

function wordsOf(message: TalkMessage): Pick<Said, 'role' | 'content'>[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }];
  if (message.role === 'tool')
    return message.answers.map(({ name, text }) => ({ role: 'tool', content: `${name}: ${text}` }));
  return [
    ...(message.text === '' ? [] : [{ role: 'assistant' as const, content: message.text }]),
    ...message.calls.map(({ name, arguments: given }) => ({
      role: 'assistant' as const,
      content: `${name} ${typeof given === 'string' ? given : JSON.stringify(given)}`,
    })),
  ];
}
