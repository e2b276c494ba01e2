// What a tool is: a name, what it does, what it takes, what it changes, and a function from its arguments to words.
import type * as z from 'zod/mini';
import type { ForAgents } from '../verbs/verbs.ts';
import type { Standpoint } from '../world/world.ts';

/** What a call has to work with. */
export interface Asked {
  readonly at: Standpoint;
  readonly words: ForAgents;
  /** The run that the call is recorded under. */
  readonly run: string;
  readonly signal: AbortSignal;
  /** Tells whoever waits that it is still under way. */
  progress(message: string): void;
}

export interface Told {
  readonly text: string;
  readonly data?: object | undefined;
  /** Goes into the data as it is: texts of which the frame is a part. Some programs hand their model the data, and nothing else. */
  readonly framed?: Readonly<Record<string, string>> | undefined;
  readonly isError?: boolean | undefined;
}

/** What it does to the world, as the protocol has it. */
export interface Effect {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const plain: Effect = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

export const reads: Effect = { ...plain, readOnlyHint: true, idempotentHint: true };
/** Each call adds something. */
export const adds: Effect = plain;
/** The second call of the same kind changes nothing more. */
export const settles: Effect = { ...plain, idempotentHint: true };
/** A model may be asked, wherever that is. */
export const asksModel: Effect = { ...plain, openWorldHint: true };
export const takesBack: Effect = { ...plain, destructiveHint: true };

export interface McpTool<Schema extends z.ZodMiniObject = z.ZodMiniObject> {
  readonly name: string;
  readonly title: string;
  /** Taken from the tools of our own runs where that says it. */
  readonly does: string | 'as ours';
  readonly effect: Effect;
  /** An example for whoever got its arguments wrong. */
  readonly example: string;
  readonly schema: Schema;
  /** What the record of the day says it was about. */
  target(given: z.infer<Schema>): string;
  use(asked: Asked, given: z.infer<Schema>): Promise<Told>;
}

/** So that each tool knows the type of its own arguments, and the list of all of them need not. */
export function tool<Schema extends z.ZodMiniObject>(made: McpTool<Schema>): McpTool {
  return {
    ...made,
    target: (given) => made.target(made.schema.parse(given)),
    use: (asked, given) => made.use(asked, made.schema.parse(given)),
  };
}
