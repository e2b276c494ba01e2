// One thing a doctor says: a stable name, how bad it is, what it is, what to do, and whether it can be put right safely.

/** `error`: something is damaged or lost. `warning`: it works, and should be looked at. `info`: good to know. */
export type Level = 'error' | 'warning' | 'info';

/** Everything that can be said, and how bad it is. A name never changes its meaning; docs/doctor.md has them all. */
const levels = {
  'git-version': 'error',
  'repository-unreadable': 'error',
  'repository-busy': 'info',
  'head-detached': 'info',
  'index-lock': 'warning',
  'index-behind': 'warning',
  'index-missing': 'warning',
  'index-unreadable': 'error',
  'head-lock': 'warning',
  'ref-lock': 'warning',
  'objects-missing': 'error',
  'state-damaged': 'error',
  'state-foreign': 'warning',
  'state-newer': 'error',
  'state-elsewhere': 'info',
  'state-lost': 'info',
  'corpus-damaged': 'error',
  'intent-open': 'warning',
  'intent-parked': 'error',
  'intent-aside': 'warning',
  'outbox-waits': 'info',
  'lease-held': 'info',
  'locks-dead': 'error',
  'not-owner': 'warning',
  'owner-mixed': 'error',
  'place-taken': 'error',
  'private-mode': 'warning',
  'private-tracked': 'error',
  'record-foreign': 'error',
  'private-committed': 'error',
  'private-staged': 'error',
  'exclude-missing': 'warning',
  'link-broken': 'error',
  'project-partial': 'warning',
  leftover: 'warning',
  'ledger-unreadable': 'error',
  'ledger-broken': 'error',
  'ledger-uncommitted': 'warning',
  'ledger-foreign': 'warning',
  'ledger-shrunk': 'error',
  'entry-missing': 'error',
  'entry-changed': 'error',
  'entry-reverted': 'error',
  'entry-foreign': 'warning',
  'entry-malformed': 'warning',
  'entry-uncommitted': 'warning',
  'manifest-missing': 'warning',
  'manifest-wrong': 'warning',
  'attributes-missing': 'warning',
  'clock-behind': 'warning',
  'board-missing': 'error',
  'board-unreadable': 'error',
  'board-binary': 'error',
  'board-conflict': 'warning',
  'memory-encoding': 'warning',
  'memory-conflict': 'warning',
  'settings-unreadable': 'error',
  'settings-dangerous': 'error',
  'settings-inert': 'info',
  'toolkit-unknown': 'warning',
  'sweep-no-heartbeat': 'warning',
  'sweep-hopeless': 'warning',
  'operator-unreadable': 'warning',
  'model-not-ready': 'warning',
  'model-unbound': 'warning',
  'tools-unused': 'warning',
  'format-newer': 'error',
  'steps-torn': 'warning',
  'receipts-torn': 'warning',
  'secret-in-file': 'error',
  'secret-in-history': 'error',
  'hooks-dropped': 'warning',
  'mcp-token-open': 'error',
  'not-examined': 'warning',
} as const satisfies Record<string, Level>;

/** What can be said of each harness, behind its name. */
const harnessLevels = {
  works: 'info',
  partly: 'warning',
  old: 'warning',
  'node-gone': 'error',
  'script-gone': 'error',
  'in-cache': 'warning',
  'mcp-gone': 'error',
  unended: 'warning',
  unheard: 'warning',
  silent: 'warning',
  stranger: 'warning',
  twice: 'warning',
  'hooks-off': 'warning',
  waits: 'warning',
  'dreams-too': 'info',
} as const satisfies Record<string, Level>;

type OwnId = keyof typeof levels;
export type HarnessFinding = keyof typeof harnessLevels;
export type FindingId = OwnId | `${string}-${HarnessFinding}`;

export const findingIds = Object.keys(levels) as readonly OwnId[];
export const harnessIds = Object.keys(harnessLevels) as readonly HarnessFinding[];

export interface Finding {
  readonly id: FindingId;
  readonly level: Level;
  readonly message: string;
  readonly hint: string;
  /** Whether `--fix` puts it right. */
  readonly fixable: boolean;
}

/** What one check says: nothing, one thing, or several. */
export type Found = Finding | false | readonly (Finding | false)[];

/** A finding that only a person can deal with, unless `fixable` is said. */
export function finding(id: OwnId, message: string, hint: string, fixable = false): Finding {
  return { id, level: levels[id], message, hint, fixable };
}

/** What is said of one harness. */
export function harnessFinding(name: string, what: HarnessFinding, message: string, hint: string): Finding {
  return { id: `${name}-${what}`, level: harnessLevels[what], message, hint, fixable: false };
}

/** Some names of many, so that a message stays a line. */
export function some(names: readonly string[], most = 3): string {
  return names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}
