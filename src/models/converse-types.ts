// What conversing with a model means: messages and tools in, one turn out, in words or in calls.
import type { ModelFailure, ModelRequest, Spent } from './model-types.ts';

/** A tool as it is offered. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** The JSON schema of its arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What a model asks for. `arguments` is what its JSON says; if it is none, the text itself. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** What came of a call. */
export interface TalkAnswer {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

export type TalkMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly answers: readonly TalkAnswer[] };

export interface Talk extends Pick<ModelRequest, 'system' | 'temperature' | 'maxTokens' | 'limits' | 'signal'> {
  readonly messages: readonly TalkMessage[];
  readonly tools: readonly OfferedTool[];
}

export type TalkOutcome =
  | {
      readonly kind: 'turn';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** Why it stopped: it waits for its tools, or it has said all. */
      readonly stop: 'calls' | 'end';
      readonly spent: Spent;
    }
  | ModelFailure;
