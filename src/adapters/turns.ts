// A loop that keeps its messages in a list: between two turns what is new in the list is counted and kept, and the agent is trimmed, warned, put to sleep and woken as it is due.
import { oneLine } from '../text/text.ts';
import { type Part, providerShape } from '../trim/trim.ts';
import type { AgentSleeper } from '../verbs/verbs.ts';

/** The tool with which an agent says that it wants to sleep. */
export const setSleepTool = {
  name: 'set_sleep',
  description:
    'Sleep for so many seconds, at most a day, as soon as the other calls of this turn are done. From 30 seconds on what happened is consolidated before, if the last time was at least 10 minutes ago.',
  schema: {
    type: 'object',
    properties: { seconds: { type: 'number', minimum: 1 } },
    required: ['seconds'],
    additionalProperties: false,
  },
} as const;

export interface Turns<Message> {
  /** The messages to send now, and to go on with. Call it before each turn of the model. */
  turn(messages: readonly Message[]): Promise<Message[]>;
  /** The loop is over: what is still new is counted and kept, and who is to sleep falls asleep; with `seconds` in any case. Nobody waits for it. */
  end(messages: readonly Message[], otherwise?: { readonly seconds: number }): Promise<void>;
}

export function turnsOf<Message extends object>(sleeper: AgentSleeper): Turns<Message> {
  const { observe } = observerOf<Message>(sleeper);
  /** So many were there when the model was asked last; undefined before the first turn. */
  let known: number | undefined;
  const look = async (messages: readonly Message[]): Promise<void> => {
    // What a conversation begins with was told elsewhere, or is of an earlier run. So is everything if the list was put together anew.
    const news =
      known === undefined || messages.length < known ? messages.slice(-1).filter(isUsers) : messages.slice(known);
    known = messages.length;
    await observe(news);
  };
  return {
    turn: async (messages) => {
      await look(messages);
      const rested = await restedMessages(sleeper, messages);
      known = rested.length;
      return rested;
    },
    end: async (messages, otherwise) => {
      await look(messages);
      const { kind } = await sleeper.sleep({ wait: false });
      if (kind === 'awake' && otherwise !== undefined) await sleeper.sleep({ seconds: otherwise.seconds, wait: false });
    },
  };
}

const isUsers = (message: object): boolean => providerShape().see(message).role === 'user';

/** Sleeps if that is due, wakes, warns and trims. */
export async function restedMessages<Message extends object>(
  sleeper: AgentSleeper,
  messages: readonly Message[],
): Promise<Message[]> {
  const { say } = providerShape<Message>();
  const { kind } = (await sleeper.shouldSleep()) === undefined ? { kind: 'awake' } : await sleeper.sleep();
  const told = kind === 'woke' ? await sleeper.wake() : await sleeper.beforeStep();
  const left = sleeper.trim(messages);
  return told === undefined || told === '' ? left : [...left, say(told)];
}

export interface Observer<Message> {
  /** Counts each result of a tool, and keeps each text. */
  observe(messages: readonly Message[]): Promise<void>;
}

export function observerOf<Message extends object>(sleeper: AgentSleeper): Observer<Message> {
  const { see } = providerShape<Message>();
  const open = new Map<string, Extract<Part, { kind: 'call' }>>();
  /** Calls that said so when they failed. */
  const sayWhenFailed = new Set<string>();
  return {
    observe: async (messages) => {
      for (const message of messages) {
        const { role, parts } = see(message);
        const whose = speakerOf(message, role);
        for (const part of parts) {
          if (part.kind === 'text' && part.text !== '' && role !== 'rules')
            await sleeper.onMessage({ role: whose, content: part.text });
          if (part.kind === 'call') {
            open.set(part.id, part);
            await sleeper.onMessage({ role: 'assistant', content: `${part.tool} ${JSON.stringify(part.given)}` });
            const seconds = part.tool === setSleepTool.name ? secondsIn(part.given) : undefined;
            if (seconds !== undefined) await sleeper.setSleep(seconds);
          }
          if (part.kind !== 'result') continue;
          const call = open.get(part.id);
          open.delete(part.id);
          const tool = call?.tool ?? 'a tool';
          await sleeper.onMessage({ role: 'tool', content: `${tool}: ${part.text}` });
          const target = targetIn(call?.given);
          const end = endOf(part);
          const name = `${tool}\n${target}`;
          if (part.hasFailed) sayWhenFailed.add(name);
          // That a result is no error proves nothing of a test, unless this very call says so when it fails.
          const isWell = !part.hasFailed && end.exit === undefined && sayWhenFailed.has(name);
          await sleeper.afterStep({ tool, target, ...(isWell ? { exit: 0 } : end) });
        }
      }
    },
  };
}

/** A person speaks only by the role of one, also beside the results of tools; what has a role that nobody knows may be anything. */
function speakerOf(message: object, role: 'user' | 'assistant' | 'tool' | 'rules'): 'user' | 'assistant' | 'tool' {
  if (role === 'assistant') return role;
  return ['user', 'human'].includes(String(Reflect.get(message, 'role'))) ? 'user' : 'tool';
}

export function secondsIn(given: unknown): number | undefined {
  const seconds = typeof given === 'object' && given !== null ? Reflect.get(given, 'seconds') : undefined;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** What a tool was used on, as far as its arguments tell. */
function targetIn(given: unknown): string {
  if (typeof given === 'string') return oneLine(given, 200);
  if (typeof given !== 'object' || given === null) return '';
  const names = ['command', 'path', 'file', 'file_path', 'filename', 'url', 'query', 'pattern', 'name', 'title'];
  const values = [...names.map((name): unknown => Reflect.get(given, name)), ...Object.values(given)];
  return oneLine(values.find((value) => typeof value === 'string')?.toString() ?? '', 200);
}

/** No exit code is made up where there is none: that a result is no error proves nothing of a test. */
function endOf({ text, hasFailed }: Extract<Part, { kind: 'result' }>): {
  readonly exit?: number;
  readonly error?: string;
} {
  const code = /\bexit(?:ed)?[ _]?(?:with )?(?:code|status)?["']?\s*[:=]?\s*(-?\d{1,9})\b/iu.exec(
    text.slice(0, 400) + text.slice(-400),
  )?.[1];
  const exit = code === undefined ? {} : { exit: Number(code) };
  return hasFailed ? { ...exit, error: oneLine(text, 300) || 'it failed' } : exit;
}
