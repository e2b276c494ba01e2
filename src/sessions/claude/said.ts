// What a person really said: the harness puts words of its own into the same place.

const notSaid =
  /^\s*(?:<(?:command-|local-command|system-reminder|bash-|task-|user-memory)|Caveat: The messages below |\[Request interrupted)/u;

/** Whether a prompt is a person's own. */
export function isSaid(text: string): boolean {
  return text.trim() !== '' && !notSaid.test(text);
}
