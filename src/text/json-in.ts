// A text that may be JSON: what was torn by a power cut, or written by somebody else, says nothing.

/** What it says; undefined if that is nothing. */
export function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    // Expected of every file that others can write; whoever has to tell the two apart asks for himself.
    return undefined;
  }
}

/** Whether a value has members by name; a list has none. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
