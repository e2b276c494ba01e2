// What trimming has to know of a message, whatever format it is in.

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** The agent asks for a tool. `given` is what it gives it, as the message has it. */
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly given: unknown }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly hasFailed: boolean }
  /** A picture or a file: told by what it is. */
  | { readonly kind: 'thing'; readonly what: string }
  /** A question of the program to a person, and the answer: neither makes sense without the other. */
  | { readonly kind: 'question' | 'answer'; readonly id: string };

export interface Seen {
  /** `rules` are for the model from its host, and always stay. */
  readonly role: 'rules' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly Part[];
  /** What it says makes sense only with the message after it. */
  readonly bindsNext?: boolean;
}

/** How messages of one format are read, and made. */
export interface Shape<Message> {
  see(message: Message): Seen;
  /** A message of a user that says this. */
  say(text: string): Message;
  /** The same message with no text, result or argument longer than `most` characters; itself if none is. `note` is set where something was left out. */
  shorten(message: Message, most: number, note: string): Message;
}
