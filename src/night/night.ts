// The acts of one sleep in order, sealed as one change, with one receipt.
import { join } from 'node:path';
import { changeId } from '../change/change.ts';
import { dreamByRules, printInput } from '../dream/dream.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Facts, gatherFacts, hasNews } from '../facts/facts.ts';
import { entryName, parseEntry, printEntry, subjectOf } from '../journal/journal.ts';
import { commitDay } from './day.ts';
import { intervalOf, inWords, shutFor } from './gate.ts';
import { clean, land, renderPack, type Sleeper } from './landing.ts';
import { keepReceipt, type Receipt } from './receipt.ts';

export { intervalOf, inWords, shutFor } from './gate.ts';
export { makeManifest } from './manifest.ts';
export { type CountedReceipt, type Receipt, readReceipts } from './receipt.ts';

export interface SleepOptions {
  /** Ignores the gate, and that nothing is new. */
  readonly isForced?: boolean;
  readonly isDry?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A night as it came out. `text` is the entry, also of a dry one. */
export interface NightDone {
  readonly receipt: Receipt;
  readonly text: string | null;
}

/** What the sleeper would see. */
export async function showInput(sleeper: Sleeper): Promise<string> {
  return printInput(await gatherFacts({ ...sleeper, purpose: 'dream' }));
}

/**
 * Sleeps once: lease, gate, gather, judge, print, land, receipt; then renders the pack, so that a session start reads one file.
 *
 * Whatever stops it is a receipt with a reason; only a bug is thrown. A dry night takes no lease, writes nothing and keeps no receipt.
 */
export async function sleepOnce(sleeper: Sleeper, options: SleepOptions): Promise<NightDone> {
  const { world, home } = sleeper;
  if (options.isDry === true) return dreamOnce(sleeper, options);
  world.files.makeFolder(home.privateDir);
  const lease = leaseOf(sleeper);
  if (lease instanceof DreamkeeperError)
    return kept(sleeper, opening(sleeper), {
      outcome: 'failed',
      reason: reasonOf(lease),
      message: `${lease.message}. ${lease.hint}`,
    });
  if (lease === undefined)
    return kept(sleeper, opening(sleeper), {
      outcome: 'held',
      reason: 'asleep',
      message: 'another night is under way',
    });
  try {
    const done = await dreamOnce(sleeper, options);
    return { ...done, receipt: keptOr(sleeper, done.receipt) };
  } finally {
    lease.release();
  }
}

/** The receipt of a night that could not begin: settings nobody could read, for example. */
export function keepFailure(sleeper: Sleeper, error: DreamkeeperError): void {
  kept(sleeper, opening(sleeper), {
    outcome: 'failed',
    reason: reasonOf(error),
    message: `${error.message}. ${error.hint}`,
  });
}

function reasonOf({ code }: DreamkeeperError): string {
  return code.replace(/^E_/u, '').toLowerCase().replaceAll('_', '-');
}

/** The lease of this home's nights; undefined if somebody has it, an error if there can be none. */
function leaseOf({ world, home }: Sleeper): { release(): void } | undefined | DreamkeeperError {
  try {
    return world.locks.take(join(home.privateDir, 'night.db'));
  } catch (error) {
    if (error instanceof DreamkeeperError) return error;
    throw error;
  }
}

/** Keeps a receipt. Where it cannot be kept, the night is what it is, and its message says so. */
function keptOr({ world, home }: Sleeper, receipt: Receipt): Receipt {
  try {
    keepReceipt(world, home, receipt);
    return receipt;
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return { ...receipt, message: `${receipt.message} (its receipt could not be kept: ${error.message})` };
  }
}

interface Opening {
  readonly id: string;
  readonly startedAt: string;
}

function opening({ world }: Sleeper): Opening {
  return { id: changeId(world, 'n'), startedAt: world.now().toISOString() };
}

function receiptOf(
  { world, agent }: Sleeper,
  { id, startedAt }: Opening,
  more: Partial<Receipt> & Pick<Receipt, 'outcome' | 'reason' | 'message'>,
): Receipt {
  return {
    ...{
      v: 1,
      id,
      session: `dream:${agent}:${startedAt}`,
      agent,
      kind: 'rem',
      model: 'builtin',
      tokens: { input: 0, output: 0 },
    },
    ...{ entry: null, commit: null, verdicts: [], startedAt, endedAt: world.now().toISOString() },
    ...more,
  };
}

function kept(sleeper: Sleeper, begun: Opening, more: Pick<Receipt, 'outcome' | 'reason' | 'message'>): NightDone {
  return { receipt: keptOr(sleeper, receiptOf(sleeper, begun, more)), text: null };
}

async function dreamOnce(sleeper: Sleeper, options: SleepOptions): Promise<NightDone> {
  const begun = opening(sleeper);
  const ended = (outcome: Receipt['outcome'], reason: string, message: string): NightDone => ({
    receipt: receiptOf(sleeper, begun, { outcome, reason, message }),
    text: null,
  });
  try {
    const facts = await gatherFacts({ ...sleeper, purpose: 'dream' });
    const unreadable = facts.problems.find((problem) => problem.startsWith('the project: '));
    // Half of the facts would make a dream that is not true.
    if (unreadable !== undefined) return ended('failed', 'project-unreadable', unreadable);
    const interval = intervalOf(sleeper.settings, options.env);
    const shut = shutFor(facts.lastNight, interval, facts.now);
    if (options.isForced !== true && shut > 0)
      return ended(
        'gated',
        'interval',
        `the last dream is less than ${inWords(interval)} ago; the gate opens in ${inWords(shut)}`,
      );
    if (options.isForced !== true && !hasNews(facts.news)) return ended('noop', 'no-news', noNews(facts));
    return await dreamAndLand(sleeper, facts, begun, options.isDry === true);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    const isHeld = error.exit === 11;
    return ended(isHeld ? 'held' : 'failed', reasonOf(error), `${error.message}. ${error.hint}`);
  }
}

function noNews({ lastNight }: Facts): string {
  return lastNight === undefined
    ? 'nothing has happened here yet: no commit, no step, no task'
    : `nothing is new since the dream of ${lastNight.time.slice(0, 16).replace('T', ' ')} UTC`;
}

async function dreamAndLand(sleeper: Sleeper, facts: Facts, begun: Opening, isDry: boolean): Promise<NightDone> {
  const { world, home, settings } = sleeper;
  const dreamt = clean(dreamByRules(facts, begun.id), settings.secrets?.allow ?? []);
  const text = printEntry(dreamt.entry);
  const read = parseEntry(Buffer.from(text));
  // What we print we can read; if not, it is our bug, and nothing of it lands.
  if (read.kind === 'malformed' || printEntry(read.entry) !== text)
    return {
      receipt: receiptOf(sleeper, begun, {
        outcome: 'rejected',
        reason: 'unreadable',
        message: 'the dream could not be read back as it was printed',
      }),
      text,
    };
  const file = entryName(facts.now, new Set(world.files.list(home.home, 'rem')));
  const verdicts = dreamt.entry.verdicts;
  if (isDry)
    return {
      receipt: receiptOf(sleeper, begun, {
        outcome: 'ran',
        reason: 'dry-run',
        message: 'nothing was written',
        verdicts: [...verdicts],
      }),
      text,
    };
  const repository = await world.git.open(home.repository, home.privateDir);
  await commitDay(sleeper, repository);
  const changed = await land(sleeper, facts, dreamt, { file, text, id: begun.id, repository });
  await renderPack(sleeper, facts, `rem/${file}`, text);
  const commit = changed.kind === 'changed' ? (changed.commit ?? null) : null;
  const receipt = receiptOf(sleeper, begun, {
    ...{ outcome: 'ran', reason: 'dreamt', entry: `rem/${file}`, commit, verdicts: [...verdicts] },
    message: changed.note ?? subjectOf(dreamt.entry.tale).replace(/^rem: /u, ''),
  });
  return { receipt, text };
}
