// What a program said: its answer, and where it counts itself, what that took.
import { jsonIn } from '../text/text.ts';
import { at } from './trouble.ts';

export interface ProgramReply {
  readonly text: string;
  /** Its own count; undefined if it gives none. */
  readonly tokens: { readonly input: number; readonly output: number } | undefined;
  /** It says itself that this is no answer. */
  readonly isFailure: boolean;
}

/** Claude Code's own object with the answer in it. Anything else is the answer itself: somebody may have put another program in its place. */
export function readReply(said: string, form: 'claude' | 'text'): ProgramReply {
  const result = form === 'claude' ? jsonIn(said) : undefined;
  const text = at(result, 'result');
  if (at(result, 'type') !== 'result' || typeof text !== 'string')
    return { text: said, tokens: undefined, isFailure: false };
  return { text, tokens: tokensIn(at(result, 'usage')), isFailure: at(result, 'is_error') === true };
}

/** What was read from a cache was sent all the same. */
const inputs = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];

function tokensIn(usage: unknown): ProgramReply['tokens'] {
  const count = (name: string): number => {
    const value = at(usage, name);
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  const input = inputs.reduce((sum, name) => sum + count(name), 0);
  // A count of nothing is none.
  return input === 0 ? undefined : { input, output: count('output_tokens') };
}
