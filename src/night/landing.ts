// A dream lands: entry, manifest and ledger in one commit, credentials out, and the pack for the next session start.
import { createHash } from 'node:crypto';
import {
  type Changed,
  type FileEdit,
  knownLedger,
  ledgerAttributes,
  ledgerLine,
  madeHere,
  makeChange,
  netOf,
} from '../change/change.ts';
import type { Dreamt } from '../dream/dream.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Facts, type Gathering, homeBytes, homeLedger, isPreviousOurs } from '../facts/facts.ts';
import {
  type DreamEntry,
  type DreamLine,
  echoFrom,
  isDream,
  likeness,
  nightsOf,
  parseEntry,
  printManifest,
  readLedger,
  subjectOf,
  type VerifiedFact,
} from '../journal/journal.ts';
import { wakeFrom } from '../wake/wake.ts';
import type { HeadState, LeaseRef, Repository } from '../world/world.ts';
import { makeManifest } from './manifest.ts';
import { type Receipt, readReceipts, receiptsFile } from './receipt.ts';

export type Sleeper = Omit<Gathering, 'purpose'>;

export interface Landing {
  readonly file: string;
  readonly text: string;
  readonly id: string;
  readonly repository: Repository;
  readonly lease: LeaseRef;
  /** Kept once the dream has landed, by whoever lands it. */
  readonly receipt: Receipt;
  /** How many verdicts of the model were not taken. */
  readonly left: number;
  /** Where the agent's cadence was, if it slept in one. */
  readonly cadence: DreamLine['cadence'];
}

export async function land(
  { world, home, settings, agent }: Sleeper,
  facts: Facts,
  dreamt: Dreamt,
  { file, text, id, repository, lease, receipt, left: leftOut, cadence }: Landing,
): Promise<Changed> {
  const bytes = Buffer.from(text);
  // What somebody else wrote does not make ours an echo.
  const before = facts.previous === undefined || !isPreviousOurs(facts) ? undefined : parseEntry(facts.previous.bytes);
  const isEcho = before?.kind === 'dream' && likeness(before.entry, dreamt.entry) >= echoFrom;
  const line: DreamLine = {
    ...{ kind: 'night', id, agent, time: facts.now, model: dreamt.entry.header.model, entry: `rem/${file}` },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    echo: isEcho,
    ...{ head: facts.project.head, branch: dreamt.entry.header.branch, digested: facts.digested },
    ...{ verdicts: [...dreamt.verdicts], doing: [...dreamt.doing] },
    ...(leftOut === 0 ? {} : { left: leftOut }),
    ...(cadence === undefined ? {} : { cadence: netOf(settings).within(cadence) }),
  };
  const manifest = makeManifest({
    ...{ world, home, coming: { file, bytes }, keep: settings.rem?.keep ?? 50, secrets: settings.secrets },
    ...{ ledger: facts.ledger, journalGaps: facts.gaps, receipts: readReceipts(world, home) },
  });
  return makeChange(world, home, {
    first: async (head) =>
      (await leftEntries({ world, home }, facts, repository, head)).map(
        (path): FileEdit => ({ path, isHosts: true, edit: (content) => content }),
      ),
    files: [
      {
        path: `rem/${file}`,
        isHosts: true,
        rule: 'refuse',
        undo: 'entry',
        edit: (content) => newEntry(file, content, bytes),
      },
      ledgerLine(world, home, line, (content) => stillTheLast(content, agent, facts)),
      ledgerAttributes,
      // Last, so that no reader ever finds an entry named that is not there.
      { path: 'rem/manifest.json', isHosts: true, edit: () => Buffer.from(printManifest(manifest)) },
    ],
    subject: subjectOf(dreamt.entry.tale),
    agent,
    isAsleep: true,
    ...{ repository, id, lease, previous: facts.lastNight?.id, secrets: settings.secrets },
    outbox: [{ id, kind: `line:${receiptsFile}`, body: JSON.stringify(receipt) }],
  });
}

/**
 * Entries of earlier nights of this machine that lie here as they were written and in no commit: of a branch that was never born, or of a
 * night whose store was lost. Only looked for if the ledger is not as we left it. What somebody else put there stays uncommitted.
 */
