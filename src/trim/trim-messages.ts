// Trimming for whoever keeps the messages himself: a list of one of the known formats in, a shorter one of the same format out.
import { type ProviderMessage, providerShape } from './provider-shape.ts';
import { type Trimmed, type TrimOptions, trimBy } from './trim-by.ts';

/**
 * Keeps the newest messages of the AI SDK, of Anthropic or of OpenAI, and puts one list in the place of the rest. Changes nothing that it is given.
 * No call is parted from its result, and the list names every failure.
 */
export function trim<Message extends ProviderMessage>(
  messages: readonly Message[],
  options: TrimOptions = {},
): Trimmed<Message> {
  return trimBy(providerShape<Message>(), messages, options);
}
