// What a tool is: a name, a schema, and a function from its arguments to words. None of them runs a program.
import type * as z from 'zod/mini';
import type { AgentFile } from '../../config/config.ts';
import type { Sleeper } from '../../sleeper/sleeper.ts';
import type { AgentHome } from '../../world/world.ts';
import type { Ground } from './ground.ts';

/** What a run's tools work with. */
export interface Bench {
  readonly worker: AgentHome;
  readonly run: string;
  readonly agent: AgentFile;
  readonly ground: Ground;
  /** The files this run wrote and nobody has committed yet, each with what was there before. */
  readonly written: Map<string, Uint8Array | undefined>;
  /** Those of which nothing is left that was there before: all of it is the agent's, also if nobody had committed it. */
  readonly whole: Set<string>;
  /** It works on a copy of which nothing comes but its memory: nothing is committed there, counted or put off. */
  readonly isCopy?: boolean | undefined;
  /** Of a run of ours: it counts what is done, and is told of a wish to sleep. */
  readonly sleeper?: Pick<Sleeper, 'afterStep' | 'wants'> | undefined;
}

/** What the model is told. `ends` is the last word of a run that is over with it. */
export interface ToolAnswer {
  readonly text: string;
  readonly isOk: boolean;
  readonly ends?: string | undefined;
  /** It was not done at all: there is no such tool, it is not offered, or its arguments make no sense. */
  readonly isNotDone?: boolean;
  /** The same as data, for callers that are no model. */
  readonly data?: object | undefined;
}

export interface Tool<Schema extends z.ZodMiniObject = z.ZodMiniObject> {
  readonly name: string;
  /** Which set it belongs to; `always` if every agent has it. */
  readonly kit: AgentFile['toolkits'][number] | 'always';
  readonly does: string;
  readonly schema: Schema;
  /** What a step says it was about. */
  target(given: z.infer<Schema>): string;
  use(bench: Bench, given: z.infer<Schema>): ToolAnswer | Promise<ToolAnswer>;
}

/** So that each tool knows the type of its own arguments, and the list of all of them need not. */
export function tool<Schema extends z.ZodMiniObject>(made: Tool<Schema>): Tool {
  return {
    ...made,
    target: (given) => made.target(made.schema.parse(given)),
    use: (bench, given) => made.use(bench, made.schema.parse(given)),
  };
}

export function said(text: string, data?: object): ToolAnswer {
  return data === undefined ? { text, isOk: true } : { text, isOk: true, data };
}

export function refused(text: string): ToolAnswer {
  return { text, isOk: false };
}

export function notDone(text: string): ToolAnswer {
  return { text, isOk: false, isNotDone: true };
}