async function leftEntries(
  { world, home }: Pick<Sleeper, 'world' | 'home'>,
  { evidence }: Facts,
  repository: Repository,
  { commit }: HeadState,
): Promise<string[]> {
  const disk = world.files.read(home.home, 'rem/ledger.jsonl');
  if (disk === undefined) return [];
  if (commit !== undefined && knownLedger(world, home)?.sha256 === world.files.hash(disk)) return [];
  const here = evidence
    .filter(isDream)
    .filter(({ entry, sha256 }) => sha256Of(homeBytes(world, home, entry)) === sha256)
    .map(({ entry }) => entry);
  const committed = commit === undefined || here.length === 0 ? new Map() : await repository.entries(commit, here);
  return here.filter((path) => !committed.has(path));
}

function sha256Of(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : createHash('sha256').update(bytes).digest('hex');
}

/** Asked under the lock: of several nights that gathered the same news, one dreams of it. */
function stillTheLast(ledger: Uint8Array | undefined, agent: string, { lastNight }: Facts): void {
  const last = nightsOf(readLedger(ledger), agent).at(-1);
  if (last?.id === lastNight?.id) return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', 'another night has landed since this one gathered its facts', {
    hint: 'Nothing was changed. What is still new is for the next sleep.',
  });
}

/** Somebody put a file of this name there since it was chosen: it is theirs, and this night fails. */
function newEntry(file: string, there: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (there === undefined || Buffer.from(bytes).equals(there)) return bytes;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `rem/${file} appeared while the dream was being written`, {
    hint: 'Nothing was changed. The next sleep takes another name.',
  });
}

/**
 * Credentials that stood in a subject, a title, a branch or a file's name do not get into the journal. A verdict names its task by the
 * exact title, and a receipt its files by their exact names: where those would have to be changed, there is none.
 */
export function clean(dreamt: Dreamt, allow: readonly string[]): Dreamt {
  const { redact, isClean } = netOf({ secrets: { allow } });
  const { entry } = dreamt;
  const { carry } = entry;
  const midFlight = carry.midFlight.filter(isClean);
  const isCovered = carry.covers === null || Object.keys(carry.covers.files).every(isClean);
  const isCleanFact = ({ text, receipt }: VerifiedFact): boolean => isClean(text) && isClean(receipt?.command ?? '');
  const verdicts = dreamt.verdicts.filter(({ line }) => isClean(line));
  const cleaned: DreamEntry = {
    header: { ...entry.header, branch: entry.header.branch === null ? null : redact(entry.header.branch) },
    tale: redact(entry.tale),
    goals: entry.goals.map(redact),
    blueSky: entry.blueSky.map(redact),
    fears: entry.fears.map(redact),
    verdicts: verdicts.map(({ line }) => line),
    carry: {
      ...carry,
      doing: carry.doing === null ? null : redact(carry.doing),
      next: carry.next === null ? null : redact(carry.next),
      midFlight,
      moreMidFlight: carry.moreMidFlight + carry.midFlight.length - midFlight.length,
      verified: isCovered ? carry.verified.filter(isCleanFact) : [],
      other: carry.other.map(redact),
      covers: isCovered ? carry.covers : null,
    },
  };
  return { entry: cleaned, verdicts, doing: dreamt.doing.filter(({ task }) => isClean(task)) };
}

/** Only a night writes it, and there is one night at a time. */
export const packName = (agent: string): string => `pack-${agent}.json`;

/** Renders what the next session start will read, from the facts of this night and the dream that came of them; applies nothing. */
export async function renderPack(
  sleeper: Sleeper,
  facts: Facts,
  path: string,
  text: string,
  notes: readonly string[],
): Promise<void> {
  const { world, home, agent } = sleeper;
  const ledger = homeLedger(world, home);
  const made = madeHere(world, home).lines;
  const after: Facts = {
    ...facts,
    ledger,
    evidence: ledger.lines.filter(({ hash }) => made.has(hash)),
    lastNight: nightsOf(ledger, agent).at(-1),
    previous: { path, bytes: Buffer.from(text), text },
    // What is older than this dream is not read beside it.
    beside: undefined,
    news: { isFirst: false, commits: 0, steps: 0, board: false, files: false },
  };
  const { woken } = await wakeFrom(sleeper, after, { isDry: true, notes });
  const worktree = home.project.worktree ?? null;
  const content = `${JSON.stringify({ v: 1, agent, time: facts.now, worktree, ...woken }, null, 2)}\n`;
  world.files.write(home.privateDir, packName(agent), Buffer.from(content), { mode: 0o600 });
}
