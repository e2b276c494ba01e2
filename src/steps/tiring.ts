// What a tired agent is told, and where the actions of a session that tires are counted: in the private folder.

/** Word for word as the OpenSeed design has it. */
export const wrapUp = "You've been active for a while. Start wrapping up.";

/** Of a session that nobody named there is one count for all. `.told` behind it: it was told to wrap up. */
export function tallyName(session: string | null, sha256: (text: string) => string): string {
  return `tired-${session === null ? '0'.repeat(16) : sha256(session).slice(0, 16)}`;
}

/** Such a file, or the mark beside it. */
export const tallyFile: RegExp = /^tired-[0-9a-f]{16}(?:\.told)?$/u;
