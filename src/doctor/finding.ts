// One thing a doctor says: a stable name, how bad it is, what it is, what to do, and whether it can be put right safely.

/** Everything that can be said. A name never changes its meaning; docs/doctor.md has them all. */
export const findingIds = [
  'git-version',
  'repository-unreadable',
  'repository-busy',
  'head-detached',
  'index-lock',
  'index-behind',
  'index-missing',
  'index-unreadable',
  'head-lock',
  'ref-lock',
  'objects-missing',
  'state-damaged',
  'state-foreign',
  'state-newer',
  'state-elsewhere',
  'state-lost',
  'intent-open',
  'intent-parked',
  'intent-aside',
  'outbox-waits',
  'lease-held',
  'locks-dead',
  'not-owner',
  'owner-mixed',
  'place-taken',
  'private-mode',
  'private-tracked',
  'record-foreign',
  'private-committed',
  'private-staged',
  'exclude-missing',
  'link-broken',
  'project-partial',
  'leftover',
  'ledger-unreadable',
  'ledger-broken',
  'ledger-uncommitted',
  'ledger-foreign',
  'ledger-shrunk',
  'entry-missing',
  'entry-changed',
  'entry-reverted',
  'entry-foreign',
  'entry-malformed',
  'entry-uncommitted',
  'manifest-missing',
  'manifest-wrong',
  'attributes-missing',
  'clock-behind',
  'board-missing',
  'board-unreadable',
  'board-binary',
  'board-conflict',
  'settings-unreadable',
  'settings-dangerous',
  'settings-inert',
  'operator-unreadable',
  'model-not-ready',
  'model-unbound',
  'format-newer',
  'steps-torn',
  'receipts-torn',
  'secret-in-file',
  'secret-in-history',
  'hooks-dropped',
  'not-examined',
] as const;

/** What can be said of each harness, behind its name. */
export const harnessIds = [
  'works',
  'partly',
  'node-gone',
  'script-gone',
  'silent',
  'stranger',
  'twice',
  'hooks-off',
  'dreams-too',
] as const;

export type FindingId = (typeof findingIds)[number] | `${string}-${(typeof harnessIds)[number]}`;

/** `error`: something is damaged or lost. `warning`: it works, and should be looked at. `info`: good to know. */
export type Level = 'error' | 'warning' | 'info';

export interface Finding {
  readonly id: FindingId;
  readonly level: Level;
  readonly message: string;
  readonly hint: string;
  /** Whether `--fix` puts it right. */
  readonly fixable: boolean;
}

/** A finding that only a person can deal with, unless `fixable` is said. */
export function finding(id: FindingId, level: Level, message: string, hint: string, fixable = false): Finding {
  return { id, level, message, hint, fixable };
}

/** Some names of many, so that a message stays a line. */
export function some(names: readonly string[], most = 3): string {
  return names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
