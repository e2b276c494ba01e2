// Whose words a memory is, and what follows from it.

/** `sleep`, `agent`, `import` and `untrusted` (what an agent wrote and strangers said before) are proven, by the ledger or by a commit of ours; everything else is a person's. */
export type Origin = 'agent' | 'import' | 'sleep' | 'untrusted' | 'person';

/** Whether no sleep may change or drop it. What nobody can prove to be an agent's is a person's. */
export function isProtected({
  origin,
  isPinned,
}: {
  readonly origin: Origin | null;
  readonly isPinned: boolean;
}): boolean {
  return isPinned || origin === null || origin === 'person';
}

const leastFirst: readonly Origin[] = ['untrusted', 'import', 'agent', 'sleep', 'person'];

/** What is made of several is worth as much as the least of them. */
export function originOf(origins: readonly (Origin | null)[]): Origin {
  return leastFirst.find((origin) => origins.includes(origin)) ?? 'sleep';
}
